"""Steps on boards with rules or other constraints beside the clues.

As for ordinary boards, an easiest deduction comes first, and its level is the size of a smallest
MUS given the earlier verdicts. But there are no techniques for several such constraints: the cells
that one of them forces are read off its decision diagram, and everything else is searched for.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from dataclasses import replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import BACKGROUND, TOTAL, Source, SourceKind, clues_among
from logicsweep.constraints.regional import Regional
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import cells_of
from logicsweep.reason.mus import smallest_mus
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.explanation import Step
from logicsweep.reasons.techniques import Technique
from logicsweep.system.statements import Statements
from logicsweep.system.system import ConstraintSystem, Decided, is_mine_by_cell

_SOME: Final = 2


class _Taken(NamedTuple):
    """A deduction: its sources, the verdicts that they decide, and those known before it."""

    sources: tuple[Source, ...]
    decided: dict[int, bool]
    before: dict[int, bool]


class ConstrainedSteps:
    """See `Steps`; it answers the same questions."""

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
        self._verdicts = is_mine_by_cell(*[cells.tolist() for cells in decided])
        self._level = level
        self._engine = engine
        self._budget = budget
        self._system = statements.system_of(board)
        self._liars = statements.hidden.liars
        self._known: dict[int, bool] = {}
        self._taken: list[_Taken] = []

    def every(self) -> tuple[Step, ...]:
        while self._take(safe_first=False):
            pass
        return tuple([self._step(taken, set(taken.decided)) for taken in self._taken])

    def next(self, *, safe: bool = False, name: str | None = None) -> Step | None:
        if safe and all(self._verdicts.values()):
            return None
        states = self._board.grid.ravel()
        self._known = {
            cell: True
            for cell, mine in self._verdicts.items()
            if mine and states[cell] == State.FLAGGED
        }
        while self._take(safe_first=safe or name is None):
            last = self._taken[-1]
            wanted = {cell for cell, mine in last.decided.items() if not (safe and mine)}
            if not safe and name is None:
                return self._step(last, wanted)
            if wanted and (name is None or self._step(last, wanted).goes_by(name)):
                *before, step = self._needed(wanted)
                return replace(step, before=tuple(before))
        return None

    def towards(self, cell: int, *, uses_total: bool) -> tuple[Step, ...]:
        """See `Steps.towards`; the mine count is left out where it is not needed."""
        if not uses_total:
            rows = [row for row in self._system.constraints if row.source != TOTAL]
            self._system = self._system._replace(constraints=tuple(rows))
        while self._take(safe_first=False):
            if cell in self._taken[-1].decided:
                return self._needed({cell})
        raise ValueError("the verdict does not follow")

    def _take(self, *, safe_first: bool) -> bool:
        """Make one of the easiest deductions; tell whether there is any."""
        unproved = {cell: mine for cell, mine in self._verdicts.items() if cell not in self._known}
        if not unproved:
            return False
        system = self._conditioned()
        sources = self._alone(system, unproved, safe_first=safe_first)
        if sources is None and (self._level is None or self._level >= _SOME):
            sources = self._together(system, unproved, safe_first=safe_first)
        if sources is None:
            return False
        decided = self._decided_by(system, sources, unproved)
        self._taken.append(_Taken(sources, decided, dict(self._known)))
        self._known |= decided
        return True

    def _conditioned(self) -> ConstraintSystem:
        """Condition the system of the sources on the cells that are known."""
        rows = [row.conditioned(self._known) for row in self._system.constraints]
        kept = tuple([row for row in rows if not row.says_nothing])
        cells = tuple([cell for cell in self._system.cells if cell not in self._known])
        return ConstraintSystem(cells, kept)

    def _alone(
        self, system: ConstraintSystem, unproved: Mapping[int, bool], *, safe_first: bool
    ) -> tuple[Source, ...] | None:
        """Return a source that forces a cell by itself; clues and rules before the mine count.

        With `safe_first` it is one that forces a safe cell, if there is any.
        """
        first_of_mines = None
        for constraint in system.constraints:
            self._budget.check()
            if constraint.source == BACKGROUND:
                continue
            forced = self._forced(system, constraint, unproved)
            if forced and not (safe_first and all(unproved[cell] for cell in forced)):
                return (constraint.source,)
            if forced and first_of_mines is None:
                first_of_mines = (constraint.source,)
        return first_of_mines

    def _forced(
        self, system: ConstraintSystem, constraint: Constraint, unproved: Mapping[int, bool]
    ) -> list[int]:
        """Find the cells that a constraint forces by itself; one on regions takes a proof."""
        if isinstance(constraint, Regional):
            return list(self._decided_by(system, (constraint.source,), unproved))
        return [cell for cell in constraint.cells if cell in unproved and _forces(constraint, cell)]

    def _together(
        self, system: ConstraintSystem, unproved: Mapping[int, bool], *, safe_first: bool
    ) -> tuple[Source, ...] | None:
        """Find as few sources as possible that decide any cell together."""
        best: tuple[Source, ...] | None = None
        below = 1 << 30 if self._level is None else self._level + 1
        order = sorted(unproved, key=lambda cell: (safe_first and unproved[cell], cell))
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

    def _decided_by(
        self, system: ConstraintSystem, sources: Collection[Source], unproved: Mapping[int, bool]
    ) -> dict[int, bool]:
        """Find the unproved verdicts that some sources decide together."""
        rows = _of(system, sources)
        part = ConstraintSystem(cells_of(rows), rows)
        with closing(self._engine.reasoner(part, self._budget)) as reasoner:
            backbone = reasoner.consequences()
        if backbone is None:
            raise ValueError("the sources have no model")
        decided = sorted(backbone.mines | backbone.safe)
        return {cell: unproved[cell] for cell in decided if cell in unproved}

    def _needed(self, cells: set[int]) -> tuple[Step, ...]:
        """Return the steps that lead to some cells, each reduced to the needed part."""
        wanted = set(cells)
        steps = []
        for taken in reversed(self._taken):
            decided = wanted.intersection(taken.decided)
            if decided:
                step = self._step(taken, decided)
                given = (*step.given_mines, *step.given_safe)
                wanted |= {self._board.number(cell) for cell in given}
                steps.append(step)
        return tuple(reversed(steps))

    def _step(self, taken: _Taken, targets: set[int]) -> Step:
        """Return a deduction as a step that decides some of its cells, with all that it needs."""
        rows = _of(self._system, taken.sources)
        given = self._given(rows, taken, targets)
        mines = self._cells(cell for cell in given if taken.before[cell])
        safe = self._cells(cell for cell in given if not taken.before[cell])
        clues = clues_among(taken.sources)
        others = tuple([row for row in rows if row.source.is_further])
        return Step(
            self._board,
            _technique(clues, uses_total=TOTAL in taken.sources, has_others=bool(others)),
            self._cells(clues),
            TOTAL in taken.sources,
            given_mines=mines,
            given_safe=safe,
            mines=self._cells(cell for cell in targets if taken.decided[cell]),
            safe=self._cells(cell for cell in targets if not taken.decided[cell]),
            constraints=others,
            liars=self._liars,
        )

    def _given(
        self, rows: Collection[Constraint], taken: _Taken, targets: Iterable[int]
    ) -> set[int]:
        """Return a minimal set of earlier verdicts that a deduction needs."""
        cells = {cell for row in rows for cell in row.cells}
        earlier = [
            Cardinality((cell,), int(mine), int(mine), Source(SourceKind.STEP, cell))
            for cell, mine in taken.before.items()
            if cell in cells
        ]
        if not earlier:
            return set()
        system = ConstraintSystem(tuple(sorted(cells)), (*rows, *earlier))
        given: set[int] = set()
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            for target in sorted(targets):
                mus = reasoner.mus({target: not taken.decided[target]}) or ()
                given |= {
                    source.cell
                    for source in mus
                    if source.kind is SourceKind.STEP and source.cell is not None
                }
        return given

    def _cells(self, numbers: Iterable[int]) -> tuple[Cell, ...]:
        return tuple(map(self._board.cell, sorted(numbers)))


def _of(system: ConstraintSystem, sources: Collection[Source]) -> tuple[Constraint, ...]:
    """Return the constraints of a system that come from some sources, or always hold."""
    held = {*sources, BACKGROUND}
    return tuple([constraint for constraint in system.constraints if constraint.source in held])


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
