"""Which sources force a verdict: minimal unsatisfiable subsets (MUSes), and smallest ones.

The sources are unsatisfiable together with the negated verdict; a MUS of them is an explanation. A
minimal one is found by deletion. The smallest is found by implicit hitting sets: each satisfiable
subset is grown to a maximal one (MSS), and any MUS has to hit its complement, a minimal correction
set (Ignatiev, Previti, Liffiton and Marques-Silva, CP 2015, after Reiter 1987).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.source import BACKGROUND, TOTAL, Source, sources_of
from logicsweep.errors import LimitError
from logicsweep.limits import Budget, budget_of
from logicsweep.reason.inconsistency import Mus, cells_of, mus_near, mus_with_total, wider_ring
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.hitting_sets import HittingSets
from logicsweep.reason.solvers.protocol import NOTHING, Reasoner
from logicsweep.system.position import Position
from logicsweep.system.system import (
    COVERED_UNIT,
    ConstraintSystem,
    bounds_left,
    cardinalities,
    cell_codes,
    clue_rows,
)

# More than any set can have.
_ANY: Final = 1 << 30


class MusSearch:
    """The sources behind verdicts in a position.

    The caller gives the verdicts, which have to follow from the board; otherwise ValueError is
    raised. Everything raises `LimitError` when the budget is spent.
    """

    def __init__(self, position: Position, engine: Engine, budget: Budget) -> None:
        self._position = position
        self._engine = engine
        self._budget = budget

    def minimal(self, cell: int, *, mine: bool) -> Mus:
        """Return a minimal set of sources that force a cell.

        It has the mine count only if the clues do not suffice. Clues are tried in growing rings
        around the cell, so that the cost depends on its surroundings alone, unless the mine count
        is needed.
        """
        opposite = self._without(cell, mine=mine)
        return self._mus_of_clues(opposite, cell) or self._mus_with_total(opposite)

    def smallest(self, cell: int, *, mine: bool, below: int | None = None) -> Mus | None:
        """Return a smallest set of sources that force a cell; among equals, one without the mine
        count.

        With `below`, None if every set has that many sources or more.
        """
        opposite = self._without(cell, mine=mine)
        best = self._mus_of_clues(opposite, cell)
        if best is None:
            if below is not None and not self._can_be_tight(opposite, below):
                return None
            best = self._mus_with_total(opposite)
        smallest = best if below is None or best.size < below else None
        try:
            below = best.size if below is None else min(below, best.size)
            if not best.uses_total:
                fewer = self._smallest_of_clues(opposite, cell, below)
                if fewer is not None:
                    smallest = fewer
                    below = fewer.size
            if self._can_be_tight(opposite, below):
                smallest = self._smallest_with_total(opposite, below) or smallest
        except LimitError as error:
            size = (smallest or best).size
            message = f"{error.limit}; the smallest explanation so far has {size} sources"
            raise LimitError(message) from None
        return smallest

    def _without(self, cell: int, *, mine: bool) -> Position:
        """Return the position with the opposite of a verdict in it."""
        return self._position.changed({cell: State.NO_CLUE if mine else State.KNOWN_MINE})

    def _mus_of_clues(self, opposite: Position, cell: int) -> Mus | None:
        """Find clues that force a cell, if clues do: they are connected to the cell."""
        near = self._position.clues_around(cell)
        return mus_near(opposite, near, engine=self._engine, budget=self._budget)

    def _mus_with_total(self, opposite: Position) -> Mus:
        return mus_with_total(opposite, engine=self._engine, budget=self._budget)

    def _smallest_of_clues(self, opposite: Position, cell: int, below: int) -> Mus | None:
        """Return the smallest set of clues, if it has fewer than so many.

        Its clues are connected to the cell, so that the last of k is at most k - 1 turns away.
        """
        if below < 2:
            return None  # no clue at all
        codes = cell_codes(opposite.states)
        near = np.array(self._position.clues_around(cell), dtype=np.int32)
        clues = wider_ring(opposite, codes, near, below - 2)
        constraints = cardinalities(clue_rows(opposite, clues), codes)
        return self._least(constraints, (), below)

    def _can_be_tight(self, opposite: Position, below: int) -> bool:
        """Tell whether the mine count can conflict with so few clues that the set is smaller.

        The clues need more mines than there are, or more safe cells; or nearly all cells are around
        them, so that numbers between the fewest and the most can be ruled out, too.
        """
        codes = cell_codes(opposite.states)
        bounds = bounds_left(self._position.total, codes)
        if bounds is None or below < 2:
            return False
        clues = below - 2
        rows = clue_rows(opposite, opposite.clues)
        around = codes[rows.members]
        known = (around >> 8).sum(axis=0, dtype=np.int32)
        covered = (around & 0xFF).sum(axis=0, dtype=np.int32)
        free = int((codes == COVERED_UNIT).sum())
        return bool(
            _most(rows.lower - known, clues) > bounds[1]
            or _most(covered + known - rows.upper, clues) > free - bounds[0]
            or 2 * _most(covered, clues) >= free
        )

    def _smallest_with_total(self, opposite: Position, below: int) -> Mus | None:
        """Return the smallest set with the total in it, if it has less than so many."""
        codes = cell_codes(opposite.states)
        bounds = bounds_left(self._position.total, codes)
        if bounds is None:
            return None
        rows = clue_rows(opposite, opposite.clues)
        constraints = [
            constraint for constraint in cardinalities(rows, codes) if not constraint.says_nothing
        ]
        # Cells beside no clue may hold any number, which leaves the others so much slack.
        cells = cells_of(constraints)
        slack = int((codes == COVERED_UNIT).sum()) - len(cells)
        total = Cardinality(cells, bounds[0] - slack, bounds[1], TOTAL)
        return self._least([*constraints, total], (TOTAL,), below)

    def _least(
        self, constraints: Sequence[Cardinality], always: Collection[Source], below: int
    ) -> Mus | None:
        system = ConstraintSystem(cells_of(constraints), tuple(constraints))
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            sources = smallest_mus(
                reasoner, system, budget=self._budget, always=always, below=below
            )
        return None if sources is None else Mus.of(sources)


def _most(numbers: NDArray[np.integer], count: int) -> int:
    """Return the largest sum of at most so many."""
    return int(np.sort(numbers.clip(min=0))[::-1][:count].sum())


def mus_of(
    reasoner: Reasoner,
    system: ConstraintSystem,
    *,
    assuming: Mapping[int, bool] = NOTHING,
    smallest: bool = False,
    budget: Budget | None = None,
) -> Mus:
    """Return a minimal unsatisfiable subset of the sources of a whole system under assumptions.

    `reasoner` holds the system, or more. The mine count is in the set only if the other sources do
    not suffice; or, with `smallest`, if that saves some of them. Raises ValueError if the sources
    have a model, `LimitError` when the budget is spent.
    """
    rows = tuple([row for row in system.constraints if row.source != TOTAL])
    sources = reasoner.mus(assuming, sources_of(rows))
    if sources is None:
        sources = reasoner.mus(assuming)
    if sources is None:
        raise ValueError("the sources have a model")
    searches: list[tuple[ConstraintSystem, tuple[Source, ...]]] = [
        (system._replace(constraints=rows), ())
    ]
    if len(rows) < len(system.constraints):
        searches.append((system, (TOTAL,)))
    for part, always in searches if smallest else ():
        fewer = smallest_mus(
            reasoner,
            part,
            assuming=assuming,
            always=always,
            below=len(sources),
            budget=budget_of(budget),
        )
        sources = sources if fewer is None else fewer
    return Mus.of(sources)


def smallest_mus(
    reasoner: Reasoner,
    system: ConstraintSystem,
    *,
    budget: Budget,
    assuming: Mapping[int, bool] = NOTHING,
    always: Collection[Source] = (),
    below: int = _ANY,
) -> tuple[Source, ...] | None:
    """Return a smallest unsatisfiable subset of the sources under assumptions, or None.

    `reasoner` holds the system. The sources in `always` are in the set whether needed or not. None
    if there is no such set with less than `below` sources. Raises `LimitError`.
    """
    required = tuple(always)
    others = [source for source in sources_of(system.constraints) if source not in required]
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
            satisfied = _maximal_satisfiable(reasoner, system, assuming, held, model)
            rest = [place for place, source in enumerate(others) if source not in satisfied]
            if not rest:
                return None
            hitting.add(rest)


def _maximal_satisfiable(
    reasoner: Reasoner,
    system: ConstraintSystem,
    assuming: Mapping[int, bool],
    held: Collection[Source],
    model: frozenset[int],
) -> set[Source]:
    """Return a maximal satisfiable subset (MSS) of the sources, the held ones among them."""
    satisfied = set(held) | _met(system, model)
    every = sources_of(system.constraints)
    for constraint in system.constraints:
        if constraint.source not in satisfied and constraint.source != BACKGROUND:
            # In their order, which sets of sources do not have: the same question, the same answer.
            tried = {*satisfied, constraint.source}
            sources = [source for source in every if source in tried]
            more = reasoner.model(assuming, sources)
            if more is not None:
                satisfied.add(constraint.source)
                satisfied |= _met(system, more)
    return satisfied


def _met(system: ConstraintSystem, model: frozenset[int]) -> set[Source]:
    """Return the sources whose constraints a model satisfies."""
    met = {constraint.source for constraint in system.constraints}
    for constraint in system.constraints:
        if not constraint.weight(model):
            met.discard(constraint.source)
    return met
