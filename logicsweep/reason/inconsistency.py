"""The reason why a board has no layout: a minimal unsatisfiable subset (MUS) of its sources."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import closing
from functools import reduce
from itertools import islice
from typing import NamedTuple

import numpy as np

from logicsweep.board.relation import IntArray
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import TOTAL, Source, clues_among
from logicsweep.kernel.proposal import sources_of_conflict
from logicsweep.limits import Budget
from logicsweep.reason.settle import ContradictionError, settle_constraints
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.unweighted import mine_counts_of
from logicsweep.system.partition import components, merged
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    ClueRows,
    CodeArray,
    ConstraintSystem,
    Position,
    bounds_left,
    cardinalities,
    cell_codes,
    clue_rows,
)
from logicsweep.tables.total import allowed_counts, sums


class Mus(NamedTuple):
    """A minimal unsatisfiable subset of the sources: clues, the mine count, a user's program.

    `clues` are cell numbers, ascending; `constraints` are the sources of constraints beside them.
    Minimal: without any one of these sources the others have a layout.
    """

    clues: tuple[int, ...]
    uses_total: bool
    uses_program: bool = False
    constraints: tuple[Source, ...] = ()

    @classmethod
    def of(cls, sources: Collection[Source], *, uses_program: bool = False) -> Mus:
        """Sort a minimal set of sources into clues, constraints and the total."""
        return cls(
            clues_among(sources),
            TOTAL in sources,
            uses_program,
            tuple([source for source in sources if source.is_further]),
        )

    @property
    def size(self) -> int:
        """The number of sources; a program counts as one."""
        return len(self.clues) + self.uses_total + self.uses_program + len(self.constraints)


def find_mus(position: Position, near: Sequence[int], *, engine: Engine, budget: Budget) -> Mus:
    """Find a minimal unsatisfiable subset of the sources of an inconsistent position.

    `near` are cell numbers of clues where a conflict was found, if any: clues around them are tried
    first, in growing rings, since a conflict of clues is local. The mine count is a source only
    when the clues alone are consistent. Raises `LimitError` when the budget is spent, ValueError
    when the board has a layout.
    """
    mus = mus_near(position, near, engine=engine, budget=budget)
    if mus is None:
        near = _conflict_anywhere(position, engine, budget)
        mus = mus_near(position, near, engine=engine, budget=budget)
    if mus is None:
        mus = mus_with_total(position, engine=engine, budget=budget)
    return mus


def _conflict_anywhere(position: Position, engine: Engine, budget: Budget) -> Sequence[int]:
    """Find clues near which the clues of the board conflict; none when they are consistent."""
    codes = cell_codes(position.states)
    constraints = merged(cardinalities(clue_rows(position, position.clues), codes))
    try:
        for _ in settle_constraints(constraints, codes, engine, budget):
            pass
    except ContradictionError as contradiction:
        return contradiction.near
    return ()


def mus_with_total(position: Position, *, engine: Engine, budget: Budget) -> Mus:
    """Return a MUS of a position whose clues are consistent without the total.

    The kernel proposes a set, which is judged here. Raises `LimitError` when the budget is spent,
    ValueError when the board has a layout, or kernel and engine disagree.
    """
    codes = cell_codes(position.states)
    bounds = bounds_left(position.total, codes)
    if bounds is None:
        raise ValueError("the board is consistent")
    proposed = sources_of_conflict(position, budget)
    clues = position.clues if proposed is None or not proposed.uses_total else proposed.clues
    needed = _MusWithTotal(codes, bounds, engine, budget).clues(clue_rows(position, clues))
    if proposed is not None and needed != tuple(proposed.clues.tolist()):
        raise ValueError(f"the kernel has another set of clues: {proposed.clues.tolist()}")
    return Mus(needed, uses_total=True)


def mus_near(
    position: Position, near: Sequence[int], *, engine: Engine, budget: Budget
) -> Mus | None:
    """Return a minimal unsatisfiable subset of the clues connected to those in `near`, or None.

    The search is among ever more clues around these. Raises `LimitError`.
    """
    codes = cell_codes(position.states)
    clues = np.array(sorted(set(near)), dtype=np.int32)
    rings = 1
    while clues.size:
        budget.check()
        constraints = cardinalities(clue_rows(position, clues), codes)
        system = ConstraintSystem(cells_of(constraints), tuple(constraints))
        with closing(engine.reasoner(system, budget)) as reasoner:
            mus = reasoner.mus()
        if mus is not None:
            return Mus.of(mus)
        more_clues = with_rings(position, codes, clues, rings)
        if more_clues.size == clues.size:
            break
        clues = more_clues
        rings *= 2
    return None


def with_rings(position: Position, codes: CodeArray, clues: IntArray, rings: int) -> IntArray:
    """Add this number of rings to some clues, or all there are; return all clues, ascending."""
    every = [clues, *islice(rings_around(position, codes, clues), 1, rings + 1)]
    return np.sort(np.concatenate(every))


def rings_around(position: Position, codes: CodeArray, clues: IntArray) -> Iterator[IntArray]:
    """Yield some clues, if any, then ring after ring around them, each ascending.

    A ring has the clues that share a covered cell with a clue so far.
    """
    states, _, adjacency, _ = position
    is_among = np.zeros(states.size + 1, dtype=np.bool_)
    is_among[clues] = is_among[-1] = True  # the last is padding
    ring = clues
    while ring.size:
        yield ring
        cells = adjacency.table[:, ring]
        around = adjacency.table[:, cells[codes[cells] == COVERED_UNIT]]
        around = around[~is_among[around]]
        ring = np.unique(around[states[around] >= 0]).astype(np.int32)
        is_among[ring] = True


def cells_of(constraints: Sequence[Constraint]) -> tuple[int, ...]:
    """Return the cells of some constraints, ascending."""
    return tuple(sorted({cell for constraint in constraints for cell in constraint.cells}))


class _Piece(NamedTuple):
    """Connected clues, the covered cells around them, and the numbers of mines these can hold."""

    rows: ClueRows
    cells: tuple[int, ...]
    counts: int


class _MusWithTotal:
    """The search for a minimal set of clues that conflict with the total, among consistent clues.

    Deletion-based: a clue is dropped when the rest conflicts without it. Pieces share no cell, so
    that dropping a clue changes the mine counts of its own piece only; of all others together a set
    of counts is enough. A piece falls apart as its clues are dropped, which makes later questions
    cheap; clues are tried in scattered order so that it does so early.
    """

    def __init__(
        self, codes: CodeArray, bounds: tuple[int, int], engine: Engine, budget: Budget
    ) -> None:
        self._codes = codes
        self._bounds = bounds
        self._engine = engine
        self._budget = budget
        self._free = int((codes == COVERED_UNIT).sum())  # cells in no piece
        self._others = 1  # mine counts, as bits, of all pieces but the one at hand
        self._needed: set[int] = set()

    def clues(self, rows: ClueRows) -> tuple[int, ...]:
        """Find the clues of a minimal set. Raises ValueError when there is no conflict."""
        stack = self._pieces(rows)
        self._free -= sum(len(piece.cells) for piece in stack)
        self._others = _all_sums(stack)
        if self._meets_total(1):
            raise ValueError("the board is consistent")
        kept: list[int] = []
        kept_counts = 1
        while stack:
            piece = stack.pop()
            self._others = sums(kept_counts, _all_sums(stack))
            shrunk, is_minimal = self._shrink(piece)
            if is_minimal:
                kept += shrunk.rows.clues.tolist()
                kept_counts = sums(kept_counts, shrunk.counts)
            else:
                parts = self._pieces(shrunk.rows)
                self._free += len(piece.cells) - sum(len(part.cells) for part in parts)
                stack += parts
        return tuple(sorted(kept))

    def _shrink(self, piece: _Piece) -> tuple[_Piece, bool]:
        """Drop clues of a piece; the second result says whether all of the rest are needed.

        It stops early when so many have been dropped that the piece is likely to have fallen apart.
        """
        clues = piece.rows.clues.tolist()
        all_counts = (2 << len(piece.cells)) - 1  # those without any clue
        if self._needed.isdisjoint(clues) and not self._meets_total(all_counts):
            return _Piece(piece.rows.take(np.array([], dtype=np.intp)), (), 1), False
        for clue in sorted(set(clues) - self._needed, key=_scattered):
            rows = piece.rows.take((piece.rows.clues != clue).nonzero()[0])
            counts = self._counts(rows, piece.cells)
            if self._meets_total(counts):
                self._needed.add(clue)
                continue
            piece = _Piece(rows, piece.cells, counts)
            if len(clues) - rows.clues.size > len(clues) // 8:
                return piece, False
        return piece, True

    def _meets_total(self, counts: int) -> bool:
        """Tell whether these counts, with those of other pieces, reach the total."""
        self._budget.check()
        return (
            allowed_counts([self._others, counts], self._free, *self._bounds).interior is not None
        )

    def _pieces(self, rows: ClueRows) -> list[_Piece]:
        """Split rows into pieces that share no cell."""
        pieces = []
        for system, *_ in components(cardinalities(rows, self._codes)):
            if system.cells:
                clues = clues_among([row.source for row in system.constraints])
                within = rows.take(np.isin(rows.clues, clues).nonzero()[0])
                pieces.append(_Piece(within, system.cells, self._counts(within, system.cells)))
        return pieces

    def _counts(self, rows: ClueRows, cells: tuple[int, ...]) -> int:
        """Find the numbers of mines, as bits, that cells can hold under some clues."""
        budget = self._budget
        codes = self._codes.copy()
        in_components = 0
        support = 1
        constraints = merged(cardinalities(rows, codes))
        for settled in settle_constraints(constraints, codes, self._engine, budget):
            for part in settled.undecided:
                in_components += len(part.component.system.cells)
                counts = mine_counts_of(part.component, budget)
                support = sums(support, counts.support)
        codes_after = codes[np.array(cells, dtype=np.intp)]
        mines = int((codes_after == MINE_UNIT).sum())
        free = int((codes_after == COVERED_UNIT).sum()) - in_components
        return sums(support, (2 << free) - 1) << mines


def _scattered(clue: int) -> int:
    """Return a key that sorts neighbouring numbers far apart (Knuth's multiplicative hash)."""
    return clue * 2654435761 % 2**32


def _all_sums(pieces: Iterable[_Piece]) -> int:
    return reduce(sums, (piece.counts for piece in pieces), 1)
