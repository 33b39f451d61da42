from .comparison import (
    AgentMean as AgentMean,
    Compared as Compared,
    compare as compare,
)
from .declared import (
    Plot as Plot,
    PublishedRow as PublishedRow,
    PublishedTable as PublishedTable,
)
from .game_run import GameTask as GameTask, play_game as play_game, run as run
from .records import GameRow as GameRow, Key as Key
from .reporting import report as report
from .specification import Published as Published, Specification as Specification
from .statistics import Estimate as Estimate, Interval as Interval
from .store import Store as Store, read_games as read_games
from .summary import AgentDifference as AgentDifference, AgentMoves as AgentMoves
from .toml import read_specification as read_specification
