from .accounts import Account as Account, account as account
from .agents.base import Agent as Agent, Known as Known, Move as Move
from .agents.registry import AGENTS as AGENTS, agent_of as agent_of
from .dealing.deal import MODES as MODES, deal as deal
from .dealing.no_guess import NoGuess as NoGuess, Solution as Solution
from .executors import Place as Place, cluster as cluster, processes as processes
from .game import Game as Game
from .keys import Condition as Condition
from .loop import Outcome as Outcome, play as play, view_of as view_of
from .puzzles.puzzle import Puzzle as Puzzle, puzzle as puzzle
from .review.metrics import Metrics as Metrics
from .review.played import Clicks as Clicks, PlayedGame as PlayedGame
from .review.review import (
    Review as Review,
    load_game as load_game,
    read_game as read_game,
    review as review,
)
from .setting import GameRule as GameRule, Setting as Setting
from .told.causes import Cause as Cause
from .told.grades import Grade as Grade
from .told.opening import Kind as Kind, Opening as Opening
from .told.told import Told as Told
from .view import View as View
