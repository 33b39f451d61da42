"""How far proofs lead on a layout under rules: opened cell by cell with a knowledge base."""

from __future__ import annotations

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import Rules
from logicsweep.board.state import State
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget


def left_by_proofs(
    layout: Layout, rules: Rules, start: Cell, *, uses_total: bool, budget: Budget
) -> int:
    """How many safe cells stay covered when proofs open what they can, from a safe start on.

    Each clue has to show one value. Raises `LimitError`.
    """
    whole = layout.revealed(rules=rules)
    board = layout.opened([start], rules=rules)
    if not uses_total:
        board = board.without_total()
    kb = KnowledgeBase(board, time_limit=budget.seconds)
    left = int((board.covered_mask & (whole.grid != State.KNOWN_MINE)).sum())
    safe = kb.consequences().safe
    while safe:
        budget.check()
        left -= len(safe)
        safe = kb.tell_all({cell: whole[cell] for cell in safe}).safe
    return left
