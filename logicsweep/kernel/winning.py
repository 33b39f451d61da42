"""Endgames, the parts of a position, and whole small games, searched by the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import CDLL, string_at
from math import comb
from threading import Thread
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.errors import LimitError
from logicsweep.kernel import headers
from logicsweep.kernel.context import (
    MOST_BYTES,
    OK,
    STOPPED,
    Context,
    Status,
    address_of,
    context,
    numbers_at,
    release,
)
from logicsweep.kernel.whole import Answer, at_hand
from logicsweep.limits import MAX_ENTRIES, Budget, starts_threads
from logicsweep.system.system import Position

HIT: Final = 255
"""The value of a cell with a mine."""
# Weights below this are summed without overflow.
_MOST_WEIGHT: Final = 1 << 62


def won_after(
    values: NDArray[np.uint8 | np.uint16],
    weights: Sequence[int] | None,
    tried: Sequence[int],
    *,
    alpha: int,
    each: bool = False,
    budget: Budget,
) -> list[int] | None:
    """Compute the weight that the best player wins after opening each cell; see `strategy.tree`.

    All layouts have the same number of mines; `values` have the shape (layouts, cells). With `each`
    all weights above alpha are exact. None where the kernel cannot: without the library, for values
    that are not uint8, for very large weights and for sets that would take too much memory. Raises
    `LimitError` when the time is over.
    """
    if values.dtype != np.uint8:
        return None
    kernel = context()
    if kernel is None or (weights is not None and sum(weights) >= _MOST_WEIGHT):
        return None
    layouts, cells = values.shape
    shown = np.ascontiguousarray(values)
    weight_array = None if weights is None else np.array(weights, dtype=np.int64)
    weights_at = None if weight_array is None else address_of(weight_array)
    hidden = headers.ls_hidden(layouts, cells, address_of(shown), weights_at)
    numbers = np.array([*tried, 0], dtype=np.int32)
    won = np.zeros(len(tried) + 1, dtype=np.int64)
    arguments = hidden, address_of(numbers), len(tried), alpha, each, address_of(won)
    status = kernel.ask(kernel.library.ls_endgame, budget, *arguments)
    release(kernel)
    return won[:-1].tolist() if status == OK else None


def won_by_policy(
    values: NDArray[np.uint8 | np.uint16], *, each: bool, budget: Budget
) -> list[int] | None:
    """Count the layouts that a policy wins after opening each cell; see `strategy.policy`.

    -1 for a cell that was not worked out. None where the kernel cannot, as for `won_after`. Raises
    `LimitError` when the time is over.
    """
    kernel = context() if values.dtype == np.uint8 else None
    if kernel is None:
        return None
    layouts, cells = values.shape
    shown = np.ascontiguousarray(values)
    hidden = headers.ls_hidden(layouts, cells, address_of(shown), None)
    won = np.zeros(cells, dtype=np.int64)
    status = kernel.ask(kernel.library.ls_policy, budget, hidden, each, address_of(won))
    release(kernel)
    return won.tolist() if status == OK else None


class SolvedPart(NamedTuple):
    """A part of a position that can be played by itself; its layouts all weigh the same.

    Attributes:
        cells: The numbers of its covered cells, ascending.
        undecided: The number of those that are not proved safe.
        is_even: Whether all its layouts have the same number of mines.
        layouts: The number of its layouts; None unless it is even and has at most as many as asked.
        won: The number of layouts that the best player wins; None if it was not solved.
        won_first: The same for each of the cells, if that cell is opened first; None if it was not
            worked out.
    """

    cells: tuple[int, ...]
    undecided: int
    is_even: bool
    layouts: int | None
    won: int | None
    won_first: tuple[int | None, ...]


def solved_parts(
    position: Position,
    most: int,
    budget: Budget,
    answer: Answer | None = None,
    *,
    each: bool = True,
) -> list[SolvedPart] | None:
    """Solve the even parts of a consistent position that have at most `most` layouts.

    The parts come in the order of their first cells. With `each`, which takes longer, all cells of
    a part are tried; without it, only the best are exact. None where the kernel cannot: without the
    library, where clues have weights, and for want of memory. Raises `LimitError`.
    """
    loaded = at_hand(position, budget, answer)
    if loaded is None:
        return None
    kernel, now = loaded
    winning = headers.ls_winning()
    ask = kernel.library.ls_win
    solved = now.status == OK and kernel.ask(ask, budget, most, each, winning) == OK
    parts = _read(winning) if solved else None
    release(kernel)
    return parts


def _read(winning: headers.ls_winning) -> list[SolvedPart]:
    numbers = numbers_at(winning.numbers, winning.cells)
    won = numbers_at(winning.won, winning.cells, "q")
    parts = []
    for part in winning.part[: winning.parts]:
        where = slice(part.first, part.first + part.count)
        parts.append(
            SolvedPart(
                tuple(numbers[where]),
                part.undecided,
                bool(part.is_even),
                _or_none(part.layouts),
                _or_none(part.won),
                tuple(map(_or_none, won[where])),
            )
        )
    return parts


def _or_none(number: int) -> int | None:
    return None if number < 0 else number


def values_of_part(
    position: Position, cells: Sequence[int], most: int, budget: Budget
) -> NDArray[np.uint8] | None:
    """Show each cell of a part in each of its layouts, `HIT` for a mine; shape (layouts, cells).

    Layouts come in any order, and are the same as `weighed` of `strategy.parts.Part` lists. None
    where the kernel cannot, where no even part has just these cells, and for more than `most`
    layouts. Raises `LimitError`.
    """
    loaded = at_hand(position, budget)
    if loaded is None:
        return None
    kernel, now = loaded
    listed = headers.ls_layouts_found()
    ask = kernel.library.ls_layouts_of
    values = None
    if now.status == OK and kernel.ask(ask, budget, cells[0], most, listed) == OK:
        layouts, count = listed.hidden.layouts, listed.hidden.cells
        if numbers_at(listed.numbers, count) == list(cells):
            data = string_at(listed.hidden.values, layouts * count)
            values = np.frombuffer(data, dtype=np.uint8).reshape(layouts, count).copy()
    release(kernel)
    return values


MOST_CELLS: Final = 32
"""The most cells of a game that is searched."""
_ANY: Final = (1 << 63) - 1
# To make a game of more layouts ready takes more than some milliseconds.
_LONG: Final = 5_000


class Won(NamedTuple):
    """The layouts of a position, and how many of them the best player wins.

    Attributes:
        layouts: The number of layouts.
        won: The number of layouts that are won, or an upper bound that is not above alpha.
    """

    layouts: int
    won: int


class Optimum:
    """A game whose layouts all weigh the same, with a table of its positions.

    The table stays: what one question found serves the next. A game belongs to one thread at a
    time, but lets several of its own help.
    """

    def __init__(self, library: CDLL, address: int, threads: int) -> None:
        self._library = library
        self._address: int | None = address
        self._threads = threads

    def __del__(self) -> None:
        address, self._address = self._address, None
        if address:
            self._library.ls_optimum_delete(address)

    def won(
        self, shown: Sequence[int], cell: int | None, budget: Budget, *, alpha: int = -1
    ) -> Won:
        """Count what the best player wins of a position, after opening a cell if one is given.

        Args:
            shown: For each cell its clue; `State.COVERED`, -1, for a covered cell.
            cell: The cell that is opened next; None for the best one.
            budget: The time limit.
            alpha: A number above it is exact; else it is an upper bound, which is found sooner.

        Raises:
            LimitError: The time is over, or the table would take too much memory.
        """
        kernel = context()
        if kernel is None:
            raise RuntimeError("the library is gone")
        ask, answer = self._library.ls_optimum_value, headers.ls_whole_won()
        board = np.array(shown, dtype=np.int8).tobytes()
        arguments = self._address, board, -1 if cell is None else cell, alpha
        status = STOPPED
        if self._threads == 1:
            status = kernel.ask(ask, budget, *arguments, answer)
        if status == STOPPED:
            with _helping(self._library, self._threads - 1, *arguments):
                status = kernel.ask(ask, budget, *arguments, answer, is_long=True)
        release(kernel)
        if status == Status.MEMORY:
            raise LimitError("the memory for the positions of a game is used up")
        if status != OK:
            raise RuntimeError(f"the kernel returned {Status(status).name}")
        return Won(answer.layouts, answer.won)


@contextmanager
def _helping(library: CDLL, threads: int, *arguments: object) -> Iterator[None]:
    """Let other threads ask the same meanwhile; they share the table of positions."""
    contexts = [Context(library) for _ in range(threads if starts_threads() else 0)]
    helpers = []
    for helping in contexts:
        library.ls_limits(helping.address, MAX_ENTRIES, _ANY)
        asked = (helping.address, *arguments, headers.ls_whole_won())
        helpers.append(Thread(target=library.ls_optimum_value, args=asked, daemon=True))
    try:
        for helper in helpers:
            helper.start()
        yield
    finally:
        for helping in contexts:
            helping.cancel()
        for helper in helpers:
            if helper.ident is not None:
                helper.join()


def optimum_of(
    adjacency: Adjacency,
    mines: int,
    images: NDArray[np.uint8],
    *,
    layouts: int,
    budget: Budget,
    threads: int = 1,
    most_bytes: int = MOST_BYTES,
) -> Optimum | None:
    """Make a game of so many mines ready to be searched.

    `images` are symmetries, permutations of the cells that keep neighbours, the first one the
    identity; of shape (symmetries, cells). None where the kernel cannot: without the library, for
    more cells than `MOST_CELLS`, very many neighbours, more than `layouts` layouts, and for want of
    memory. Raises `LimitError` when the time is over.
    """
    kernel = context()
    if kernel is None or adjacency.size > MOST_CELLS:
        return None
    status = np.zeros(1, dtype=np.int32)
    shown = np.ascontiguousarray(images)
    asked = headers.ls_whole_game(
        *(adjacency.size, adjacency.degree, mines, len(shown)),
        *(adjacency.address, address_of(shown), min(layouts, (1 << 31) - 1), most_bytes),
    )
    made: list[int | None] = []

    def make(*arguments: object) -> int:
        made.append(kernel.library.ls_optimum_new(*arguments, address_of(status)))
        return int(status[0])

    result = kernel.ask(make, budget, asked, is_long=comb(adjacency.size, mines) > _LONG)
    release(kernel)
    address = made[-1]
    return Optimum(kernel.library, address, threads) if result == OK and address else None
