"""Puzzles as in Gecode's examples and Hakan Kjellerstrand's models: rows of `.` and `0`-`8`."""

from __future__ import annotations

from typing import Final

from logicsweep.board.state import State
from logicsweep.formats.dialect import CLUES, dialect, only

FORMAT: Final = dialect(
    "gecode",
    "Gecode's and hakank's puzzles: rows of . (covered) 0-8",
    written={clue: symbol for symbol, clue in CLUES.items()} | {State.COVERED: "."},
    read=CLUES | {".": State.COVERED},
    expected=". (covered) or 0-8",
    detect=lambda data: only(data, b".012345678 ") and b"." in data,
)
