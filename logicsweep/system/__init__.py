"""The constraints of a board, over cell numbers, without the grid.

In: a `Board`. Out: a `ConstraintSystem`, and its boxes and components. Open `system.py` first, then
`partition.py`.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
