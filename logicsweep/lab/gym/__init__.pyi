from .environment import MinesweeperEnv as MinesweeperEnv
from .episode import REWARDS as REWARDS, EpisodeStep as EpisodeStep
from .registration import ENVIRONMENT as ENVIRONMENT, register as register
from .vector import MinesweeperVectorEnv as MinesweeperVectorEnv
