from .board.adjacency import Adjacency as Adjacency
from .board.board import Board as Board, Cell as Cell
from .board.clue import Clue as Clue
from .board.clue_models import ClueModel as ClueModel, clue_model as clue_model
from .board.first_click import FirstClick as FirstClick
from .board.layout import Layout as Layout
from .board.names import CLUE_MODELS as CLUE_MODELS
from .board.rules.rules import Rules as Rules
from .board.state import State as State
from .board.verdicts import Consequences as Consequences, Verdict as Verdict
from .errors import (
    BoardSyntaxError as BoardSyntaxError,
    IllegalMoveError as IllegalMoveError,
    InconsistentBoardError as InconsistentBoardError,
    LimitError as LimitError,
    LogicSweepError as LogicSweepError,
)
from .formats.registry import (
    BOARD_FORMATS as BOARD_FORMATS,
    read_board as read_board,
    read_layout as read_layout,
    write_board as write_board,
)
from .formats.stored import load as load, save as save
from .formulas.names import FORMULA_FORMATS as FORMULA_FORMATS
from .formulas.registry import encode as encode
from .formulas.user_program import Program as Program
from .games.agents.base import Agent as Agent, Move as Move
from .games.agents.registry import AGENTS as AGENTS, agent_of as agent_of
from .games.dealing.deal import deal as deal
from .games.game import Game as Game
from .games.loop import play as play
from .games.puzzles.puzzle import puzzle as puzzle
from .games.review.review import review as review
from .games.setting import GameRule as GameRule, Setting as Setting
from .games.view import View as View
from .knowledge.base import KnowledgeBase as KnowledgeBase
from .knowledge.batch import probabilities as probabilities, verdicts as verdicts
from .lab.data.bulk import positions as positions
from .lab.data.records import dataset as dataset
from .lab.experiments.comparison import compare as compare
from .lab.judging.judge import judge as judge, judge_many as judge_many
from .reasons.certificates.certificate import Certificate as Certificate
from .reasons.diagnosis import Diagnosis as Diagnosis
from .reasons.explanation import (
    Counterexample as Counterexample,
    Difficulty as Difficulty,
    Explanation as Explanation,
    Step as Step,
)
from .reasons.techniques import Technique as Technique
from .render.drawn import html as html, png as png, svg as svg
from .strategy.best import best as best
from .strategy.winning import win_chance as win_chance
from .tables.model_count import ModelCount as ModelCount

__version__: str
