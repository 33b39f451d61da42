"""Verdicts under further constraints, component by component.

It is the ledger of an ordinary board but for one thing: what is to be settled around a change are
constraints of any kind, which no array of clues can hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from functools import cached_property
from itertools import chain

from logicsweep.board.clue import Clue
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.partition import merged
from logicsweep.constraints.position import Decided, Position
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.source import TOTAL
from logicsweep.constraints.statements import Statements, conditioned
from logicsweep.constraints.system import COVERED_UNIT, ConstraintSystem
from logicsweep.eliminate.support import TooLargeTablesError
from logicsweep.limits import Budget, watched
from logicsweep.reason.cells import Remembered
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.settle import ContradictionError, Settled, settle_constraints
from logicsweep.reason.solvers.engine import Engine


class ConstrainedComponents(ComponentLedger):
    """Verdicts under clues, mine count and the other `statements` of a board."""

    KEPT = (*ComponentLedger.KEPT, "_statements")

    def __init__(self, position: Position, statements: Statements, engine: Engine) -> None:
        super().__init__(position, engine)
        self._statements = statements

    @cached_property
    def _told(self) -> set[int]:
        """Cells that were undecided when they were told: what is said of them may be violated."""
        return set()

    def needs_total(self, budget: Budget) -> bool:
        """Whether some verdict does not follow without the total. Raises as `settle`."""
        if super().needs_total(budget):
            return True
        statements, position = self._statements.without_total(), self.position
        if statements is self._statements or position.total is None:
            return False
        without = ConstrainedComponents(position._replace(total=None), statements, self._engine)
        without.settle(budget)
        pairs = zip(self.proved(), without.proved(), strict=True)
        return any(len(one) > len(fewer) for one, fewer in pairs)

    def _settle_clues(self, budget: Budget, new: Decided[list[int]]) -> None:
        super()._settle_clues(budget, new)
        self._told.clear()

    def _settled(self, budget: Budget) -> Iterator[Settled]:
        """Decide what the constraints around dirty cells decide."""
        position, statements, codes = self.position, self._statements, self._cells.codes
        clues = [statements.clue(position, number) for number in self._dirty_clues().tolist()]
        if self._dirty is None:
            every = watched([*clues, *statements.others], budget)
            constraints = list(conditioned(every, codes))
        else:
            dirty = set(filter(self.is_undecided, self._dirty))
            others = statements.touching(dirty | self._told)
            # One that the cells still in it do not tie to dirty ones is in a component that stays.
            constraints = [
                one
                for one in conditioned([*clues, *others], codes)
                if not one.cells or not dirty.isdisjoint(one.cells)
            ]
        return settle_constraints(merged(constraints), codes, self._engine, budget)

    def _decided_by_total(self, lower: int, upper: int, budget: Budget) -> Decided[list[int]]:
        """The undecided cells that the total decides.

        Where regions tie cells together, or tables of all numbers of mines would be too large, the
        total is one more constraint for the reasoner: a proof for one number takes far less.
        """
        has_regions = any(
            isinstance(constraint, Regional)
            for one in self.components
            for constraint in one.component.system.constraints
        )
        if self._engine.tabulates or not has_regions:
            try:
                return super()._decided_by_total(lower, upper, budget)
            except TooLargeTablesError:
                if self._engine.tabulates:
                    raise
        systems = [one.component.system for one in self.components]
        cells = sorted([*self.interior().tolist(), *chain(*[one.cells for one in systems])])
        total = Cardinality(tuple(cells), lower, upper, TOTAL)
        constraints = (*chain(*[one.constraints for one in systems]), total)
        system = ConstraintSystem(tuple(cells), constraints)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            found = reasoner.consequences()
        if found is None:
            raise ContradictionError(())
        return Decided(sorted(found.mines), sorted(found.safe))

    def _enter(
        self,
        number: int,
        shown: int | Clue,
        position: Position,
        before: dict[int, Remembered],
    ) -> None:
        super()._enter(number, shown, position, before)
        if before[number].code == COVERED_UNIT:
            self._told.add(number)

    def _own(self) -> None:
        if self._is_shared:
            self._told = set(self._told)
        super()._own()
