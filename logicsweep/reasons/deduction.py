"""Deductions one after the other, always one of the easiest.

The level of a deduction is the size of a smallest MUS of the sources and the negated verdict, given
the earlier verdicts. More verdicts never raise a level, so that taking an easiest deduction first
never leads to a harder one than the position needs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from copy import copy
from heapq import heappop, heappush
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.relation import IntArray
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import TOTAL, Source, SourceKind, clues_among
from logicsweep.kernel.proposal import MINE_COUNT, Single, single_clues
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Mus, cells_of
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.mus import MusSearch
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.techniques import Row, Technique, decided_either_way, name_of, pair, row_of
from logicsweep.system.system import (
    COVERED_UNIT,
    ConstraintSystem,
    Position,
    bounds_left,
    cardinalities,
    cell_codes,
    clue_rows,
    constraints_of_clues,
    is_mine_by_cell,
)


def easy_proofs(
    states: Sequence[int], mines: int, adjacency: Adjacency
) -> dict[int, tuple[int, ...]]:
    """Return by cell a smallest set of sources that proves it safe or a mine, of one or two.

    Cells that take more sources are left out. A source is the cell number of a clue, or
    `MINE_COUNT`. Of several sets it is a clue before the mine count, two clues before a clue and
    the mine count, and then the first in order.

    Args:
        states: The states of all cells; every clue is a number.
        mines: The total number of mines.
        adjacency: The neighbours of each cell.
    """
    covered = {n for n, state in enumerate(states) if state in (State.COVERED, State.FLAGGED)}
    known = {n for n, state in enumerate(states) if state == State.KNOWN_MINE}
    rows: dict[int, Row] = {}
    left: dict[int, int] = {}  # by clue, the mines that are left for all other cells
    for number, near in enumerate(adjacency.lists):
        cells = covered.intersection(near)
        if states[number] >= 0 and cells:
            need = states[number] - len(known.intersection(near))
            rows[number] = Row(cells, 1 << need, Source(SourceKind.CLUE, number))
            left[number] = mines - len(known) - need
    # The first proof of a cell stays.
    proofs: dict[int, tuple[int, ...]] = {}
    for number, row in rows.items():
        if row.forces is not None:
            proofs = dict.fromkeys(row.cells, (number,)) | proofs
    if mines - len(known) in (0, len(covered)):
        proofs = dict.fromkeys(covered, (MINE_COUNT,)) | proofs
    for first, second in _pairs(rows):
        proofs = dict.fromkeys(pair(rows[first], rows[second]).decided, (first, second)) | proofs
    for number, row in rows.items():
        outside = covered - row.cells
        if left[number] in (0, len(outside)):
            proofs = dict.fromkeys(outside, (number, MINE_COUNT)) | proofs
    return proofs


def _pairs(rows: Mapping[int, Row]) -> Iterator[tuple[int, int]]:
    """Yield the rows that share cells, two by two, in order."""
    touching: dict[int, set[int]] = defaultdict(set)
    for number, row in rows.items():
        for cell in row.cells:
            touching[cell].add(number)
    for number, row in rows.items():
        beside = set().union(*[touching[cell] for cell in row.cells])
        yield from [(number, later) for later in sorted(beside) if later > number]


class Deduced(NamedTuple):
    """A deduction: its sources, clues as cell numbers and the total, and the verdicts from them."""

    technique: Technique
    clues: tuple[int, ...]
    uses_total: bool
    decided: Mapping[int, bool]
    split: int | None = None
    constraints: tuple[Source, ...] = ()

    @property
    def sources(self) -> list[Source]:
        """The sources, clues first."""
        clues = [Source(SourceKind.CLUE, clue) for clue in self.clues]
        return [*clues, *self.constraints, *[TOTAL] * self.uses_total]

    @classmethod
    def of(cls, technique: Technique, rows: Iterable[Row], decided: Mapping[int, bool]) -> Deduced:
        """Return a deduction from some rows."""
        sources = {row.source for row in rows}
        return cls(technique, clues_among(sources), TOTAL in sources, dict(sorted(decided.items())))

    @classmethod
    def alone(cls, source: Source, cells: Collection[int], *, mine: bool) -> Deduced:
        """Return the deduction of the cells that a clue decides by itself."""
        decided = dict.fromkeys(sorted(cells), mine)
        return cls(Technique.SINGLE_CLUE, clues_among((source,)), False, decided)


class Rows:
    """Rows that lose their cells as these are decided.

    `single` and `two` find a deduction; with `safe`, one that decides a safe cell.
    """

    def __init__(self, constraints: Iterable[Cardinality]) -> None:
        said = [row for row in constraints if row.cells and not row.says_nothing]
        self.every = list(map(row_of, said))
        self.touching: dict[int, list[int]] = defaultdict(list)
        for place, constraint in enumerate(said):
            for cell in constraint.cells:
                self.touching[cell].append(place)
        # Places of rows that decide cells alone, or did before these were decided.
        self._due = [place for place, row in enumerate(self.every) if row.forces is not None]
        self._put_off: list[int] = []  # such rows that force mines, while safe cells come first
        self._unpaired = set(range(len(said)))  # rows that may decide a cell with another
        self._pairs: list[tuple[int, int, int]] = []  # (rank, row, row) that do

    def copy(self) -> Rows:
        """Copy the rows at this point; both go on independently."""
        twin = copy(self)
        vars(twin).update({name: copy(value) for name, value in vars(self).items()})
        twin.every = [row.copy() for row in self.every]
        twin.touching = defaultdict(
            list, {cell: list(places) for cell, places in self.touching.items()}
        )
        return twin

    def decide(self, cell: int, *, mine: bool) -> None:
        """Take a decided cell out of its rows."""
        for place in self.touching.get(cell, ()):
            row = self.every[place]
            row.decide(cell, mine=mine)
            self._look_at(place, row)

    def add(self, row: Row) -> None:
        """Add a row of undecided cells."""
        place = len(self.every)
        self.every.append(row)
        for cell in row.cells:
            self.touching[cell].append(place)
        self._look_at(place, row)

    def _look_at(self, place: int, row: Row) -> None:
        self._unpaired.add(place)
        if row.forces is not None:
            heappush(self._due, place)

    def single(self, *, safe: bool) -> Deduced | None:
        """Find a row that decides all its cells; with `safe`, rows of mines are put off."""
        while self._due:
            row = self.every[self._due[0]]
            forced = row.forces
            if forced is False or (forced and not safe):
                return Deduced.alone(row.source, row.cells, mine=forced)
            place = heappop(self._due)
            if forced:
                heappush(self._put_off, place)
        while self._put_off and not safe:
            row = self.every[self._put_off[0]]
            if row.forces is not None:
                return Deduced.alone(row.source, row.cells, mine=row.forces)
            heappop(self._put_off)
        return None

    def two(self, *, safe: bool) -> Deduced | None:
        """Find two rows that decide cells together, a subset before a difference."""
        for place in sorted(self._unpaired):
            row = self.every[place]
            for partner in {near for cell in row.cells for near in self.touching[cell]}:
                if partner != place and not (partner in self._unpaired and partner < place):
                    self._note(*sorted((place, partner)))
        self._unpaired.clear()
        if safe:
            deductions = (self._pair(first, second) for _, first, second in sorted(self._pairs))
            return next(
                (deduced for deduced in deductions if False in deduced.decided.values()), None
            )
        while self._pairs:
            rank, first, second = self._pairs[0]
            deduced = self._pair(first, second)
            if deduced.decided and rank == (deduced.technique is not Technique.SUBSET):
                return deduced
            heappop(self._pairs)
            if deduced.decided:
                self._note(first, second)
        return None

    def _pair(self, first: int, second: int) -> Deduced:
        """Deduce the cells that two rows decide together."""
        paired = pair(self.every[first], self.every[second])
        technique = Technique.SUBSET if paired.is_subset else Technique.DIFFERENCE
        return Deduced.of(technique, (self.every[first], self.every[second]), paired.decided)

    def _note(self, first: int, second: int) -> None:
        """Keep a pair of rows if it decides anything."""
        paired = pair(self.every[first], self.every[second])
        if paired.decided:
            heappush(self._pairs, (int(not paired.is_subset), first, second))


# The most sources of a deduction by a technique; deductions from more are found by search.
_BY_TECHNIQUE: Final = 2
# As numbers: looking up members of an enum takes as long as some deductions.
_KNOWN_MINE: Final = int(State.KNOWN_MINE)
_NO_CLUE: Final = int(State.NO_CLUE)


class Deductions:
    """Deductions from some clues of a board and its mine count, to be taken one after the other.

    `clues` have to be closed: no other clue touches their covered cells. `verdicts` are the ones to
    deduce, and have to be all verdicts on these cells. With a `level`, no deduction takes more
    sources. With `safe_first`, those of a level that decide a safe cell come before the others.
    """

    def __init__(
        self,
        position: Position,
        *,
        clues: IntArray,
        verdicts: Mapping[int, bool],
        level: int | None = None,
        safe_first: bool = False,
        engine: Engine,
        budget: Budget,
    ) -> None:
        self._position = position._replace(states=position.states.copy())
        self._engine = engine
        self._budget = budget
        self._level = level
        self._safe_first = safe_first
        self._open = dict(verdicts)
        codes = cell_codes(position.states)
        self._bounds = bounds_left(position.total, codes)
        self._covered = set((codes == COVERED_UNIT).nonzero()[0].tolist())
        self._clues = clues
        # What single clues decide from here on, by the kernel, and the next of these deductions.
        self._singles: Iterator[Single] | None = None
        self._next: Deduced | None = None
        # Made when single clues do not do.
        self._made: Rows | None = None

    @property
    def _rows(self) -> Rows:
        """The clues as rows of undecided cells."""
        if self._made is None:
            self._made = self._made_rows()
        return self._made

    def _made_rows(self) -> Rows:
        codes = cell_codes(self._position.states)
        near = self._position.adjacency.table.take(self._clues, axis=1)
        clues = self._clues[(codes == COVERED_UNIT)[near].any(axis=0)]
        return Rows(cardinalities(clue_rows(self._position, clues), codes))

    def copy(self, level: int | None = None) -> Deductions:
        """Copy the deductions at this point, with a level of its own; both go on independently."""
        twin = copy(self)
        states = self._position.states.copy()
        copied = {
            "_level": level,
            "_position": self._position._replace(states=states),
            "_singles": None,
            "_next": None,
            "_made": None if self._made is None else self._made.copy(),
            "_open": copy(self._open),
            "_covered": copy(self._covered),
        }
        vars(twin).update(copied)
        return twin

    def __iter__(self) -> Iterator[Deduced]:
        """Yield all deductions; each is taken before the next is found."""
        while (deduced := self.easiest()) is not None:
            self.take(deduced)
            yield deduced

    def easiest(self) -> Deduced | None:
        """Return one of the deductions with the fewest sources; None when everything is known."""
        if not self._open:
            return None
        deduced = self.by_technique()
        if deduced is not None or (self._level is not None and self._level <= _BY_TECHNIQUE):
            return deduced
        return self._by_search()

    def by_technique(self) -> Deduced | None:
        """Return an easiest deduction from one or two sources, which takes no verdict to find."""
        by_level = (self._single, self._total_alone), (self._two, self._total_and_clue)
        for level, techniques in enumerate(by_level, start=1):
            if self._level is not None and level > self._level:
                return None
            for safe in (True, False) if self._safe_first else (False,):
                for technique in techniques:
                    self._budget.check()
                    deduced = technique(safe=safe)
                    if deduced is not None:
                        return deduced
        return None

    def take(self, deduced: Deduced) -> None:
        """Add the verdicts of a deduction to those that are known."""
        is_next = deduced is self._next
        singles = self._singles
        self.know(deduced.decided)
        if is_next:
            self._singles = singles

    def know(self, decided: Mapping[int, bool]) -> None:
        """Add verdicts to those that are known."""
        self._singles = self._next = None
        states = self._position.states
        for cell, mine in decided.items():
            self._open.pop(cell, None)
            self._covered.discard(cell)
            states[cell] = _KNOWN_MINE if mine else _NO_CLUE
            if self._bounds is not None and mine:
                self._bounds = self._bounds[0] - 1, self._bounds[1] - 1
            if self._made is not None:
                self._made.decide(cell, mine=mine)

    def show(self, clues: Mapping[int, int]) -> None:
        """Add the exact clues of cells that were opened in a game.

        The cells have to be safe, whether or not that was deduced.
        """
        states, rows = self._position.states, self._rows
        self.know({cell: False for cell in clues if cell in self._covered})
        for cell, clue in clues.items():
            states[cell] = clue
            near = self._position.adjacency.neighbours(cell)
            mines = sum(states[neighbour] == State.KNOWN_MINE for neighbour in near)
            around = self._covered.intersection(near)
            if around:
                rows.add(Row(around, 1 << (clue - mines), Source(SourceKind.CLUE, cell)))

    def expect(self, verdicts: Mapping[int, bool]) -> None:
        """Replace the verdicts to deduce, which are others once clues were shown."""
        self._open = dict(verdicts)

    # The next four find a deduction by one technique; with `safe`, one that decides a safe cell.

    def _single(self, *, safe: bool) -> Deduced | None:
        if self._made is None and self._next is None:
            self._next = self._next_single()
        if self._made is not None:
            return self._made.single(safe=safe)
        deduced = self._next
        return None if deduced is None or (safe and True in deduced.decided.values()) else deduced

    def _next_single(self) -> Deduced | None:
        """Return the next of the kernel's deductions; make the rows if it does not know."""
        if self._singles is None:
            self._singles = single_clues(
                self._position,
                self._clues,
                covered=len(self._covered),
                safe_first=self._safe_first,
                budget=self._budget,
            )
            if self._singles is None:
                self._made = self._made_rows()
        for clue, mine, cells in self._singles or ():
            decided = dict.fromkeys(cells, mine)
            if any(self._open.get(cell, mine) is not mine for cell in cells):
                raise ValueError(f"the clue of cell {clue} decides {decided} in the kernel only")
            return Deduced(Technique.SINGLE_CLUE, (clue,), False, decided)
        return None

    def _total_alone(self, *, safe: bool) -> Deduced | None:
        if self._bounds is None or not self._covered:
            return None
        lower, upper = self._bounds
        if upper != 0 and (safe or lower != len(self._covered)):
            return None
        return Deduced(Technique.TOTAL, (), True, dict.fromkeys(sorted(self._covered), upper != 0))

    def _two(self, *, safe: bool) -> Deduced | None:
        return self._rows.two(safe=safe)

    def _total_and_clue(self, *, safe: bool) -> Deduced | None:
        """Find a row that decides cells together with the mine count."""
        if self._bounds is None:
            return None
        lower, upper = self._bounds
        rest = len(self._covered)
        for row in self._rows.every:
            size = len(row.cells)
            if size and (upper <= size or rest - lower <= size):
                span = ((1 << (upper - max(lower, 0) + 1)) - 1) << max(lower, 0)
                total = Row(self._covered, span, TOTAL)
                decided = pair(row, total).decided
                if decided and (not safe or False in decided.values()):
                    return Deduced.of(Technique.TOTAL, (row, total), decided)
        return None

    def _by_search(self) -> Deduced | None:
        """Find a deduction from as few sources as possible, where two do not suffice."""
        best = self._least()
        if best is None:
            return None
        mus, cell = best
        clues = set(mus.clues)
        rows = [row for row in self._rows.every if row.source.cell in clues]
        technique, split = name_of(rows, cell, mine=self._open[cell], uses_total=mus.uses_total)
        decided = self._forced(mus) if split is None else decided_either_way(rows, split)
        return Deduced(technique, mus.clues, mus.uses_total, dict(sorted(decided.items())), split)

    def _least(self) -> tuple[Mus, int] | None:
        """Find a smallest set of sources that force a cell, and the cell."""
        best: tuple[Mus, int] | None = None
        below = None if self._level is None else self._level + 1
        search = MusSearch(self._position, self._engine, self._budget)
        cells = self._representatives()
        groups = [cells]
        if self._safe_first:
            safe = [cell for cell in cells if not self._open[cell]]
            groups = [safe, [cell for cell in cells if self._open[cell]]]
        for group in groups:
            # A minimal set is found in a fraction of the time, and often is as small as any.
            for cell in group:
                mus = search.of_clues(cell, mine=self._open[cell])
                if mus is not None and mus.size == _BY_TECHNIQUE + 1:
                    return mus, cell
            for cell in group:
                mus = search.smallest(cell, mine=self._open[cell], below=below)
                if mus is not None:
                    best = mus, cell
                    below = mus.size
                    if mus.size == _BY_TECHNIQUE + 1:
                        return best
        return best

    def _representatives(self) -> list[int]:
        """Choose one cell for each set of clues: cells with the same clues have the same proofs."""
        first_with: dict[tuple[int, ...], int] = {}
        touching = self._rows.touching
        for cell in sorted(self._open):
            first_with.setdefault(tuple(touching.get(cell, ())), cell)
        return list(first_with.values())

    def _forced(self, mus: Mus) -> dict[int, bool]:
        """Return all verdicts that some sources decide together."""
        position = self._position
        if not mus.uses_total:
            constraints = tuple(constraints_of_clues(position, mus.clues))
            system = ConstraintSystem(cells_of(constraints), constraints)
            with closing(self._engine.reasoner(system, self._budget)) as reasoner:
                backbone = reasoner.consequences()
            if backbone is None:
                raise ValueError(f"the clues of the cells {mus.clues} conflict")
            return is_mine_by_cell(*backbone.decided)
        others = np.setdiff1d(position.clues, np.array(mus.clues, dtype=np.int32))
        alone = position.changed(dict.fromkeys(others.tolist(), State.NO_CLUE))
        ledger = ComponentLedger(alone, self._engine)
        ledger.settle(self._budget)
        mines, safe = ledger.proved()
        return is_mine_by_cell(mines.tolist(), safe.tolist())
