"""Reach of proofs in a known layout, without a guess.

On ordinary boards the kernel finds single clues, pairs of clues, and what follows from the whole
board; what it leaves open, and steps of another level, are looked for here. On all others it is a
knowledge base that is told one clue after the other.
"""

from __future__ import annotations

from random import Random
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.games.dealing.chain import chain
from logicsweep.games.dealing.clues import opened, revealed
from logicsweep.games.dealing.walk import open_cells, proved
from logicsweep.games.setting import Setting
from logicsweep.kernel import play as native
from logicsweep.kernel.context import CLASH, OK
from logicsweep.kernel.play import Walk
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget

# Up to this level the kernel finds every step; its level 0 stands for any.
_BY_KERNEL: Final = 2
_ANY_LEVEL: Final = 0


def reach(walk: Walk, *, level: int | None, budget: Budget) -> None:
    """Open what is proved safe, one cell after the other, until nothing is.

    With a `level`, no step takes more sources together. Which cells are open in the end does not
    depend on the order. Proved mines become known mines of the position. Raises `LimitError`.
    """
    if level is not None and level > _BY_KERNEL:
        reach(walk, level=_BY_KERNEL, budget=budget)
        for _ in chain(walk, level=level, budget=budget):
            pass
        return
    while True:
        status = native.reach(walk, level=level or _ANY_LEVEL, budget=budget)
        if status == OK:
            return
        if status == CLASH:
            raise RuntimeError("a cell that is proved is something else in the layout")
        if level is not None:
            for _ in chain(walk, level=level, budget=budget):
                pass
            return
        safe = proved(walk, budget)
        if not safe:
            return
        open_cells(walk, safe)


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
