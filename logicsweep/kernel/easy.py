"""Verdicts that follow from one or two sources, on many boards at once, by the kernel."""

from __future__ import annotations

from ctypes import byref
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.state import Grid
from logicsweep.kernel.binding import OK, address_of
from logicsweep.kernel.context import context, release
from logicsweep.kernel.proposal import VerdictArray
from logicsweep.kernel.structures import EasyToFind
from logicsweep.limits import MAX_ENTRIES

HIGHEST: Final = 2
"""The highest level that is found; a level above it stands for any above it."""
MINE_COUNT: Final = -1
"""The source that is the mine count; others are the cell numbers of clues."""
NO_SOURCE: Final = -2


def levels_of_many(
    grids: Grid, mines: int, verdicts: VerdictArray, adjacency: Adjacency
) -> NDArray[np.int8] | None:
    """Return the level of each board, `HIGHEST` + 1 for a higher one; None if it is left open.

    The boards are ordinary, have the same mine count and these verdicts, of the same shape (N,
    height, width); both are int8 and C-contiguous. Without the library nothing is found.
    """
    levels = np.zeros(len(grids), dtype=np.int8)
    return levels if _asked(grids, mines, verdicts, adjacency, levels=levels) else None


def sources_of_many(
    grids: Grid, mines: int, verdicts: VerdictArray, adjacency: Adjacency
) -> NDArray[np.int32] | None:
    """Return the easy proofs of each board, as `easy_proofs` in `reasons/easy.py` has them.

    They are of shape (N, cells, 2): one or two sources, then `NO_SOURCE`. The rest is as for
    `levels_of_many`.
    """
    sources = np.empty((len(grids), adjacency.size, 2), dtype=np.int32)
    return sources if _asked(grids, mines, verdicts, adjacency, sources=sources) else None


def _asked(
    grids: Grid,
    mines: int,
    verdicts: VerdictArray,
    adjacency: Adjacency,
    *,
    levels: NDArray[np.int8] | None = None,
    sources: NDArray[np.int32] | None = None,
) -> bool:
    """Tell whether the arrays were written."""
    kernel = context()
    if kernel is None or grids.dtype != np.int8:
        return False
    if not len(grids):
        return True
    asked = EasyToFind(
        *(adjacency.size, adjacency.degree, mines, len(grids), adjacency.address),
        *(grids.ctypes.data, verdicts.ctypes.data),
        *(None if array is None else address_of(array) for array in (levels, sources)),
    )
    kernel.be_brief(MAX_ENTRIES)
    kernel.loaded = object()  # the board that an answer was found for is gone
    status = kernel.library.ls_easy_proofs(kernel.address, byref(asked))
    release(kernel)
    return bool(status == OK)
