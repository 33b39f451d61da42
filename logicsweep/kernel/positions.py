"""Positions of games on ordinary boards from their seeds, by the kernel."""

from __future__ import annotations

from ctypes import byref
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.first_click import FirstClick
from logicsweep.kernel.context import context, release
from logicsweep.kernel.deal import PROTECTION
from logicsweep.kernel.structures import PositionsToMake
from logicsweep.limits import MAX_ENTRIES


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
    asked = PositionsToMake(
        *(size, degree, games.mines, PROTECTION[games.first_click], games.flood, len(seeds)),
        *(games.adjacency.address, seeds.ctypes.data, states.ctypes.data, is_mine.ctypes.data),
        statuses.ctypes.data,
    )
    kernel.be_brief(MAX_ENTRIES)
    kernel.loaded = object()  # the board that an answer was found for is gone
    kernel.library.ls_positions(kernel.address, byref(asked))
    release(kernel)
