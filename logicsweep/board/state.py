"""A cell: its place, and what it can hold."""

from __future__ import annotations

from enum import IntEnum
from operator import index
from typing import Any, Final, NamedTuple, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import MAX_DEGREE

Grid = NDArray[np.int8]
# A mapping's keys are of one type, and a pair is no `Cell`: so either may be given.
AnyCell = TypeVar("AnyCell", bound=tuple[int, int])
# What a cell may be given as: other iterables have no order, or letters.
_PAIRS: Final = (tuple, list, np.ndarray)


class Cell(NamedTuple):
    """A place on the board; sorts in reading order.

    Attributes:
        row: Counted from 0, from the top.
        column: Counted from 0, from the left.
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"({self.row},{self.column})"

    @classmethod
    def of(cls, cell: object) -> Self:
        """A cell from any pair of whole numbers, those of numpy included.

        Raises TypeError for anything else: a number that is cut off would name another cell.
        """
        try:
            if isinstance(cell, _PAIRS):
                row, column = cell
                return cls(index(row), index(column))
        except (TypeError, ValueError):
            pass
        raise TypeError(f"{cell!r} is no cell; expected two whole numbers, (row, column)")


class State(IntEnum):
    """What a grid holds where it holds no number; an exact clue is its own number, 0 or more."""

    COVERED = -1
    """Nothing is known of the cell but what follows."""
    FLAGGED = -2
    """Covered, and the player claims that it is a mine."""
    KNOWN_MINE = -3
    """A mine that was dug up or shown."""
    NO_CLUE = -4
    """Open, and no mine, but no clue is shown."""
    UNCERTAIN = MAX_DEGREE + 1
    """A clue that is no number; larger than any that is one."""


# A flag is the player's claim: the cell below it is as covered as any other. Numbers compare faster
# than members.
_COVERED: Final = frozenset((int(State.COVERED), int(State.FLAGGED)))


def is_covered(state: int | np.integer[Any]) -> bool:
    """Whether a state is that of a covered cell, flagged or not."""
    return state in _COVERED


def covered_mask(states: NDArray[Any]) -> NDArray[np.bool_]:
    """Which of an array of states are those of covered cells, flagged or not; in its shape."""
    mask: NDArray[np.bool_] = (states == State.COVERED) | (states == State.FLAGGED)
    return mask
