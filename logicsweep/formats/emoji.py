"""Boards as people send them in chats, one emoji for each cell.

    mines: 2

    🟦1️⃣0️⃣
    🚩2️⃣1️⃣

🟦 is a covered cell, 🚩 a flag, 💣 a mine; a keycap is a clue. Other squares are read as well, and
names such as `:one:`. The header is that of native text. Where cells stand between `||`, which
hides them until somebody clicks, the text is a layout with these cells covered.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.formats.base import Content, Format, Keeps
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.lines import NUMBERS, SQUARES, Line, Peeled, closed, lines_in
from logicsweep.formats.pasted_rows import check_widths
from logicsweep.formats.signs import resolved
from logicsweep.formats.text import decode

_KEYCAP: Final = "\ufe0f\u20e3"
_BLUE: Final = "🟦"
# A character for private use, in the place of another sign for covered cells.
_COVERED: Final = "\ue000"
_WRITTEN: Final = str.maketrans(
    {**{str(clue): f"{clue}{_KEYCAP}" for clue in range(9)}, "?": _BLUE, "F": "🚩", "*": "💣"}
)
_COLORS: Final = ("blue", "green", "brown", "yellow", "orange", "purple")
_SHAPES: Final = (
    "large_square",
    "medium_square",
    "medium_small_square",
    "small_square",
    "square_button",
)
# What emoji and the names that chats have for them mean: a sign of native text, or a square.
MEANINGS: Final = {
    **{f":{name}:": str(clue) for clue, name in enumerate(NUMBERS)},
    ":large_blue_square:": _BLUE,
    **{f":{color}_square:": square for color, square in zip(_COLORS, "🟦🟩🟫🟨🟧🟪", strict=True)},
    **{f":white_{shape}:": square for shape, square in zip(_SHAPES, "⬜◻◽▫🔳", strict=True)},
    **{f":black_{shape}:": square for shape, square in zip(_SHAPES, "⬛◼◾▪🔲", strict=True)},
    **dict.fromkeys((":bomb:", ":boom:", "💣", "💥"), "*"),
    **dict.fromkeys((":triangular_flag_on_post:", ":triangular_flag:", "🚩", "⚑"), "F"),
    **dict.fromkeys((":question:", ":grey_question:", "❓", "❔"), "?"),
    "\ufe0f": "",
}
SIGN: Final = re.compile(rf"([0-8])\ufe0f?\u20e3|{'|'.join(MEANINGS)}", re.ASCII)
_HEADER: Final = re.compile(r"\s*[A-Za-z_]\w*\s*:(?:[^\w].*)?", re.ASCII)
LOOKS: Final = re.compile(
    "|".join(sorted({*MEANINGS, "\u20e3", *SQUARES} - {*"\ufe0f⚑❓❔"})).encode()
)
_CELL: Final = re.compile(r"\S")
_EMPTY: Final = re.compile(f"[{SQUARES}]")
_SHOWN: Final = frozenset("012345678*")
_HIDDEN: Final = re.compile(r"\|\|([^|]*)\|\||\S")
EXPECTED: Final = "🟦 (covered), keycaps 0-8 (clue), 🚩 (flagged) or 💣 (mine)"


def _sign(match: re.Match[str]) -> str:
    return match[1] or MEANINGS[match[0]]


def _detect(data: bytes) -> bool:
    return data.lstrip()[:1] not in (b"{", b"[") and LOOKS.search(data) is not None


def _read(data: bytes, *_: object) -> Content:
    lines = [line.saying(SIGN.sub(_sign, line.text)) for line in lines_in(decode(data))]
    head = [*takewhile(lambda line: _is_above(line.text), lines)]
    body = [line for line in lines[len(head) :] if line.text.strip()]
    if not body:
        raise lines[-1].fault(f"no rows; expected rows of {EXPECTED}")
    if any("||" in line.text for line in body):
        return _hidden(body)
    signs = set().union(*(line.text for line in body))
    kinds, covered = signs.intersection(SQUARES), _COVERED if _COVERED in signs else _BLUE
    rows = closed(body)
    if kinds <= {covered}:
        rows = [row._replace(text=row.text.replace(covered, "?")) for row in rows]
    else:
        board = resolved(rows, covered if covered == _COVERED else None)
        if board is None:
            check_widths([row.words(_CELL) for row in rows])
            squares, sign = " ".join(sorted(kinds)), min(kinds)
            problem = f"no square can be covered here: {squares}; expected {EXPECTED}"
            raise rows[0].fault(f"{problem}; --covered '{sign}' says that {sign} is")
        native = str(board).split("\n")
        rows = [row._replace(text=text) for row, text in zip(rows, native, strict=True)]
    return Peeled([*head, *rows]).board()


def _is_above(text: str) -> bool:
    """Tell whether a line stands above the rows: an empty one, or a header."""
    return not text.strip() or _HEADER.fullmatch(text) is not None


def _hidden(rows: Sequence[Line]) -> DealtGame:
    """Read a layout in which the cells between `||` are covered."""
    cells = [[*_HIDDEN.finditer(row.text)] for row in rows]
    whole = []
    for row, matches in zip(rows, cells, strict=True):
        # A square that is shown by a click is empty.
        signs = [match[0] if match[1] is None else _EMPTY.sub("0", match[1]) for match in matches]
        signs = [sign.strip() for sign in signs]
        for sign in signs:
            if sign not in _SHOWN:
                problem = f"{sign[:20]!r} is no clue and no mine; expected a layout between ||"
                raise row.fault(problem)
        whole.append(row.saying("".join(signs)))
    board = Peeled(whole).board()
    try:
        layout = Layout.of(board)
    except ValueError as error:
        raise rows[0].fault(str(error)) from None
    covered = np.array([[match[1] is not None for match in matches] for matches in cells])
    if covered.all():
        return DealtGame(layout)
    grid = np.where(covered, State.COVERED, layout.revealed().grid)
    return DealtGame(layout, shown=Board(grid, mines=int(layout.mask.sum())))


def _respell(data: bytes, covered: str) -> bytes:
    lines = data.decode(errors="surrogateescape").split("\n")
    start = len([*takewhile(_is_above, lines)])
    lines[start:] = [line.replace(covered, _COVERED) for line in lines[start:]]
    return "\n".join(lines).encode(errors="surrogateescape")


def _write(board: Board) -> bytes:
    header, gap, rows = str(board).rpartition("\n\n")
    return f"{header}{gap}{rows.translate(_WRITTEN)}\n".encode()


FORMAT: Final = Format(
    name="emoji",
    about="emoji as in chats: squares (covered), keycaps 0-8, flags, bombs",
    detect=_detect,
    reader=_read,
    write_board=_write,
    respell=_respell,
    keeps=Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.TOTAL | Keeps.RANGE | Keeps.DENSITY,
)
