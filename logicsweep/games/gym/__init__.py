"""Minesweeper as environments of Gymnasium, one game or many at once (extra `gym`).

After `register()`, `gymnasium.make("logicsweep/Minesweeper-v0")` makes them. Open `environment.py`
first; `episode.py` has the game, and needs no Gymnasium.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
