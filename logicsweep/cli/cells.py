"""Cells and ranges of numbers as they are written on the command line."""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.cell_names import COUNTING, column_of
from logicsweep.cli.common import Failure, fail, refusing

_SHOWN: Final = 40
_CELL: Final = re.compile(r"(\d{1,9}),(\d{1,9})", re.ASCII)
# As spreadsheets name cells: the letters of the column, and the row from 1.
_NAMED: Final = re.compile(r"([a-z]{1,4})([1-9]\d{0,7})", re.ASCII | re.IGNORECASE)


def span_of(text: str, *, digits: int = 8) -> tuple[int, int] | None:
    """Read a number, or a range such as 90..99, as its least and its highest number; else None."""
    number = rf"(\d{{1,{digits}}})"
    match = re.fullmatch(rf"{number}(?:\.\.{number})?", text, re.ASCII)
    return (int(match[1]), int(match[2] or match[1])) if match else None


def is_cell(text: str) -> bool:
    """Tell whether a word is written as a cell is, `3,4` or `E4`, though perhaps of no board."""
    bare = _bare(text)
    return bool(_NAMED.fullmatch(bare) or re.fullmatch(r"\d+,\d+", bare, re.ASCII))


def cell_of(board: Board, text: str, option: str | None = None) -> Cell:
    """Return the cell that `ROW,COLUMN` names. Exits with a message when it names none.

    The message names the `option` that the cell was given by; None for an argument.
    """
    cell = pair_of(text, option)
    with refusing(option or ""):
        board.number(cell)
    return cell


def pair_of(text: str, option: str | None) -> Cell:
    """Return the cell that `ROW,COLUMN` names, on any board. Exits with a message if it is none."""
    named = _NAMED.fullmatch(_bare(text))
    if named:
        return Cell(int(named[2]) - 1, column_of(named[1]))
    match = _CELL.fullmatch(_bare(text))
    first = int(COUNTING.get() == "1-based")
    if match and min(int(match[1]), int(match[2])) < first:
        raise _wrong(f"{text!r} is not a cell; expected rows and columns from 1", option)
    if not match:
        shown = text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."
        raise _wrong(f"{shown!r} is not a cell; expected ROW,COLUMN such as 0,3, or A1", option)
    return Cell(int(match[1]) - first, int(match[2]) - first)


def covered_cell(board: Board, text: str, option: str | None = None) -> Cell:
    """Return the covered cell that an argument names. Exits with a message when it names none."""
    cell = cell_of(board, text, option)
    if not board.is_covered(cell):
        raise _wrong(f"{cell} is not covered; expected a covered cell", option)
    return cell


def _wrong(text: str, option: str | None) -> Failure:
    return fail(text if option is None else f"{option}: {text}")


def _bare(text: str) -> str:
    """Return a cell that was pasted from an answer, `(0, 3)`, as it is written here, `0,3`."""
    return re.sub(r"^\((.*)\)$", r"\1", text.replace(" ", ""))
