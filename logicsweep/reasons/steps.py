"""Steps: deductions, each with the earlier verdicts that it needs."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import TOTAL, Source, SourceKind
from logicsweep.limits import Budget
from logicsweep.reason.mus import cells_of, with_rings
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.constrained_deduction import (
    ConstrainedDeductions,
    conditioned_on,
    constraints_from,
)
from logicsweep.reasons.deduction import Deduced, Deductions, plain_constraints
from logicsweep.reasons.explanation import Step
from logicsweep.reasons.techniques import decided_either_way, row_of
from logicsweep.system.statements import Statements
from logicsweep.system.system import (
    ConstraintSystem,
    Decided,
    is_mine_by_cell,
    position_of,
)

# The number of the step before the first one, which stands for what is known from the start.
_START: Final = -1


class Steps:
    """Steps that deduce given verdicts on a board, found in the way that its statements allow.

    With a `level`, no step takes more sources together, and none is searched for. Everything raises
    `LimitError` when the budget is spent.
    """

    def __init__(
        self,
        board: Board,
        statements: Statements,
        *,
        decided: Decided[NDArray[np.intp]],
        level: int | None = None,
        engine: Engine,
        budget: Budget,
    ) -> None:
        self._board = board
        self._statements = statements
        # None where clues and mine count are the only constraints; those are made when needed.
        self._system = None if statements.are_ordinary else statements.system_of(board)
        self._level = level
        self._verdicts = is_mine_by_cell(*[cells.tolist() for cells in decided])
        self._engine = engine
        self._budget = budget
        self._position = position_of(board)
        self._taken: list[Deduced] = []
        self._when: dict[int, int] = {}  # by cell, the number of the step that decided it

    def every(self) -> tuple[Step, ...]:
        """Deduce all of the verdicts in steps, always one of the easiest next."""
        for deduced in self._deductions():
            self._take(deduced)
        return tuple([self._step(number) for number in range(len(self._taken))])

    def next(self, *, safe: bool = False, name: str | None = None) -> Step | None:
        """Return the easiest step that tells the player something new; None when there is none.

        Among steps with as many sources, one that proves a safe cell comes first. With `safe`, it
        is the first step that proves one, and the earlier steps that it needs are its `before`;
        with the name of a technique or pattern, the first step that goes by it. Flagged cells that
        are proved mines count as known.
        """
        if safe and all(self._verdicts.values()):
            return None
        flagged = (self._position.states == State.FLAGGED).nonzero()[0].tolist()
        self._when = dict.fromkeys([cell for cell in flagged if self._verdicts.get(cell)], _START)
        # Steps of a name are those that a rating has.
        for number, deduced in enumerate(self._deductions(safe_first=safe or name is None)):
            self._take(deduced)
            wanted = {cell for cell, mine in deduced.decided.items() if not (safe and mine)}
            if not wanted or (name is not None and not self._step(number).goes_by(name)):
                continue
            if not safe and name is None:
                return self._step(number)
            *before, last = self._needed(wanted)
            return replace(last, before=tuple(before))
        return None

    def towards(self, cell: int, *, uses_total: bool) -> tuple[Step, ...]:
        """Deduce the verdict on a cell in steps, each of which a later one needs.

        Without the mine count it is left out, and of an ordinary board only clues are used that are
        connected to the cell.
        """
        for deduced in self._deductions(near=None if uses_total else cell):
            self._take(deduced)
            if cell in deduced.decided:
                return self._needed({cell})
        raise ValueError("the verdict does not follow")

    def _deductions(
        self, *, near: int | None = None, safe_first: bool = False
    ) -> Iterable[Deduced]:
        """Find the deductions; with `near`, those without the mine count that lead to a cell."""
        position, verdicts, known = self._position, self._verdicts, dict.fromkeys(self._when, True)
        if self._system is not None:
            rows = [row for row in self._system.constraints if near is None or row.source != TOTAL]
            return ConstrainedDeductions(
                system=conditioned_on(known, self._system._replace(constraints=tuple(rows))),
                unproved={cell: mine for cell, mine in verdicts.items() if cell not in known},
                level=self._level,
                safe_first=safe_first,
                engine=self._engine,
                budget=self._budget,
            )
        clues = position.clues
        if near is not None:
            connected = with_rings(position, position.clues_around(near), position.states.size)
            clues = np.array(connected, dtype=np.int32)
            around = np.unique(position.adjacency.table[:, clues]).tolist()
            verdicts = {cell: verdicts[cell] for cell in around if cell in verdicts}
        deductions = Deductions(
            position,
            clues=clues,
            verdicts=verdicts,
            level=self._level,
            safe_first=safe_first,
            engine=self._engine,
            budget=self._budget,
        )
        deductions.know(known)
        return deductions

    def _take(self, deduced: Deduced) -> None:
        self._when |= dict.fromkeys(deduced.decided, len(self._taken))
        self._taken.append(deduced)

    def _needed(self, cells: set[int]) -> tuple[Step, ...]:
        """Return the steps that lead to some cells, each reduced to the needed part."""
        wanted = set(cells)
        steps = []
        for number, deduced in reversed(list(enumerate(self._taken))):
            targets, split = wanted.intersection(deduced.decided), deduced.split
            if targets:
                if split is not None and split in deduced.decided:
                    targets.add(split)  # one of its values leads to a contradiction
                step = self._step(number, targets)
                wanted |= set(map(self._board.number, (*step.given_mines, *step.given_safe)))
                steps.append(step)
        return tuple(reversed(steps))

    def _step(self, number: int, targets: Collection[int] | None = None) -> Step:
        """Return a step that decides some cells, by default all that it can, with what it needs."""
        deduced, mine = self._taken[number], self._verdicts
        targets = deduced.decided if targets is None else targets
        rows = self._rows(deduced)
        given = self._given(number, rows, sorted(targets))
        return Step(
            self._board,
            deduced.technique,
            self._cells(deduced.mus.clues),
            deduced.mus.uses_total,
            given_mines=self._cells([cell for cell in given if mine[cell]]),
            given_safe=self._cells([cell for cell in given if not mine[cell]]),
            mines=self._cells([cell for cell in targets if mine[cell]]),
            safe=self._cells([cell for cell in targets if not mine[cell]]),
            split=None if deduced.split is None else self._board.cell(deduced.split),
            constraints=tuple([row for row in rows if row.source.is_further]),
            liars=self._statements.hidden.liars,
        )

    def _rows(self, deduced: Deduced) -> list[Constraint]:
        """Return the constraints of the sources of a deduction, and those that always hold."""
        if self._system is not None:
            return constraints_from(self._system, deduced.mus.sources)
        return plain_constraints(self._position, deduced.mus)

    def _given(
        self, number: int, rows: Sequence[Constraint], targets: Sequence[int]
    ) -> Collection[int]:
        """Return a minimal set of earlier verdicts that a step needs to decide some cells."""
        deduced, when = self._taken[number], self._when
        cells = cells_of(rows)
        earlier = {cell: self._verdicts[cell] for cell in cells if when.get(cell, number) < number}
        wanted = {cell: deduced.decided[cell] for cell in targets}
        if not earlier:
            return ()
        if len(rows) == 1 and isinstance(rows[0], Cardinality) and not rows[0].gaps:
            # Targets are safe since all mines are known, or mines since all other cells are safe.
            return [cell for cell, mine in earlier.items() if mine is not wanted[targets[0]]]
        if deduced.split is not None:
            return _given_to_split(deduced.split, rows, earlier, wanted)
        known = [
            Cardinality((cell,), int(mine), int(mine), Source(SourceKind.STEP, cell))
            for cell, mine in earlier.items()
        ]
        given: set[int] = set()
        system = ConstraintSystem(cells, (*rows, *known))
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            for cell in _representatives(rows, targets):
                mus = reasoner.mus({cell: not wanted[cell]}) or ()
                given |= {
                    source.cell
                    for source in mus
                    if source.kind is SourceKind.STEP and source.cell is not None
                }
        return given

    def _cells(self, numbers: Collection[int]) -> tuple[Cell, ...]:
        return tuple(map(self._board.cell, sorted(numbers)))


def _given_to_split(
    split: int, rows: Sequence[Constraint], earlier: Mapping[int, bool], wanted: Mapping[int, bool]
) -> set[int]:
    """Find a minimal set of verdicts that a case split needs to decide cells by single rows."""
    given = dict(earlier)
    for cell in sorted(earlier):
        mine = given.pop(cell)
        left = [row_of(row) for row in rows if isinstance(row, Cardinality)]
        for row in left:
            for known in row.cells.intersection(given):
                row.decide(known, mine=given[known])
        if not wanted.items() <= decided_either_way(left, split).items():
            given[cell] = mine
    return set(given)


def _representatives(rows: Sequence[Constraint], cells: Sequence[int]) -> Collection[int]:
    """Choose one cell for each set of rows: cells of the same numbers have the same reasons."""
    if not all(isinstance(row, Cardinality) for row in rows):
        return cells
    first_with: dict[tuple[bool, ...], int] = {}
    for cell in cells:
        first_with.setdefault(tuple([cell in row.cells for row in rows]), cell)
    return first_with.values()
