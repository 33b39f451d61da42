"""Cells as they are named on the command line."""

from __future__ import annotations

import re
from typing import Annotated, Final

import typer

from logicsweep.board.board import Board, Cell
from logicsweep.cli.common import USAGE, fail

CellArgument = Annotated[
    str,
    typer.Argument(metavar="ROW,COLUMN", help="A covered cell; rows and columns count from 0."),
]
_CELL: Final = re.compile(r"(\d{1,9}),(\d{1,9})", re.ASCII)


def is_cell(text: str) -> bool:
    """Whether a word is written as a cell is, `ROW,COLUMN`, though perhaps of no board."""
    return re.fullmatch(r"\d+,\d+", _bare(text), re.ASCII) is not None


def cell_of(board: Board, text: str, name: str = "CELL") -> Cell:
    """The cell that `ROW,COLUMN` names. Exits with a message when it names none."""
    cell = pair_of(text, name)
    try:
        board.number(cell)
    except ValueError as error:
        raise fail(f"{name}: {error}", USAGE) from None
    return cell


def pair_of(text: str, name: str) -> Cell:
    """The cell that `ROW,COLUMN` names, on whatever board. Exits with a message if it is none."""
    match = _CELL.fullmatch(_bare(text))
    if not match:
        raise fail(f"{name} is {text[:40]!r}; expected ROW,COLUMN such as 0,3", USAGE)
    return Cell(int(match[1]), int(match[2]))


def covered_cell(board: Board, text: str, name: str = "CELL") -> Cell:
    """The covered cell that an argument names. Exits with a message when it names none."""
    cell = cell_of(board, text, name)
    if not board.is_covered(cell):
        raise fail(f"{name}: {cell} is not covered; expected a covered cell", USAGE)
    return cell


def _bare(text: str) -> str:
    """A cell as it is pasted from an answer, `(0, 3)`, as it is written, `0,3`."""
    return re.sub(r"^\((.*)\)$", r"\1", text.replace(" ", ""))
