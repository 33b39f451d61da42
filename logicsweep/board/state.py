"""What a cell of a grid can hold."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import MAX_DEGREE

Grid = NDArray[np.int8]


class State(IntEnum):
    """What a grid holds where it holds no number; an exact clue is its own number, 0 or more.

    `UNCERTAIN` stands for a clue that is no number; it is larger than any of them.
    """

    COVERED = -1
    FLAGGED = -2
    KNOWN_MINE = -3
    NO_CLUE = -4
    UNCERTAIN = MAX_DEGREE + 1


# A flag is the player's claim: the cell below it is as covered as any other.
_COVERED: Final = frozenset((State.COVERED, State.FLAGGED))


def is_covered(state: int | np.integer[Any]) -> bool:
    """Whether a state is that of a covered cell, flagged or not."""
    return state in _COVERED


def covered_mask(states: NDArray[Any]) -> NDArray[np.bool_]:
    """Which of an array of states are those of covered cells, flagged or not; in its shape."""
    mask: NDArray[np.bool_] = (states == State.COVERED) | (states == State.FLAGGED)
    return mask
