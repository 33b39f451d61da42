"""Constraint systems over cell numbers, with the position they are of, and clues as arrays."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from math import prod
from typing import Final, Generic, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.relation import IntArray
from logicsweep.board.rules.clue_rule import MOST_VALUES
from logicsweep.board.state import KNOWN_MINE, Grid, State, is_covered
from logicsweep.board.total import Total, bounds_of
from logicsweep.constraints.cardinality import Cardinality, Constraint, between, exactly
from logicsweep.constraints.factors import Source, SourceKind

Cells = TypeVar("Cells", bound=Collection[int] | NDArray[np.intp])


class Position(NamedTuple):
    """A board in cell numbers: all that the verdicts on an ordinary board follow from.

    Only the owner of `states` writes to it.

    Attributes:
        states: The states and exact clues of all cells, flat.
        uncertain: The uncertain clues by cell number.
        adjacency: The neighbours of each cell; under rules the cells that it is tied to, as one's
            clue may speak of the other (see `PlacedRules.ties`).
        total: The total number of mines, as in `Board.mines`.
    """

    states: Grid
    uncertain: Mapping[int, Clue]
    adjacency: Adjacency
    total: Total

    def __reduce__(self) -> tuple[type[Position], tuple[object, ...]]:
        # The uncertain clues of a board are a view, which cannot be pickled.
        return Position, (self.states, dict(self.uncertain), self.adjacency, self.total)

    @property
    def clues(self) -> IntArray:
        """The numbers of all cells with a clue, ascending."""
        numbers: IntArray = (self.states >= 0).nonzero()[0].astype(np.int32)
        return numbers

    def clues_around(self, cell: int) -> list[int]:
        """Return the numbers of the cells with a clue next to a cell, ascending."""
        state_of = self.states.item
        return [near for near in self.adjacency.neighbours(cell) if state_of(near) >= 0]

    def changed(self, changes: Mapping[int, int | Clue]) -> Position:
        """Return a copy of the position with other states or clues in some cells."""
        states = self.states.copy()
        uncertain = dict(self.uncertain)
        for number, given in changes.items():
            uncertain.pop(number, None)
            if isinstance(given, Clue):
                uncertain[number] = given
                states[number] = State.UNCERTAIN
            else:
                states[number] = given
        return Position(states, uncertain, self.adjacency, self.total)


def position_of(board: Board) -> Position:
    """Return the position of a board."""
    states = board.grid.reshape(-1)
    return Position(states, board.uncertain_by_number, board.ties, board.mines)


class Decided(NamedTuple, Generic[Cells]):
    """Decided cells by number, each once, as lists, arrays or sets.

    Attributes:
        mines: The cells that are mines in every model.
        safe: The cells that are mines in no model.
    """

    mines: Cells
    safe: Cells


def is_mine_by_cell(mines: Iterable[int], safe: Iterable[int]) -> dict[int, bool]:
    """Return the decided cells as a mapping: True means mine."""
    return dict.fromkeys(mines, True) | dict.fromkeys(safe, False)


CodeArray = NDArray[np.int16]

# The sum of the codes of a clue's neighbours has two counts: of covered cells in the low byte, and
# of known mines in the high byte.
COVERED_UNIT: Final = 1
MINE_UNIT: Final = 256


# For messages about wrong arguments.
A_SYSTEM: Final = "a ConstraintSystem, such as constraints_of(board)"


class ConstraintSystem(NamedTuple):
    """Constraints over a set of cells.

    Attributes:
        cells: The cell numbers, ascending: those of all constraints, and perhaps others.
        constraints: The constraints: clues by cell number, then the mine count.
    """

    cells: tuple[int, ...]
    constraints: tuple[Constraint, ...]

    def on_board(self, size: int) -> Self:
        """Leave out the hidden cells beside a board of so many; constraints still speak of them."""
        return self._replace(cells=self.cells[: bisect_left(self.cells, size)])


class ClueRows(NamedTuple):
    """The constraints of m clues as arrays, one column for each clue.

    `lower` and `upper` are the same array if all clues are exact.

    Attributes:
        members: The neighbours of each clue, padded with one past the last cell; shape (degree, m).
        lower: The least number of mines among them, shape (m,).
        upper: The largest number of mines among them, shape (m,).
    """

    members: IntArray
    lower: NDArray[np.int16]
    upper: NDArray[np.int16]


@lru_cache(maxsize=1)
def _code_of_state() -> CodeArray:
    """Return the code of each state; negative states index from the end, past all clues."""
    table = np.zeros(MOST_VALUES + 1 - min(State), dtype=np.int16)
    table[[State.COVERED, State.FLAGGED]] = COVERED_UNIT
    table[State.KNOWN_MINE] = MINE_UNIT
    return table


def cell_codes(states: Grid) -> CodeArray:
    """Return the code of each cell of a flat array of states, then a 0 for the padding."""
    codes = np.zeros(states.size + 1, dtype=np.int16)
    codes[:-1] = _code_of_state()[states]
    return codes


def clue_rows(position: Position, clues: IntArray) -> ClueRows:
    """Return the rows of the clues in the given cells."""
    states, uncertain, adjacency, _ = position
    lower = states[clues].astype(np.int16, copy=False)
    upper = lower
    if uncertain:
        upper = lower.copy()
        for place in (lower == State.UNCERTAIN).nonzero()[0].tolist():
            clue = uncertain[int(clues[place])]
            lower[place] = clue.lower
            upper[place] = clue.upper
    return ClueRows(adjacency.table.take(clues, axis=1), lower, upper)


def constraint_of(
    cells: tuple[int, ...], lower: int, upper: int, clue: int, uncertain: Mapping[int, Clue]
) -> Cardinality:
    """Return the constraint of the clue in cell number `clue`; the bounds exclude known mines."""
    given = uncertain.get(clue)
    if given is None:
        return exactly(cells, lower, clue)
    return between(cells, lower, upper, Source(SourceKind.CLUE, clue), given.weights)


def cardinalities(position: Position, clues: IntArray, codes: CodeArray) -> list[Cardinality]:
    """Turn clues into constraints over covered cells; known mines are subtracted from the bounds.

    All at once they take a fifth of the time that they take one by one.
    """
    rows, uncertain = clue_rows(position, clues), position.uncertain
    around = codes[rows.members]
    mines = (around >> 8).sum(axis=0, dtype=np.int32)
    needs = (rows.lower - mines).tolist()
    padding = len(codes) - 1
    covered = np.where(around == COVERED_UNIT, rows.members, padding)
    covered.sort(axis=0)
    sizes = (covered != padding).sum(axis=0).tolist()
    members = [tuple(cells[:size]) for cells, size in zip(covered.T.tolist(), sizes, strict=True)]
    numbers = clues.tolist()
    if not uncertain:
        return list(map(exactly, members, needs, numbers))
    most = (rows.upper - mines).tolist()
    return [
        constraint_of(*row, uncertain) for row in zip(members, needs, most, numbers, strict=True)
    ]


def clue_around(position: Position, number: int) -> Cardinality:
    """Make the constraint of the clue in a cell that counts its neighbours, known ones included."""
    near, shown = position.adjacency.neighbours(number), int(position.states[number])
    given = position.uncertain.get(number)
    lower, upper = (shown, shown) if given is None else (given.lower, given.upper)
    return constraint_of(near, lower, upper, number, position.uncertain)


def constraints_of_clues(position: Position, clues: Iterable[int]) -> Iterator[Cardinality]:
    """Turn a few clues into constraints, as `cardinalities` does, without arrays of the board."""
    state_of = position.states.item
    for clue in clues:
        around = clue_around(position, clue)
        states = {cell: state_of(cell) for cell in around.cells}
        known = {cell: at == KNOWN_MINE for cell, at in states.items() if not is_covered(at)}
        yield around.conditioned(known)


def mines_left(total: Total, known_mines: int) -> tuple[int, int] | None:
    """Return the least and the most mines among the covered cells; None if unknown."""
    bounds = bounds_of(total)
    if bounds is None:
        return None
    lower, upper = bounds
    return lower - known_mines, upper - known_mines


def bounds_left(total: Total, codes: CodeArray) -> tuple[int, int] | None:
    """Return `mines_left` for the known mines among the codes."""
    return mines_left(total, int(np.count_nonzero(codes == MINE_UNIT)))


def weight_of(constraints: Iterable[Constraint], mines: frozenset[int]) -> int:
    """Return the product of the weights of constraints for a set of mines that satisfies them."""
    return prod([constraint.weight(mines) for constraint in constraints])
