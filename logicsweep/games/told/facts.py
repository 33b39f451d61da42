"""`Facts`: the verdicts and chances of a position, each worked out when it is first needed."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import cells_in
from logicsweep.board.verdicts import Mask, Verdict
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
        return LeastRisky(_NONE, self.safe_cells)
