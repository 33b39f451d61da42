"""One game that is stepped through by cell numbers, and what it is worth; without Gymnasium."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.clue_models import Exact
from logicsweep.board.state import COVERED, Grid, State
from logicsweep.errors import UnknownNameError, expect
from logicsweep.games.game import Game
from logicsweep.games.setting import Setting


class EpisodeStep(NamedTuple):
    """The effect of an action, for a reward of one's own.

    Attributes:
        opened: The number of safe cells that it opened.
        safe_cells: The number of safe cells of the board.
        is_valid: Whether the cell could be opened; nothing happens if not.
        is_hit: Whether it was a mine.
        is_won: Whether every safe cell is open now.
    """

    opened: int
    safe_cells: int
    is_valid: bool
    is_hit: bool
    is_won: bool


Reward = Callable[[EpisodeStep], float]


def _progress(step: EpisodeStep) -> float:
    if not step.is_valid:
        return -1 / step.safe_cells if step.safe_cells else 0.0
    return step.opened / max(step.safe_cells, 1) + step.is_won - step.is_hit


def _win(step: EpisodeStep) -> float:
    return float(step.is_won)


REWARDS: Final[Mapping[str, Reward]] = MappingProxyType({"progress": _progress, "win": _win})
"""Rewards by name.

`progress` is the share of all safe cells that the action opens, plus 1 for a win, minus 1 for a
mine, and minus one cell's share for a cell that is open already; `win` is 1 for a win, else 0.
"""


def reward_of(reward: str | Reward) -> Reward:
    """Return a reward by its name, or the function that was given. Raises `UnknownNameError`."""
    if callable(reward):
        return reward
    expect("reward", reward, str, "the name of a reward, or a function")
    if reward not in REWARDS:
        raise UnknownNameError("reward", reward, REWARDS)
    return REWARDS[reward]


class Episode:
    """A game, and the grid that the player sees.

    An action is the number of a cell, row by row. The episode ends with the game. It is cut off
    after as many actions as there are cells, since a game in which every action opens a cell never
    takes more.

    Attributes:
        grid: The view of the player, as in `Board.grid`: a clue, -1 for a covered cell, -3 for an
            opened mine. It changes with every action.
        actions: The number of actions taken.
    """

    def __init__(self, setting: Setting, seed: int, reward: Reward) -> None:
        self._game = Game(setting, seed)
        self._setting = setting
        self._reward = reward
        self.grid: Grid = self._game.board.grid.copy()
        self.actions = 0

    @property
    def is_over(self) -> bool:
        """Whether a mine or every safe cell is open."""
        return self._game.is_over

    @property
    def is_won(self) -> bool:
        """Whether every safe cell is open, and no mine."""
        return self._game.is_won

    @property
    def is_cut(self) -> bool:
        """Whether the episode took as many actions as there are cells, and is not over."""
        return self.actions >= self._setting.cells and not self.is_over

    @property
    def board(self) -> Board:
        """The view of the player, as a board."""
        return self._game.board

    def act(self, action: int) -> float:
        """Open a cell; the reward. Nothing happens if it is open already."""
        row, column = divmod(action, self._setting.width)
        self.actions += 1
        game = self._game
        before = game.opened
        is_valid = bool(self.grid[row, column] == COVERED) and not game.is_over
        if is_valid:
            for cell, state in game.open((row, column)).items():
                self.grid[cell] = seen_of(state)
        # An action that is valid has dealt the mines; before, all are.
        safe = self._setting.cells - game.mine_count
        done = EpisodeStep(
            game.opened - before,
            safe,
            is_valid,
            is_hit=is_valid and game.detonated > 0,
            is_won=is_valid and game.is_won,
        )
        return float(self._reward(done))


def seen_of(state: int | Clue) -> int:
    """Return the number that a player sees of a state or clue, also of an uncertain clue."""
    if not isinstance(state, Clue):
        return int(state)
    return int(State.NO_CLUE if state.shown is None else state.shown)


def shows_numbers(setting: Setting) -> bool:
    """Tell whether every open safe cell shows an exact number."""
    return isinstance(setting.clues, Exact) and setting.rules.clue.key is None
