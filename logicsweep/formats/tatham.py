"""The text that Simon Tatham's Mines copies: rows of `?`, `-` (zero), `1`-`8`, `*` and `!`.

`*` is a flag, `!` a shown mine.
"""

from __future__ import annotations

from typing import Final

from logicsweep.board.state import State
from logicsweep.formats.dialect import CLUES, dialect, only

_WRITTEN: Final[dict[int, str]] = {clue: symbol for symbol, clue in CLUES.items() if clue} | {
    0: "-",
    State.COVERED: "?",
    State.FLAGGED: "*",
    State.KNOWN_MINE: "!",
}

FORMAT: Final = dialect(
    "tatham",
    "text of Simon Tatham's Mines: rows of ? (covered) - (zero) 1-8 * (flag) ! (mine)",
    written=_WRITTEN,
    read={symbol: state for state, symbol in _WRITTEN.items()},
    expected="? (covered), - (zero), 1-8, * (flag) or ! (mine)",
    detect=lambda data: only(data, b"?-*!12345678 ") and any(one in data for one in b"-!*"),
)
