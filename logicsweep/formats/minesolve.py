"""Text of minesolve: rows of `.`, `x` or `?` (covered), `1`-`8`, `0` or a blank (zero)."""

from __future__ import annotations

from typing import Final

from logicsweep.board import State
from logicsweep.formats.dialect import CLUES, dialect, only
from logicsweep.formats.native import looks_uncertain


def _detect(data: bytes) -> bool:
    if not only(data, b".x? 012345678") or not (b"." in data or b"x" in data):
        return False
    if b" " in data and looks_uncertain(
        data
    ):  # blanks and bounds: native text, perhaps a broken one
        return False
    # Where `x` is covered, nothing but another sign of this dialect makes `.` covered as well.
    return b"x" not in data or b"." not in data or any(sign in data for sign in (b"0", b"?", b" "))


FORMAT: Final = dialect(
    "minesolve",
    "minesolve: rows of . x or ? (covered), 0 or blank (zero), 1-8",
    written={clue: symbol for symbol, clue in CLUES.items()} | {State.COVERED: "."},
    read=CLUES | {" ": 0} | dict.fromkeys(".x?", State.COVERED),
    expected=". x or ? (covered), 0 or a blank (zero), or 1-8",
    detect=_detect,
)
