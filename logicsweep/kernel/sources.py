"""Sources that force a cell or conflict, and two layouts for an undetermined cell, by the kernel.

Nothing is proved by that: `reason/inconsistency.py` and `reasons/counterexample.py`, which have the
twins, judge what is proposed here.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import byref
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.relation import IntArray
from logicsweep.kernel.binding import CLASH, OK, address_of
from logicsweep.kernel.context import Context, context, release
from logicsweep.kernel.structures import PlainBoard
from logicsweep.kernel.whole import UNKNOWN
from logicsweep.limits import Budget
from logicsweep.system.position import Position

# The cell of a question about the board itself.
_NO_CELL = -1


class Sources(NamedTuple):
    """A minimal set of sources: without any one of them the others do not suffice.

    Attributes:
        clues: The numbers of the cells with its clues, ascending; int32.
        uses_total: Whether it has the mine count.
    """

    clues: IntArray
    uses_total: bool

    @property
    def size(self) -> int:
        """The number of sources; 0 if the verdict does not follow, or the board is consistent."""
        return len(self.clues) + self.uses_total


class Layouts(NamedTuple):
    """Two layouts that differ in a minimal set of cells; uint8, flat, 1 for a mine.

    Attributes:
        mine: One with a mine in the cell in question.
        safe: One without.
    """

    mine: NDArray[np.uint8]
    safe: NDArray[np.uint8]


def sources_of_verdict(
    position: Position, cell: int, *, mine: bool, budget: Budget
) -> Sources | None:
    """Find a minimal set of sources that force a covered cell, with the mine count if need be.

    None without the native library, with uncertain clues, and where the kernel leaves the question
    open. Raises `LimitError`.
    """
    return _sources(position, cell, budget, mine=mine)


def sources_of_conflict(position: Position, budget: Budget) -> Sources | None:
    """Find a minimal set of sources that no layout agrees with. See `sources_of_verdict`."""
    return _sources(position, _NO_CELL, budget, mine=False)


def nearest_layouts(position: Position, cell: int, budget: Budget) -> tuple[int, Layouts] | None:
    """Find two layouts that differ in a covered cell, and in few others, with the status.

    The status is OK, or CLASH for a cell that is not undetermined. None without the native library,
    with uncertain clues, and where the kernel leaves the question open. Raises `LimitError`.
    """
    kernel = context()
    board = None if kernel is None else _board(position)
    if kernel is None or board is None:
        return None
    mine, safe = np.zeros((2, position.states.size), dtype=np.uint8)
    call = partial(
        kernel.library.ls_pair,
        *(kernel.address, byref(board), cell, address_of(mine), address_of(safe)),
    )
    status = _asked(kernel, call, budget)
    return (status, Layouts(mine, safe)) if status in (OK, CLASH) else None


def _sources(position: Position, cell: int, budget: Budget, *, mine: bool) -> Sources | None:
    kernel = context()
    board = None if kernel is None else _board(position)
    if kernel is None or board is None:
        return None
    room = position.states.size + 2
    answer = np.zeros(room, dtype=np.int32)
    call = partial(
        kernel.library.ls_mus,
        *(kernel.address, byref(board), cell, mine, room, address_of(answer)),
    )
    if _asked(kernel, call, budget) != OK:
        return None
    count, uses_total = answer[:2].tolist()
    return Sources(answer[2 : 2 + count], uses_total == 1)


def _board(position: Position) -> PlainBoard | None:
    """Return a position as the argument of a call; it lives as long as the position."""
    states, uncertain, adjacency, total = position
    if uncertain or states.dtype != np.int8 or not states.flags.c_contiguous:
        return None
    lower, upper = (total, total) if isinstance(total, int) else total or UNKNOWN
    degree, size = adjacency.table.shape
    return PlainBoard(size, degree, adjacency.address, states.ctypes.data, lower, upper)


def _asked(kernel: Context, call: Callable[[], int], budget: Budget) -> int:
    kernel.loaded = object()
    status = kernel.ask(call, budget)
    release(kernel)
    return status
