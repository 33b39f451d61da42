"""Verdicts: cells that have the same value in every model, and the sources that force them.

In: constraints. Out: verdicts by cell number, minimal unsatisfiable subsets, undecided components.
`propagate.py` decides cheaply, `settle.py` asks a solver (or tables) component by component, and
`ledger.py`, the file to open first, keeps all of it up to date as evidence comes in. `solvers/` is
the only home of PySAT and clingo; `counters/` has other ways to count, to judge the tables.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
