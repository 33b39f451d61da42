"""Cutting planes: verdicts as weighted sums of clues, by exact linear programming.

In: constraints over cell numbers and a verdict. Out: a `Sum`, whole multipliers of the constraints
that add up to the verdict, checked by adding up. Cells are numbers; nothing knows a grid.
Open `sums.py` first (the values), then `bounds.py` (the search for few sources, and all that sums
decide).
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
