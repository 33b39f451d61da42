"""Opening all cells of a known layout that proofs lead to, without a guess, by the kernel."""

from __future__ import annotations

from ctypes import byref
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.relation import IntArray
from logicsweep.kernel.binding import address_of
from logicsweep.kernel.context import Context, context, release
from logicsweep.kernel.structures import BoardToReach
from logicsweep.limits import Budget


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
    board = BoardToReach(
        *(size, degree, level, walk.adjacency.address, address_of(walk.truth)),
        *(address_of(walk.states), total, total, address_of(walk.order)),
    )
    return _asked(kernel, board, budget)


def _asked(kernel: Context, board: BoardToReach, budget: Budget) -> int:
    kernel.loaded = object()
    status = kernel.ask(partial(kernel.library.ls_reach, kernel.address, byref(board)), budget)
    release(kernel)
    return status
