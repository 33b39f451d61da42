"""Games played out from a position with forced survival: what an agent wins, and which cell first.

Several first cells are compared on common layouts, which takes most of the luck out of their
differences.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.layout import Layout
from logicsweep.board.total import bounds_of
from logicsweep.errors import whole
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.forced import ForcedGame, play_forced
from logicsweep.games.setting import Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.beside import plain_board
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY, LEAST_PLAYOUTS, MOST_GAMES, MOST_PLAYOUTS
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.strategy.answer import Behind, Best, PlayedOut, Playouts
from logicsweep.strategy.best import best
from logicsweep.strategy.decision import Why
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
    the board. The estimate is unbiased; the same seed gives the same one.

    Args:
        position: A knowledge base, or a board.
        games: The number of games, from 2.
        agent: The name of the agent that plays.
        seed: Any whole number.
        first_click: The guarantee for the first cell, as a `FirstClick` or its name; it
            counts while no cell is open, and is then by default what games usually guarantee.
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
    drawn = _Games(
        position,
        number,
        seed=seed,
        first_click=first_click,
        density=density,
        time_limit=time_limit,
    )
    chances = []
    for turn, layout in enumerate(drawn):
        chances.append(drawn.chance(layout, turn, agent))
        if watch is not None:
            watch(turn + 1)
    return WinEstimate(*_mean(chances, 0.0), number, drawn.seed)


def best_by_playouts(
    position: KnowledgeBase | Board,
    playouts: int,
    *,
    seed: int = 0,
    first_click: FirstClick | str | None = None,
    density: Fraction | None = None,
    layouts: int = IN_PLAY,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    watch: Callable[[int, int], object] | None = None,
) -> Best:
    """Choose the next cell as `best` does, and settle close calls by games that are played out.

    If several cells have about the best score (`Best.contenders`), each of them is opened on the
    same layouts, and `strategist` plays on, as in `play_out`. Of those whose difference from the
    cell with the best score has a 95 % interval above zero, the cell that wins most is chosen
    instead. The same seed gives the same answer.

    Args:
        position: A knowledge base, or a board.
        playouts: The number of games from each cell, from 30.
        seed: Any whole number.
        first_click: As for `best`.
        density: As for `best`.
        layouts: As for `best`.
        time_limit: The seconds that each question may take; None for no limit.
        watch: Called with the number of games played so far, and of all games, after each of them.

    Returns:
        The answer of `best`; `playouts` has the games, and is None if nothing was to be settled.

    Raises:
        ValueError: As `play_out` and `best` raise it.
        UnknownNameError: There is no such first click.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A limit was reached.
        MissingDensityError: The density is unknown, and it counts.
    """
    number = whole("playouts", playouts)
    if not LEAST_PLAYOUTS <= number <= MOST_PLAYOUTS:
        expected = f"a number from {LEAST_PLAYOUTS} to {MOST_PLAYOUTS:,}"
        raise ValueError(f"playouts is {number}; expected {expected}")
    drawn = _Games(
        position,
        number,
        seed=seed,
        first_click=first_click,
        density=density,
        time_limit=time_limit,
    )
    answer = best(
        position, first_click=first_click, density=density, layouts=layouts, time_limit=time_limit
    )
    cells = answer.contenders
    if not cells:
        return answer
    rows = []
    for turn, layout in enumerate(drawn):
        row = []
        for place, cell in enumerate(cells, start=turn * len(cells)):
            row.append(drawn.chance(layout, turn, "strategist", cell))
            if watch is not None:
                watch(place + 1, number * len(cells))
        rows.append(row)
    return _settled(answer, Playouts(number, drawn.seed, _compared(cells, rows)))


def _compared(cells: Sequence[Cell], rows: Sequence[Sequence[float]]) -> tuple[PlayedOut, ...]:
    """Compare cells by the chances in their column, a row for each layout."""
    compared = []
    for column, cell in enumerate(cells):
        chance = _mean([row[column] for row in rows], 0.0)
        lead = _mean([row[column] - row[0] for row in rows], -1.0)
        compared.append(PlayedOut(cell, *chance, *lead))
    return tuple(compared)


def _settled(answer: Best, playouts: Playouts) -> Best:
    """Return the answer with the cell that wins most of those shown to win more than the first."""
    shown = [each for each in playouts.cells if each.lead_low > 0]
    if not shown:
        return replace(answer, playouts=playouts)
    leading = max(shown, key=lambda each: each.lead)
    behind = dict.fromkeys(answer.cells, Behind.BEATEN) | {leading.cell: None}
    candidates = [
        each._replace(behind=behind.get(each.cell, each.behind)) for each in answer.candidates
    ]
    candidates.sort(key=lambda each: each.cell != leading.cell)
    [risk] = [each.risk for each in candidates if each.cell == leading.cell]
    return replace(
        answer,
        cells=(leading.cell,),
        why=Why.PLAYOUTS,
        risk=risk,
        candidates=tuple(candidates),
        playouts=playouts,
    )


class _Games:
    """The layouts that games are played out on, drawn from the posterior of a position."""

    def __init__(
        self,
        position: KnowledgeBase | Board,
        number: int,
        *,
        seed: int,
        first_click: FirstClick | str | None,
        density: Fraction | None,
        time_limit: float | None,
    ) -> None:
        board = plain_board(position)
        self.seed = whole("seed", seed)
        self._board = board if density is None else _with_density(board, density)
        self._number = number
        self._setting = setting_from(self._board, FirstClick.asked(self._board, first_click))
        self._time_limit = time_limit

    def __iter__(self) -> Iterator[Layout]:
        kb = KnowledgeBase(self._board, reasoner=ELIMINATION, time_limit=self._time_limit)
        for turn in range(0, self._number, _BATCH):
            for mask in kb.sample(min(_BATCH, self._number - turn), self.seed + turn):
                yield Layout(mask, adjacency=self._board.own_adjacency)

    def chance(self, layout: Layout, turn: int, agent: str, first: Cell | None = None) -> float:
        """Let an agent play the game of this turn; return the estimate of its chance to win."""
        limit = self._time_limit
        seed = self.seed + turn
        game = ForcedGame.going_on(self._setting, seed, self._board, layout, time_limit=limit)
        player = agent_of(agent, seed, time_limit=limit)
        return play_forced(game, player, first=first).chance


def _mean(values: Sequence[float], least: float) -> tuple[float, float, float]:
    """Return the mean of values from `least` to 1, and the ends of its 95 % interval."""
    mean = fmean(values)
    half = _NORMAL * stdev(values) / sqrt(len(values))
    return mean, max(least, mean - half), min(1.0, mean + half)


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
