"""Games with forced survival, and agents that are compared by their moves.

Open `forced.py` first, whose games end with a cell and not with a loss; `by_moves.py` judges each
move of such games by its chances.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
