"""Verdicts: cells that have the same value in every model, and the sources that force them.

In: constraints. Out: verdicts by cell number, minimal unsatisfiable subsets, undecided components.
Open `ledger.py` first: it has the verdicts on a position, and has them anew when more is told.
`settle.py` decides component by component; `proving.py` believes neither tables nor the kernel.
`solvers/` is the only home of PySAT and clingo; `counters/` has other ways to count, to judge the
tables.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
