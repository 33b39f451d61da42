"""Walks: games of a player who opens all that is proved safe, and survives every guess."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.reason.solvers.names import ELIMINATION


class Stop(NamedTuple):
    """A position of a walk.

    Attributes:
        board: The position; the walk goes on from it with all that is proved safe.
        kb: Its knowledge base, which the walk tells more later.
    """

    board: Board
    kb: KnowledgeBase

    @property
    def is_stuck(self) -> bool:
        """Whether no cell is proved safe, and yet some cell is no proved mine."""
        proved = self.kb.consequences()
        return not proved.safe and len(proved.mines) < len(self.board.covered)


def walk(layout: Layout, start: Cell, rng: Random) -> Iterator[Stop]:
    """Yield the positions of a walk through a layout, until every safe cell is open.

    Args:
        layout: The layout.
        start: The first cell to open, which is safe.
        rng: Draws the order of guesses; each opens a safe cell, however likely it was a mine.

    Raises:
        LimitError: The verdicts of a position took longer than the time limit.
    """
    guesses = [Cell(row, column) for row, column in np.argwhere(~layout.mask).tolist()]
    rng.shuffle(guesses)
    opened: tuple[Cell, ...] = (start,)
    board = layout.opened(opened)
    kb = KnowledgeBase(board, reasoner=ELIMINATION)
    while True:
        yield Stop(board, kb)
        guesses = [cell for cell in guesses if board.is_covered(cell)]
        if not guesses:
            return
        opened += tuple(sorted(kb.consequences().safe)) or (guesses[0],)
        before, board = board, layout.opened(opened)
        new = [cell for cell in before.covered if not board.is_covered(cell)]
        kb.tell_all({cell: board[cell] for cell in new})
