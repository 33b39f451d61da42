"""Matrices of ms_toollib, as Python or JSON writes them: `[[10, 1], [1, 1]]`.

0 to 8 are clues, 10 is covered, 11 flagged, 12 covered and marked safe, -1, 15 and 16 are shown
mines, 14 is a wrong flag: the cell is safe and shows no clue.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.plain_array import plain_array
from logicsweep.board.state import State
from logicsweep.formats.matrix import Codes

_WRITTEN: Final[dict[int, int]] = {
    State.COVERED: 10,
    State.FLAGGED: 11,
    State.KNOWN_MINE: -1,
    State.NO_CLUE: 14,
}
CODES: Final = Codes(
    {clue: clue for clue in range(9)}
    | {code: state for state, code in _WRITTEN.items()}
    | {12: State.COVERED, 15: State.KNOWN_MINE, 16: State.KNOWN_MINE},
    "0-8, 10 (covered), 11 (flagged), 12 (marked safe), -1 15 16 (mine) or 14 (safe)",
)


def board_of(matrix: Sequence[Sequence[int]]) -> Board:
    """Return the board of a matrix as ms_toollib has it; its mine count is unknown.

    Args:
        matrix: Rows of equal length: a clue is its own number, 10 a covered cell, 11 a flagged one,
            -1 a mine. A masked value is a covered cell as well.

    Raises:
        ValueError: It is not such a matrix.
    """
    codes = plain_array(matrix, _WRITTEN[State.COVERED], name="the matrix")
    if codes.ndim != 2 or codes.size == 0 or codes.dtype.kind not in "iu":
        raise ValueError(
            f"the matrix has the shape {codes.shape} and holds {codes.dtype}; expected a list of "
            f"rows of equal length, each a list of whole numbers"
        )
    return Board(CODES.grid(codes))


def matrix_of(board: Board) -> list[list[int]]:
    """Return the matrix of a board as ms_toollib has it; it cannot hold the mine count and the
    density.

    Raises:
        ValueError: The board has uncertain clues.
    """
    if board.uncertain_by_number:
        raise ValueError("ms-toollib cannot hold uncertain clues")
    lookup = np.arange(-128, 128, dtype=np.int64)
    for state, code in _WRITTEN.items():
        lookup[state + 128] = code
    matrix: list[list[int]] = lookup[board.grid.astype(np.int64) + 128].tolist()
    return matrix
