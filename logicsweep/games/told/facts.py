"""`Facts`: the verdicts and chances of a position, each worked out when it is first needed.

Those of many positions are counted together, as far as the kernel does that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import cells_in, grid_type
from logicsweep.board.verdicts import Mask, Verdict
from logicsweep.kernel.context import Status
from logicsweep.kernel.whole import marginals_of_many
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.tables.counted import FloatArray
from logicsweep.tables.model_count import LeastRisky

_NONE: Final = Fraction(0)


class Facts:
    """The verdicts and chances of a board.

    Args:
        board: The board.
        time_limit: The seconds that each question may take; None for no limit.
        marginals: The probability of a mine in each covered cell, of shape (height, width), exactly
            0 or 1 where that is proved; None if they are not known yet.
        kb: The knowledge base of the board, if there is one.
    """

    def __init__(
        self,
        board: Board,
        *,
        time_limit: float | None,
        marginals: FloatArray | None = None,
        kb: KnowledgeBase | None = None,
    ) -> None:
        self.board = board
        self.time_limit = time_limit
        self._marginals = marginals
        self._kb = kb

    @cached_property
    def kb(self) -> KnowledgeBase:
        """The knowledge base of the board, which proves by tables as far as they go."""
        if self._kb is not None:
            return self._kb
        return KnowledgeBase(self.board, reasoner=ELIMINATION, time_limit=self.time_limit)

    @cached_property
    def mines(self) -> Mask:
        """The cells that are proved mines; bool of shape (height, width)."""
        if self._marginals is None:
            return self.kb.consequences().mine_mask
        mines: Mask = self._marginals == 1
        return mines

    @cached_property
    def safe(self) -> Mask:
        """The cells that are proved safe; bool of shape (height, width)."""
        if self._marginals is None:
            return self.kb.consequences().safe_mask
        safe: Mask = self._marginals == 0
        return safe

    @property
    def safe_cells(self) -> tuple[Cell, ...]:
        """The cells that are proved safe, in reading order."""
        return cells_in(self.safe)

    def verdict(self, cell: Cell) -> Verdict:
        """Return the verdict on a covered cell."""
        if self.safe[cell]:
            return Verdict.SAFE
        return Verdict.MINE if self.mines[cell] else Verdict.UNDETERMINED

    def chance(self, cell: Cell) -> Fraction:
        """Return the exact probability of a mine in a covered cell.

        Raises `MissingDensityError` if it depends on a density that is unknown.
        """
        verdict = self.verdict(cell)
        if verdict is Verdict.UNDETERMINED:
            return self.kb.count().probability(cell)
        return Fraction(verdict is Verdict.MINE)

    def least(self) -> LeastRisky:
        """Return the covered cells that are least likely mines.

        Raises `MissingDensityError` if that depends on a density that is unknown.
        """
        if not self.safe.any():
            return self.kb.count().least_risky()
        return LeastRisky(self.safe_cells, _NONE)


def facts_of_many(boards: Iterable[Board], *, time_limit: float | None) -> dict[Board, Facts]:
    """Return the facts of boards; the kernel counts those of one kind in one call.

    Boards that it leaves open, or that have more than ordinary clues, are counted when asked for.
    """
    alike: dict[tuple[object, ...], list[Board]] = {}
    facts: dict[Board, Facts] = {}
    for board in dict.fromkeys(boards):
        if _is_plain(board):
            kind = (board.shape, board.own_adjacency, board.density, board.total_bounds is None)
            alike.setdefault(kind, []).append(board)
        else:
            facts[board] = Facts(board, time_limit=time_limit)
    for group in alike.values():
        for board, marginals in zip(group, _marginals(group), strict=True):
            facts[board] = Facts(board, time_limit=time_limit, marginals=marginals)
    return facts


def _is_plain(board: Board) -> bool:
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
