"""What a board says, with the grid left behind: cardinality constraints over cell numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import IntArray
from logicsweep.board.board import Board
from logicsweep.board.clue import Clue, lowest_terms
from logicsweep.board.state import State
from logicsweep.board.total import Total, bounds_of
from logicsweep.constraints.position import Position, position_of
from logicsweep.errors import expect

CodeArray = NDArray[np.int16]

# A cell's code adds up over the neighbours of a clue to two counts in one integer: how many are
# covered (low byte) and how many are known mines (high byte).
COVERED_UNIT: Final = 1
MINE_UNIT: Final = 256


class SourceKind(Enum):
    """What sort of thing a constraint came from."""

    CLUE = "clue"
    TOTAL = "total"
    STEP = "step"


class Source(NamedTuple):
    """What a constraint came from: the clue in cell number `cell`, or the total (`cell` None).

    In explanations also an earlier step, which decided the cell. `kind` tells these apart.
    """

    kind: SourceKind
    cell: int | None = None


# What is expected where something else is given.
A_SYSTEM: Final = "a ConstraintSystem, as of constraints_of(board)"
TOTAL: Final = Source(SourceKind.TOTAL)
_CLUE: Final = SourceKind.CLUE


class Cardinality(NamedTuple):
    """`lower <= number of mines among cells <= upper`; `cells` are sorted cell numbers.

    `weights[i]`, whole numbers in lowest terms, says in proportion how likely its source is to say
    this when the number is `lower + i`; a weight of 0, never at the ends, rules the number out.
    None: they are all alike, as in a clue that is exact.

    A conflict with what is known shows as bounds that nothing meets (`upper < 0`,
    `lower > len(cells)` or `lower > upper`); such a constraint is kept, so that its source can be
    named.
    """

    cells: tuple[int, ...]
    lower: int
    upper: int
    source: Source
    weights: tuple[int, ...] | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether every number of mines is as good as any other."""
        return self.weights is None and self.lower <= 0 and self.upper >= len(self.cells)

    @property
    def gaps(self) -> tuple[int, ...]:
        """The numbers within the bounds that are ruled out."""
        if self.weights is None:
            return ()
        return tuple(number for number, weight in enumerate(self.weights, self.lower) if not weight)


class ConstraintSystem(NamedTuple):
    """Constraints over a set of cells, both in ascending order of number and of source.

    Every cell of the `constraints` is in `cells`; a cell may be in none of them.
    """

    cells: tuple[int, ...]
    constraints: tuple[Cardinality, ...]


class ClueRows(NamedTuple):
    """The same constraints as arrays, one column a clue, to be worked on many at a time.

    `clues` (m,) are the cell numbers of the clues, `members` (degree, m) their neighbours padded
    with one past the last cell, `lower` and `upper` (m,) the least and the most mines among them.
    The last two are one and the same array when all clues are exact; else `uncertain` has those
    that are not, by cell number.
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
        """Only the rows of these places."""
        lower = self.lower.take(keep)
        upper = lower if self.are_exact else self.upper.take(keep)
        return ClueRows(
            self.clues.take(keep), self.members.take(keep, axis=1), lower, upper, self.uncertain
        )


@lru_cache(maxsize=1)
def _code_of_state() -> CodeArray:
    """The code of each state, with the negative ones counted from the end as numpy does."""
    table = np.zeros(max(State) - min(State) + 1, dtype=np.int16)
    table[[State.COVERED, State.FLAGGED]] = COVERED_UNIT
    table[State.KNOWN_MINE] = MINE_UNIT
    return table


def cell_codes(states: NDArray[np.int8]) -> CodeArray:
    """The code of each cell of a flat array of states, and a 0 for the padding at the end."""
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
    """The constraint of a clue: `need` mines among `cells`."""
    # Named tuples made so take a third of the time; most of what is made here lives briefly.
    source = tuple.__new__(Source, (_CLUE, clue))
    return tuple.__new__(Cardinality, (cells, need, need, source, None))


def between(
    cells: tuple[int, ...],
    lower: int,
    upper: int,
    source: Source,
    weights: tuple[int, ...] | None = None,
) -> Cardinality:
    """A constraint with bounds as narrow and weights as simple as they can be.

    `weights` belong to `lower..upper`, which may go beyond what the cells can hold.
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
    """A constraint over the cells that are not known to be mines or safe; the bounds go down."""
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
    """The constraint of the clue in cell number `clue`, known mines taken off its bounds."""
    given = uncertain.get(clue)
    if given is None:
        return exactly(cells, lower, clue)
    return between(cells, lower, upper, Source(_CLUE, clue), given.weights)


def cardinalities(rows: ClueRows, codes: CodeArray) -> list[Cardinality]:
    """Rows as constraints over the cells that are covered; known mines are taken off the bounds."""
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
    """How many of the covered cells are mines at least and at most; None when nobody knows."""
    bounds = bounds_of(total)
    if bounds is None:
        return None
    lower, upper = bounds
    return lower - known_mines, upper - known_mines


def bounds_left(total: Total, codes: CodeArray) -> tuple[int, int] | None:
    """`mines_left` of the cells that the codes leave open."""
    return mines_left(total, int(np.count_nonzero(codes == MINE_UNIT)))


def constraints_of(board: Board) -> ConstraintSystem:
    """What a board says about its covered cells.

    One `Cardinality` for each clue, in reading order, over its covered neighbours (clues that say
    nothing of them are left out), then one for the mine count when it is known. Flags are claims
    and count as covered. Guaranteed: a set of mines among the covered cells agrees with the board
    exactly when it satisfies every constraint.
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
    """The product of the weights of constraints that a set of mines satisfies."""
    weight = 1
    for cells, lower, _, _, weights in constraints:
        if weights is not None:
            weight *= weights[len(mines.intersection(cells)) - lower]
    return weight
