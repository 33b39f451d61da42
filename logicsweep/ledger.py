"""What is settled so far: verdicts by cell number, and the components still undecided.

The ledger keeps itself up to date under new evidence: a change reaches only the components it
touches, everything else stays as it was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.adjacency import Adjacency
from logicsweep.constraints import (
    COVERED_UNIT,
    MINE_UNIT,
    ConstraintSystem,
    cell_weights,
    clue_rows,
    total_bounds,
)
from logicsweep.count.possible import CountTables
from logicsweep.count.total import allowed_counts
from logicsweep.limits import Deadline
from logicsweep.notation import State, Total
from logicsweep.reason.local import ContradictionError, Undecided, settle
from logicsweep.reason.protocol import Reasoner

StateArray = NDArray[np.int8]
MakeReasoner = Callable[[ConstraintSystem, Deadline], Reasoner]


class Decided(NamedTuple):
    """Cell numbers that were decided: mines and safe ones, each without repeats."""

    mines: list[int]
    safe: list[int]


class _Part:
    """An undecided component, with its counting tables once they are needed."""

    __slots__ = ("_tables", "checked", "fewest", "most", "system")

    def __init__(self, found: Undecided) -> None:
        self.system, self.fewest, self.most = found
        self.checked = -1  # the allowed counts that are known to decide no cell
        self._tables: CountTables | None = None

    def tables(self, deadline: Deadline) -> CountTables:
        if self._tables is None:
            self._tables = CountTables(self.system, deadline=deadline)
        return self._tables


class Ledger:
    """Verdicts under changing evidence.

    `states` are the board's states and clues by cell number; the ledger keeps its own copy.
    """

    def __init__(
        self, states: StateArray, adjacency: Adjacency, total: Total, reasoner: MakeReasoner
    ) -> None:
        self.states = states.copy()
        self._adjacency = adjacency
        self._total = total
        self._reasoner = reasoner
        # Covered cells have weight 0 once proved safe, MINE_UNIT once proved mines.
        self._weights = cell_weights(self.states)
        self._undecided = int((self._weights == COVERED_UNIT).sum())
        self._mines = int((self._weights == MINE_UNIT).sum())
        self._parts: dict[_Part, None] = {}
        self._home: dict[int, _Part] = {}
        self._fewest = self._most = 0
        # Cells whose surroundings are to be looked at; None stands for the whole board.
        self._dirty: set[int] | None = None
        self._due: set[int] = set()  # clues to be looked at whether or not a cell around is dirty
        self._total_due = True
        self.total_decided = False  # whether the total was needed for any verdict

    def is_undecided(self, number: int) -> bool:
        """Whether a cell is covered and neither proved safe nor a mine so far."""
        return bool(self._weights[number] == COVERED_UNIT)

    def is_mine(self, number: int) -> bool:
        """Whether a cell is a known mine or proved to be one."""
        return bool(self._weights[number] == MINE_UNIT)

    def proved(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The covered cells proved so far, mines and safe, ascending."""
        covered = (self.states == State.COVERED) | (self.states == State.FLAGGED)
        weights = self._weights[:-1]
        return (
            np.flatnonzero(covered & (weights == MINE_UNIT)),
            np.flatnonzero(covered & (weights == 0)),
        )

    def settle(self, deadline: Deadline) -> Decided:
        """Bring every verdict up to date and return those that are new.

        Raises `ContradictionError` or `LimitError`; either way what was proved before stays, and
        the next call goes on from there.
        """
        new = Decided([], [])
        if self._dirty is None or self._dirty or self._due:
            self._settle_clues(deadline, new)
        if self._total_due:
            self._settle_total(deadline, new)
            self._total_due = False
        return new

    def tell(self, changes: Mapping[int, int], deadline: Deadline) -> Decided:
        """Enter what covered cells turned out to be, settle, and return the new verdicts.

        On `ContradictionError` the ledger is as it was; on `LimitError` the evidence is kept.
        """
        before = {number: (self.states[number], self._weights[number]) for number in changes}
        new = Decided([], [])
        affected: set[int] = set()
        try:
            for number, state in changes.items():
                self._enter(number, state)
            affected.update(self._dirty or ())
            self._settle_clues(deadline, new)
            self._settle_total(deadline, new)
            self._total_due = False
        except ContradictionError:
            for number in (*new.mines, *new.safe):
                self._set_weight(number, COVERED_UNIT)
            for number, (state, weight) in before.items():
                self.states[number] = state
                self._set_weight(number, int(weight))
            self._touch({*affected, *new.mines, *new.safe, *before})
            self._due.clear()
            raise
        return new

    def _enter(self, number: int, state: int) -> None:
        mine = state == State.KNOWN_MINE
        weight = int(self._weights[number])
        around = self._around(number)
        clues = [other for other in around if self.states[other] >= 0]
        self._touch([number, *around])
        self.states[number] = state
        if state >= 0:
            self._due.add(number)
        self._total_due = True
        if weight == COVERED_UNIT:
            # The component of the cell was just dissolved, so that the clues around are closed.
            self._due.update(clues)
            self._set_weight(number, MINE_UNIT if mine else 0)
        elif (weight == MINE_UNIT) != mine:
            raise ContradictionError((*clues, *([number] if state >= 0 else [])))

    def _around(self, number: int) -> list[int]:
        size = len(self.states)
        return [other for other in self._adjacency.table[:, number].tolist() if other != size]

    def _set_weight(self, number: int, weight: int) -> None:
        old = int(self._weights[number])
        self._undecided += (weight == COVERED_UNIT) - (old == COVERED_UNIT)
        self._mines += (weight == MINE_UNIT) - (old == MINE_UNIT)
        self._weights[number] = weight

    def _touch(self, numbers: Iterable[int]) -> None:
        """Mark cells as dirty, and with them the components they are in, which are dissolved."""
        if self._dirty is None:
            return
        for number in numbers:
            part = self._home.get(number)
            if part is not None:
                self._dirty.update(part.system.cells)
                self._dissolve(part)
            self._dirty.add(number)

    def _dissolve(self, part: _Part) -> None:
        del self._parts[part]
        self._fewest -= part.fewest
        self._most -= part.most
        for cell in part.system.cells:
            del self._home[cell]

    def _settle_clues(self, deadline: Deadline, new: Decided) -> None:
        """Decide what the clues around dirty cells decide."""
        made: list[_Part] = []
        try:
            rows = clue_rows(self.states, self._adjacency, self._dirty_clues())
            for found in settle(rows, self._weights, lambda part: self._reasoner(part, deadline)):
                mines, safe, undecided = found
                new.mines.extend(mines)
                new.safe.extend(safe)
                self._undecided -= len(mines) + len(safe)
                self._mines += len(mines)
                for component in undecided:
                    part = _Part(component)
                    made.append(part)
                    self._parts[part] = None
                    self._fewest += part.fewest
                    self._most += part.most
                    self._home.update(dict.fromkeys(part.system.cells, part))
        except BaseException:
            for part in made:
                self._dissolve(part)
            raise
        self._dirty = set()
        self._due.clear()
        self._total_due = True

    def _dirty_clues(self) -> NDArray[np.int32]:
        if self._dirty is None:
            return np.flatnonzero(self.states >= 0).astype(np.int32)
        cells = np.fromiter(self._dirty, dtype=np.int32, count=len(self._dirty))
        # Clues around decided cells may reach into components that stay as they are.
        cells = cells[self._weights[cells] == COVERED_UNIT]
        candidates = {*self._adjacency.table[:, cells].ravel().tolist(), *self._due}
        candidates.discard(len(self.states))
        clues = np.array(sorted(candidates), dtype=np.int32)
        return clues[self.states[clues] >= 0]

    def _settle_total(self, deadline: Deadline, new: Decided) -> None:
        """Decide what the total decides on top of the clues."""
        bounds = total_bounds(self._total, self._mines)
        if bounds is None or self._has_room(*bounds):
            return
        mines, safe = self._pressed(*bounds, deadline)
        if not mines and not safe:
            return
        self.total_decided = True
        for numbers, weight in ((mines, MINE_UNIT), (safe, 0)):
            self._touch(numbers)
            for number in numbers:
                self._set_weight(number, weight)
        new.mines.extend(mines)
        new.safe.extend(safe)
        self._settle_clues(deadline, new)

    def _has_room(self, lower: int, upper: int) -> bool:
        """Whether any witnessed counts, in all components at once, can be brought to the total.

        Then every verdict stays as the clues alone have it, and nothing needs to be counted. The
        interior also has to be able to hold a mine, and to hold a safe cell.
        """
        interior = self._undecided - len(self._home)
        if self._most > upper or self._fewest + interior < lower:
            return False
        return not interior or (self._fewest < upper and self._most + interior > lower)

    def _pressed(self, lower: int, upper: int, deadline: Deadline) -> tuple[list[int], list[int]]:
        """The undecided cells that the total decides, mines and safe.

        A component's cell is decided when it is alike in all models with an allowed count of mines.
        """
        interior = self._undecided - len(self._home)
        parts = list(self._parts)
        possible = [part.tables(deadline).possible for part in parts]
        allowed, inside = allowed_counts(possible, interior, lower, upper)
        if inside is None:
            raise ContradictionError(())
        mines: list[int] = []
        safe: list[int] = []
        for part, can, may in zip(parts, possible, allowed, strict=True):
            if may not in (can, part.checked):
                found = part.tables(deadline).decided(may)
                mines += found[0]
                safe += found[1]
                if not any(found):
                    part.checked = may
        if interior and inside == (interior, interior):
            mines += self._interior()
        elif interior and inside == (0, 0):
            safe += self._interior()
        return mines, safe

    def _interior(self) -> list[int]:
        """Undecided cells that no clue constrains."""
        undecided = self._weights[:-1] == COVERED_UNIT
        home = np.fromiter(self._home, dtype=np.intp, count=len(self._home))
        undecided[home] = False
        return [int(number) for number in np.flatnonzero(undecided)]
