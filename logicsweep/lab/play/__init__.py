"""Games with forced survival, and agents that are compared by their moves.

Open `forced.py` first, whose games end with a cell and not with a loss; `by_moves.py` judges each
move of such games by its chances.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
