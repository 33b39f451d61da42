"""A game without guesses, as it goes on: a known layout, and what has been opened of it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency, count_near
from logicsweep.board.relation import IntArray
from logicsweep.board.state import COVERED, State
from logicsweep.kernel.play import Walk
from logicsweep.knowledge.board_ledger import BoardLedger
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.system.system import Position


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


def proved(walk: Walk, budget: Budget) -> list[int]:
    """Return the cells that are proved safe now; proved mines become known mines."""
    ledger = BoardLedger(
        Position(walk.states.copy(), {}, walk.adjacency, walk.total), engine_of(ELIMINATION)
    )
    ledger.settle(budget)
    mines, safe = ledger.proved()
    walk.states[mines] = State.KNOWN_MINE
    return [int(cell) for cell in safe]
