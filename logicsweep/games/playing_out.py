"""Games played out from a position with forced survival: an estimate of what an agent wins."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.layout import Layout
from logicsweep.board.total import bounds_of
from logicsweep.errors import whole
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.forced import ForcedGame, play_forced
from logicsweep.games.setting import Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.beside import plain_board
from logicsweep.limits import DEFAULT_TIME_LIMIT, MOST_GAMES
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.strategy.sight import model_of

# A normal variable is further from its mean than so many standard deviations in 5 % of cases.
_NORMAL: Final = 1.96
# How many layouts are drawn at a time.
_BATCH: Final = 1_000


class WinEstimate(NamedTuple):
    """An estimate of the probability to win. It is not exact.

    Attributes:
        chance: The mean over the games, from 0 to 1.
        low: The lower end of its 95 % interval (by the normal approximation).
        high: The upper end.
        games: The number of games played out; at least 2.
        seed: The seed that they were played by.
    """

    chance: float
    low: float
    high: float
    games: int
    seed: int


def play_out(
    position: KnowledgeBase | Board,
    games: int,
    *,
    agent: str = "strategist",
    seed: int = 0,
    first_click: FirstClick | str | None = None,
    density: Fraction | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    watch: Callable[[int], object] | None = None,
) -> WinEstimate:
    """Estimate how likely an agent is to win from a position, by games with forced survival.

    Each game is played on a layout drawn from the posterior, by the rule `classic` and with flood
    opening; flags are taken off. What is still to be shown follows the clue model of the clues on
    the board. The estimate is unbiased; the same seed gives the same one, and perhaps another
    without the native kernel.

    Args:
        position: A knowledge base, or a board.
        games: The number of games, from 2.
        agent: The name of the agent that plays.
        seed: Any whole number.
        first_click: The guarantee for the first cell, as a `FirstClick` or its name; it
            counts while every cell is covered, and is then by default what games usually guarantee.
        density: The prior probability of a mine in a cell, by default the board's own; it counts
            where the mine count is unknown.
        time_limit: The seconds that each question may take; None for no limit.
        watch: Called with the number of games played so far, after each of them.

    Raises:
        ValueError: The knowledge base has liars, a program or constraints, the board has rules, an
            argument is out of range, or the first click cannot keep so many cells free.
        UnknownNameError: There is no such agent or first click.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A limit was reached.
        MissingDensityError: The density is unknown, and it counts.
    """
    number = whole("games", games)
    if not 2 <= number <= MOST_GAMES:
        raise ValueError(f"games is {number}; expected a number from 2 to {MOST_GAMES:,}")
    first = whole("seed", seed)
    board = plain_board(position)
    board = board if density is None else _with_density(board, density)
    setting = setting_from(board, FirstClick.asked(board, first_click))
    kb = KnowledgeBase(board, reasoner=ELIMINATION, time_limit=time_limit)
    chances: list[float] = []
    for turn in range(first, first + number, _BATCH):
        for mask in kb.sample(min(_BATCH, first + number - turn), turn):
            at = first + len(chances)  # the seed of this game
            layout = Layout(mask, adjacency=board.own_adjacency)
            game = ForcedGame.going_on(setting, at, board, layout, time_limit=time_limit)
            player = agent_of(agent, at, time_limit=time_limit)
            chances.append(play_forced(game, player).chance)
            if watch is not None:
                watch(len(chances))
    mean, half = fmean(chances), _NORMAL * stdev(chances) / sqrt(number)
    return WinEstimate(mean, max(0.0, mean - half), min(1.0, mean + half), number, first)


def setting_from(board: Board, first_click: FirstClick) -> Setting:
    """Return the setting of the games that are played out from a board.

    Raises:
        ValueError: The first click cannot keep so many cells free.
    """
    return Setting(
        height=board.shape[0],
        width=board.shape[1],
        mines=_room_for(board),
        first_click=first_click,
        clues=model_of(board),
        topology=board.own_adjacency,
    )


def _room_for(board: Board) -> int:
    """Return the number of mines for which a protected first click has to leave room."""
    bounds = bounds_of(board.total_mines)
    return bounds[0] if bounds is not None and is_blank(board) else 0


def _with_density(board: Board, density: Fraction) -> Board:
    return Board(
        board.grid,
        uncertain=board.uncertain,
        total_mines=board.total_mines,
        density=density,
        adjacency=board.own_adjacency,
    )
