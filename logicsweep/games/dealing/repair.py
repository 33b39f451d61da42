"""Layouts that need no guess, by repairs: where proofs end, mines are moved until they go on.

Simon Tatham's generator (`mines` in his portable puzzles) and JSMinesweeper repair boards as well.
Here every step is a proof from the whole board; after a repair the game goes on from the first clue
that changed, since all before it still holds. Layouts are not equally likely.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.relation import IntArray
from logicsweep.board.state import State
from logicsweep.games.dealing.walk import reach, safe_left, walk_from
from logicsweep.kernel.play import Walk
from logicsweep.limits import Budget

# How many repairs are tried where proofs end, before the layout is given up.
_TRIES: Final = 60
# The first of them change one cell where proofs end, and so do some of the others: the fewer mines
# move, the less a layout differs from one that was drawn. On 30x16 with 130 and 170 mines, the mean
# 3BV is 206 and 217 that way, and 199 and 208 if all cells around a clue change half the time.
_ALONE: Final = 10
_ALONE_LATER: Final = 0.3
# How often cells are filled with mines where those that are left have more than their share, and
# cleared of mines where they have less.
_BALANCING: Final = 0.9


class Moves(NamedTuple):
    """Mines to move: cells that become safe, and as many that become mines."""

    cleared: list[int]
    mined: list[int]


class Repair:
    """Repairs a game that is stuck.

    `walk` begins at the start; `fixed` are the cells that stay as they are, the start and what the
    first click keeps free.
    """

    def __init__(self, walk: Walk, fixed: set[int], source: Random) -> None:
        self.walk = walk
        self._fixed = np.zeros(walk.states.size, dtype=np.bool_)
        self._fixed[list(fixed)] = True
        self._source = source
        self._density = float(np.mean(walk.truth == State.KNOWN_MINE))
        self.best = 0

    def run(self, budget: Budget, *, level: int | None = None) -> bool:
        """Change the layout until proofs open all safe cells; False where nothing more helps.

        Raises `LimitError`.
        """
        reach(self.walk, level=level, budget=budget)
        while True:
            self.best = max(self.best, int(self.walk.order[0]))
            left = safe_left(self.walk)
            if not left:
                return True
            better = self._better(left, budget, level=level)
            if better is None:
                return False
            self.walk = better

    def _better(self, left: int, budget: Budget, *, level: int | None) -> Walk | None:
        """Return a game after moves leaving fewer than `left` safe cells covered; else None."""
        for attempt in range(_TRIES):
            budget.check()
            is_alone = attempt < _ALONE or self._source.random() < _ALONE_LATER
            moves = self._proposed(is_alone=is_alone)
            if moves is None:
                continue
            changed = after(self.walk, moves)
            reach(changed, level=level, budget=budget)
            if safe_left(changed) < left:
                return changed
        return None

    def disturbed(self) -> Moves | None:
        """Choose any mine to move, and any cell to move it to."""
        truth = self.walk.truth
        mines = np.flatnonzero((truth == State.KNOWN_MINE) & ~self._fixed).tolist()
        others = np.flatnonzero((truth != State.KNOWN_MINE) & ~self._fixed).tolist()
        if not mines or not others:
            return None
        return Moves([self._source.choice(mines)], [self._source.choice(others)])

    def _proposed(self, *, is_alone: bool) -> Moves | None:
        """Choose mines to move where proofs end: to or from one cell, or all undecided near a clue.

        The mines come from cells that no clue is about yet, or go there; where there are not
        enough, from other undecided cells, and else from anywhere.
        """
        truth, states, _, adjacency, _ = self.walk
        source = self._source
        undecided = (states == State.COVERED) & ~self._fixed
        table = adjacency.table
        near = np.append(states >= 0, False)[table].any(axis=0)  # next to an open cell
        frontier = np.flatnonzero(undecided & near).tolist()
        if not frontier:  # what is left lies behind mines
            behind = np.append(undecided, False)[table].any(axis=0)
            walls = (states == State.KNOWN_MINE) & near & behind & ~self._fixed
            frontier = np.flatnonzero(walls).tolist()
        if not frontier:
            return None
        cell = source.choice(frontier)
        group = [cell]
        if not is_alone:
            clues = [
                neighbour for neighbour in adjacency.neighbours(cell) if states[neighbour] >= 0
            ]
            around = adjacency.neighbours(source.choice(clues))
            group = [neighbour for neighbour in around if undecided[neighbour]]
        mines = [member for member in group if truth[member] == State.KNOWN_MINE]
        safe = [member for member in group if truth[member] != State.KNOWN_MINE]
        outside = undecided & ~near
        fills = self._fills(mines, safe, outside)
        changed = safe if fills else mines
        partners = self._partners(len(changed), group, outside, mined=not fills)
        if partners is None:
            return None
        return Moves(partners, changed) if fills else Moves(changed, partners)

    def _fills(self, mines: list[int], safe: list[int], outside: NDArray[np.bool_]) -> bool:
        """Decide whether to fill cells with mines, or to clear them of mines.

        By chance, so that the cells that are left keep the density of the board as far as possible.
        """
        if not mines or not safe:
            return not mines
        held = self.walk.truth[outside] == State.KNOWN_MINE
        density = float(held.mean()) if held.size else self._density
        return self._source.random() < (_BALANCING if density > self._density else 1 - _BALANCING)

    def _partners(
        self, count: int, group: list[int], outside: NDArray[np.bool_], *, mined: bool
    ) -> list[int] | None:
        """Choose `count` cells to become mines, with `mined`, or safe, in exchange for a group's.

        They come from `outside`, the cells that no clue is about; if it has too few, from all
        covered cells, else from anywhere. None if there are too few.
        """
        truth, states, *_ = self.walk
        is_mine = truth == State.KNOWN_MINE
        can_change = (~is_mine if mined else is_mine) & ~self._fixed
        can_change[group] = False
        for within in (outside, states == State.COVERED, np.ones_like(can_change)):
            cells = np.flatnonzero(can_change & within).tolist()
            if len(cells) >= count:
                return self._source.sample(cells, count)
        return None


def after(walk: Walk, moves: Moves) -> Walk:
    """Return the game with mines moved, from just before the first open cell that would differ.

    The cells open there were proved from clues that are the same.
    """
    truth, states, order, adjacency, total = walk
    moved = np.array([*moves.cleared, *moves.mined], dtype=np.intp)
    is_mine = np.append(truth == State.KNOWN_MINE, False)
    is_mine[moves.cleared] = False
    is_mine[moves.mined] = True
    changed = np.unique(np.append(adjacency.table[:, moved], moved))
    changed = changed[changed < truth.size]
    new_truth = truth.copy()
    new_truth[changed] = is_mine[adjacency.table[:, changed]].sum(axis=0)
    new_truth[is_mine[:-1]] = State.KNOWN_MINE
    when = np.full(truth.size, truth.size, dtype=np.int64)
    opened = order[1 : order[0] + 1]
    when[opened] = np.arange(opened.size)
    differ = changed[new_truth[changed] != truth[changed]]
    kept = int(min(when[differ].min(initial=opened.size), opened.size))
    if not kept:
        return walk_from(new_truth, adjacency, int(order[1]), total)
    now = np.full_like(states, State.COVERED)
    now[opened[:kept]] = new_truth[opened[:kept]]
    new_order: IntArray = np.zeros_like(order)
    new_order[0] = kept
    new_order[1 : kept + 1] = opened[:kept]
    return Walk(new_truth, now, new_order, adjacency, total)
