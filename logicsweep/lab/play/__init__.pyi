from .by_moves import ByMoves as ByMoves, by_moves as by_moves
from .forced import CostlyMove as CostlyMove, Survival as Survival, survive as survive
