"""Boards of a SAT-based solver: a line `rows columns`, then rows of `?` and `0`-`8` with blanks.

    2 3
    ? 1 0
    1 1 0

One blank stands between two cells.
"""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.rows import read_table
from logicsweep.board.state import State
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, below, check_size
from logicsweep.formats.dialect import CLUES
from logicsweep.formats.text import fault_at, lines_of, read_cells, write_cells

_SIZE: Final = re.compile(r"[ \t]*(\d{1,8})[ \t]+(\d{1,8})[ \t]*", re.ASCII)
# A place where two characters touch, or two blanks.
_CLOSE: Final = re.compile(r"(?<=\S)\S|(?<= ) |^ ", re.MULTILINE)
_WRITTEN: Final[dict[int, str]] = {clue: symbol for symbol, clue in CLUES.items()} | {
    State.COVERED: "?"
}


def _detect(data: bytes) -> bool:
    match = _SIZE.fullmatch(data[:64].split(b"\n", 1)[0].decode("latin-1").rstrip("\r"))
    if not match or data.translate(None, b"?0123456789 \t\r\n"):
        return False
    cells = int(match[1]) * int(match[2])
    return len(data) >= 2 * cells and data.rstrip().count(b"\n") == int(match[1])


def _read(data: bytes, _file_name: str) -> Board:
    """Read a board, at once if it is as `_write` makes it, else cell by cell."""
    lines, first = lines_of(data)
    match = _SIZE.fullmatch(lines[0]) if lines else None
    if not match:
        raise BoardSyntaxError(
            "expected a line with the numbers of rows and columns, such as 9 9",
            line=first if lines else 1,
            column=1,
        )
    height, width = int(match[1]), int(match[2])
    check_size(height, width, line=first, column=match.start(1) + 1)
    rows = lines[1:]
    table = read_table("\n".join(rows), " ")
    if table is not None and table.shape == (height, width) and table.min() >= State.COVERED:
        return Board(table)
    text = "\n".join(rows)
    close = _CLOSE.search(text)
    if close:
        place = fault_at(text, close.start(), "")
        problem = "expected single characters, with one blank between two"
        raise BoardSyntaxError(problem, line=place.line + first, column=place.column)
    grid = read_cells(
        [row[::2] for row in rows],
        {symbol: state for state, symbol in _WRITTEN.items()},
        expected="? (covered) or 0-8",
        line=first + 1,
        step=2,
        width=width,
        height=height,
        said=f"as line {first} says",
    )
    return Board(grid)


def _write(board: Board) -> bytes:
    rows = [" ".join(row) for row in write_cells(board.grid, _WRITTEN)]
    return "\n".join([f"{board.height} {board.width}", *rows, ""]).encode()


FORMAT: Final = Format(
    name="sat",
    about="a line of rows and columns, then rows of ? 0-8 with blanks between",
    detect=_detect,
    reader=_read,
    write_board=_write,
    respell=below(_WRITTEN[State.COVERED]),
)
