"""The best cell to open: what-if positions, exact endgames, 50/50s, candidates, scores.

In: a board and its counts. Out: decisions with their reasons, and the probability to win. Open
`best.py` first, which calls the other files in turn. All of them use `whatif.py`; `winning.py`
solves whole games. No file knows the layout of a game.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
