"""`Wanted`: the parts that judgements should have beside the truth, and the witness of a truth."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.judging.judgements import Witness


class Wanted(NamedTuple):
    """The parts of judgements that are wanted beside the truth.

    Attributes:
        witness: Whether the truth is to be shown.
        win: Whether chances to win are wanted.
    """

    witness: bool
    win: bool

    def witness_on(self, board: Board, cell: Cell, *, time_limit: float | None) -> Witness | None:
        """Return the witness of the verdict on a covered cell, if that is wanted.

        It comes from a knowledge base of its own, whose verdicts SAT solvers prove.
        """
        if not self.witness:
            return None
        return KnowledgeBase(board, time_limit=time_limit).witness(cell)
