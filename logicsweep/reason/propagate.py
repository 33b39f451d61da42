"""The single-clue rule, to a fixed point: the cells that one clue forces by itself.

It is unit propagation on the clues' constraints (a clue that has room for no mine makes its covered
neighbours safe, one that needs them all makes them mines), so everything it finds is entailed. Many
clues are propagated at once, as arrays; the last few one by one, following the changes. Gaps, the
numbers that a clue rules out between its bounds, are left to the solvers.
"""

from __future__ import annotations

from itertools import compress
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.relation import IntArray
from logicsweep.constraints.cardinality import Cardinality, exactly
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    ClueRows,
    CodeArray,
    Decided,
    cardinalities,
    constraint_of,
)

# Up to this many clues take less time one by one than in a round on arrays.
_FEW: Final = 32


class Propagated(NamedTuple):
    """The result of the rule: constraints over undecided cells, and the cells that it decided.

    `conflict` is the cell number of a clue that cannot be satisfied any more, or None. With a
    conflict the other fields mean nothing, except that the codes of these cells were changed.
    """

    constraints: list[Cardinality]
    decided: Decided[list[int]]
    conflict: int | None


def propagate(rows: ClueRows, codes: CodeArray) -> Propagated:
    """Apply the rule until nothing changes; decided cells change their codes in place."""
    decided: list[IntArray] = []
    conflict = None
    constraints: list[Cardinality] = []
    while True:
        # One sum counts both in a row: covered cells in the low byte, mines in the high byte.
        counts = np.add.reduce(codes.take(rows.members), axis=0, dtype=np.int16)
        covered = counts & 0xFF
        mines = counts >> 8
        least = rows.lower - mines
        most = least if rows.are_exact else rows.upper - mines
        if rows.are_exact:  # as unsigned numbers, those below zero are large
            is_violated = least.view(np.uint16) > covered.view(np.uint16)
        else:
            is_violated = (least > covered) | (most < 0)
        if np.count_nonzero(is_violated):
            conflict = int(rows.clues[is_violated.argmax()])
            break
        waiting = _waiting(rows, covered)
        rows = rows.take(waiting)
        covered = covered.take(waiting)
        least = least.take(waiting)
        most = least if rows.are_exact else most.take(waiting)
        if len(waiting) <= _FEW:
            propagated = _one_by_one(rows, least, most, codes)
            if not decided:
                return propagated
            mines_before, safe_before = _parted(decided, codes)
            after = propagated.decided
            return propagated._replace(
                decided=Decided(mines_before + after.mines, safe_before + after.safe)
            )
        forces = (most == 0) | (least == covered)
        if not rows.are_exact:
            forces &= covered > 0
        forcing = forces.nonzero()[0]
        if not len(forcing):
            constraints = _saying_something(rows, cardinalities(rows, codes))
            break
        members = rows.members.take(forcing, axis=1)
        is_open = codes.take(members) == COVERED_UNIT
        cells = members[is_open]
        # A forcing row that needs a mine needs all; MINE_UNIT is 1 << 8. Where two rows disagree
        # about a cell, one of them is violated in the next round.
        codes[cells] = (is_open * (least.take(forcing) > 0).astype(np.int16) << 8)[is_open]
        decided.append(cells)
    return Propagated(constraints, _parted(decided, codes), conflict)


def _waiting(rows: ClueRows, covered: NDArray[np.int16]) -> NDArray[np.intp]:
    """Return the places of the clues with covered cells, or with gaps, which may be violated."""
    if rows.are_exact:
        return covered.nonzero()[0]
    with_gaps = [number for number, clue in rows.uncertain.items() if clue.has_gaps]
    return ((covered > 0) | np.isin(rows.clues, with_gaps)).nonzero()[0]


def _saying_something(rows: ClueRows, constraints: list[Cardinality]) -> list[Cardinality]:
    if rows.are_exact:
        return constraints
    return [constraint for constraint in constraints if not constraint.says_nothing]


def _parted(decided: list[IntArray], codes: CodeArray) -> Decided[list[int]]:
    """Sort the decided cells, each once, into mines and safe cells."""
    if not decided:
        return Decided([], [])
    cells = np.concatenate(decided)
    cells.sort()
    is_first = np.empty(len(cells), dtype=np.bool_)
    is_first[:1] = True
    np.not_equal(cells[1:], cells[:-1], out=is_first[1:])
    cells = cells[is_first]
    is_mine = codes.take(cells) == MINE_UNIT
    return Decided(cells[is_mine].tolist(), cells[~is_mine].tolist())


def _one_by_one(
    rows: ClueRows, lower: NDArray[np.int16], upper: NDArray[np.int16], codes: CodeArray
) -> Propagated:
    """Apply the rule to clues, each again whenever a cell around it is decided.

    `lower` and `upper` are the least and the most mines among the covered cells around each clue.
    """
    is_open = codes.take(rows.members) == COVERED_UNIT
    members = [
        tuple(compress(cells, mask))
        for cells, mask in zip(rows.members.T.tolist(), is_open.T.tolist(), strict=True)
    ]
    least = lower.tolist()
    most = upper.tolist()
    left = list(map(len, members))
    decided, conflict = _follow(members, least, most, left)
    mines = [cell for cell, mine in decided.items() if mine]
    safe = [cell for cell, mine in decided.items() if not mine]
    if mines:
        codes[mines] = MINE_UNIT
    if safe:
        codes[safe] = 0
    constraints = []
    for place, clue in enumerate(rows.clues.tolist()):
        cells = members[place]
        if left[place] < len(cells):
            cells = tuple([cell for cell in cells if cell not in decided])
        if rows.are_exact:
            if cells:
                constraints.append(exactly(cells, least[place], clue))
            continue
        constraint = constraint_of(cells, least[place], most[place], clue, rows.uncertain)
        if not constraint.says_nothing:
            constraints.append(constraint)
    conflict_at = None if conflict is None else int(rows.clues[conflict])
    return Propagated(constraints, Decided(mines, safe), conflict_at)


def _follow(
    members: list[tuple[int, ...]], least: list[int], most: list[int], left: list[int]
) -> tuple[dict[int, int], int | None]:
    """Decide cells row by row, until nothing changes.

    The arguments are the cells of each row, the least and the most mines in those undecided, and
    the number `left` of these; the last three are kept up to date. Returns the decided cells, 1 for
    a mine, and the row of a conflict, or None.
    """
    touching: dict[int, list[int]] = {}
    for row, cells in enumerate(members):
        for cell in cells:
            if cell in touching:
                touching[cell].append(row)
            else:
                touching[cell] = [row]
    decided: dict[int, int] = {}
    queue = [row for row, need in enumerate(least) if most[row] == 0 or need == left[row]]
    for row in queue:
        mine = 1 if least[row] > 0 else 0
        for cell in members[row]:
            if cell in decided:
                continue
            decided[cell] = mine
            for near in touching[cell]:
                left[near] -= 1
                least[near] -= mine
                most[near] -= mine
                if most[near] == 0 or least[near] == left[near]:
                    queue.append(near)
                if least[near] > left[near] or most[near] < 0:
                    return decided, near
    return decided, None
