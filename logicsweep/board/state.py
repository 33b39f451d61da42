"""What a cell of a grid can hold."""

from __future__ import annotations

from enum import IntEnum

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
