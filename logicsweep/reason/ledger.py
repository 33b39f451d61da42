"""What is settled so far: verdicts by cell number, and the components still undecided.

The ledger keeps itself up to date under new evidence: a change reaches only the components it
touches, everything else stays as it was found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.clue import Clue
from logicsweep.board.layout import Layout, Mismatch
from logicsweep.board.state import State
from logicsweep.board.total import Total
from logicsweep.constraints.partition import Component
from logicsweep.constraints.system import (
    COVERED_UNIT,
    MINE_UNIT,
    Shown,
    cell_weights,
    clue_rows,
    mines_left,
)
from logicsweep.eliminate.counts import WeightedCounts
from logicsweep.eliminate.total import allowed_counts
from logicsweep.limits import Budget
from logicsweep.reason.components import ComponentCounter, Part
from logicsweep.reason.inconsistency import Core, find_core
from logicsweep.reason.mus import Cores
from logicsweep.reason.settle import ContradictionError, settle
from logicsweep.reason.solvers.engine import Engine

StateArray = NDArray[np.int8]


class Decided(NamedTuple):
    """Cell numbers that were decided: mines and safe ones, each without repeats."""

    mines: list[int]
    safe: list[int]


class Ledger:
    """Verdicts under changing evidence.

    `shown` is what the board shows; the ledger keeps its own copy.
    """

    def __init__(
        self,
        shown: Shown,
        adjacency: Adjacency,
        total: Total,
        engine: Engine,
    ) -> None:
        self.states = shown.states.copy()
        self.uncertain = dict(shown.uncertain)
        self._adjacency = adjacency
        self._total = total
        self._engine = engine
        self._counter = ComponentCounter()
        # Whether components are counted when they are first met, rather than when they are asked
        # for: that decides their cells too.
        self._counts_first = False
        # Covered cells have weight 0 once proved safe, MINE_UNIT once proved mines.
        self._weights = cell_weights(self.states)
        self._covered = self._weights[:-1] == COVERED_UNIT  # or was, until it was decided
        self._undecided = int(np.count_nonzero(self._covered))
        self._mines = int(np.count_nonzero(self._weights == MINE_UNIT))
        self._parts: dict[Part, None] = {}
        self._home: dict[int, Part] = {}
        self._fewest = self._most = 0
        # Cells whose surroundings are to be looked at; None stands for the whole board.
        self._dirty: set[int] | None = None
        self._due: set[int] = set()  # clues to be looked at whether or not a cell around is dirty
        self._total_due = True
        self.counted = (0, 0)  # components counted so far, of how many, in the census at hand
        self._total_decided = False
        self._cores: dict[tuple[tuple[int, ...], bool, bool], Core] = {}
        self._is_shared = False  # arrays and tables with another ledger

    def copy(self) -> Self:
        """A ledger of its own with the same evidence and verdicts.

        Both use the same arrays and tables until one of them changes, which takes copies first;
        components and what is counted about them stay shared.
        """
        self._is_shared = True
        return copy(self)

    def _own(self) -> None:
        """Stop sharing what is about to change."""
        if not self._is_shared:
            return
        self.states, self.uncertain = self.states.copy(), dict(self.uncertain)
        self._weights, self._covered = self._weights.copy(), self._covered.copy()
        self._parts, self._home = dict(self._parts), dict(self._home)
        self._dirty = None if self._dirty is None else set(self._dirty)
        self._due = set(self._due)
        self._is_shared = False

    @property
    def shown(self) -> Shown:
        """What the board shows, with everything told."""
        return Shown(self.states, self.uncertain)

    def is_undecided(self, number: int) -> bool:
        """Whether a cell is covered and neither proved safe nor a mine so far."""
        return bool(self._weights[number] == COVERED_UNIT)

    def is_mine(self, number: int) -> bool:
        """Whether a cell is a known mine or proved to be one."""
        return bool(self._weights[number] == MINE_UNIT)

    def proved(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The covered cells proved so far, mines and safe, ascending."""
        weights = self._weights[:-1]
        return (
            (self._covered & (weights == MINE_UNIT)).nonzero()[0],
            (self._covered & (weights == 0)).nonzero()[0],
        )

    @property
    def parts(self) -> list[Part]:
        """The undecided components; complete once the ledger is settled."""
        return list(self._parts)

    @property
    def bounds(self) -> tuple[int, int] | None:
        """How many of the undecided cells are mines at least and at most, if the total says."""
        return mines_left(self._total, self._mines)

    def uses_total(self, budget: Budget) -> bool:
        """Whether the total was needed for any verdict so far."""
        del budget
        return self._total_decided

    @property
    def is_settled(self) -> bool:
        """Whether every verdict is up to date."""
        return self._dirty is not None and not (self._dirty or self._due or self._total_due)

    def settle(self, budget: Budget, *, counting: bool = False) -> Decided:
        """Bring every verdict up to date and return those that are new.

        `counting` says that a census is to follow: then small components are decided by counting
        them, which is to be done anyway.

        Raises `ContradictionError` or `LimitError`; either way what was proved before stays, and
        the next call goes on from there.
        """
        self._counts_first = counting
        new = Decided([], [])
        if self.is_settled:
            return new
        self._own()
        if self._dirty is None or self._dirty or self._due:
            self._settle_clues(budget, new)
        if self._total_due:
            self._settle_total(budget, new)
            self._total_due = False
        return new

    def find_core(self, shown: Shown, contradiction: ContradictionError, budget: Budget) -> Core:
        """Why no layout agrees with a board that shows this. Raises `LimitError`."""
        return find_core(
            shown,
            self._adjacency,
            self._total,
            contradiction.near,
            engine=self._engine,
            budget=budget,
        )

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Core:
        """The sources behind a verdict: minimal, or as few as there can be. Raises `LimitError`."""
        clues = tuple([near for near in self._around(number) if self.states[near] >= 0])
        known = self._cores.get((clues, mine, smallest))
        if known is not None:
            return known
        cores = Cores(self.shown, self._adjacency, self._total, self._engine, budget)
        found = cores.smallest(number, mine=mine) if smallest else None
        found = found or cores.minimal(number, mine=mine)
        if found.uses_total:
            # The whole board was looked at. Cells that touch the same clues are alike.
            self._cores = {**self._cores, (clues, mine, smallest): found}
        return found

    def allows(self, layout: Layout, mismatches: Sequence[Mismatch], budget: Budget) -> bool:
        """Whether a layout agrees with all there is, given what on the board it contradicts."""
        del layout, budget
        return not mismatches

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided:
        """Enter what covered cells turned out to be, settle, and return the new verdicts.

        On `ContradictionError` the ledger is as it was; on `LimitError` the evidence is kept.
        """
        self._own()
        self._cores = {}
        before = {number: (self.states[number], self._weights[number]) for number in changes}
        new = Decided([], [])
        affected: set[int] = set()
        try:
            for number, state in changes.items():
                if isinstance(state, Clue):
                    self.uncertain[number] = state
                    self._enter(number, State.UNCERTAIN)
                else:
                    self._enter(number, state)
            affected.update(self._dirty or ())
            self._settle_clues(budget, new)
            self._settle_total(budget, new)
            self._total_due = False
        except ContradictionError:
            for number in (*new.mines, *new.safe):
                self._set_weight(number, COVERED_UNIT)
            for number, (state, weight) in before.items():
                self.states[number] = state
                self.uncertain.pop(number, None)
                self._covered[number] = True
                self._set_weight(number, int(weight))
            self._touch({*affected, *new.mines, *new.safe, *before})
            self._due.clear()
            raise
        return new

    def _count(self, budget: Budget) -> Callable[[Component], WeightedCounts | None] | None:
        if not self._counts_first:
            return None
        return lambda component: self._counter.try_ways(component, budget)

    def _enter(self, number: int, state: int) -> None:
        mine = state == State.KNOWN_MINE
        weight = int(self._weights[number])
        around = self._around(number)
        clues = [other for other in around if self.states[other] >= 0]
        self._touch([number, *around])
        self.states[number] = state
        self._covered[number] = False
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
                self._dirty.update(part.cells)
                self._dissolve(part)
            self._dirty.add(number)

    def _dissolve(self, part: Part) -> None:
        del self._parts[part]
        self._fewest -= part.fewest
        self._most -= part.most
        for cell in part.cells:
            del self._home[cell]

    def _settle_clues(self, budget: Budget, new: Decided) -> None:
        """Decide what the clues around dirty cells decide."""
        made: list[Part] = []
        try:
            rows = clue_rows(self.shown, self._adjacency, self._dirty_clues())
            count = self._count(budget)
            for found in settle(rows, self._weights, self._engine, budget, count=count):
                mines, safe, undecided = found
                new.mines.extend(mines)
                new.safe.extend(safe)
                self._undecided -= len(mines) + len(safe)
                self._mines += len(mines)
                for open_part in undecided:
                    part = Part(open_part, self._engine)
                    made.append(part)
                    self._parts[part] = None
                    self._fewest += part.fewest
                    self._most += part.most
                    self._home.update(dict.fromkeys(part.cells, part))
        except BaseException:
            for part in made:
                self._dissolve(part)
            raise
        self._dirty = set()
        self._due.clear()
        self._total_due = True

    def _dirty_clues(self) -> NDArray[np.int32]:
        if self._dirty is None:
            return self.shown.clues
        cells = np.fromiter(self._dirty, dtype=np.int32, count=len(self._dirty))
        # Clues around decided cells may reach into components that stay as they are.
        cells = cells[self._weights[cells] == COVERED_UNIT]
        candidates = {*self._adjacency.table[:, cells].ravel().tolist(), *self._due}
        candidates.discard(len(self.states))
        clues = np.array(sorted(candidates), dtype=np.int32)
        return clues[self.states[clues] >= 0]

    def _settle_total(self, budget: Budget, new: Decided) -> None:
        """Decide what the total decides on top of the clues."""
        bounds = self.bounds
        if bounds is None or self._has_room(*bounds):
            return
        mines, safe = self._pressed(*bounds, budget)
        if not mines and not safe:
            return
        self._total_decided = True
        for numbers, weight in ((mines, MINE_UNIT), (safe, 0)):
            self._touch(numbers)
            for number in numbers:
                self._set_weight(number, weight)
        new.mines.extend(mines)
        new.safe.extend(safe)
        self._settle_clues(budget, new)

    def _has_room(self, lower: int, upper: int) -> bool:
        """Whether any witnessed counts, in all components at once, can be brought to the total.

        Then every verdict stays as the clues alone have it, and nothing needs to be counted. The
        interior also has to be able to hold a mine, and to hold a safe cell.
        """
        interior = self._undecided - len(self._home)
        if self._most > upper or self._fewest + interior < lower:
            return False
        return not interior or (self._fewest < upper and self._most + interior > lower)

    def _pressed(self, lower: int, upper: int, budget: Budget) -> tuple[list[int], list[int]]:
        """The undecided cells that the total decides, mines and safe.

        A component's cell is decided when it is alike in all models with an allowed count of mines.
        """
        interior = self._undecided - len(self._home)
        parts = list(self._parts)
        possible = [part.possible(budget) for part in parts]
        allowed, inside = allowed_counts(possible, interior, lower, upper)
        if inside is None:
            raise ContradictionError(())
        mines: list[int] = []
        safe: list[int] = []
        for part, can, may in zip(parts, possible, allowed, strict=True):
            if may not in (can, part.checked):
                found = part.decided(may, budget)
                mines += found[0]
                safe += found[1]
                if not any(found):
                    part.checked = may
        if interior and inside == (interior, interior):
            mines += self.interior().tolist()
        elif interior and inside == (0, 0):
            safe += self.interior().tolist()
        return mines, safe

    def interior(self) -> NDArray[np.intp]:
        """Undecided cells that no clue constrains, ascending."""
        undecided: NDArray[np.bool_] = self._weights[:-1] == COVERED_UNIT
        undecided[list(self._home)] = False
        return undecided.nonzero()[0]
