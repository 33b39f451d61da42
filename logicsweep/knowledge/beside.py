"""The knowledge of a knowledge base beside its board, for questions that read the board alone."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.knowledge.base import KnowledgeBase


def beside_board(kb: KnowledgeBase | Board) -> str | None:
    """Name what counts beside clues, mine count and rules; None if nothing does."""
    if kb.liars:
        return "liars"
    if isinstance(kb, KnowledgeBase) and kb.program is not None:
        return "a program"
    if kb.constraints:
        return "constraints"
    board = kb.board if isinstance(kb, KnowledgeBase) else kb
    return None if board.priors is None else "a density for each cell"
