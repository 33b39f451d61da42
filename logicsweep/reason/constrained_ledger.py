"""Verdicts under further constraints, component by component.

The ledger differs from that of an ordinary board in two things: the constraints to be settled
around a change are of any kind, which no array of clues can hold; and there may be hidden cells,
which are decided with the others.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping
from contextlib import closing
from functools import cached_property
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import TOTAL
from logicsweep.constraints.regional import Regional
from logicsweep.limits import Budget, watched
from logicsweep.reason.cells import Cells, Remembered
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.settle import ContradictionError, Settled, settle_constraints
from logicsweep.reason.solvers.engine import Engine
from logicsweep.system.model_counts import TooLargeTablesError
from logicsweep.system.partition import merged
from logicsweep.system.statements import Statements, conditioned
from logicsweep.system.system import COVERED_UNIT, ConstraintSystem, Decided, Position


class ConstrainedComponents(ComponentLedger):
    """Verdicts under clues, mine count and the other `statements` of a board."""

    KEPT = (*ComponentLedger.KEPT, "_statements", "_marked", "trusts")
    # Whether clues that are told from now on are right, even if others may be wrong.
    trusts = False

    def __init__(
        self,
        position: Position,
        statements: Statements,
        engine: Engine,
        marked: Mapping[int, bool] | None = None,
    ) -> None:
        """Take statements; `marked` tells whether hidden cells are marked, None if that is open."""
        if statements.is_wide and marked is None:  # its tables would be too large
            engine = engine._replace(tabulates=False)
        super().__init__(position, engine)
        self._statements = statements
        self._marked = marked

    def _first_cells(self) -> Cells:
        hidden = self._statements.hidden
        if not hidden.cells:
            return super()._first_cells()
        states = hidden.states(self._start.states)
        for cell, is_marked in (self._marked or {}).items():
            states[cell - hidden.size] = State.KNOWN_MINE if is_marked else State.NO_CLUE
        return Cells(self._start, states)

    @cached_property
    def _told(self) -> set[int]:
        """Cells told since the last settling that were undecided: constraints may be violated."""
        return set()

    def needs_total(self, budget: Budget) -> bool:
        """Tell whether some verdict does not follow without the total. Raises as `settle`."""
        statements, position = self._statements.without_total(), self.position
        needs_total = super().needs_total(budget)
        # The total may have decided nothing but hidden cells, or be in the constraints of rules.
        is_certain = not statements.hidden.cells if needs_total else statements is self._statements
        if is_certain or position.total is None:
            return needs_total
        without = ConstrainedComponents(
            position._replace(total=None), statements, self._engine, self._marked
        )
        without.settle(budget)
        pairs = zip(self.proved(), without.proved(), strict=True)
        return any(len(proved) > len(fewer) for proved, fewer in pairs)

    def _settle_clues(self, budget: Budget, new: Decided[list[int]]) -> None:
        super()._settle_clues(budget, new)
        self._told.clear()

    def _settled(self, budget: Budget) -> Iterator[Settled]:
        """Decide what the constraints around dirty cells decide."""
        position, statements, codes = self.position, self._statements, self._cells.codes
        clues = statements.clues(position, self._dirty_clues().tolist(), codes)
        if self._dirty is None:
            every = chain(clues, conditioned(statements.others, codes))
            constraints = list(watched(every, budget))
        else:
            dirty = set(filter(self.is_undecided, self._dirty))
            others = conditioned(statements.touching(dirty | self._told), codes)
            # A constraint without dirty cells is in a component that stays.
            constraints = [
                constraint
                for constraint in chain(clues, others)
                if not constraint.cells or not dirty.isdisjoint(constraint.cells)
            ]
        return settle_constraints(
            merged(constraints), codes, self._engine, budget, hidden_from=statements.hidden.first
        )

    def _dirty_clues(self) -> NDArray[np.int32]:
        """List the clues around dirty cells, and those that tie hidden ones."""
        hidden = self._statements.hidden
        if self._dirty is None or not hidden.cells:
            return super()._dirty_clues()
        tied = [cell for cell in self._dirty if cell >= hidden.size and self.is_undecided(cell)]
        if tied and self._statements.is_wide:
            return self.position.clues
        # A key that is not wide has a cell for each cell of the board, as liars have.
        clues = [(cell - hidden.size) % hidden.size for cell in tied]
        return self._cells.clues_near(self._dirty, self._due.union(clues))

    def _decided_by_total(self, lower: int, upper: int, budget: Budget) -> Decided[list[int]]:
        """Return the undecided cells that the total decides.

        Where regions or a key tie cells together, or tables of all numbers of mines would be too
        large, the total is one more constraint for the reasoner: a proof for one number takes far
        less.
        """
        is_tied = self._statements.is_wide or any(
            isinstance(constraint, Regional)
            for component in self.components
            for constraint in component.component.system.constraints
        )
        if self._engine.tabulates or not is_tied:
            try:
                return super()._decided_by_total(lower, upper, budget)
            except TooLargeTablesError:
                if self._engine.tabulates:
                    raise
        systems = [component.component.system for component in self.components]
        cells = sorted([*self.interior().tolist(), *chain(*[part.cells for part in systems])])
        on_board = tuple(cells[: bisect_left(cells, self._statements.hidden.first)])
        total = Cardinality(on_board, lower, upper, TOTAL)
        constraints = (*chain(*[part.constraints for part in systems]), total)
        system = ConstraintSystem(tuple(cells), constraints)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            backbone = reasoner.consequences()
        if backbone is None:
            raise ContradictionError(())
        return Decided(sorted(backbone.mines), sorted(backbone.safe))

    def _enter(
        self, number: int, shown: int | Clue, position: Position, before: dict[int, Remembered]
    ) -> None:
        """Note a clue that is told, and mark the hidden cells that it ties together."""
        super()._enter(number, shown, position, before)
        if before[number].code == COVERED_UNIT:
            self._told.add(number)
        hidden = self._statements.hidden
        if not hidden.cells or not (isinstance(shown, Clue) or shown >= 0):
            return
        wrong = None if self.trusts else hidden.wrong(number)
        if wrong is not None:
            before[wrong] = self._cells.remembered(wrong)
            self._cells.reveal(wrong)
        # The clue ties hidden cells together, and so does the bound on wrong clues.
        hidden_cells = range(hidden.size, hidden.size + hidden.cells)
        self._mark_dirty([cell for cell in hidden_cells if self.is_undecided(cell)])

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        """See `ComponentLedger.tell`; the new verdicts are those on cells of the board."""
        new, first = super().tell(changes, budget), self._statements.hidden.first
        return Decided(*[[cell for cell in cells if cell < first] for cells in new])

    def _unshare(self) -> None:
        if self._is_shared:
            self._told = set(self._told)
        super()._unshare()
