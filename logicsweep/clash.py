"""Why no layout agrees with a board: a minimal set of sources that clash."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.adjacency import Adjacency
from logicsweep.constraints import (
    COVERED_UNIT,
    MINE_UNIT,
    Cardinality,
    ClueRows,
    ConstraintSystem,
    WeightArray,
    cardinalities,
    cell_weights,
    clue_rows,
    total_bounds,
)
from logicsweep.count.possible import CountTables
from logicsweep.count.total import allowed_counts, sums
from logicsweep.limits import Deadline
from logicsweep.notation import Total
from logicsweep.partition import components
from logicsweep.reason.local import ContradictionError, settle
from logicsweep.reason.sat import SatReasoner


class Core(NamedTuple):
    """Cell numbers of clues, ascending, and whether the total clashes with them.

    Minimal: without any one of these sources the others have a layout.
    """

    clues: tuple[int, ...]
    uses_total: bool


def find_core(
    states: NDArray[np.int8],
    adjacency: Adjacency,
    total: Total,
    near: Sequence[int],
    deadline: Deadline,
) -> Core:
    """The core of an inconsistent board.

    `near` are cell numbers of clues where a clash showed, if it did: clues around them are tried
    first, in growing rings, since a clash of clues is a local thing. The total is blamed only when
    no clues of the whole board clash with one another. Raises `LimitError` when the deadline
    passes, ValueError when the board has a layout.
    """
    weights = cell_weights(states)
    clues = _clash_of_clues(states, adjacency, weights, near, deadline)
    if clues is None:
        elsewhere = _clash_anywhere(states, adjacency, weights, deadline)
        clues = _clash_of_clues(states, adjacency, weights, elsewhere, deadline)
    if clues is not None:
        return Core(clues, uses_total=False)
    bounds = total_bounds(total, int((weights == MINE_UNIT).sum()))
    if bounds is None:
        raise ValueError("the board is consistent")
    return Core(_clash_with_total(states, adjacency, weights, bounds, deadline), uses_total=True)


def _clash_anywhere(
    states: NDArray[np.int8], adjacency: Adjacency, weights: WeightArray, deadline: Deadline
) -> Sequence[int]:
    """Clues near which the clues of the board clash with one another; none when they agree."""
    rows = clue_rows(states, adjacency, np.flatnonzero(states >= 0).astype(np.int32))
    try:
        for _ in settle(rows, weights.copy(), lambda part: SatReasoner(part, deadline=deadline)):
            pass
    except ContradictionError as contradiction:
        return contradiction.near
    return ()


def _clash_of_clues(
    states: NDArray[np.int8],
    adjacency: Adjacency,
    weights: WeightArray,
    near: Sequence[int],
    deadline: Deadline,
) -> tuple[int, ...] | None:
    """A minimal set of clues that clash with one another, found near the given ones, or None."""
    ring = np.array(sorted(set(near)), dtype=np.int32)
    turns = 1
    while ring.size:
        deadline.check()
        constraints = cardinalities(clue_rows(states, adjacency, ring), weights)
        system = ConstraintSystem(_cells(constraints), tuple(constraints))
        with SatReasoner(system, deadline=deadline) as reasoner:
            core = reasoner.core()
        if core is not None:
            return tuple(source.cell for source in core if source.cell is not None)
        wider = ring
        for _ in range(turns):
            wider = _next_ring(states, adjacency, weights, wider)
        if wider.size == ring.size:
            break
        ring = wider
        turns *= 2
    return None


def _next_ring(
    states: NDArray[np.int8], adjacency: Adjacency, weights: WeightArray, clues: NDArray[np.int32]
) -> NDArray[np.int32]:
    """The clues that share a covered cell with one of the given ones, which stay among them."""
    cells = np.unique(adjacency.table[:, clues])
    cells = cells[weights[cells] == COVERED_UNIT]
    around = np.unique(adjacency.table[:, cells])
    around = around[around < states.size]
    return np.union1d(clues, around[states[around] >= 0]).astype(np.int32)


def _cells(constraints: Sequence[Cardinality]) -> tuple[int, ...]:
    return tuple(sorted({cell for constraint in constraints for cell in constraint.cells}))


class _Group(NamedTuple):
    """Clues that hang together, and the covered cells around them."""

    rows: ClueRows
    cells: tuple[int, ...]


def _clash_with_total(
    states: NDArray[np.int8],
    adjacency: Adjacency,
    weights: WeightArray,
    bounds: tuple[int, int],
    deadline: Deadline,
) -> tuple[int, ...]:
    """A minimal set of clues that clash with the total; the clues agree with one another.

    Deletion: a clue goes when the rest still clashes. Groups of clues share no cell, so dropping a
    clue changes the mine counts of its own group only, and the others enter as a set of counts.
    """
    rows = clue_rows(states, adjacency, np.flatnonzero(states >= 0).astype(np.int32))
    groups = [
        _Group(clue_rows(states, adjacency, _sources(system)), system.cells)
        for system in components(cardinalities(rows, weights))
        if system.cells
    ]
    interior = int((weights == COVERED_UNIT).sum()) - sum(len(group.cells) for group in groups)
    counts = [_counts(group, group.rows, weights, deadline) for group in groups]

    def meets_total() -> bool:
        return allowed_counts(counts, interior, *bounds).interior is not None

    if meets_total():
        raise ValueError("the board is consistent")
    kept: list[int] = []
    needed = []
    for place, group in enumerate(groups):
        before = counts[place]
        counts[place] = (1 << (len(group.cells) + 1)) - 1
        if meets_total():
            counts[place] = before
            needed.append(place)
    for place in needed:
        group = groups[place]
        rows = group.rows
        for clue in group.rows.clues.tolist():
            deadline.check()
            fewer = rows.take(rows.clues != clue)
            before = counts[place]
            counts[place] = _counts(group, fewer, weights, deadline)
            if meets_total():
                counts[place] = before
            else:
                rows = fewer
        kept += rows.clues.tolist()
    return tuple(sorted(kept))


def _sources(system: ConstraintSystem) -> NDArray[np.int32]:
    cells = [row.source.cell for row in system.constraints if row.source.cell is not None]
    return np.array(cells, dtype=np.int32)


def _counts(group: _Group, rows: ClueRows, weights: WeightArray, deadline: Deadline) -> int:
    """The numbers of mines, as bits, that a group's cells can hold under some of its clues."""
    cells = np.array(group.cells, dtype=np.intp)
    own = weights.copy()
    tied = 0
    possible = 1
    for found in settle(rows, own, lambda part: SatReasoner(part, deadline=deadline)):
        for part in found.undecided:
            tied += len(part.system.cells)
            possible = sums(possible, CountTables(part.system, deadline=deadline).possible)
    mines = int((own[cells] == MINE_UNIT).sum())
    free = int((own[cells] == COVERED_UNIT).sum()) - tied
    return sums(possible, (1 << (free + 1)) - 1) << mines
