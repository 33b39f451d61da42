"""`facts_of_many`: the facts of many boards; the kernel counts those of one kind in one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import grid_type
from logicsweep.games.told.facts import Facts
from logicsweep.kernel.context import Status
from logicsweep.kernel.whole import marginals_of_many
from logicsweep.tables.counted import FloatArray


def facts_of_many(boards: Iterable[Board], *, time_limit: float | None) -> dict[Board, Facts]:
    """Return the facts of boards; the kernel counts those of one kind in one call.

    Boards that it leaves open, or that have more than ordinary clues, are counted when asked for.
    """
    alike: dict[tuple[object, ...], list[Board]] = {}
    facts: dict[Board, Facts] = {}
    for board in dict.fromkeys(boards):
        if is_plain(board):
            kind = (board.shape, board.own_adjacency, board.density, board.total_bounds is None)
            alike.setdefault(kind, []).append(board)
        else:
            facts[board] = Facts(board, time_limit=time_limit)
    for group in alike.values():
        for board, marginals in zip(group, _marginals(group), strict=True):
            facts[board] = Facts(board, time_limit=time_limit, marginals=marginals)
    return facts


def is_plain(board: Board) -> bool:
    """Return whether the kernel counts boards such as this many at a time."""
    return (
        board.is_ordinary
        and not board.uncertain_by_number
        and board.priors is None
        and (board.total_bounds is not None or board.density is not None)
        and board.grid.dtype == grid_type(0)
    )


def _marginals(boards: Sequence[Board]) -> list[FloatArray | None]:
    """Count plain boards of one size; None for those that are left open."""
    first = boards[0]
    grids = np.stack([board.grid for board in boards])
    marginals = np.full(grids.shape, np.nan)
    statuses = np.full(len(boards), Status.WIDE, dtype=np.int32)
    prior: NDArray[np.int64] | Fraction | None = first.density
    if first.total_bounds is not None:
        prior = np.array([board.total_bounds for board in boards], dtype=np.int64)
    marginals_of_many(grids, prior, first.adjacency, marginals, statuses)
    return [
        values if status == Status.OK else None
        for values, status in zip(marginals, statuses.tolist(), strict=True)
    ]
