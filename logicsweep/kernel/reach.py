"""How far proofs lead in a known layout, without a guess: in the kernel."""

from __future__ import annotations

from ctypes import byref
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.relation import IntArray
from logicsweep.kernel.binding import BoardToReach, address_of
from logicsweep.kernel.context import Context, context, release
from logicsweep.limits import Budget


class Walk(NamedTuple):
    """A layout, and how far it has been opened; `states` and `order` change.

    Attributes:
        truth: By cell the clue that it shows, `State.KNOWN_MINE` for a mine: int8, flat.
        states: The position: clues, `State.COVERED`, and mines that are proved as
            `State.KNOWN_MINE`; int8, flat.
        order: The cells that were opened, in order: int32, their number in the first place, so one
            longer than `states`.
        adjacency: The neighbours of each cell.
        total: How many mines there are; None if the player does not know it.
    """

    truth: NDArray[np.int8]
    states: NDArray[np.int8]
    order: IntArray
    adjacency: Adjacency
    total: int | None


def reach(walk: Walk, *, level: int, budget: Budget) -> int | None:
    """Open what is proved safe, until nothing is; the status, or None without the native library.

    At level 1 or 2, no deduction takes more sources together; at level 0, any number. After
    `Status.CLASH` the position and the layout disagree; after anything else but `Status.OK`,
    what was opened was proved, and a question is open. Raises `LimitError`.
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
