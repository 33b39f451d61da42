"""The knowledge of a knowledge base beside its board, for questions that read the board alone."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.board.given import expect_board
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


def plain_board(position: KnowledgeBase | Board) -> Board:
    """Return the board of a position with nothing but ordinary clues and a mine count.

    Every question that takes a knowledge base and reads its board alone asks this first.

    Raises:
        TypeError: It is neither a knowledge base nor a board.
        ValueError: It has liars, a program, constraints, a density for each cell or rules.
    """
    expect_board(position, name="position", besides=KnowledgeBase)
    board = position if isinstance(position, Board) else position.board
    beside = beside_board(position)
    if beside is not None:
        raise ValueError(f"the position has {beside}; expected clues and a mine count alone")
    if board.own_rules is not None:
        raise ValueError(f"the board has the rules {board.own_rules}; expected an ordinary board")
    return board
