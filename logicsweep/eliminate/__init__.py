"""Elimination along a tree: the number of models of a component, by their number of mines.

In: boxes and constraints of one component, as a signature. Out: exact model counts and marginals,
or the set of mine counts that some model has. Cells are numbers; nothing knows a grid.
Open `plan.py` first (the order of joins), then `row_keys.py` (rows, as a picture), `trellis.py`
(pairs of rows), `passes.py` (numbers for them) and `counts.py`.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
