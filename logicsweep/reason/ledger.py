"""Every verdict on a position, kept up to date under new evidence, component by component.

A change reaches only the components that it touches; all others stay as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from itertools import chain
from types import MappingProxyType
from typing import ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.reason.cells import Cells, Remembered
from logicsweep.reason.components import UndecidedComponent, UndecidedComponents
from logicsweep.reason.inconsistency import Mus
from logicsweep.reason.mus import MusSearch
from logicsweep.reason.settle import ContradictionError, Settled, settle
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.under_total import Parts, decided_under_total
from logicsweep.system.system import COVERED_UNIT, MINE_UNIT, Decided, Position, clue_rows
from logicsweep.tables.total import allowed_counts


class ComponentLedger:
    """Verdicts under changing evidence; the ledger keeps its own copy of the evidence."""

    # The first values of attributes belong to the class, and empty collections are made on first
    # use: on a small board, making a ledger took as long as counting the board.
    _start: Position
    _made: Cells | None = None
    # Cells around which the clues are to be settled; None stands for the whole board.
    _dirty: set[int] | None = None
    _total_due = True  # whether the mine count is to be settled
    _total_decided = False  # whether the mine count was needed for a verdict
    _is_shared = False  # whether another ledger has the same arrays and tables
    counted = (0, 0)
    _explained: Mapping[tuple[tuple[int, ...], bool, bool], Mus] = MappingProxyType({})
    # The attributes that stay when it starts over.
    KEPT: ClassVar[tuple[str, ...]] = ("_engine", "_explained", "counted")

    def __init__(self, position: Position, engine: Engine) -> None:
        self._engine = engine
        self._start = position

    def _start_over(self, position: Position) -> None:
        """Forget everything but the position.

        An interrupt may come between any two of the changes that belong together, after which
        nothing that was proved can be relied on.
        """
        fields = self.__dict__
        kept = {name: fields[name] for name in self.KEPT if name in fields}
        self.__dict__ = {**kept, "_start": position}  # one assignment, safe from interrupts

    @cached_property
    def _undecided(self) -> UndecidedComponents:
        return UndecidedComponents()

    @cached_property
    def _due(self) -> set[int]:
        """Clues to be settled whether or not a cell around them is dirty."""
        return set()

    @property
    def _cells(self) -> Cells:
        """The state of each cell: clue, verdict or neither."""
        made = self._made
        if made is None:
            made = self._made = self._first_cells()
        return made

    def _first_cells(self) -> Cells:
        """Make the cells of the first position."""
        return Cells(self._start)

    def __getstate__(self) -> dict[str, object]:
        """Leave out the first position: the cells have it, and all evidence since."""
        state = {**self.__dict__, "_made": self._cells}
        state.pop("_start", None)
        return state

    def copy(self) -> Self:
        """Return an independent ledger with the same evidence and verdicts.

        Both use the same arrays and tables until one of them changes and copies them first;
        components with their counts stay shared.
        """
        self._is_shared = True
        return copy(self)

    def _unshare(self) -> None:
        """Copy all shared arrays and tables, before a change."""
        if not self._is_shared:
            return
        self._made = self._cells.copy()
        self._undecided = self._undecided.copy()
        self._dirty = None if self._dirty is None else set(self._dirty)
        self._due = set(self._due)
        self._is_shared = False

    @property
    def position(self) -> Position:
        """The position with everything told."""
        made = self._made
        return self._start if made is None else made.position

    def is_undecided(self, number: int) -> bool:
        """Tell whether a cell is covered and neither proved safe nor a mine so far."""
        return self._cells.is_undecided(number)

    def is_mine(self, number: int) -> bool:
        """Tell whether a cell is a known mine or proved to be one."""
        return self._cells.is_mine(number)

    def proved(self) -> Decided[NDArray[np.intp]]:
        """Return the covered cells proved so far, ascending."""
        return self._cells.proved()

    @property
    def components(self) -> list[UndecidedComponent]:
        """The undecided components; complete once the ledger is settled."""
        return list(self._undecided)

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The fewest and the most mines in undecided cells; None if the mine count is unknown."""
        return self._cells.bounds

    def interior(self) -> NDArray[np.intp]:
        """List the undecided cells that no clue constrains, ascending."""
        return self._cells.undecided_outside(self._undecided.cells)

    @property
    def is_settled(self) -> bool:
        """Whether every verdict is up to date."""
        return self._dirty is not None and not (self._dirty or self._due or self._total_due)

    def settle(self, budget: Budget) -> None:
        """Bring every verdict up to date.

        Raises `ContradictionError` or `LimitError`; either way what was proved before stays, and
        the next call goes on from there. After an interrupt it starts over.
        """
        if self.is_settled:
            return
        new: Decided[list[int]] = Decided([], [])
        self._unshare()
        try:
            if self._dirty is None or self._dirty or self._due:
                self._settle_clues(budget, new)
            if self._total_due:
                self._settle_total(budget, new)
                self._total_due = False
        except (ContradictionError, LimitError):
            raise
        except BaseException:
            self._start_over(self.position)
            raise

    def needs_total(self, budget: Budget) -> bool:
        """Tell whether the total was needed for any verdict. Raises as `settle`."""
        self.settle(budget)
        return self._total_decided

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """Find a minimal or smallest set of sources that force a verdict. Raises `LimitError`."""
        position = self.position
        if self._explained:
            known = self._explained.get((tuple(position.clues_around(number)), mine, smallest))
            if known is not None:
                return known
        search = MusSearch(position, self._engine, budget)
        mus = search.smallest(number, mine=mine) if smallest else None
        mus = mus or search.minimal(number, mine=mine)
        if mus.uses_total:
            # It took a search of the whole board, and serves all cells that touch the same clues.
            key = tuple(position.clues_around(number)), mine, smallest
            self._explained = {**self._explained, key: mus}
        return mus

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        """Enter the clues and mines of covered cells, settle, and return the new verdicts.

        On `ContradictionError` the ledger is as it was; on `LimitError` the evidence is kept. After
        an interrupt the evidence is as it was, and everything is to be settled again.
        """
        self._unshare()
        self._explained = {}
        before: dict[int, Remembered] = {}
        try:
            return self._tell(changes, budget, before)
        except (ContradictionError, LimitError):
            raise
        except BaseException:
            for number, remembered in before.items():
                self._cells.take_back(number, remembered)
            self._start_over(self.position)
            raise

    def _tell(
        self, changes: Mapping[int, int | Clue], budget: Budget, before: dict[int, Remembered]
    ) -> Decided[list[int]]:
        """See `tell`; the previous state of each changed cell is put into `before`."""
        new: Decided[list[int]] = Decided([], [])
        affected: set[int] = set()
        position = self.position
        around = chain.from_iterable(map(position.adjacency.neighbours, changes))
        try:
            self._mark_dirty({*changes, *around})
            for number, shown in changes.items():
                self._enter(number, shown, position, before)
            affected.update(self._dirty or ())
            self._settle_clues(budget, new)
            self._settle_total(budget, new)
            self._total_due = False
        except ContradictionError:
            for number in (*new.mines, *new.safe):
                self._cells.set_code(number, COVERED_UNIT)
            for number, remembered in before.items():
                self._cells.take_back(number, remembered)
            self._mark_dirty({*affected, *new.mines, *new.safe, *before})
            self._due.clear()
            raise
        return new

    def _enter(
        self, number: int, shown: int | Clue, position: Position, before: dict[int, Remembered]
    ) -> None:
        """Enter one clue or mine; raises `ContradictionError` if the opposite is proved."""
        cells = self._cells
        before[number] = cells.remembered(number)
        cells.enter(number, shown)
        shows_clue = isinstance(shown, Clue) or shown >= 0
        if shows_clue:
            self._due.add(number)
        self._total_due = True
        mine = shown == State.KNOWN_MINE
        code = before[number].code
        if code == COVERED_UNIT:
            # The component of the cell was just dissolved, so that the clues around are closed.
            self._due.update(position.clues_around(number))
            cells.decide([number], mine=mine)
        elif (code == MINE_UNIT) != mine:
            clues = position.clues_around(number)
            raise ContradictionError((*clues, *([number] if shows_clue else [])))

    def _mark_dirty(self, numbers: Iterable[int]) -> None:
        """Mark cells as dirty, and dissolve the components they are in, of which all cells are."""
        if self._dirty is None:  # the whole board is
            return
        marked = set(numbers)
        self._dirty |= marked
        for component in self._undecided.of(marked):
            self._dirty.update(component.cells)
            self._undecided.remove(component)

    def _settle_clues(self, budget: Budget, new: Decided[list[int]]) -> None:
        """Settle the clues around dirty cells: add verdicts to `new`, and keep the components.

        If that is stopped, its components are taken back and the cells stay dirty.
        """
        made: list[UndecidedComponent] = []
        try:
            for settled in self._settled(budget):
                if settled.progress is not None:
                    self.counted = settled.progress
                    continue
                new.mines.extend(settled.decided.mines)
                new.safe.extend(settled.decided.safe)
                self._cells.count(settled.decided)
                for undecided in settled.undecided:
                    component = UndecidedComponent(undecided, self._engine)
                    made.append(component)
                    self._undecided.add(component)
        except (ContradictionError, LimitError):
            for component in made:
                self._undecided.remove(component)
            raise
        finally:
            self.counted = 0, 0
        self._dirty = set()
        self._due.clear()
        self._total_due = True

    def _settled(self, budget: Budget) -> Iterator[Settled]:
        """Yield what the clues around dirty cells settle, component by component."""
        rows = clue_rows(self.position, self._dirty_clues())
        return settle(rows, self._cells.codes, self._engine, budget)

    def _dirty_clues(self) -> NDArray[np.int32]:
        if self._dirty is None:
            return self.position.clues
        return self._cells.clues_near(self._dirty, self._due)

    def _settle_total(self, budget: Budget, new: Decided[list[int]]) -> None:
        """Add the verdicts to `new` that the clues leave open and the total decides."""
        bounds = self.bounds
        if bounds is None or self._is_slack(*bounds):
            return
        mines, safe = self._decided_by_total(*bounds, budget)
        if not (mines or safe):
            return
        self._total_decided = True
        for numbers, mine in ((mines, True), (safe, False)):
            self._mark_dirty(numbers)
            self._cells.decide(numbers, mine=mine)
        new.mines.extend(mines)
        new.safe.extend(safe)
        self._settle_clues(budget, new)

    def _is_slack(self, lower: int, upper: int) -> bool:
        """Tell whether the mine count visibly adds no verdict, so that nothing needs to be counted.

        That is so if the models known of the components, whichever are combined, can be completed
        to layouts by the interior, and this can hold a mine as well as a safe cell.
        """
        components = self._undecided
        interior = self._cells.undecided - components.size
        if components.most > upper or components.fewest + interior < lower:
            return False
        return not interior or (components.fewest < upper and components.most + interior > lower)

    def _decided_by_total(self, lower: int, upper: int, budget: Budget) -> Decided[list[int]]:
        """Return the undecided cells that the total decides.

        In a component these have the same value in all models whose number of mines is allowed:
        with which the rest of the board can meet the total.
        """
        components = self.components
        if self._engine.certifies:
            parts = Parts(components, self.interior().tolist(), lower, upper)
            return decided_under_total(parts, self._engine, budget)
        interior = self._cells.undecided - self._undecided.size
        supports = [component.support(budget) for component in components]
        all_allowed, in_interior = allowed_counts(supports, interior, lower, upper)
        if in_interior is None:
            raise ContradictionError(())
        mines: list[int] = []
        safe: list[int] = []
        for component, support, allowed in zip(components, supports, all_allowed, strict=True):
            if allowed not in (support, component.checked):
                decided = component.decided(allowed, budget)
                mines += decided.mines
                safe += decided.safe
                if not any(decided):
                    component.checked = allowed
        if interior and in_interior == (interior, interior):
            mines += self.interior().tolist()
        elif interior and in_interior == (0, 0):
            safe += self.interior().tolist()
        return Decided(mines, safe)
