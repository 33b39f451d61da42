"""Constraints over cell numbers, each as a factor, as clauses, as facts and in words.

Bounds on the number of mines are a `Cardinality`, all else about some cells is a `Relation`, and
`Regional` is about connected sets of cells. Each has a `Source`. Open `cardinality.py` first, then
`relation.py`. A board can carry some of its own; `system/` makes them of what it says.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
