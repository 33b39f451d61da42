"""What a board says, with the grid left behind: cardinality constraints over cell numbers."""

from __future__ import annotations

from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.adjacency import MAX_DEGREE, Adjacency, IntArray
from logicsweep.board import Board
from logicsweep.notation import State, Total

WeightArray = NDArray[np.int16]

# A cell's weight adds up over the neighbours of a clue to two counts in one integer: how many of
# them are covered (low byte) and how many are known mines (high byte).
COVERED_UNIT: Final = 1
MINE_UNIT: Final = 256


class SourceKind(Enum):
    """What sort of thing a constraint came from."""

    CLUE = "clue"
    TOTAL = "total"


class Source(NamedTuple):
    """What a constraint came from: the clue in cell number `cell`, or the total (`cell` None)."""

    kind: SourceKind
    cell: int | None = None


TOTAL: Final = Source(SourceKind.TOTAL)
_CLUE: Final = SourceKind.CLUE


class Cardinality(NamedTuple):
    """`lower <= number of mines among cells <= upper`; `cells` are sorted cell numbers.

    A clash with what is known shows as bounds that nothing meets (`upper < 0`, `lower > len(cells)`
    or `lower > upper`); such a constraint is kept, so that its source can be named.
    """

    cells: tuple[int, ...]
    lower: int
    upper: int
    source: Source


class ConstraintSystem(NamedTuple):
    """Constraints over a set of cells, both in ascending order of number and of source.

    Every cell of a constraint is in `cells`; a cell may be in no constraint at all.
    """

    cells: tuple[int, ...]
    constraints: tuple[Cardinality, ...]


class ClueRows(NamedTuple):
    """The same constraints as arrays, one column a clue, to be worked on many at a time.

    `clues` (m,) are the cell numbers of the clues, `members` (degree, m) their neighbours padded
    with one past the last cell, `shown` (m,) the numbers they show.
    """

    clues: IntArray
    members: IntArray
    shown: NDArray[np.int16]

    def take(self, keep: NDArray[np.intp]) -> ClueRows:
        """Only the rows of these places."""
        return ClueRows(
            self.clues.take(keep), self.members.take(keep, axis=1), self.shown.take(keep)
        )


@lru_cache(maxsize=1)
def _weight_of_state() -> WeightArray:
    """The weight of each state, with the negative ones counted from the end as numpy does."""
    table = np.zeros(MAX_DEGREE - min(State) + 1, dtype=np.int16)
    table[[State.COVERED, State.FLAGGED]] = COVERED_UNIT
    table[State.KNOWN_MINE] = MINE_UNIT
    return table


def cell_weights(states: NDArray[np.int8]) -> WeightArray:
    """The weight of each cell of a flat array of states, and a 0 for the padding at the end."""
    weights = np.zeros(states.size + 1, dtype=np.int16)
    weights[:-1] = _weight_of_state()[states]
    return weights


def clue_rows(states: NDArray[np.int8], adjacency: Adjacency, clues: IntArray) -> ClueRows:
    """The rows of the clues in the given cells."""
    return ClueRows(
        clues, adjacency.table.take(clues, axis=1), states[clues].astype(np.int16, copy=False)
    )


def exactly(cells: tuple[int, ...], need: int, clue: int) -> Cardinality:
    """The constraint of a clue: `need` mines among `cells`."""
    # Named tuples made so take a third of the time; most of what is made here lives briefly.
    source = tuple.__new__(Source, (_CLUE, clue))
    return tuple.__new__(Cardinality, (cells, need, need, source))


def cardinalities(rows: ClueRows, weights: WeightArray) -> list[Cardinality]:
    """Rows as constraints over the cells that are covered; known mines are taken off the bounds."""
    around = weights[rows.members]
    mines = (around >> 8).sum(axis=0, dtype=np.int32)
    needs = (rows.shown - mines).tolist()
    padding = len(weights) - 1
    covered = np.where(around == COVERED_UNIT, rows.members, padding)
    covered.sort(axis=0)
    sizes = (covered != padding).sum(axis=0).tolist()
    return [
        exactly(tuple(cells[:size]), need, clue)
        for cells, size, need, clue in zip(
            covered.T.tolist(), sizes, needs, rows.clues.tolist(), strict=True
        )
    ]


def total_bounds(total: Total, known_mines: int) -> tuple[int, int] | None:
    """How many of the covered cells are mines at least and at most; None when nobody knows."""
    if total is None:
        return None
    lower, upper = (total, total) if isinstance(total, int) else total
    return lower - known_mines, upper - known_mines


def constraints_of(board: Board) -> ConstraintSystem:
    """What a board says about its covered cells.

    One `Cardinality` for each clue, in reading order, over its covered neighbours (clues with none
    are left out unless they clash), then one for the total mines when it is known. Flags are
    claims and count as covered. Guaranteed: a set of mines among the covered cells agrees with the
    board exactly when it satisfies every constraint.
    """
    states = board.grid.ravel()
    weights = cell_weights(states)
    rows = clue_rows(states, board.adjacency, np.flatnonzero(states >= 0).astype(np.int32))
    constraints = [row for row in cardinalities(rows, weights) if row.cells or row.upper]
    covered = tuple(np.flatnonzero(weights == COVERED_UNIT).tolist())
    known = int((states == State.KNOWN_MINE).sum())
    bounds = total_bounds(board.total_mines, known)
    if bounds is not None:
        constraints.append(Cardinality(covered, *bounds, TOTAL))
    return ConstraintSystem(covered, tuple(constraints))
