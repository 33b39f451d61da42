"""The best cell to open: what-if positions, exact endgames, 50/50s, candidates, scores.

In: a board and its counts. Out: decisions with their reasons, and the probability to win. Open
`best.py` first, which calls the other files in turn. All of them use `whatif.py`; `winning.py`
solves whole games. No file knows the layout of a game.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
