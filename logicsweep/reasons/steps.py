"""Steps: deductions, each with the earlier verdicts that it needs."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import closing
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell
from logicsweep.board.relation import IntArray
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import TOTAL, Source, SourceKind
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import with_rings
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.deduction import Deduced, Deductions
from logicsweep.reasons.explanation import Step
from logicsweep.reasons.techniques import Technique, decided_either_way, row_of
from logicsweep.system.system import (
    COVERED_UNIT,
    ConstraintSystem,
    Decided,
    bounds_left,
    cell_codes,
    constraints_of_clues,
    is_mine_by_cell,
    position_of,
)


class Steps:
    """Steps that deduce given verdicts on a board.

    With a `level`, no step takes more sources together, and none is searched for. Everything raises
    `LimitError` when the budget is spent.
    """

    def __init__(
        self,
        board: Board,
        *,
        decided: Decided[NDArray[np.intp]],
        level: int | None = None,
        engine: Engine,
        budget: Budget,
    ) -> None:
        self._board = board
        self._level = level
        self._verdicts = is_mine_by_cell(*[cells.tolist() for cells in decided])
        self._engine = engine
        self._budget = budget
        self._position = position_of(board)
        self._codes = cell_codes(self._position.states)
        self._taken: list[Deduced] = []
        self._when: dict[int, int] = {}  # by cell, the number of the step that decided it
        self._known: set[int] = set()  # cells that are known before the first step

    def every(self) -> tuple[Step, ...]:
        """Deduce all of the verdicts in steps, always one of the easiest next."""
        for deduced in self._deductions(self._position.clues, self._verdicts):
            self._take(deduced)
        return tuple(self._step(number) for number in range(len(self._taken)))

    def next(self, *, safe: bool = False, name: str | None = None) -> Step | None:
        """Return the easiest step that tells the player something new; None when there is none.

        Among steps with as many sources, one that proves a safe cell comes first. With `safe`, it
        is the first step that proves one, and the earlier steps that it needs are its `before`;
        with the name of a technique or pattern, the first step that goes by it. Flagged cells that
        are proved mines count as known.
        """
        if safe and all(self._verdicts.values()):
            return None
        # Steps of a name are those that a rating has.
        deductions = self._deductions(
            self._position.clues, self._verdicts, safe_first=safe or name is None
        )
        flagged = (self._position.states == State.FLAGGED).nonzero()[0].tolist()
        self._known = {cell for cell in flagged if self._verdicts.get(cell)}
        deductions.know(dict.fromkeys(self._known, True))
        for number, deduced in enumerate(deductions):
            self._take(deduced)
            proves_safe = False in deduced.decided.values()
            if (proves_safe or not safe) and (name is None or self._step(number).goes_by(name)):
                break
        else:
            return None
        if not safe and name is None:
            return self._step(0)
        wanted = {cell for cell, mine in deduced.decided.items() if not (safe and mine)}
        *before, last = self._needed(wanted)
        return replace(last, before=tuple(before))

    def towards(self, cell: int, *, uses_total: bool) -> tuple[Step, ...]:
        """Deduce the verdict on a cell in steps, each of which a later one needs.

        Without the mine count, only clues that are connected to the cell are used.
        """
        clues, verdicts = self._position.clues, self._verdicts
        if not uses_total:
            clues = self._connected(cell)
            around = np.unique(self._position.adjacency.table[:, clues])
            verdicts = {
                number: self._verdicts[number]
                for number in around.tolist()
                if number in self._verdicts
            }
        for deduced in self._deductions(clues, verdicts):
            self._take(deduced)
            if cell in deduced.decided:
                break
        return self._needed({cell})

    def _connected(self, cell: int) -> IntArray:
        """List all clues that are connected to a cell."""
        position = self._position
        clues = np.array(position.clues_around(cell), dtype=np.int32)
        return with_rings(position, self._codes, clues, position.states.size)

    def _deductions(
        self, clues: IntArray, verdicts: dict[int, bool], *, safe_first: bool = False
    ) -> Deductions:
        return Deductions(
            self._position,
            clues=clues,
            verdicts=verdicts,
            level=self._level,
            safe_first=safe_first,
            engine=self._engine,
            budget=self._budget,
        )

    def _take(self, deduced: Deduced) -> None:
        for cell in deduced.decided:
            self._when[cell] = len(self._taken)
        self._taken.append(deduced)

    def _needed(self, cells: set[int]) -> tuple[Step, ...]:
        """Return the steps that lead to some cells, each reduced to the needed part."""
        wanted = set(cells)
        steps = []
        for number in reversed(range(len(self._taken))):
            decided = {cell for cell in wanted if self._when.get(cell) == number}
            split = self._taken[number].split
            if decided:
                if split is not None and split in self._taken[number].decided:
                    decided.add(split)  # one of its values leads to a contradiction
                given = self._given(number, decided)
                wanted |= given
                steps.append(self._public(number, decided, given))
        return tuple(reversed(steps))

    def _step(self, number: int) -> Step:
        """Return a step with all that it decides."""
        decided = set(self._taken[number].decided)
        return self._public(number, decided, self._given(number, decided))

    def _given(self, number: int, targets: set[int]) -> set[int]:
        """Return a minimal set of earlier verdicts that a step needs to decide some cells."""
        deduced = self._taken[number]
        if deduced.technique is Technique.SINGLE_CLUE and not self._position.uncertain:
            # Targets are safe since all mines are known, or mines since all other cells are safe.
            (clue,) = deduced.clues
            others = not deduced.decided[min(targets)]
            when, known = self._when, self._known
            return {
                cell
                for cell in self._position.adjacency.neighbours(clue)
                if when.get(cell, number) < number or cell in known
                if self._verdicts[cell] is others
            }
        system = self._system(number, targets)
        earlier = {
            constraint.source.cell: self._verdicts[constraint.source.cell]
            for constraint in system.constraints
            if constraint.source.kind is SourceKind.STEP and constraint.source.cell is not None
        }
        if not earlier:
            return set()
        if not deduced.clues:  # as for a single clue
            return {
                cell for cell, mine in earlier.items() if mine is not deduced.decided[min(targets)]
            }
        if deduced.split is not None:
            wanted = {cell: deduced.decided[cell] for cell in targets}
            return _given_to_split(deduced.split, system, earlier, wanted)
        given: set[int] = set()
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            for cell in _representatives(system, targets):
                mus = reasoner.mus({cell: not deduced.decided[cell]})
                given |= {
                    source.cell
                    for source in mus or ()
                    if source.kind is SourceKind.STEP and source.cell is not None
                }
        return given

    def _system(self, number: int, targets: set[int]) -> ConstraintSystem:
        """Return the sources of a step, and the earlier verdicts on their cells."""
        deduced = self._taken[number]
        constraints = list(constraints_of_clues(self._position, deduced.clues))
        cells = {cell for constraint in constraints for cell in constraint.cells} | targets
        # The total is about all cells that are known, a clue about those around it.
        candidates = {*self._known, *self._when} if deduced.uses_total else cells
        earlier = {cell for cell in candidates if self._is_before(cell, number)}
        cells |= earlier
        ordered = tuple(sorted(cells))
        constraints += [
            Cardinality((cell,), mine, mine, Source(SourceKind.STEP, cell))
            for cell in sorted(earlier)
            for mine in (int(self._verdicts[cell]),)
        ]
        bounds = bounds_left(self._position.total, self._codes)
        if deduced.uses_total and bounds is not None:
            others = int((self._codes == COVERED_UNIT).sum()) - len(ordered)
            constraints.append(Cardinality(ordered, bounds[0] - others, bounds[1], TOTAL))
        return ConstraintSystem(ordered, tuple(constraints))

    def _is_before(self, cell: int, number: int) -> bool:
        """Tell whether a cell is known when a step is made."""
        return cell in self._known or self._when.get(cell, number) < number

    def _public(self, number: int, targets: set[int], given: set[int]) -> Step:
        """Make the step of the deduction with this number, which decides the targets."""
        technique, clues, uses_total, decided, split = self._taken[number]
        verdicts = self._verdicts
        given_mines = [cell for cell in given if verdicts[cell]]
        mines = [cell for cell in targets if decided[cell]]
        return Step(
            self._board,
            technique,
            self._cells(clues),
            uses_total,
            given_mines=self._cells(given_mines),
            given_safe=self._cells(given.difference(given_mines)),
            mines=self._cells(mines),
            safe=self._cells(targets.difference(mines)),
            split=None if split is None else self._board.cell(split),
        )

    def _cells(self, numbers: Collection[int]) -> tuple[Cell, ...]:
        return tuple(map(self._board.cell, sorted(numbers))) if numbers else ()


def _given_to_split(
    split: int, system: ConstraintSystem, earlier: dict[int, bool], wanted: dict[int, bool]
) -> set[int]:
    """Find a minimal set of verdicts that a case split needs to decide cells by single rows."""
    given = dict(earlier)
    for cell in sorted(earlier):
        mine = given.pop(cell)
        rows = [
            row_of(constraint)
            for constraint in system.constraints
            if isinstance(constraint, Cardinality) and constraint.source.kind is SourceKind.CLUE
        ]
        for row in rows:
            for known in row.cells.intersection(given):
                row.decide(known, mine=given[known])
        if not wanted.items() <= decided_either_way(rows, split).items():
            given[cell] = mine
    return set(given)


def _representatives(system: ConstraintSystem, cells: set[int]) -> list[int]:
    """Choose one cell for each set of clues: cells with the same clues have the same reasons."""
    touching: dict[int, list[int]] = {cell: [] for cell in sorted(cells)}
    for place, constraint in enumerate(system.constraints):
        if constraint.source.kind is SourceKind.CLUE:
            for cell in cells.intersection(constraint.cells):
                touching[cell].append(place)
    first_with: dict[tuple[int, ...], int] = {}
    for cell, places in touching.items():
        first_with.setdefault(tuple(places), cell)
    return list(first_with.values())
