from .comparison import Compared as Compared, Means as Means, compare as compare
from .declared import Plot as Plot
from .game_run import GameTask as GameTask, play_game as play_game
from .move_costs import CostlyMove as CostlyMove, CostTable as CostTable
from .records import (
    Failed as Failed,
    Finished as Finished,
    Judged as Judged,
    JudgedMove as JudgedMove,
    Key as Key,
    Survived as Survived,
)
from .reporting import report as report
from .runner import run as run
from .specification import Published as Published, Specification as Specification
from .statistics import Estimate as Estimate, Paired as Paired
from .store import Store as Store, read_games as read_games
from .toml import read_specification as read_specification
