from .accounts import Account as Account, account as account
from .agents.base import Agent as Agent, Known as Known, Move as Move
from .agents.registry import AGENTS as AGENTS, agent_of as agent_of
from .by_moves import ByMoves as ByMoves, MoveCost as MoveCost, by_moves as by_moves
from .dataset.bulk import Positions as Positions, Reasons as Reasons, positions as positions
from .dataset.manifest import DatasetManifest as DatasetManifest
from .dataset.positions import dataset as dataset
from .dataset.reading import (
    Shards as Shards,
    read_positions as read_positions,
    read_shards as read_shards,
)
from .dataset.records import Position as Position, Unanswered as Unanswered
from .dealing.deal import MODES as MODES, deal as deal
from .dealing.no_guess import NoGuess as NoGuess
from .dealing.solution import Solution as Solution
from .exams.exam import judge_agent as judge_agent, usual_setting as usual_setting
from .exams.report import (
    AgentReport as AgentReport,
    Fault as Fault,
    LevelCount as LevelCount,
    MissedProof as MissedProof,
    Moment as Moment,
    Slowest as Slowest,
    WrongClaim as WrongClaim,
)
from .exams.slips import Slip as Slip
from .experiments.comparison import Compared as Compared, Means as Means, compare as compare
from .experiments.game_run import Task as Task, play_game as play_game
from .experiments.move_costs import CostlyMove as CostlyMove, CostTable as CostTable
from .experiments.records import (
    Failed as Failed,
    Finished as Finished,
    Judged as Judged,
    JudgedMove as JudgedMove,
    Key as Key,
    Survived as Survived,
)
from .experiments.report import report as report
from .experiments.runner import run as run
from .experiments.specification import (
    Plot as Plot,
    Published as Published,
    Specification as Specification,
)
from .experiments.statistics import Estimate as Estimate, Paired as Paired
from .experiments.store import Store as Store, read_games as read_games
from .experiments.toml import read_specification as read_specification
from .forced import Guess as Guess, Survival as Survival, survive as survive
from .game import Game as Game
from .judging.judge import judge as judge, judge_many as judge_many
from .keys import Condition as Condition
from .loop import Outcome as Outcome, play as play, view_of as view_of
from .puzzles.puzzle import Puzzle as Puzzle, puzzle as puzzle
from .review.causes import Cause as Cause
from .review.grades import Grade as Grade, Kind as Kind
from .review.metrics import Metrics as Metrics
from .review.played import Clicks as Clicks, Opening as Opening, PlayedGame as PlayedGame
from .review.review import Review as Review, review as review
from .review.source import load_game as load_game, read_game as read_game
from .setting import GameRule as GameRule, Setting as Setting
from .view import View as View
