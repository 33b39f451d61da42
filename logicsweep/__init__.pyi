from .answers.asking import (
    certify as certify,
    check as check,
    count as count,
    decode as decode,
    diagnose as diagnose,
    explain as explain,
    hint as hint,
    solve as solve,
)
from .board.adjacency import Adjacency as Adjacency
from .board.board import Board as Board, Cell as Cell
from .board.layout import Layout as Layout
from .board.rules.rules import Rules as Rules
from .board.state import State as State
from .board.verdicts import Verdict as Verdict
from .errors import (
    BoardSyntaxError as BoardSyntaxError,
    InconsistentBoardError as InconsistentBoardError,
    LimitError as LimitError,
    LogicSweepError as LogicSweepError,
)
from .formats.registry import read_board as read_board, write_board as write_board
from .formats.stored import load as load, save as save
from .formulas.registry import encode as encode
from .games.agents.base import Agent as Agent, Move as Move
from .games.dealing.deal import deal as deal
from .games.game import Game as Game
from .games.loop import play as play
from .games.puzzles.puzzle import puzzle as puzzle
from .games.review.review import review as review
from .games.setting import Setting as Setting
from .knowledge.base import KnowledgeBase as KnowledgeBase
from .knowledge.batch import probabilities as probabilities, verdicts as verdicts
from .lab.data.bulk import positions as positions
from .lab.data.records import dataset as dataset
from .lab.exams.exam import judge_agent as judge_agent
from .lab.experiments.comparison import compare as compare
from .lab.judging.judge import judge as judge
from .lab.tasks.drawing import tasks as tasks
from .render.drawn import html as html, png as png, svg as svg
from .strategy.best import best as best

__version__: str
