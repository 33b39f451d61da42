"""The clues of a board as rows of undecided cells, and what one or two of them decide."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from copy import copy
from heapq import heappop, heappush
from typing import NamedTuple

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.source import TOTAL, Source, clues_among
from logicsweep.reasons.techniques import Row, Technique, pair, row_of


class Deduced(NamedTuple):
    """A deduction: its sources, clues as cell numbers and the total, and the verdicts from them."""

    technique: Technique
    clues: tuple[int, ...]
    uses_total: bool
    decided: Mapping[int, bool]
    split: int | None = None

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
