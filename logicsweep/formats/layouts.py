"""Files that hold a whole layout, to be played: which formats there are, and how they are found."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board import Board, Cell, State
from logicsweep.errors import BoardSyntaxError, UnknownNameError
from logicsweep.formats import cs3510, mbf
from logicsweep.formats.base import decode
from logicsweep.formats.dealt import Dealt
from logicsweep.layout import Layout


class LayoutFormat(NamedTuple):
    """A way to write a layout down."""

    name: str
    about: str


LAYOUT_FORMATS = (
    LayoutFormat("layout", "native text: rows of * (mine) and _ or the clue (safe)"),
    LayoutFormat("cs3510", 'JSON of the CS 3510 projects: "dim", "bombs", "safe", "board"'),
    LayoutFormat("mbf", "Minesweeper X: width, height, mines, then a place each; bytes"),
)


def read_layout(data: bytes, *, file_name: str = "", name: str | None = None) -> Dealt:
    """Read a layout in the named format, or in the one detected by file name and content.

    The native text may be any board file in which nothing is covered. Raises `BoardSyntaxError`,
    `UnknownNameError`.
    """
    known = [form.name for form in LAYOUT_FORMATS]
    if name is not None and name not in known:
        raise UnknownNameError("layout format", name, known)
    form = name or _detected(data, file_name.lower())
    if form == "mbf":
        return mbf.read(data)
    if form == "cs3510":
        return cs3510.read(data, file_name)
    return Dealt(_native(data))


def _detected(data: bytes, file_name: str) -> str:
    if file_name.endswith((".mbf", ".abf")):
        return "mbf"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"{":
        return "cs3510"
    return "layout"


def _native(data: bytes) -> Layout:
    board = Board.parse(decode(data))
    for cell in board.covered:
        raise BoardSyntaxError(
            f"row {cell.row}, column {cell.column} is covered; expected a whole layout, rows of * "
            f"(mine) and _ or the clue (safe)",
            line=1,
            column=1,
        )
    layout = Layout(board.grid == State.KNOWN_MINE)
    for clash in layout.clashes(board):
        what = "the total" if clash.cell is None else f"the clue at {Cell(*clash.cell)}"
        says = clash.lower if clash.lower == clash.upper else f"{clash.lower}..{clash.upper}"
        raise BoardSyntaxError(
            f"{what} is {says}, but the mines make it {clash.found}", line=1, column=1
        )
    return layout
