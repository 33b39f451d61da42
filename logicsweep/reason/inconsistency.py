"""Why no layout agrees with a board: a minimal unsatisfiable subset (MUS) of its sources."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from contextlib import closing
from functools import reduce
from typing import NamedTuple

import numpy as np

from logicsweep.board.relation import IntArray
from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.source import TOTAL, Source, clues_among
from logicsweep.eliminate.total import allowed_counts, sums
from logicsweep.limits import Budget
from logicsweep.reason.settle import ContradictionError, settle
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.unweighted import mine_counts_of
from logicsweep.system.partition import components
from logicsweep.system.position import Position
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    ClueRows,
    CodeArray,
    ConstraintSystem,
    bounds_left,
    cardinalities,
    cell_codes,
    clue_rows,
)


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
        """Pick the clues, constraints and perhaps the total out of minimal sources."""
        return cls(
            clues_among(sources),
            TOTAL in sources,
            uses_program,
            tuple([source for source in sources if source.is_further]),
        )

    @property
    def size(self) -> int:
        """How many sources there are; a program counts as one."""
        return len(self.clues) + self.uses_total + self.uses_program + len(self.constraints)


def find_mus(position: Position, near: Sequence[int], *, engine: Engine, budget: Budget) -> Mus:
    """Find a minimal unsatisfiable subset of the sources of an inconsistent position.

    `near` are cell numbers of clues where a conflict showed, if any: clues around them are tried
    first, in growing rings, since a conflict of clues is local. The mine count is blamed only when
    the clues alone are consistent. Raises `LimitError` when the budget is spent, ValueError when
    the board has a layout.
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
    rows = clue_rows(position, position.clues)
    try:
        for _ in settle(rows, cell_codes(position.states), engine, budget):
            pass
    except ContradictionError as contradiction:
        return contradiction.near
    return ()


def mus_with_total(position: Position, *, engine: Engine, budget: Budget) -> Mus:
    """Return a MUS of a position whose clues are consistent without the total.

    Raises `LimitError` when the budget is spent, ValueError when the board has a layout.
    """
    codes = cell_codes(position.states)
    bounds = bounds_left(position.total, codes)
    if bounds is None:
        raise ValueError("the board is consistent")
    rows = clue_rows(position, position.clues)
    return Mus(_MusWithTotal(codes, bounds, engine, budget).clues(rows), uses_total=True)


def mus_near(
    position: Position, near: Sequence[int], *, engine: Engine, budget: Budget
) -> Mus | None:
    """Return a minimal unsatisfiable subset of the clues, or None.

    The search goes around the given clues, in growing rings, as far as clues are connected. Raises
    `LimitError`.
    """
    codes = cell_codes(position.states)
    ring = np.array(sorted(set(near)), dtype=np.int32)
    turns = 1
    while ring.size:
        budget.check()
        constraints = cardinalities(clue_rows(position, ring), codes)
        system = ConstraintSystem(cells_of(constraints), tuple(constraints))
        with closing(engine.reasoner(system, budget)) as reasoner:
            mus = reasoner.mus()
        if mus is not None:
            return Mus.of(mus)
        wider = wider_ring(position, codes, ring, turns)
        if wider.size == ring.size:
            break
        ring = wider
        turns *= 2
    return None


def wider_ring(position: Position, codes: CodeArray, clues: IntArray, turns: int) -> IntArray:
    """Return the given clues, and those that share a covered cell with one of them.

    Repeated `turns` times; it ends early when there are no more.
    """
    states, _, adjacency, _ = position
    is_known = np.zeros(states.size + 1, dtype=np.bool_)
    is_known[clues] = is_known[-1] = True  # the last is padding
    fresh = clues
    for _ in range(turns):
        cells = adjacency.table[:, fresh]
        around = adjacency.table[:, cells[codes[cells] == COVERED_UNIT]]
        around = around[~is_known[around]]
        fresh = np.unique(around[states[around] >= 0]).astype(np.int32)
        if not fresh.size:
            break
        is_known[fresh] = True
    return is_known[:-1].nonzero()[0].astype(np.int32)


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

    Deletion-based: a clue goes when the rest conflicts without it. Pieces share no cell, so
    dropping a clue changes the mine counts of its own piece only, and the others enter as a set of
    counts. A piece falls apart as its clues go, which makes the later questions cheap; clues are
    tried in scattered order so that it does so early.
    """

    def __init__(
        self, codes: CodeArray, bounds: tuple[int, int], engine: Engine, budget: Budget
    ) -> None:
        self._codes = codes
        self._bounds = bounds
        self._engine = engine
        self._budget = budget
        self._free = int((codes == COVERED_UNIT).sum())  # cells in no piece
        self._others = 1  # what all pieces but the one at hand can hold
        self._needed: set[int] = set()

    def clues(self, rows: ClueRows) -> tuple[int, ...]:
        """Find the clues of a minimal set. Raises ValueError when there is no conflict."""
        stack = self._pieces(rows)
        self._free -= sum(len(piece.cells) for piece in stack)
        self._others = _all_sums(stack)
        if self._meets_total(1):
            raise ValueError("the board is consistent")
        kept: list[int] = []
        done = 1
        while stack:
            piece = stack.pop()
            self._others = sums(done, _all_sums(stack))
            shrunk, is_minimal = self._shrink(piece)
            if is_minimal:
                kept += shrunk.rows.clues.tolist()
                done = sums(done, shrunk.counts)
            else:
                smaller = self._pieces(shrunk.rows)
                self._free += len(piece.cells) - sum(len(part.cells) for part in smaller)
                stack += smaller
        return tuple(sorted(kept))

    def _shrink(self, piece: _Piece) -> tuple[_Piece, bool]:
        """Drop clues of a piece; the second result says that every clue left is needed.

        Stops early once so many are gone that the piece is likely to have fallen apart.
        """
        clues = piece.rows.clues.tolist()
        everything = (2 << len(piece.cells)) - 1
        if self._needed.isdisjoint(clues) and not self._meets_total(everything):
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
        self._budget.check()
        return (
            allowed_counts([self._others, counts], self._free, *self._bounds).interior is not None
        )

    def _pieces(self, rows: ClueRows) -> list[_Piece]:
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
        tied = 0
        support = 1
        for step in settle(rows, codes, self._engine, budget):
            for part in step.undecided:
                tied += len(part.component.system.cells)
                counts = mine_counts_of(part.component, self._engine, budget)
                support = sums(support, counts.support)
        settled = codes[np.array(cells, dtype=np.intp)]
        mines = int((settled == MINE_UNIT).sum())
        free = int((settled == COVERED_UNIT).sum()) - tied
        return sums(support, (2 << free) - 1) << mines


def _scattered(clue: int) -> int:
    """Return a key that sorts neighbouring numbers far apart (Knuth's multiplicative hash)."""
    return clue * 2654435761 % 2**32


def _all_sums(pieces: Iterable[_Piece]) -> int:
    return reduce(sums, (piece.counts for piece in pieces), 1)
