"""Cardinality constraints over cell numbers: what a board says, without the grid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue, lowest_terms
from logicsweep.board.relation import IntArray
from logicsweep.board.state import State
from logicsweep.board.total import Total, bounds_of
from logicsweep.constraints.position import Position, position_of
from logicsweep.errors import expect

CodeArray = NDArray[np.int16]

# The codes of a clue's neighbours add up to two counts in one integer: how many are covered (low
# byte) and how many are known mines (high byte).
COVERED_UNIT: Final = 1
MINE_UNIT: Final = 256


class SourceKind(Enum):
    """The kind of a source."""

    CLUE = "clue"
    """A clue."""
    TOTAL = "total"
    """The mine count."""
    STEP = "step"
    """An earlier step of an explanation, which decided a cell."""


class Source(NamedTuple):
    """What a constraint came from: a clue, the mine count, or an earlier step of an explanation.

    Attributes:
        kind: Which of these.
        cell: The number of the cell of the clue, or of the cell that the step decided; None for the
            mine count.
    """

    kind: SourceKind
    cell: int | None = None


# For messages about wrong arguments.
A_SYSTEM: Final = "a ConstraintSystem, such as constraints_of(board)"
TOTAL: Final = Source(SourceKind.TOTAL)
"""The source of the constraint on the mine count."""
_CLUE: Final = SourceKind.CLUE


class Cardinality(NamedTuple):
    """A cardinality constraint: `lower <= number of mines among cells <= upper`.

    An unsatisfiable constraint has bounds that no count meets: `upper < 0`, `lower > len(cells)` or
    `lower > upper`. It is kept, so that its source can be named.

    Attributes:
        cells: The cell numbers, ascending.
        lower: The least number of mines.
        upper: The largest number of mines.
        source: What the constraint came from.
        weights: The likelihoods of `lower`, `lower + 1`, ... mines, given what the source shows, as
            whole numbers in lowest terms. A 0, never at the ends, rules the number out. None: all
            are equal, as for an exact clue.
    """

    cells: tuple[int, ...]
    lower: int
    upper: int
    source: Source
    weights: tuple[int, ...] | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether the constraint allows every number of mines, all with the same weight."""
        return self.weights is None and self.lower <= 0 and self.upper >= len(self.cells)

    @property
    def gaps(self) -> tuple[int, ...]:
        """The numbers of mines between the bounds that are ruled out."""
        if self.weights is None:
            return ()
        return tuple(number for number, weight in enumerate(self.weights, self.lower) if not weight)


class ConstraintSystem(NamedTuple):
    """Constraints over a set of cells.

    Attributes:
        cells: The cell numbers, ascending: those of all constraints, and perhaps others.
        constraints: The constraints: clues by cell number, then the mine count.
    """

    cells: tuple[int, ...]
    constraints: tuple[Cardinality, ...]


class ClueRows(NamedTuple):
    """The constraints of m clues as arrays, one column for each clue.

    `lower` and `upper` are the same array if all clues are exact.

    Attributes:
        clues: The cell numbers of the clues, shape (m,).
        members: The neighbours of each clue, padded with one past the last cell; shape (degree, m).
        lower: The least number of mines among them, shape (m,).
        upper: The largest number of mines among them, shape (m,).
        uncertain: The uncertain clues by cell number.
    """

    clues: IntArray
    members: IntArray
    lower: NDArray[np.int16]
    upper: NDArray[np.int16]
    uncertain: Mapping[int, Clue]

    @property
    def are_exact(self) -> bool:
        """Whether every clue is a number."""
        return self.upper is self.lower

    def take(self, keep: NDArray[np.intp]) -> ClueRows:
        """The rows with these indices."""
        lower = self.lower.take(keep)
        upper = lower if self.are_exact else self.upper.take(keep)
        return ClueRows(
            self.clues.take(keep), self.members.take(keep, axis=1), lower, upper, self.uncertain
        )


@lru_cache(maxsize=1)
def _code_of_state() -> CodeArray:
    """The code of each state; negative states index from the end, as in numpy."""
    table = np.zeros(max(State) - min(State) + 1, dtype=np.int16)
    table[[State.COVERED, State.FLAGGED]] = COVERED_UNIT
    table[State.KNOWN_MINE] = MINE_UNIT
    return table


def cell_codes(states: NDArray[np.int8]) -> CodeArray:
    """The code of each cell of a flat array of states, then a 0 for the padding."""
    codes = np.zeros(states.size + 1, dtype=np.int16)
    codes[:-1] = _code_of_state()[states]
    return codes


def clue_rows(position: Position, clues: IntArray) -> ClueRows:
    """The rows of the clues in the given cells."""
    states, uncertain, adjacency, _ = position
    lower = states[clues].astype(np.int16, copy=False)
    upper = lower
    if uncertain:
        upper = lower.copy()
        for place in (lower == State.UNCERTAIN).nonzero()[0].tolist():
            clue = uncertain[int(clues[place])]
            lower[place] = clue.lower
            upper[place] = clue.upper
    return ClueRows(clues, adjacency.table.take(clues, axis=1), lower, upper, uncertain)


def exactly(cells: tuple[int, ...], need: int, clue: int) -> Cardinality:
    """The constraint of an exact clue: `need` mines among `cells`."""
    # Making named tuples like this takes a third of the time; most of them live briefly.
    source = tuple.__new__(Source, (_CLUE, clue))
    return tuple.__new__(Cardinality, (cells, need, need, source, None))


def between(
    cells: tuple[int, ...],
    lower: int,
    upper: int,
    source: Source,
    weights: tuple[int, ...] | None = None,
) -> Cardinality:
    """A constraint with the narrowest bounds and the simplest weights.

    `weights` belong to `lower..upper`, which may exceed what the cells can hold.
    """
    first, last = max(lower, 0), min(upper, len(cells))
    if weights is None:
        bounds = (first, last) if first <= last else (lower, upper)
        return Cardinality(cells, *bounds, source)
    while first <= last and not weights[first - lower]:
        first += 1
    while first <= last and not weights[last - lower]:
        last -= 1
    if first > last:
        return Cardinality(cells, 1, 0, source)
    if first == last:
        return tuple.__new__(Cardinality, (cells, first, last, source, None))
    kept = lowest_terms(weights[first - lower : last - lower + 1])
    simple = None if max(kept) == min(kept) else kept
    return tuple.__new__(Cardinality, (cells, first, last, source, simple))


def conditioned(constraint: Cardinality, known: Mapping[int, bool]) -> Cardinality:
    """The constraint over the cells that are not in `known`, whose mines lower the bounds."""
    cells = []
    mines = 0
    for cell in constraint.cells:
        if cell in known:
            mines += known[cell]
        else:
            cells.append(cell)
    if len(cells) == len(constraint.cells):
        return constraint
    _, lower, upper, source, weights = constraint
    return between(tuple(cells), lower - mines, upper - mines, source, weights)


def constraint_of(
    cells: tuple[int, ...], lower: int, upper: int, clue: int, uncertain: Mapping[int, Clue]
) -> Cardinality:
    """The constraint of the clue in cell number `clue`; the bounds exclude known mines."""
    given = uncertain.get(clue)
    if given is None:
        return exactly(cells, lower, clue)
    return between(cells, lower, upper, Source(_CLUE, clue), given.weights)


def cardinalities(rows: ClueRows, codes: CodeArray) -> list[Cardinality]:
    """Rows as constraints over covered cells; known mines are subtracted from the bounds."""
    around = codes[rows.members]
    mines = (around >> 8).sum(axis=0, dtype=np.int32)
    needs = (rows.lower - mines).tolist()
    padding = len(codes) - 1
    covered = np.where(around == COVERED_UNIT, rows.members, padding)
    covered.sort(axis=0)
    sizes = (covered != padding).sum(axis=0).tolist()
    members = [tuple(cells[:size]) for cells, size in zip(covered.T.tolist(), sizes, strict=True)]
    clues = rows.clues.tolist()
    if rows.are_exact:
        return list(map(exactly, members, needs, clues))
    most = (rows.upper - mines).tolist()
    return [
        constraint_of(*row, rows.uncertain) for row in zip(members, needs, most, clues, strict=True)
    ]


def mines_left(total: Total, known_mines: int) -> tuple[int, int] | None:
    """The least and the most mines among the covered cells; None if unknown."""
    bounds = bounds_of(total)
    if bounds is None:
        return None
    lower, upper = bounds
    return lower - known_mines, upper - known_mines


def bounds_left(total: Total, codes: CodeArray) -> tuple[int, int] | None:
    """`mines_left` for the known mines among the codes."""
    return mines_left(total, int(np.count_nonzero(codes == MINE_UNIT)))


def constraints_of(board: Board) -> ConstraintSystem:
    """The constraints of a board over its covered cells.

    There is one `Cardinality` for each clue, in reading order, over its covered neighbours, then
    one for the mine count if it is known. Clues that say nothing about covered cells are left out.
    Flags are claims: a flagged cell counts as covered.

    Guaranteed: a set of mines among the covered cells agrees with the board if and only if it
    satisfies every constraint.

    Raises:
        TypeError: It is not a `Board`.
    """
    expect("board", board, Board, "a Board")
    position = position_of(board)
    codes = cell_codes(position.states)
    rows = clue_rows(position, position.clues)
    constraints = [row for row in cardinalities(rows, codes) if not row.says_nothing]
    covered = tuple(np.flatnonzero(codes == COVERED_UNIT).tolist())
    bounds = bounds_left(position.total, codes)
    if bounds is not None:
        constraints.append(Cardinality(covered, *bounds, TOTAL))
    return ConstraintSystem(covered, tuple(constraints))


def weight_of(constraints: Iterable[Cardinality], mines: frozenset[int]) -> int:
    """The product of the weights of constraints for a set of mines that satisfies them."""
    weight = 1
    for cells, lower, _, _, weights in constraints:
        if weights is not None:
            weight *= weights[len(mines.intersection(cells)) - lower]
    return weight
