"""Deductions one after the other, always one of the easiest.

The level of a deduction is the size of a smallest MUS of the sources and the negated verdict, given
the earlier verdicts. More verdicts never raise a level, so that taking an easiest deduction first
never leads to a harder one than the position needs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from heapq import heappop, heappush
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.relation import IntArray
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import TOTAL
from logicsweep.limits import Budget
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.mus import ANY_SIZE, Mus, MusSearch, cells_of
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.techniques import (
    Pair,
    Row,
    Technique,
    case_split,
    decided_either_way,
    pair,
    row_of,
)
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    ConstraintSystem,
    Position,
    bounds_left,
    cell_codes,
    constraints_of_clues,
    is_mine_by_cell,
)


class Deduced(NamedTuple):
    """A deduction: a minimal set of sources, and the verdicts from them by cell number."""

    technique: Technique
    mus: Mus
    decided: Mapping[int, bool]
    split: int | None = None

    @classmethod
    def of(cls, technique: Technique, rows: Iterable[Row], decided: Mapping[int, bool]) -> Deduced:
        """Return a deduction from some rows."""
        return cls(technique, Mus.of({row.source for row in rows}), dict(sorted(decided.items())))


class Rows:
    """The clues of a position as rows of undecided cells, each made when it is first looked at.

    No other clue touches the covered cells around these clues. `single` and `two` find a deduction;
    with `safe`, one that decides a safe cell. The states are those of the position itself.
    """

    def __init__(self, position: Position, clues: IntArray) -> None:
        self._position = position
        codes = cell_codes(position.states)
        around = codes[position.adjacency.table.take(clues, axis=1)]
        left = np.count_nonzero(around == COVERED_UNIT, axis=0)
        needs = position.states[clues] - np.count_nonzero(around == MINE_UNIT, axis=0)
        # By value, clues that force it on all their cells, or did before these were decided.
        self._due: dict[bool, list[int]] = {
            mine: clues[(left > 0) & (needs == wanted)].tolist()
            for mine, wanted in ((False, 0), (True, left))
        }
        self._made: dict[int, Row] = {}
        self._clues = set(clues[left > 0].tolist())
        self._unpaired = set(self._clues)  # clues that may decide a cell with another
        self._pairs: dict[tuple[int, int], Pair] = {}  # by two clues, the pairs that do
        for clue in position.uncertain.keys() & self._clues:
            self.look_at(clue)

    def of(self, clue: int) -> Row:
        """Return the row of a clue."""
        row = self._made.get(clue)
        if row is None:
            (constraint,) = constraints_of_clues(self._position, (clue,))
            row = self._made[clue] = row_of(constraint)
        return row

    def every(self) -> list[Row]:
        """Return the rows of all clues, in order."""
        return list(map(self.of, sorted(self._clues)))

    def decide(self, cell: int, *, mine: bool) -> None:
        """Take a cell, which the position shows to be decided, out of its rows."""
        for clue in self._position.clues_around(cell):
            if clue in self._made:
                self._made[clue].decide(cell, mine=mine)
            self.look_at(clue)

    def look_at(self, clue: int) -> None:
        """Take in a clue that is new, or that has fewer cells."""
        self._clues.add(clue)
        self._unpaired.add(clue)
        forced = self.of(clue).forces
        if forced is not None:
            heappush(self._due[forced], clue)

    def single(self, *, safe: bool) -> Deduced | None:
        """Find the first row that decides all its cells."""
        first = []
        for mine, due in self._due.items():
            while due and self.of(due[0]).forces is not mine:
                heappop(due)
            if due and not (safe and mine):
                first.append((due[0], mine))
        if not first:
            return None
        clue, mine = min(first)
        decided = dict.fromkeys(sorted(self.of(clue).cells), mine)
        return Deduced(Technique.SINGLE_CLUE, Mus((clue,), uses_total=False), decided)

    def two(self, *, safe: bool) -> Deduced | None:
        """Find two rows that decide cells together, a subset before a difference."""
        around, unpaired = self._position.clues_around, self._unpaired
        pairs = {clues: each for clues, each in self._pairs.items() if unpaired.isdisjoint(clues)}
        for clue in unpaired:
            for partner in {near for cell in self.of(clue).cells for near in around(cell)} - {clue}:
                clues = min(clue, partner), max(clue, partner)
                if clues not in pairs:
                    pairs[clues] = pair(*map(self.of, clues))
        self._pairs = {clues: paired for clues, paired in pairs.items() if paired.decided}
        self._unpaired = set()
        ranked = [
            (not paired.is_subset, clues)
            for clues, paired in self._pairs.items()
            if not safe or False in paired.decided.values()
        ]
        if not ranked:
            return None
        is_difference, clues = min(ranked)
        technique = Technique.DIFFERENCE if is_difference else Technique.SUBSET
        return Deduced.of(technique, map(self.of, clues), self._pairs[clues].decided)


def plain_constraints(position: Position, mus: Mus) -> list[Constraint]:
    """Make the constraints of some sources on an ordinary board, without those of all others."""
    rows: list[Constraint] = [*constraints_of_clues(position, mus.clues)]
    if mus.uses_total:
        codes = cell_codes(position.states)
        covered = tuple(np.flatnonzero(codes == COVERED_UNIT).tolist())
        rows.append(Cardinality(covered, *(bounds_left(position.total, codes) or (0, 0)), TOTAL))
    return rows


def decided_by(
    constraints: Sequence[Constraint], engine: Engine, budget: Budget
) -> dict[int, bool]:
    """Find all verdicts that some satisfiable constraints decide together, by cell, ascending."""
    system = ConstraintSystem(cells_of(constraints), tuple(constraints))
    with closing(engine.reasoner(system, budget)) as reasoner:
        backbone = reasoner.consequences()
    if backbone is None:
        raise ValueError("the sources have no model")
    return dict(sorted(is_mine_by_cell(*backbone.decided).items()))


# The most sources of a deduction by a technique; deductions from more are found by search.
_BY_TECHNIQUE: Final = 2
# As numbers: looking up members of an enum takes as long as some deductions.
_KNOWN_MINE: Final = int(State.KNOWN_MINE)
_NO_CLUE: Final = int(State.NO_CLUE)


class Deductions:
    """Deductions from some clues of a board and its mine count, one after the other.

    `clues`, by default all, have to be closed: no other clue touches their covered cells.
    `verdicts` are the ones to deduce, and have to be all verdicts on these cells. With a `level`,
    no deduction takes more sources. With `safe_first`, those of a level that decide a safe cell
    come before the others.
    """

    def __init__(
        self,
        position: Position,
        *,
        clues: IntArray | None = None,
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
        self._rows = Rows(self._position, position.clues if clues is None else clues)

    def __iter__(self) -> Iterator[Deduced]:
        """Yield all deductions; each is known before the next is found."""
        while (deduced := self.easiest()) is not None:
            self.know(deduced.decided)
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
        rows = self._rows
        by_level = (rows.single, self._total_alone), (rows.two, self._total_and_clue)
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

    def know(self, decided: Mapping[int, bool]) -> None:
        """Add verdicts, such as those of a deduction, to those that are known."""
        states = self._position.states
        for cell, mine in decided.items():
            self._open.pop(cell, None)
            self._covered.discard(cell)
            states[cell] = _KNOWN_MINE if mine else _NO_CLUE
            if self._bounds is not None and mine:
                self._bounds = self._bounds[0] - 1, self._bounds[1] - 1
            self._rows.decide(cell, mine=mine)

    def show(self, clues: Mapping[int, int]) -> None:
        """Add the exact clues of cells that were opened in a game.

        The cells have to be safe, whether or not that was deduced.
        """
        self.know({cell: False for cell in clues if cell in self._covered})
        for cell, clue in clues.items():
            self._position.states[cell] = clue
            self._rows.look_at(cell)

    def expect(self, verdicts: Mapping[int, bool]) -> None:
        """Replace the verdicts to deduce, which are others once clues were shown."""
        self._open = dict(verdicts)

    # These two find a deduction by one technique, as rows do; with `safe`, of a safe cell.

    def _total_alone(self, *, safe: bool) -> Deduced | None:
        if self._bounds is None or not self._covered:
            return None
        lower, upper = self._bounds
        if upper != 0 and (safe or lower != len(self._covered)):
            return None
        decided = dict.fromkeys(sorted(self._covered), upper != 0)
        return Deduced(Technique.TOTAL, Mus((), uses_total=True), decided)

    def _total_and_clue(self, *, safe: bool) -> Deduced | None:
        """Find a row that decides cells together with the mine count."""
        if self._bounds is None:
            return None
        lower, upper = self._bounds
        rest = len(self._covered)
        for row in self._rows.every():
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
        rows = [self._rows.of(clue) for clue in mus.clues]
        split = None if mus.uses_total else case_split(rows, cell, mine=self._open[cell])
        if split is not None:
            decided = dict(sorted(decided_either_way(rows, split).items()))
            return Deduced(Technique.CASE_SPLIT, mus, decided, split)
        return Deduced(
            Technique.TOTAL if mus.uses_total else Technique.TOGETHER, mus, self._forced(mus)
        )

    def _forced(self, mus: Mus) -> dict[int, bool]:
        """Return all verdicts that some sources decide together, by cell, ascending.

        The mine count ties all cells together, and a solver would take minutes with it: a ledger
        knows better, of the position with these clues alone.
        """
        position = self._position
        if not mus.uses_total:
            return decided_by(plain_constraints(position, mus), self._engine, self._budget)
        others = np.setdiff1d(position.clues, np.array(mus.clues, dtype=np.int32))
        alone = position.changed(dict.fromkeys(others.tolist(), _NO_CLUE))
        ledger = ComponentLedger(alone, self._engine)
        ledger.settle(self._budget)
        mines, safe = ledger.proved()
        return dict(sorted(is_mine_by_cell(mines.tolist(), safe.tolist()).items()))

    def _least(self) -> tuple[Mus, int] | None:
        """Find a smallest set of sources that force a cell, and the cell."""
        best: tuple[Mus, int] | None = None
        below = ANY_SIZE if self._level is None else self._level + 1
        search = MusSearch(self._position, self._engine, self._budget)
        groups: dict[bool, list[int]] = {False: [], True: []}
        for cell in self._representatives():
            groups[self._safe_first and self._open[cell]].append(cell)
        for group in groups.values():
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
        for cell in sorted(self._open):
            first_with.setdefault(tuple(self._position.clues_around(cell)), cell)
        return list(first_with.values())
