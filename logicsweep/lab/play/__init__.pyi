from .by_moves import ByMoves as ByMoves, CostlyMove as CostlyMove, by_moves as by_moves
from .forced import Guess as Guess, Survival as Survival, survive as survive
