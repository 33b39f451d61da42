"""JSMinesweeper's position text, `.mine`: `WIDTHxHEIGHTxMINES`, then the rows.

`0`-`8` open, `H` covered, `F` flagged, `?` a revealed mine; `M` and `m` the mines of a full layout.
MINES is the total. A last line `MSG:...` is a comment.
"""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.board.total import no_room
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, Keeps, below, check_size
from logicsweep.formats.text import lines_of, read_cells, write_cells

_HEADER: Final = re.compile(r"(\d{1,8})x(\d{1,8})x(\d{1,12})", re.ASCII)
_EXPECTED: Final = "0-8 (open), H (covered), F (flagged), ? M or m (mine)"
_WRITTEN: Final[dict[int, str]] = {clue: str(clue) for clue in range(9)} | {
    State.COVERED: "H",
    State.FLAGGED: "F",
    State.KNOWN_MINE: "?",
}
_READ: Final = {symbol: state for state, symbol in _WRITTEN.items()} | dict.fromkeys(
    "Mm", State.KNOWN_MINE
)


def _detect(data: bytes) -> bool:
    first = data[:64].split(b"\n", 1)[0].strip().decode("ascii", "replace")
    return bool(_HEADER.fullmatch(first))


def _read(data: bytes, _file_name: str) -> Board:
    """Read a header such as `30x16x99`, and the rows; a last line `MSG:` is passed over."""
    lines, first = lines_of(data)
    while lines and (not lines[-1] or lines[-1].startswith("MSG:")):
        lines.pop()
    match = _HEADER.fullmatch(lines[0]) if lines else None
    if not match:
        raise BoardSyntaxError(
            "expected WIDTHxHEIGHTxMINES, such as 30x16x99", line=first if lines else 1, column=1
        )
    width, height, mines = map(int, match.groups())
    check_size(height, width, line=first, column=1)
    if mines > width * height:
        raise BoardSyntaxError(
            no_room(mines, width * height), line=first, column=match.start(3) + 1
        )
    grid = read_cells(
        lines[1:],
        _READ,
        expected=_EXPECTED,
        line=first + 1,
        width=width,
        height=height,
        said=f"as line {first} says",
    )
    return Board(grid, mines=mines)


def _write(board: Board) -> bytes:
    header = f"{board.width}x{board.height}x{board.mines}"
    return "\n".join([header, *write_cells(board.grid, _WRITTEN), ""]).encode()


FORMAT: Final = Format(
    name="mine",
    about="JSMinesweeper's position text: WIDTHxHEIGHTxMINES, then rows of 0-8 H F ?",
    detect=_detect,
    reader=_read,
    write_board=_write,
    respell=below(_WRITTEN[State.COVERED]),
    keeps=Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.TOTAL,
    needs_total=True,
)
