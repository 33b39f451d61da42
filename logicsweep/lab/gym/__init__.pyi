from .environment import MinesweeperEnv as MinesweeperEnv
from .registration import ENVIRONMENT as ENVIRONMENT, register as register
from .rewards import REWARDS as REWARDS, EpisodeStep as EpisodeStep
from .vector import MinesweeperVectorEnv as MinesweeperVectorEnv
