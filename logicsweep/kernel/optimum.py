"""A whole small game, searched by the kernel from its first cell on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import CDLL, byref
from functools import partial
from math import comb
from threading import Thread
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.errors import LimitError
from logicsweep.kernel.binding import OK, STOPPED, Status, address_of, functions
from logicsweep.kernel.context import MOST_BYTES, Context, context, release
from logicsweep.kernel.structures import WholeGame, WholeWon
from logicsweep.limits import MAX_ENTRIES, Budget, starts_threads

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
        answer = WholeWon()
        board = np.array(shown, dtype=np.int8).tobytes()
        opened = -1 if cell is None else cell
        arguments = self._address, board, opened, alpha

        def ask(kernel: Context, answer: WholeWon) -> int:
            return int(kernel.library.ls_optimum_value(kernel.address, *arguments, byref(answer)))

        status = kernel.ask(partial(ask, kernel, answer), budget) if self._threads == 1 else STOPPED
        if status == STOPPED:
            with _helping(self._library, ask, self._threads - 1):
                status = kernel.ask(partial(ask, kernel, answer), budget, is_long=True)
        release(kernel)
        if status == Status.MEMORY:
            raise LimitError("the memory for the positions of a game is used up")
        if status != OK:
            raise RuntimeError(f"the kernel returned {Status(status).name}")
        return Won(answer.layouts, answer.won)


@contextmanager
def _helping(
    library: CDLL, ask: Callable[[Context, WholeWon], int], threads: int
) -> Iterator[None]:
    """Let other threads ask the same meanwhile; they share the table of positions."""
    contexts = [Context(library) for _ in range(threads if starts_threads() else 0)]
    helpers = []
    for helping in contexts:
        library.ls_limits(helping.address, MAX_ENTRIES, _ANY)
        helpers.append(Thread(target=ask, args=(helping, WholeWon()), daemon=True))
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
    library = functions()
    kernel = context()
    if library is None or kernel is None or adjacency.size > MOST_CELLS:
        return None
    status = np.zeros(1, dtype=np.int32)
    shown = np.ascontiguousarray(images)
    asked = WholeGame(
        *(adjacency.size, adjacency.degree, mines, len(shown)),
        *(adjacency.address, address_of(shown), min(layouts, (1 << 31) - 1), most_bytes),
    )
    made: list[int | None] = []

    def make() -> int:
        made.append(library.ls_optimum_new(kernel.address, byref(asked), address_of(status)))
        return int(status[0])

    result = kernel.ask(make, budget, is_long=comb(adjacency.size, mines) > _LONG)
    release(kernel)
    address = made[-1]
    return Optimum(library, address, threads) if result == OK and address else None
