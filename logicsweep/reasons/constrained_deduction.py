"""Deductions on boards with rules or other constraints beside the clues.

As for ordinary boards, an easiest deduction comes first, and its level is the size of a smallest
MUS given the earlier verdicts. But there are no techniques for several such constraints: the cells
that one of them forces are read off its decision diagram, and everything else is searched for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Final

from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND, Source
from logicsweep.constraints.regional import Regional
from logicsweep.limits import Budget
from logicsweep.reason.mus import ANY_SIZE, Mus, smallest_mus
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.deduction import Deduced, decided_by
from logicsweep.reasons.techniques import Technique
from logicsweep.system.system import ConstraintSystem

_SOME: Final = 2


@dataclass(kw_only=True)
class ConstrainedDeductions:
    """Deductions from a system of constraints, one after the other; see `Deductions`."""

    system: ConstraintSystem
    unproved: Mapping[int, bool]
    level: int | None
    safe_first: bool
    engine: Engine
    budget: Budget

    def __iter__(self) -> Iterator[Deduced]:
        """Yield all deductions; each is known before the next is found."""
        system = self.system
        while self.unproved:
            sources = self._alone(system)
            if sources is None and (self.level is None or self.level >= _SOME):
                sources = self._together(system)
            if sources is None:
                return
            decided = self._decided_by(system, sources)
            system = conditioned_on(decided, system)
            self.unproved = {
                cell: mine for cell, mine in self.unproved.items() if cell not in decided
            }
            mus = Mus.of(sources)
            yield Deduced(_technique(mus), mus, decided)

    def _alone(self, system: ConstraintSystem) -> tuple[Source, ...] | None:
        """Return a source that forces a cell by itself; clues and rules before the mine count."""
        first_of_mines = None
        for constraint in system.constraints:
            self.budget.check()
            if constraint.source == BACKGROUND:
                continue
            forced = self._forced(system, constraint)
            if forced and not (self.safe_first and all(self.unproved[cell] for cell in forced)):
                return (constraint.source,)
            if forced and first_of_mines is None:
                first_of_mines = (constraint.source,)
        return first_of_mines

    def _forced(self, system: ConstraintSystem, constraint: Constraint) -> Collection[int]:
        """Find the cells that a constraint forces by itself; one on regions takes a proof."""
        if isinstance(constraint, Regional):
            return self._decided_by(system, (constraint.source,))
        undecided = self.unproved.keys() & constraint.cells
        return [cell for cell in undecided if _forces(constraint, cell)]

    def _together(self, system: ConstraintSystem) -> tuple[Source, ...] | None:
        """Find as few sources as possible that decide any cell together."""
        unproved = self.unproved
        best: tuple[Source, ...] | None = None
        below = ANY_SIZE if self.level is None else self.level + 1
        order = sorted(unproved, key=lambda cell: (self.safe_first and unproved[cell], cell))
        with closing(self.engine.reasoner(system, self.budget)) as reasoner:
            for cell in order:
                if best is not None and len(best) <= _SOME:
                    break  # there are none with fewer: no source forces a cell by itself
                mus = smallest_mus(
                    reasoner,
                    system,
                    assuming={cell: not unproved[cell]},
                    below=below,
                    budget=self.budget,
                )
                if mus is not None:
                    best, below = mus, len(mus)
        return best

    def _decided_by(self, system: ConstraintSystem, sources: Collection[Source]) -> dict[int, bool]:
        """Find the unproved verdicts that some sources decide together."""
        rows = constraints_from(system, sources)
        decided = decided_by(rows, self.engine, self.budget)
        return {cell: mine for cell, mine in decided.items() if cell in self.unproved}


def conditioned_on(known: Mapping[int, bool], system: ConstraintSystem) -> ConstraintSystem:
    """Condition a system on cells that are known."""
    rows = [row.conditioned(known) for row in system.constraints]
    kept = tuple([row for row in rows if not row.says_nothing])
    cells = tuple([cell for cell in system.cells if cell not in known])
    return ConstraintSystem(cells, kept)


def constraints_from(system: ConstraintSystem, sources: Collection[Source]) -> list[Constraint]:
    """List the constraints of a system that come from some sources, or always hold."""
    held = {*sources, BACKGROUND}
    return [constraint for constraint in system.constraints if constraint.source in held]


def _forces(constraint: Constraint, cell: int) -> bool:
    """Tell whether a constraint, which can be satisfied, allows a cell only one value."""
    return any(constraint.conditioned({cell: mine}).is_impossible for mine in (False, True))


def _technique(mus: Mus) -> Technique:
    """Name the technique of a deduction by its sources."""
    if mus.constraints:
        return Technique.RULE
    if mus.uses_total:
        return Technique.TOTAL
    by_size = {1: Technique.SINGLE_CLUE, _SOME: Technique.DIFFERENCE}
    return by_size.get(mus.size, Technique.TOGETHER)
