"""JSMinesweeper's position text, `.mine`: `WIDTHxHEIGHTxMINES`, then the rows.

`0`-`8` open, `H` covered, `F` flagged, `?` a revealed mine; `M` and `m` the mines of a full layout.
MINES is the total. A last line `MSG:...` is a comment.
"""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board import Board, State
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, check_neighbours, decode
from logicsweep.rows import parse_rows, render_rows

_HEADER: Final = re.compile(r"(\d{1,6})x(\d{1,6})x(\d{1,12})", re.ASCII)
_EXPECTED: Final = "0-8 (open), H (covered), F (flagged), ? M or m (mine)"
_TO_NATIVE: Final = str.maketrans("HF?Mm", "?F***")
_FROM_NATIVE: Final = str.maketrans("?F*", "HF?")


def _detect(data: bytes) -> bool:
    first = data[:64].split(b"\n", 1)[0].strip().decode("ascii", "replace")
    return bool(_HEADER.fullmatch(first))


def _read(data: bytes) -> Board:
    lines = [line.rstrip() for line in decode(data).replace("\r\n", "\n").split("\n")]
    while lines and (not lines[-1] or lines[-1].startswith("MSG:")):
        lines.pop()
    match = _HEADER.fullmatch(lines[0]) if lines else None
    if not match:
        raise BoardSyntaxError("expected WIDTHxHEIGHTxMINES, such as 30x16x99", line=1, column=1)
    width, height, mines = map(int, match.groups())
    if width < 1 or height < 1:
        raise BoardSyntaxError("a board has at least one cell", line=1, column=1)
    if mines > width * height:
        raise BoardSyntaxError(
            f"{mines} mines do not fit on {width * height} cells", line=1, column=match.start(3) + 1
        )
    rows = lines[1:]
    for number, row in enumerate(rows, start=2):
        if number > height + 1:
            raise BoardSyntaxError(
                f"a row too many; expected {height} as line 1 says", line=number, column=1
            )
        wrong = re.search(r"[^0-8HF?Mm]", row)
        if wrong:
            raise BoardSyntaxError(
                f"unknown character {wrong[0]!r}; expected {_EXPECTED}",
                line=number,
                column=wrong.start() + 1,
            )
        if len(row) != width:
            raise BoardSyntaxError(
                f"the length of this row is {len(row)}; expected {width} as line 1 says",
                line=number,
                column=min(len(row), width) + 1,
            )
    if len(rows) < height:
        raise BoardSyntaxError(
            f"the number of rows is {len(rows)}; expected {height} as line 1 says",
            line=len(lines),
            column=len(lines[-1]) + 1,
        )
    grid, _ = parse_rows([row.translate(_TO_NATIVE) for row in rows])
    return Board(grid, total_mines=mines)


def _write(board: Board) -> bytes:
    check_neighbours(board)
    if board.total_mines is None or isinstance(board.total_mines, tuple):
        raise ValueError("a .mine file needs the total mines as one number")
    if board.density is not None or (board.grid == State.NO_CLUE).any():
        raise ValueError("a .mine file has no place for a density or for open cells without a clue")
    if board.uncertain:
        raise ValueError("a .mine file has no place for uncertain clues")
    rows = [row.translate(_FROM_NATIVE) for row in render_rows(board.grid)]
    header = f"{board.width}x{board.height}x{board.total_mines}"
    return "\n".join([header, *rows, ""]).encode()


FORMAT: Final = Format(
    name="mine",
    about="JSMinesweeper's position text: WIDTHxHEIGHTxMINES, then rows of 0-8 H F ?",
    suffixes=(".mine",),
    detect=_detect,
    read=_read,
    write=_write,
)
