"""Text of minesolve: rows of `.`, `x` or `?` (covered), `1`-`8`, `0` or a blank (zero).

Blanks may be zeros here; in other formats they separate cells. No game shows a zero next to a
covered cell, so a text in which a blank would be such a zero is not detected as minesolve.
"""

from __future__ import annotations

from typing import Final

from logicsweep.board.adjacency import count_eight
from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.dialect import CLUES, dialect, only


def _detect(data: bytes) -> bool:
    if not only(data, b".x? 012345678"):
        return False
    if b" " in data:
        return _blanks_are_zeros(data)
    # If `x` is a covered cell, `.` is one only if there is another sign of this dialect.
    is_minesweepr = b"x" in data and b"." in data and b"0" not in data and b"?" not in data
    return (b"." in data or b"x" in data) and not is_minesweepr


def _blanks_are_zeros(data: bytes) -> bool:
    """Tell whether the blanks could be zeros of a game."""
    try:
        board = FORMAT.reader(data, "")
    except BoardSyntaxError:
        return b"." in data or b"x" in data
    if not isinstance(board, Board):
        return False
    return not ((board.grid == 0) & (count_eight(board.grid == State.COVERED) > 0)).any()


FORMAT: Final = dialect(
    "minesolve",
    "minesolve: rows of . x or ? (covered), 0 or blank (zero), 1-8",
    written={clue: symbol for symbol, clue in CLUES.items()} | {State.COVERED: "."},
    read=CLUES | {" ": 0} | dict.fromkeys(".x?", State.COVERED),
    expected=". x or ? (covered), 0 or a blank (zero), or 1-8",
    detect=_detect,
)
