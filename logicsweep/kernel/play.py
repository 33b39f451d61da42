"""Layouts, positions and games on ordinary boards from seeds, by the kernel: each in one call."""

from __future__ import annotations

from ctypes import pointer
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.first_click import FirstClick
from logicsweep.board.relation import IntArray
from logicsweep.board.state import COVERED
from logicsweep.errors import LimitError
from logicsweep.kernel import headers
from logicsweep.kernel.context import OK, address_of, context
from logicsweep.limits import Budget

# Up to this level the kernel finds every step.
HIGHEST: Final = 2

_NO_CELL: Final = -1
_ANY_LEVELS: Final = (-1, -1)
PROTECTION: Final = {FirstClick.UNPROTECTED: 0, FirstClick.SAFE: 1, FirstClick.OPENING: 2}
"""`FirstClick` as the kernel has it."""


class Steps(NamedTuple):
    """The steps that win a layout which needs no guess.

    Attributes:
        uses_total: Whether proofs may use the mine count.
        levels: The least and the highest level of the hardest step; None for any.
    """

    uses_total: bool
    levels: tuple[int, int] | None


class ToDeal(NamedTuple):
    """A layout to be dealt.

    Attributes:
        seed: A number from 0 to 2**64 - 1.
        adjacency: The neighbours of each cell.
        mines: The mine count.
        start: The number of the first cell to open; None for none.
        first_click: The guarantee for the start.
        steps: The steps that lead from the start to all safe cells; None if guesses may be needed.
            With steps there is a start, and it is protected.
    """

    seed: int
    adjacency: Adjacency
    mines: int
    start: int | None
    first_click: FirstClick
    steps: Steps | None


class Dealt(NamedTuple):
    """The layout of a seed, or the search for it up to a limit.

    Attributes:
        is_mine: By cell whether it is a mine: bool, flat; it means nothing after an error.
        tries: The number of layouts that were drawn; where repairs were needed, from then on.
        is_repaired: Whether repairs were needed.
        moved: The number of mines that repairs have moved.
        opened: The most safe cells that were opened in a layout that was not taken.
        error: The limit that was reached before there was a layout, else None.
    """

    is_mine: NDArray[np.bool_]
    tries: int
    is_repaired: bool
    moved: int
    opened: int
    error: LimitError | None


def deal(wanted: ToDeal, budget: Budget) -> Dealt | None:
    """Deal a layout from a seed as docs/reference/seeds.md defines it, or search until a limit.

    The limit is in the result. None without the native library, where the mines do not fit, for
    levels above `HIGHEST`, and where the kernel leaves open what follows from some position.
    """
    kernel = context()
    if kernel is None:
        return None
    is_mine = np.zeros(wanted.adjacency.size, dtype=np.bool_)
    asked = question(wanted, is_mine)
    error, status = None, OK
    try:
        if wanted.steps is not None:  # anything else takes no time
            budget.check()
        status = kernel.ask_anew(kernel.library.ls_deal, budget, asked)
    except LimitError as reached:
        error = reached
    if status != OK:
        return None
    is_repaired = bool(asked.is_repaired)
    return Dealt(is_mine, asked.tries, is_repaired, asked.moved, asked.opened, error)


def question(wanted: ToDeal, is_mine: NDArray[np.bool_]) -> headers.ls_layout_to_deal:
    """Describe a layout to the kernel, which writes it to an array: bool, flat."""
    degree, size = wanted.adjacency.table.shape
    steps = wanted.steps or Steps(uses_total=False, levels=None)
    return headers.ls_layout_to_deal(
        *(wanted.seed, size, degree, wanted.mines),
        *(_NO_CELL if wanted.start is None else wanted.start, PROTECTION[wanted.first_click]),
        *(wanted.steps is not None, steps.uses_total, *(steps.levels or _ANY_LEVELS)),
        *(0, 0, 0, 0),  # to be written
        *(wanted.adjacency.address, address_of(is_mine)),
    )


class Walk(NamedTuple):
    """A layout and the position that it was opened to; `states` and `order` change.

    Attributes:
        truth: By cell the clue that it shows, `State.KNOWN_MINE` for a mine: int8, flat.
        states: The position: clues, `State.COVERED`, and mines that are proved as
            `State.KNOWN_MINE`; int8, flat.
        order: The cells that were opened, in order, after the number of them: int32, one longer
            than `states`.
        adjacency: The neighbours of each cell.
        total: The number of mines; None if the player does not know it.
    """

    truth: NDArray[np.int8]
    states: NDArray[np.int8]
    order: IntArray
    adjacency: Adjacency
    total: int | None


def reach(walk: Walk, *, level: int, budget: Budget) -> int | None:
    """Open cells that are proved safe, until none is; return the status.

    At level 1 or 2, no deduction takes more sources together; at level 0, any number. After
    `Status.CLASH` the position and the layout disagree; after anything else but `Status.OK` all
    opened cells were proved safe, but there may be more. None without the native library. Raises
    `LimitError`.
    """
    kernel = context()
    if kernel is None:
        return None
    total = -1 if walk.total is None else walk.total
    degree, size = walk.adjacency.table.shape
    board = headers.ls_board_to_reach(
        *(size, degree, level, walk.adjacency.address, address_of(walk.truth)),
        *(address_of(walk.states), total, total, address_of(walk.order)),
    )
    return kernel.ask_anew(kernel.library.ls_reach, budget, board)


class ToPlay(NamedTuple):
    """A game with forced survival, to be played from a position on.

    Attributes:
        adjacency: The neighbours of each cell.
        mines: The mine count.
        first_click: The guarantee for the next cell.
        flood: Whether opening a 0 opens its neighbours.
        first: The number of a covered cell that is opened first; None to let the player choose.
        states: By cell a clue or a `State`, without flags: int8, flat.
        is_mine: The layout, which agrees with the states: bool, flat.
        recipe: The numbers that the player plays by.
        plan: The facts of the board that the player knows before anything is open.
        source: The state of the generator of layouts.
        weight: The product of the probabilities to survive, so far.
        replaced: The number of times that the layout was replaced.
    """

    adjacency: Adjacency
    mines: int
    first_click: FirstClick
    flood: bool
    first: int | None
    states: NDArray[np.int8]
    is_mine: NDArray[np.bool_]
    recipe: headers.ls_recipe
    plan: headers.ls_board_plan
    source: int
    weight: float
    replaced: int


class GuessAt(NamedTuple):
    """A move that might have lost the game.

    Attributes:
        cell: The number of the cell that was opened.
        layouts: The decimal logarithm of the number of layouts before the move, at least 0; right
            to about 1e-9.
        risk: The probability to lose.
    """

    cell: int
    layouts: float
    risk: float


class Played(NamedTuple):
    """The end of a game with forced survival; `ToPlay` has the rest of the attributes.

    Attributes:
        guesses: The guesses, in order.
        is_cut: Whether the last guess stands for all the rest of the game.
        is_won: Whether all safe cells are open, and no mine.
    """

    states: NDArray[np.int8]
    is_mine: NDArray[np.bool_]
    source: int
    weight: float
    guesses: list[GuessAt]
    replaced: int
    is_cut: bool
    is_won: bool


def play_on(game: ToPlay, budget: Budget) -> Played | None:
    """Play a game with forced survival as the agent `strategist` does; None where Python has to.

    Raises `LimitError`.
    """
    kernel = context()
    if kernel is None:
        return None
    states, is_mine = game.states.copy(), game.is_mine.copy()
    guesses = (headers.ls_guess * (int((states == COVERED).sum()) + 1))()
    degree, size = game.adjacency.table.shape
    asked = headers.ls_forced_game(
        *(size, degree, game.mines, PROTECTION[game.first_click], game.flood),
        _NO_CELL if game.first is None else game.first,
        game.adjacency.address,
        *(pointer(game.recipe), pointer(game.plan)),
        *(address_of(states), address_of(is_mine), game.source, game.weight, guesses),
        *(0, game.replaced, True, False, False),
    )
    if kernel.ask_anew(kernel.library.ls_play_forced, budget, asked) != OK:
        return None
    made = [
        GuessAt(guess.cell, guess.layouts, guess.risk) for guess in guesses[: asked.guesses_count]
    ]
    return Played(
        *(states, is_mine, asked.source, asked.weight, made, asked.replaced),
        is_cut=asked.is_cut == 1,
        is_won=asked.is_won == 1,
    )


class Games(NamedTuple):
    """The games that positions are made of, on an ordinary board.

    Attributes:
        adjacency: The neighbours of each cell.
        mines: The mine count, which leaves a safe cell.
        first_click: The guarantee for the first opened cell.
        flood: Whether opening a 0 opens its neighbours.
    """

    adjacency: Adjacency
    mines: int
    first_click: FirstClick
    flood: bool


def make_positions(
    games: Games,
    seeds: NDArray[np.uint64],
    states: NDArray[np.int8],
    is_mine: NDArray[np.bool_],
    statuses: NDArray[np.int32],
) -> None:
    """Write positions, the mines behind them and what each came to; nothing without the library.

    All arrays are C-contiguous, with an item, or as many as there are cells, for each seed. A
    position whose status is not OK means nothing.
    """
    kernel = context()
    if kernel is None or not len(seeds):
        return
    degree, size = games.adjacency.table.shape
    asked = headers.ls_positions_to_make(
        *(size, degree, games.mines, PROTECTION[games.first_click], games.flood, len(seeds)),
        *(games.adjacency.address, seeds.ctypes.data, states.ctypes.data, is_mine.ctypes.data),
        statuses.ctypes.data,
    )
    kernel.ask_of_many(kernel.library.ls_positions, asked)
