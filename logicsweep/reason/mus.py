"""Minimal unsatisfiable subsets (MUSes) of the sources, and smallest ones.

A board without a layout has one: its sources conflict. A verdict has one, too: the sources and the
negated verdict are unsatisfiable together; a MUS of them is an explanation. A reasoner makes a
minimal one by deletion, of the sources that the kernel proposes, or of all nearby.

The smallest is found by implicit hitting sets: each satisfiable subset is grown to a maximal one
(MSS), and any MUS has to hit its complement, a minimal correction set (Ignatiev, Previti, Liffiton
and Marques-Silva, CP 2015, after Reiter 1987).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.relation import IntArray
from logicsweep.board.state import State, is_covered
from logicsweep.constraints.cardinality import Cardinality, Constraint, sources_of
from logicsweep.constraints.factors import TOTAL, Source, SourceKind, clues_among
from logicsweep.errors import LimitError
from logicsweep.kernel.proposal import proposed_sources
from logicsweep.limits import Budget, budget_of
from logicsweep.reason.solvers.calls import hitting_sets
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import NOTHING, Reasoner
from logicsweep.system.system import (
    COVERED_UNIT,
    ConstraintSystem,
    Position,
    bounds_left,
    cell_codes,
    clue_rows,
    constraints_of_clues,
)

# A size that no set reaches.
ANY_SIZE: Final = 1 << 30
# The size of the sets of two sources: a clue that forces a cell alone is found first.
_BEYOND_ONE: Final = 2


class Mus(NamedTuple):
    """A minimal unsatisfiable subset of the sources: clues, the mine count, a user's program.

    `clues` are cell numbers, ascending; `constraints` are the sources of constraints beside them.
    Minimal: without any one of these sources the others have a layout.
    """

    clues: tuple[int, ...]
    uses_total: bool
    uses_program: bool = False
    constraints: tuple[Source, ...] = ()

    @classmethod
    def of(cls, sources: Collection[Source], *, uses_program: bool = False) -> Mus:
        """Sort a minimal set of sources into clues, constraints and the total."""
        return cls(
            clues_among(sources),
            TOTAL in sources,
            uses_program,
            tuple([source for source in sources if source.is_further]),
        )

    @property
    def sources(self) -> list[Source]:
        """The sources but for a program: clues, further constraints, the mine count."""
        clues = [Source(SourceKind.CLUE, clue) for clue in self.clues]
        return [*clues, *self.constraints, *[TOTAL] * self.uses_total]

    @property
    def size(self) -> int:
        """The number of sources; a program counts as one."""
        return len(self.clues) + self.uses_total + self.uses_program + len(self.constraints)


class MusSearch:
    """The search for the sources behind verdicts in a position, or behind its inconsistency.

    Raises ValueError for a verdict that does not follow from the board, and for the conflict of a
    consistent board, `LimitError` when the budget is spent.
    """

    def __init__(self, position: Position, engine: Engine, budget: Budget) -> None:
        self._position = position
        self._engine = engine
        self._budget = budget
        # Layouts, as far as clues touch their cells, that met the mine count and nearly all clues.
        self._near_misses: list[frozenset[int]] = []

    def conflict(self, near: Iterable[int]) -> Mus:
        """Return a minimal set of sources that conflict; the mine count if the clues do not.

        `near` are cell numbers of clues where a conflict was found, if any: clues around them are
        tried first, since a conflict of clues is local.
        """
        return self._mus_near(self._position, near) or self._mus_anywhere(self._position)

    def minimal(self, cell: int, *, mine: bool) -> Mus:
        """Return a minimal set of sources that force a cell; the mine count if clues do not."""
        mus = self.of_clues(cell, mine=mine)
        return mus or self._mus_anywhere(self._without(cell, mine=mine))

    def of_clues(self, cell: int, *, mine: bool) -> Mus | None:
        """Return a minimal set of clues that force a cell, if clues do; one alone if one does.

        The cost depends on the surroundings of the cell alone, if clues do.
        """
        around = self._position.clues_around(cell)
        for cells, lower, upper, source, _ in constraints_of_clues(self._position, around):
            if (lower == len(cells)) if mine else not upper:
                return Mus.of((source,))
        of_clues = self._position._replace(total=None)
        proposed = proposed_sources(of_clues, self._budget, cell=cell, mine=mine)
        opposite = self._without(cell, mine=mine)
        near = around if proposed is None else proposed.clues.tolist()
        # Where the kernel sees no set of clues, one question about all of them will do.
        near = near or with_rings(opposite, around, opposite.states.size)
        return self._mus_near(opposite, near)

    def _mus_near(self, position: Position, near: Iterable[int]) -> Mus | None:
        """Return a minimal unsatisfiable subset of the clues connected to those in `near`, if any.

        The search is among ever more clues around these.
        """
        clues: list[int] = []
        more_clues = sorted(set(near))
        rings = 1
        while len(more_clues) > len(clues):
            self._budget.check()
            clues = more_clues
            constraints = tuple(constraints_of_clues(position, clues))
            system = ConstraintSystem(cells_of(constraints), constraints)
            with closing(self._engine.reasoner(system, self._budget)) as reasoner:
                mus = reasoner.mus()
            if mus is not None:
                return Mus.of(mus)
            more_clues = with_rings(position, clues, rings)
            rings *= 2
        return None

    def _mus_anywhere(self, position: Position) -> Mus:
        """Return a MUS of a position, with the total if need be; ValueError if it is consistent."""
        proposed = proposed_sources(position, self._budget)
        clues, uses_total = (position.clues, True) if proposed is None else proposed
        system = _system(position if uses_total else position._replace(total=None), clues)
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            return mus_of(reasoner, system)

    def smallest(
        self, cell: int, *, mine: bool, beyond: int = 0, below: int = ANY_SIZE
    ) -> Mus | None:
        """Return a smallest set of sources that force a cell, without the mine count if possible.

        No set has `beyond` sources or fewer, as far as is known. None if every set has `below`
        sources or more.
        """
        opposite = self._without(cell, mine=mine)
        minimal = self.of_clues(cell, mine=mine)
        if minimal is None:  # every set has the mine count
            if below < ANY_SIZE and not self._can_be_tight(opposite, below):
                return None  # none of these is that small
            minimal = self._mus_anywhere(opposite)
        smallest = minimal if minimal.size < below else None
        least = min(below, minimal.size)
        try:
            # From here on only sets with fewer than `least` sources are of interest. Clues come
            # first, so that of two sets of one size the one without the mine count stays.
            if not minimal.uses_total and least > beyond + 1:
                of_clues = self._smallest_of_clues(opposite, cell, least)
                if of_clues is not None:
                    smallest, least = of_clues, of_clues.size
            if least > beyond + 1 and self._can_be_tight(opposite, least):
                assumed = cell, not mine
                smallest = self._smallest_with_total(opposite, assumed, least) or smallest
        except LimitError as error:
            size = (smallest or minimal).size
            message = f"{error.limit}; the smallest explanation so far has {size} sources"
            raise LimitError(message) from None
        return smallest

    def _without(self, cell: int, *, mine: bool) -> Position:
        """Return the position with the opposite of a verdict entered."""
        return self._position.changed({cell: State.NO_CLUE if mine else State.KNOWN_MINE})

    def _smallest_of_clues(self, opposite: Position, cell: int, below: int) -> Mus | None:
        """Return the smallest set of clues, if it has fewer than `below`.

        Each of its clues shares a cell with another or touches the cell. So of k clues the farthest
        is at most k - 1 rings away from those around the cell.
        """
        if below <= _BEYOND_ONE:
            return None  # no clue forces the cell alone, or that was the minimal set
        clues = with_rings(opposite, self._position.clues_around(cell), below - 2)
        return self._least(tuple(constraints_of_clues(opposite, clues)), (), below)

    def _can_be_tight(self, opposite: Position, below: int) -> bool:
        """Tell whether the mine count and few clues can conflict, fewer than `below` in all.

        Either the clues need more mines than there are, or more safe cells; or half of all cells
        are around them, so that numbers between the fewest and the most may be ruled out, too.
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

    def _smallest_with_total(
        self, opposite: Position, assumed: tuple[int, bool], below: int
    ) -> Mus | None:
        """Return the smallest set with the total in it, if it has fewer clues than `below`.

        `assumed` is a cell with its opposite value. Layouts of searches for other cells serve here
        as well if they have this value.
        """
        if opposite.total is None:
            return None
        cell, mine = assumed
        seen = [layout - {cell} for layout in self._near_misses if (cell in layout) is mine]
        known = len(seen)
        constraints = _system(opposite, opposite.clues).constraints
        mus = self._least(constraints, (TOTAL,), below, seen)
        added = frozenset([cell] if mine else ())
        self._near_misses += [layout | added for layout in seen[known:]]
        return mus

    def _least(
        self,
        constraints: Sequence[Constraint],
        always: Collection[Source],
        below: int,
        models: list[frozenset[int]] | None = None,
    ) -> Mus | None:
        """See `smallest_mus`, of a system of these constraints.

        Of clues that say the same of the same cells only the first is taken.
        """
        first: dict[tuple[Any, ...], Constraint] = {}
        for row in constraints:
            first.setdefault((row.source in always, *row._replace(source=TOTAL)), row)
        system = ConstraintSystem(cells_of(constraints), tuple(first.values()))
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            sources = smallest_mus(
                reasoner, system, budget=self._budget, always=always, below=below, models=models
            )
        return None if sources is None else Mus.of(sources)


def _system(position: Position, clues: IntArray) -> ConstraintSystem:
    """Make a system of some clues, and of the mine count if there is one, over their cells.

    Cells beside no clue may hold any number of mines, which is slack for the others.
    """
    rows = constraints_of_clues(position, clues.tolist())
    of_clues = tuple([row for row in rows if not row.says_nothing])
    cells = cells_of(of_clues)
    codes = cell_codes(position.states)
    bounds = bounds_left(position.total, codes)
    if bounds is None:
        return ConstraintSystem(cells, of_clues)
    slack = int((codes == COVERED_UNIT).sum()) - len(cells)
    total = Cardinality(cells, bounds[0] - slack, bounds[1], TOTAL)
    return ConstraintSystem(cells, (*of_clues, total))


def with_rings(position: Position, clues: Iterable[int], rings: int) -> list[int]:
    """Add this number of rings to some clues, or all there are; return all clues, ascending.

    A ring has the clues that share a covered cell with a clue so far.
    """
    state_of = position.states.item
    every = set(clues)
    ring = every
    for _ in range(rings):
        around = {cell for clue in ring for cell in position.adjacency.neighbours(clue)}
        covered = [cell for cell in around if is_covered(state_of(cell))]
        ring = {clue for cell in covered for clue in position.clues_around(cell)} - every
        if not ring:
            break
        every = every | ring
    return sorted(every)


def cells_of(constraints: Iterable[Constraint]) -> tuple[int, ...]:
    """Return the cells of some constraints, ascending."""
    return tuple(sorted({cell for constraint in constraints for cell in constraint.cells}))


def _most(numbers: NDArray[np.integer], count: int) -> int:
    """Return the largest sum of at most `count` of the numbers."""
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
    not suffice or, with `smallest`, if fewer sources suffice with it. Raises ValueError if the
    sources have a model, `LimitError` when the budget is spent.
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
    below: int = ANY_SIZE,
    models: list[frozenset[int]] | None = None,
) -> tuple[Source, ...] | None:
    """Return a smallest unsatisfiable subset of the sources under assumptions, or None.

    `reasoner` holds the system. The sources in `always` are in the set whether needed or not. None
    if there is no such set with less than `below` sources. `models` are assignments that meet the
    assumptions and perhaps many sources, to begin with; those of the search are added. Raises
    `LimitError`.
    """
    required = tuple(always)
    optional = [source for source in sources_of(system.constraints) if source not in required]
    models = [] if models is None else models
    corrections = [
        [place for place, source in enumerate(optional) if source not in met]
        for met in [_met(system, model) for model in models]
        if met.issuperset(required) and not met.issuperset(optional)
    ]

    def held(places: frozenset[int]) -> list[Source]:
        return [*required, *[optional[place] for place in sorted(places)]]

    def missed(places: frozenset[int]) -> list[int] | None:
        budget.check()
        sources = held(places)
        if len(sources) >= below:
            return []
        model = reasoner.model(assuming, sources)
        if model is None:
            return None
        satisfied, model = _maximal_satisfiable(reasoner, system, assuming, sources, model)
        models.append(model)
        return [place for place, source in enumerate(optional) if source not in satisfied]

    with closing(hitting_sets(corrections, missed)) as smallest:
        return next((tuple(held(places)) for places in smallest), None)


def _maximal_satisfiable(
    reasoner: Reasoner,
    system: ConstraintSystem,
    assuming: Mapping[int, bool],
    held: Collection[Source],
    model: frozenset[int],
) -> tuple[set[Source], frozenset[int]]:
    """Grow the held sources, which have this model, to a maximal satisfiable subset (MSS).

    Returns it with a model.
    """
    ordered = sources_of(system.constraints)
    satisfied = _met(system, model).union(held)
    for source in ordered:
        if source not in satisfied:
            # In a fixed order, so that the same question gets the same answer.
            tried = [each for each in ordered if each in satisfied or each == source]
            grown_model = reasoner.model(assuming, tried)
            if grown_model is not None:
                satisfied |= _met(system, grown_model)
                model = grown_model
    return satisfied, model


def _met(system: ConstraintSystem, model: frozenset[int]) -> set[Source]:
    """Return the sources whose constraints a model satisfies."""
    rows = system.constraints
    violated = {constraint.source for constraint in rows if not constraint.weight(model)}
    return {constraint.source for constraint in rows} - violated
