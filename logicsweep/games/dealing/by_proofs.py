"""Reach of proofs on any layout with exact clues: opened step by step with a knowledge base."""

from __future__ import annotations

from random import Random

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.games.dealing.clues import opened, revealed
from logicsweep.games.setting import Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget


def left_by_proofs(
    setting: Setting, layout: Layout, start: Cell, *, uses_total: bool, budget: Budget
) -> int:
    """Count the safe cells that stay covered when proofs open all they can from a safe start.

    Each clue has to show one value. Raises `LimitError`.
    """
    whole = revealed(setting, layout, Random(0))
    board = opened(setting, layout, [start], Random(0))
    if not uses_total:
        board = board.without_total()
    kb = KnowledgeBase(board, time_limit=budget.seconds)
    left = int((board.covered_mask & ~layout.mask).sum())
    safe = kb.consequences().safe
    while safe:
        budget.check()
        left -= len(safe)
        safe = kb.tell_all({cell: whole[cell] for cell in safe}).safe
    return left
