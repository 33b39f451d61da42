"""Which sources force a verdict: minimal sets of them, and smallest ones.

A cell's opposite verdict is taken for granted, and what then clashes is the explanation. The
smallest clash is found by implicit hitting sets: whatever subset has a layout lacks at least one of
the sources that this layout contradicts (Ignatiev et al., CP 2015, after Reiter 1987).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import State
from logicsweep.constraints.position import Position
from logicsweep.constraints.system import (
    COVERED_UNIT,
    TOTAL,
    Cardinality,
    ConstraintSystem,
    Source,
    bounds_left,
    cardinalities,
    cell_weights,
    clue_rows,
)
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Core, cells_of, core_near, core_with_total, wider_ring
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.hitting_sets import HittingSets
from logicsweep.reason.solvers.protocol import NOTHING, Reasoner

# More than any set can have.
_ANY: Final = 1 << 30


class Cores:
    """The sources behind verdicts in a position.

    Verdicts are given by the caller, and have to follow from the board: else ValueError is raised.
    Everything raises `LimitError` when the budget is spent.
    """

    def __init__(self, position: Position, engine: Engine, budget: Budget) -> None:
        self._position = position
        self._engine = engine
        self._budget = budget

    def minimal(self, cell: int, *, mine: bool) -> Core:
        """Sources that force a cell, none of them in vain; the total only if the clues do not.

        Clues are tried in growing rings around the cell, so that the cost is that of its
        surroundings, unless it is the total that decides.
        """
        opposite = self._without(cell, mine=mine)
        return self._near_core(opposite, cell) or self._core_with_total(opposite)

    def smallest(self, cell: int, *, mine: bool, below: int | None = None) -> Core | None:
        """A least set of sources that force a cell, without the total if there is one of that size.

        None if every set has `below` sources or more, where that is given.
        """
        opposite = self._without(cell, mine=mine)
        best = self._near_core(opposite, cell)
        if best is None:
            if below is not None and not self._can_press(opposite, below):
                return None
            best = self._core_with_total(opposite)
        found = best if below is None or best.size < below else None
        try:
            below = best.size if below is None else min(below, best.size)
            if not best.uses_total:
                fewer = self._least_of_clues(opposite, cell, below)
                if fewer is not None:
                    found = fewer
                    below = fewer.size
            if self._can_press(opposite, below):
                found = self._least_with_total(opposite, below) or found
        except LimitError as error:
            raise LimitError(
                f"{error.limit}; the smallest explanation so far has {(found or best).size} sources"
            ) from None
        return found

    def _without(self, cell: int, *, mine: bool) -> Position:
        """The position with the opposite of a verdict in it."""
        return self._position.changed({cell: State.NO_CLUE if mine else State.KNOWN_MINE})

    def _near_core(self, opposite: Position, cell: int) -> Core | None:
        """Clues that force a cell, if clues do: what its opposite clashes with hangs with it."""
        near = self._position.clues_around(cell)
        return core_near(opposite, near, engine=self._engine, budget=self._budget)

    def _core_with_total(self, opposite: Position) -> Core:
        return core_with_total(opposite, engine=self._engine, budget=self._budget)

    def _least_of_clues(self, opposite: Position, cell: int, below: int) -> Core | None:
        """The smallest set of clues, if it has less than so many.

        Its clues hang together with the cell, so that the last of k is at most k - 1 turns away.
        """
        if below < 2:
            return None  # no clue at all
        weights = cell_weights(opposite.states)
        near = np.array(self._position.clues_around(cell), dtype=np.int32)
        clues = wider_ring(opposite, weights, near, below - 2)
        constraints = cardinalities(clue_rows(opposite, clues), weights)
        return self._least(constraints, (), below)

    def _can_press(self, opposite: Position, below: int) -> bool:
        """Whether the total can clash with so few clues that there are less than so many sources.

        They need more mines than there are, or more safe cells, or nearly all cells are theirs, so
        that numbers between the least and the most can be ruled out as well.
        """
        weights = cell_weights(opposite.states)
        bounds = bounds_left(self._position.total, weights)
        if bounds is None or below < 2:
            return False
        clues = below - 2
        rows = clue_rows(opposite, opposite.clues)
        around = weights[rows.members]
        known = (around >> 8).sum(axis=0, dtype=np.int32)
        covered = (around & 0xFF).sum(axis=0, dtype=np.int32)
        free = int((weights == COVERED_UNIT).sum())
        return bool(
            _most(rows.lower - known, clues) > bounds[1]
            or _most(covered + known - rows.upper, clues) > free - bounds[0]
            or 2 * _most(covered, clues) >= free
        )

    def _least_with_total(self, opposite: Position, below: int) -> Core | None:
        """The smallest set with the total in it, if it has less than so many."""
        weights = cell_weights(opposite.states)
        bounds = bounds_left(self._position.total, weights)
        if bounds is None:
            return None
        rows = clue_rows(opposite, opposite.clues)
        constraints = [one for one in cardinalities(rows, weights) if not one.says_nothing]
        # Cells beside no clue may hold any number, which leaves the others so much room.
        cells = cells_of(constraints)
        room = int((weights == COVERED_UNIT).sum()) - len(cells)
        whole = Cardinality(cells, bounds[0] - room, bounds[1], TOTAL)
        return self._least([*constraints, whole], (TOTAL,), below)

    def _least(
        self, constraints: Sequence[Cardinality], always: Collection[Source], below: int
    ) -> Core | None:
        system = ConstraintSystem(cells_of(constraints), tuple(constraints))
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            found = least_clash(reasoner, system, budget=self._budget, always=always, below=below)
        if found is None:
            return None
        clues = sorted([source.cell for source in found if source.cell is not None])
        return Core(tuple(clues), uses_total=TOTAL in found)


def _most(numbers: NDArray[np.integer], count: int) -> int:
    """The largest sum of at most so many."""
    return int(np.sort(numbers.clip(min=0))[::-1][:count].sum())


def least_clash(
    reasoner: Reasoner,
    system: ConstraintSystem,
    *,
    budget: Budget,
    assuming: Mapping[int, bool] = NOTHING,
    always: Collection[Source] = (),
    below: int = _ANY,
) -> tuple[Source, ...] | None:
    """A least set of sources that allow no model under assumptions, or None.

    `reasoner` holds the system. The sources in `always` are in the set whether needed or not. None
    if there is no such set with less than `below` sources. Raises `LimitError`.
    """
    required = tuple(always)
    others = [one.source for one in system.constraints if one.source not in required]
    with HittingSets() as hitting:
        while True:
            budget.check()
            wanted = hitting.next() or frozenset()
            if len(wanted) + len(required) >= below:
                return None
            held = [*required, *[others[place] for place in sorted(wanted)]]
            model = reasoner.model(assuming, held)
            if model is None:
                return tuple(held)
            agreeing = _grown(reasoner, system, assuming, held, model)
            rest = [place for place, source in enumerate(others) if source not in agreeing]
            if not rest:
                return None
            hitting.add(rest)


def _grown(
    reasoner: Reasoner,
    system: ConstraintSystem,
    assuming: Mapping[int, bool],
    held: Collection[Source],
    model: frozenset[int],
) -> set[Source]:
    """A set of sources that have a model, the held ones among them, to which none can be added."""
    agreeing = set(held) | _met(system, model)
    for constraint in system.constraints:
        if constraint.source not in agreeing:
            # In their order, which sets of sources do not have: the same question, the same answer.
            tried = {*agreeing, constraint.source}
            sources = [one.source for one in system.constraints if one.source in tried]
            more = reasoner.model(assuming, sources)
            if more is not None:
                agreeing.add(constraint.source)
                agreeing |= _met(system, more)
    return agreeing


def _met(system: ConstraintSystem, model: frozenset[int]) -> set[Source]:
    """The sources of which a model violates nothing."""
    found: set[Source] = set()
    for cells, lower, upper, source, weights in system.constraints:
        count = len(model.intersection(cells))
        if lower <= count <= upper and (weights is None or weights[count - lower]):
            found.add(source)
    return found
