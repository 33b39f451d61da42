"""Text of minesweepr: rows of `x` (covered), `.` (zero), `1`-`8` and `*` (mine).

A `.` next to an `x` is a zero here; in other dialects it is a covered cell.
"""

from __future__ import annotations

from typing import Final

from logicsweep.board.state import State
from logicsweep.formats.dialect import CLUES, dialect, only


def _detect(data: bytes) -> bool:
    if b"x" in data:
        return only(data, b"x.*012345678 ")
    # Nothing is covered; if a zero is written as 0, `.` is not a zero.
    return b"." in data and only(data, b".*12345678 ")


_WRITTEN: Final[dict[int, str]] = {clue: symbol for symbol, clue in CLUES.items()} | {
    0: ".",
    State.COVERED: "x",
    State.KNOWN_MINE: "*",
}

FORMAT: Final = dialect(
    "minesweepr",
    "minesweepr: rows of x (covered) . (zero) 1-8 * (mine)",
    written=_WRITTEN,
    read=CLUES | {symbol: state for state, symbol in _WRITTEN.items()},
    expected="x (covered), . (zero), 0-8 or * (mine)",
    detect=_detect,
)
