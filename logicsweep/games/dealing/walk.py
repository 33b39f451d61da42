"""Walks: games without a guess in a known layout, and how far proofs lead in them.

On ordinary boards the kernel finds single clues, pairs of clues, and what follows from the whole
board; what it leaves open, and steps of another level, are looked for here. On all others a
knowledge base is told one clue after the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency, count_near
from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.board.relation import IntArray
from logicsweep.board.state import COVERED, State
from logicsweep.games.dealing.layouts import opened, revealed
from logicsweep.games.setting import Setting
from logicsweep.kernel import play as native
from logicsweep.kernel.context import CLASH, OK
from logicsweep.kernel.play import Walk
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.board_ledger import BoardLedger
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION, SAT
from logicsweep.reasons.deduction import Deduced, Deductions
from logicsweep.system.system import Position

# Up to this level the kernel finds every step, and so do techniques; only beyond it the verdicts
# have to be known. The kernel's level 0 stands for any.
_EASY: Final = 2
_ANY_LEVEL: Final = 0


def truth_of(mask: NDArray[np.bool_], adjacency: Adjacency) -> NDArray[np.int8]:
    """Return the clue of each cell of a layout, `State.KNOWN_MINE` for a mine: int8, flat."""
    truth = count_near(mask, adjacency).ravel().astype(np.int8)
    truth[mask.ravel()] = State.KNOWN_MINE
    return truth


def walk_from(truth: NDArray[np.int8], adjacency: Adjacency, start: int, total: int | None) -> Walk:
    """Start a walk: on a copy of the layout, of which one safe cell is open.

    If it is a 0, its neighbours are still covered.
    """
    states = np.full(truth.size, COVERED, dtype=np.int8)
    order: IntArray = np.zeros(truth.size + 1, dtype=np.int32)
    states[start] = truth[start]
    order[:2] = 1, start
    return Walk(truth.copy(), states, order, adjacency, total)


def open_cells(walk: Walk, cells: Iterable[int]) -> list[int]:
    """Open safe cells, and the neighbours of every 0 among them; the cells that this opened."""
    truth = walk.truth.tolist()
    is_covered = (walk.states == COVERED).tolist()
    near = walk.adjacency.lists
    opened = []
    queue = list(cells)
    while queue:
        cell = queue.pop()
        if is_covered[cell]:
            is_covered[cell] = False
            opened.append(cell)
            if truth[cell] == 0:
                queue += near[cell]
    walk.states[opened] = walk.truth[opened]
    done = int(walk.order[0])
    walk.order[0] += len(opened)
    walk.order[done + 1 : done + 1 + len(opened)] = opened
    return opened


def open_around_zeros(walk: Walk) -> None:
    """Open the neighbours of every 0 that is open."""
    near = walk.adjacency.lists
    zeros = np.flatnonzero(walk.states == 0).tolist()
    open_cells(walk, {cell for zero in zeros for cell in near[zero]})


def safe_left(walk: Walk) -> int:
    """Count the safe cells that are not open yet."""
    return int(np.count_nonzero((walk.truth >= 0) & (walk.states < 0)))


def reach(walk: Walk, *, level: int | None, budget: Budget) -> None:
    """Open what is proved safe, one cell after the other, until nothing is.

    With a `level`, no step takes more sources together. Which cells are open in the end does not
    depend on the order. Proved mines become known mines of the position. Raises `LimitError`.
    """
    while True:
        easy = _ANY_LEVEL if level is None else min(level, _EASY)
        status = native.reach(walk, level=easy, budget=budget)
        if status == CLASH:
            raise RuntimeError("a cell that is proved is something else in the layout")
        if status == OK and (level is None or level <= _EASY):
            return
        if level is not None:
            for _ in chain(walk, level=level, budget=budget):
                pass
            return
        mines, safe = _proved(walk, budget)
        walk.states[mines] = State.KNOWN_MINE
        if not safe:
            return
        open_cells(walk, safe)


def chain(walk: Walk, *, level: int | None, budget: Budget) -> Iterator[Deduced]:
    """Yield the steps from a position on, always one of the easiest next.

    More knowledge never raises the level of a step, so that no other order gets by with easier
    ones. Each step is taken before the next is looked for.
    Cells that a step proves safe are opened in the walk, with the neighbours of zeros; mines become
    known mines. It ends when all safe cells are open, or where no step is left that leads to one;
    with a `level`, none that takes as few sources together. Raises `LimitError`.
    """
    open_around_zeros(walk)
    left = safe_left(walk)
    position = Position(walk.states, {}, walk.adjacency, walk.total)
    deductions = Deductions(
        position, verdicts={}, level=level, engine=engine_of(SAT), budget=budget
    )
    while left:
        step = deductions.by_technique()
        if step is None:
            if level is not None and level <= _EASY:
                return
            mines, safe = _proved(walk, budget)
            if not safe:
                return
            deductions.expect(dict.fromkeys(mines, True) | dict.fromkeys(safe, False))
            step = deductions.easiest()
            if step is None:
                return
        deductions.know(step.decided)
        safe = [cell for cell, mine in step.decided.items() if not mine]
        walk.states[[cell for cell, mine in step.decided.items() if mine]] = State.KNOWN_MINE
        opened = open_cells(walk, safe)
        left -= len(opened)
        deductions.show({cell: int(walk.truth[cell]) for cell in opened})
        yield step


def _proved(walk: Walk, budget: Budget) -> tuple[list[int], list[int]]:
    """Return the covered cells that are proved now: mines, and safe cells."""
    ledger = BoardLedger(
        Position(walk.states.copy(), {}, walk.adjacency, walk.total), engine_of(ELIMINATION)
    )
    ledger.settle(budget)
    mines, safe = ledger.proved()
    return mines.tolist(), safe.tolist()


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
