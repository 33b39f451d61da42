from .environment import MinesweeperEnv as MinesweeperEnv
from .episode import REWARDS as REWARDS, Step as Step
from .registration import ENVIRONMENT as ENVIRONMENT, register as register
from .vector import MinesweeperVectorEnv as MinesweeperVectorEnv
