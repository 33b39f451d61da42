"""Deductions one after the other, always one of the easiest.

The level of a deduction is the size of a smallest MUS of the sources and the negated verdict, given
the earlier verdicts. More verdicts never raise a level, so that taking an easiest deduction first
never leads to a harder one than the position needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from copy import copy
from heapq import heappop, heappush
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.relation import IntArray
from logicsweep.board.state import State
from logicsweep.constraints.source import TOTAL, Source, SourceKind, clues_among
from logicsweep.explain.techniques import Row, Technique, decided_either_way, name_of, pair, row_of
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Mus
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.mus import MusSearch
from logicsweep.reason.solvers.engine import Engine
from logicsweep.system.position import Position, is_mine_by_cell
from logicsweep.system.system import COVERED_UNIT, bounds_left, cardinalities, cell_codes, clue_rows

# The most sources of a deduction by a technique; deductions from more are found by search.
_BY_TECHNIQUE: Final = 2


class Deduced(NamedTuple):
    """A deduction: its sources, clues as cell numbers and the total, and the verdicts from them."""

    technique: Technique
    clues: tuple[int, ...]
    uses_total: bool
    decided: Mapping[int, bool]
    split: int | None = None


def _from(technique: Technique, rows: Iterable[Row], decided: Mapping[int, bool]) -> Deduced:
    """Return a deduction from some rows."""
    sources = {row.source for row in rows}
    return Deduced(technique, clues_among(sources), TOTAL in sources, dict(sorted(decided.items())))


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
        self._covered = set(np.flatnonzero(codes == COVERED_UNIT).tolist())
        constraints = cardinalities(clue_rows(position, clues), codes)
        self._rows = [
            row_of(constraint)
            for constraint in constraints
            if constraint.cells and not constraint.says_nothing
        ]
        self._touching: dict[int, list[int]] = {}
        for place, row in enumerate(self._rows):
            for cell in row.cells:
                self._touching.setdefault(cell, []).append(place)
        self._due = list(range(len(self._rows)))  # rows that may decide a cell alone
        self._put_off: list[int] = []  # such rows that force mines, while safe cells come first
        self._unpaired = set(self._due)  # rows that may decide a cell with another
        self._pairs: list[tuple[int, int, int]] = []  # (rank, row, row) that do

    def copy(self, level: int | None = None) -> Deductions:
        """Copy the deductions at this point, with a level of its own; both go on independently."""
        twin = copy(self)
        nested = {
            "_level": level,
            "_position": self._position._replace(states=self._position.states.copy()),
            "_rows": [row.copy() for row in self._rows],
            "_touching": {cell: list(places) for cell, places in self._touching.items()},
        }
        flat = ("_open", "_covered", "_due", "_put_off", "_unpaired", "_pairs")
        vars(twin).update({name: copy(getattr(self, name)) for name in flat} | nested)
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
        self.know(deduced.decided)

    def know(self, decided: Mapping[int, bool]) -> None:
        """Add verdicts to those that are known."""
        for cell, mine in decided.items():
            self._open.pop(cell, None)
            self._covered.discard(cell)
            self._position.states[cell] = State.KNOWN_MINE if mine else State.NO_CLUE
            if self._bounds is not None and mine:
                self._bounds = self._bounds[0] - 1, self._bounds[1] - 1
            for place in self._touching.get(cell, ()):
                self._rows[place].decide(cell, mine=mine)
                heappush(self._due, place)
                self._unpaired.add(place)

    def show(self, clues: Mapping[int, int]) -> None:
        """Add the exact clues of cells that were opened in a game.

        The cells have to be safe, whether or not that was deduced.
        """
        states = self._position.states
        self.know({cell: False for cell in clues if cell in self._covered})
        for cell, clue in clues.items():
            states[cell] = clue
            near = self._position.adjacency.neighbours(cell)
            mines = sum(states[neighbour] == State.KNOWN_MINE for neighbour in near)
            around = self._covered.intersection(near)
            if not around:
                continue
            place = len(self._rows)
            self._rows.append(Row(around, 1 << (clue - mines), Source(SourceKind.CLUE, cell)))
            for number in around:
                self._touching.setdefault(number, []).append(place)
            heappush(self._due, place)
            self._unpaired.add(place)

    def expect(self, verdicts: Mapping[int, bool]) -> None:
        """Replace the verdicts to deduce, which are others once clues were shown."""
        self._open = dict(verdicts)

    # The next four find a deduction by one technique; with `safe`, one that decides a safe cell.

    def _single(self, *, safe: bool) -> Deduced | None:
        """Find a row that decides all its cells; with `safe`, rows of mines are put off."""
        while self._due:
            row = self._rows[self._due[0]]
            forced = row.forces
            if forced is False or (forced and not safe):
                return _alone(row, mine=forced)
            place = heappop(self._due)
            if forced:
                heappush(self._put_off, place)
        while self._put_off and not safe:
            row = self._rows[self._put_off[0]]
            if row.forces is not None:
                return _alone(row, mine=row.forces)
            heappop(self._put_off)
        return None

    def _total_alone(self, *, safe: bool) -> Deduced | None:
        if self._bounds is None or not self._covered:
            return None
        lower, upper = self._bounds
        if upper != 0 and (safe or lower != len(self._covered)):
            return None
        return Deduced(Technique.TOTAL, (), True, dict.fromkeys(sorted(self._covered), upper != 0))

    def _two(self, *, safe: bool) -> Deduced | None:
        """Find two rows that decide cells together, a subset before a difference."""
        for place in sorted(self._unpaired):
            row = self._rows[place]
            for partner in {near for cell in row.cells for near in self._touching[cell]}:
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
        paired = pair(self._rows[first], self._rows[second])
        technique = Technique.SUBSET if paired.is_subset else Technique.DIFFERENCE
        return _from(technique, (self._rows[first], self._rows[second]), paired.decided)

    def _note(self, first: int, second: int) -> None:
        """Keep a pair of rows if it decides anything."""
        paired = pair(self._rows[first], self._rows[second])
        if paired.decided:
            heappush(self._pairs, (int(not paired.is_subset), first, second))

    def _total_and_clue(self, *, safe: bool) -> Deduced | None:
        """Find a row that decides cells together with the mine count."""
        if self._bounds is None:
            return None
        lower, upper = self._bounds
        rest = len(self._covered)
        for row in self._rows:
            size = len(row.cells)
            if size and (upper <= size or rest - lower <= size):
                span = ((1 << (upper - max(lower, 0) + 1)) - 1) << max(lower, 0)
                total = Row(self._covered, span, TOTAL)
                decided = pair(row, total).decided
                if decided and (not safe or False in decided.values()):
                    return _from(Technique.TOTAL, (row, total), decided)
        return None

    def _by_search(self) -> Deduced | None:
        """Find a deduction from as few sources as possible, where two do not suffice."""
        best: tuple[Mus, int] | None = None
        below = None if self._level is None else self._level + 1
        search = MusSearch(self._position, self._engine, self._budget)
        for cell in self._representatives():
            mus = search.smallest(cell, mine=self._open[cell], below=below)
            if mus is not None:
                best = mus, cell
                below = mus.size
                if mus.size == _BY_TECHNIQUE + 1:
                    break
        if best is None:
            return None
        mus, cell = best
        clues = set(mus.clues)
        rows = [row for row in self._rows if row.source.cell in clues]
        technique, split = name_of(rows, cell, mine=self._open[cell], uses_total=mus.uses_total)
        decided = self._forced(mus) if split is None else decided_either_way(rows, split)
        return Deduced(technique, mus.clues, mus.uses_total, dict(sorted(decided.items())), split)

    def _representatives(self) -> list[int]:
        """Choose one cell for each set of clues: cells with the same clues have the same proofs."""
        first_with: dict[tuple[int, ...], int] = {}
        for cell in sorted(self._open):
            first_with.setdefault(tuple(self._touching.get(cell, ())), cell)
        cells = list(first_with.values())
        return sorted(cells, key=self._open.__getitem__) if self._safe_first else cells

    def _forced(self, mus: Mus) -> dict[int, bool]:
        """Return all verdicts that some sources decide together."""
        position = self._position
        others = np.setdiff1d(position.clues, np.array(mus.clues, dtype=np.int32))
        alone = position.changed(dict.fromkeys(others.tolist(), State.NO_CLUE))
        if not mus.uses_total:
            alone = alone._replace(total=None)
        ledger = ComponentLedger(alone, self._engine)
        ledger.settle(self._budget)
        mines, safe = ledger.proved()
        return is_mine_by_cell(mines.tolist(), safe.tolist())


def _alone(row: Row, *, mine: bool) -> Deduced:
    """Deduce the cells that a row decides by itself."""
    return _from(Technique.SINGLE_CLUE, (row,), dict.fromkeys(row.cells, mine))
