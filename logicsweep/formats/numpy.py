"""Arrays as numpy prints them, with -1 for a covered cell: `[[-1  1]\\n [ 1  1]]`.

The numbers are those of `Board.grid`: 0 to 8 are clues, -1 is covered, -2 flagged, -3 a known mine,
-4 open without a clue. In ms_toollib's matrices, however, -1 is a mine.
"""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.matrix import Codes, looks_like_matrix, read_matrix

_STATES: Final = (State.COVERED, State.FLAGGED, State.KNOWN_MINE, State.NO_CLUE)
_CODES: Final = Codes(
    {code: code for code in (*range(9), *map(int, _STATES))},
    "0-8, -1 (covered), -2 (flagged), -3 (known mine) or -4 (open, no clue)",
)
_LARGER: Final = re.compile(rb"[1-9]\d")


def _detect(data: bytes) -> bool:
    return looks_like_matrix(data) and _LARGER.search(data) is None


def _read(data: bytes, _file_name: str) -> Board:
    return Board(read_matrix(data, _CODES))


def _write(board: Board) -> bytes:
    rows = board.grid.tolist()
    width = 2 if int(board.grid.min()) < 0 else 1
    words = {code: str(code).rjust(width) for code in _CODES.states}
    lines = "]\n [".join([" ".join([words[code] for code in row]) for row in rows])
    return f"[[{lines}]]\n".encode()


FORMAT: Final = Format(
    name="numpy",
    about="arrays as numpy prints them: [[-1  1] [ 1  1]], -1 covered, -2 flagged, -3 a mine",
    detect=_detect,
    reader=_read,
    write_board=_write,
    keeps=Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.NO_CLUE,
)
