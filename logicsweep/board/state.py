"""Cells: their places and their states."""

from __future__ import annotations

from array import array
from enum import IntEnum
from functools import lru_cache, partial
from itertools import product
from operator import index
from typing import Any, Final, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.relation import MAX_DEGREE

# Cells are int8, or int16 where clues show more values than fit (see `grid_type`).
Grid = NDArray[np.int8 | np.int16]
# A mapping has keys of one type, so this allows mappings by `Cell` and mappings by plain pairs.
AnyCell = TypeVar("AnyCell", bound=tuple[int, int])
# The types that a cell may be given as: other iterables have no order, or are strings.
_PAIRS: Final = (tuple, list, np.ndarray)


class Cell(NamedTuple):
    """A cell of a board, a pair (row, column); sorts in reading order.

    Attributes:
        row: The row, from 0 at the top.
        column: The column, from 0 on the left.
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"({self.row},{self.column})"

    @classmethod
    def of(cls, cell: object) -> Self:
        """Make a cell from any pair of whole numbers, numpy's included.

        Raises:
            TypeError: It is not a pair of whole numbers; fractions are never rounded.
        """
        if type(cell) is cls:
            row, column = cell
            if type(row) is int and type(column) is int:
                return cell
        try:
            if isinstance(cell, _PAIRS):
                row, column = cell
                return cls(index(row), index(column))
        except (TypeError, ValueError):
            pass
        raise TypeError(f"{cell!r} is not a cell; expected two whole numbers, (row, column)")


def off_board(place: object, height: int, width: int) -> str:
    """Make the message about a place off a board of this size."""
    return f"{place} is off the board; expected cells from (0,0) to ({height - 1},{width - 1})"


class State(IntEnum):
    """The values of a grid other than exact clues, which are their own number, 0 or more."""

    COVERED = -1
    """A covered cell."""
    FLAGGED = -2
    """A covered cell that the player claims to be a mine. A flag is never evidence."""
    KNOWN_MINE = -3
    """A mine that was dug up or shown."""
    NO_CLUE = -4
    """An open, safe cell that shows no clue."""
    UNCERTAIN = MAX_DEGREE + 1
    """A cell with an uncertain clue; larger than every exact clue."""


# Numbers of states, for loops and for arrays: looking up a member of an enum takes longer
# than comparing it, and comparing an array with it ten times as long as with a number.
COVERED: Final = int(State.COVERED)
KNOWN_MINE: Final = int(State.KNOWN_MINE)
_FLAGGED: Final = int(State.FLAGGED)
# A flag is the player's claim: a flagged cell is as covered as any other.
_COVERED: Final = frozenset((COVERED, _FLAGGED))


def grid_type(highest: int) -> type[np.int8 | np.int16]:
    """Return the type of the cells of a grid in which clues are numbers up to the highest.

    Where clues go past `State.UNCERTAIN`, none of them is that number.
    """
    return np.int8 if highest <= MAX_DEGREE else np.int16


def numbers_of(grid: Grid) -> array[int]:
    """Copy the states and clues of a grid by cell number into a writable array."""
    return array("b" if grid.dtype == np.int8 else "h", grid.tobytes())


def is_covered(state: int | np.integer[Any]) -> bool:
    """Tell whether a state is that of a covered cell, flagged or not."""
    return state in _COVERED


def covered_mask(states: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark the states of covered cells, flagged or not, in the shape of the array."""
    mask: NDArray[np.bool_] = (states == COVERED) | (states == _FLAGGED)
    return mask


def cells_of(height: int, width: int) -> tuple[Cell, ...]:
    """List all cells of a rectangle, in reading order."""
    return _few_cells(height, width) if height * width <= _FEW else _all_cells(height, width)


def cells_in(mask: NDArray[np.bool_]) -> tuple[Cell, ...]:
    """Return the cells where a mask of shape (height, width) is true, in reading order."""
    height, width = mask.shape
    if mask.size <= _FEW:  # made once for all masks of this shape
        every = _few_cells(height, width)
        return tuple(map(every.__getitem__, mask.ravel().nonzero()[0].tolist()))
    rows, columns = mask.nonzero()
    return tuple(map(_make, zip(rows.tolist(), columns.tolist(), strict=True)))


# Makes a cell of a pair, in a third of the time that `Cell` takes.
_make: Final = partial(tuple.__new__, Cell)
# The cells of boards with at most this many are remembered, for the last few sizes.
_FEW: Final = 10_000


def _all_cells(height: int, width: int) -> tuple[Cell, ...]:
    return tuple(map(_make, product(range(height), range(width))))


@lru_cache(maxsize=8)
def _few_cells(height: int, width: int) -> tuple[Cell, ...]:
    return _all_cells(height, width)
