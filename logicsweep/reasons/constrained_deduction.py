"""Deductions on boards with rules or other constraints beside the clues.

As for ordinary boards, an easiest deduction comes first, and its level is the size of a smallest
MUS given the earlier verdicts. But there are no techniques for several such constraints: the cells
that one of them forces are read off its decision diagram, and everything else is searched for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from typing import Final

from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND, TOTAL, Source, clues_among
from logicsweep.constraints.regional import Regional
from logicsweep.limits import Budget
from logicsweep.reason.mus import ANY_SIZE, smallest_mus
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.deduction import Deduced, decided_by
from logicsweep.reasons.techniques import Technique
from logicsweep.system.system import ConstraintSystem

_SOME: Final = 2


class ConstrainedDeductions:
    """Deductions from a system of constraints, one after the other; see `Deductions`."""

    def __init__(
        self,
        system: ConstraintSystem,
        *,
        verdicts: Mapping[int, bool],
        known: Mapping[int, bool],
        level: int | None,
        safe_first: bool,
        engine: Engine,
        budget: Budget,
    ) -> None:
        self._system = system
        self._known = dict(known)
        self._unproved = {cell: mine for cell, mine in verdicts.items() if cell not in known}
        self._level = level
        self._safe_first = safe_first
        self._engine = engine
        self._budget = budget

    def __iter__(self) -> Iterator[Deduced]:
        """Yield all deductions; each is known before the next is found."""
        while self._unproved:
            system = self._conditioned()
            sources = self._alone(system)
            if sources is None and (self._level is None or self._level >= _SOME):
                sources = self._together(system)
            if sources is None:
                return
            decided = self._decided_by(system, sources)
            self._known |= decided
            self._unproved = {
                cell: mine for cell, mine in self._unproved.items() if cell not in decided
            }
            clues, uses_total = clues_among(sources), TOTAL in sources
            others = tuple([source for source in sources if source.is_further])
            technique = _technique(clues, uses_total=uses_total, has_others=bool(others))
            yield Deduced(technique, clues, uses_total, decided, constraints=others)

    def _conditioned(self) -> ConstraintSystem:
        """Condition the system of the sources on the cells that are known."""
        rows = [row.conditioned(self._known) for row in self._system.constraints]
        kept = tuple([row for row in rows if not row.says_nothing])
        cells = tuple([cell for cell in self._system.cells if cell not in self._known])
        return ConstraintSystem(cells, kept)

    def _alone(self, system: ConstraintSystem) -> tuple[Source, ...] | None:
        """Return a source that forces a cell by itself; clues and rules before the mine count."""
        first_of_mines = None
        for constraint in system.constraints:
            self._budget.check()
            if constraint.source == BACKGROUND:
                continue
            forced = self._forced(system, constraint)
            if forced and not (self._safe_first and all(self._unproved[cell] for cell in forced)):
                return (constraint.source,)
            if forced and first_of_mines is None:
                first_of_mines = (constraint.source,)
        return first_of_mines

    def _forced(self, system: ConstraintSystem, constraint: Constraint) -> Collection[int]:
        """Find the cells that a constraint forces by itself; one on regions takes a proof."""
        if isinstance(constraint, Regional):
            return self._decided_by(system, (constraint.source,))
        undecided = self._unproved.keys() & constraint.cells
        return [cell for cell in undecided if _forces(constraint, cell)]

    def _together(self, system: ConstraintSystem) -> tuple[Source, ...] | None:
        """Find as few sources as possible that decide any cell together."""
        unproved = self._unproved
        best: tuple[Source, ...] | None = None
        below = ANY_SIZE if self._level is None else self._level + 1
        order = sorted(unproved, key=lambda cell: (self._safe_first and unproved[cell], cell))
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            for cell in order:
                if best is not None and len(best) <= _SOME:
                    break  # there are none with fewer: no source forces a cell by itself
                mus = smallest_mus(
                    reasoner,
                    system,
                    assuming={cell: not unproved[cell]},
                    below=below,
                    budget=self._budget,
                )
                if mus is not None:
                    best, below = mus, len(mus)
        return best

    def _decided_by(self, system: ConstraintSystem, sources: Collection[Source]) -> dict[int, bool]:
        """Find the unproved verdicts that some sources decide together."""
        rows = constraints_from(system, sources)
        decided = decided_by(rows, self._engine, self._budget)
        return {cell: mine for cell, mine in decided.items() if cell in self._unproved}


def constraints_from(system: ConstraintSystem, sources: Collection[Source]) -> list[Constraint]:
    """List the constraints of a system that come from some sources, or always hold."""
    held = {*sources, BACKGROUND}
    return [constraint for constraint in system.constraints if constraint.source in held]


def _forces(constraint: Constraint, cell: int) -> bool:
    """Tell whether a constraint, which can be satisfied, allows a cell only one value."""
    return any(constraint.conditioned({cell: mine}).is_impossible for mine in (False, True))


def _technique(clues: Collection[int], *, uses_total: bool, has_others: bool) -> Technique:
    """Name the technique of a deduction by its sources."""
    if has_others:
        return Technique.RULE
    if uses_total:
        return Technique.TOTAL
    if len(clues) == 1:
        return Technique.SINGLE_CLUE
    return Technique.DIFFERENCE if len(clues) == _SOME else Technique.TOGETHER
