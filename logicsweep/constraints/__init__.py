"""Constraints over cell numbers, each as a factor, as clauses, as facts and in words.

Bounds on the number of mines are a `Cardinality`, all else about some cells is a `Relation`, and
`Regional` is about connected sets of cells. Each has a `Source`. Open `cardinality.py` first, then
`relation.py`. A board can carry some of its own; `system/` makes them of what it says.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
