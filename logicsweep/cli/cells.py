"""Cells as they are named on the command line."""

from __future__ import annotations

import re

from logicsweep.board.board import Board, Cell
from logicsweep.cli.common import USAGE, fail


def cell_of(board: Board, text: str, name: str = "--cell") -> Cell:
    """The cell that `ROW,COLUMN` names. Exits with a message when it names none."""
    cell = pair_of(text, name)
    try:
        board.number(cell)
    except ValueError as error:
        raise fail(f"{name}: {error}", USAGE) from None
    return cell


def pair_of(text: str, name: str) -> Cell:
    """The cell that `ROW,COLUMN` names, on whatever board. Exits with a message if it is none."""
    bare = re.sub(r"^\((.*)\)$", r"\1", text.replace(" ", ""))
    match = re.fullmatch(r"(\d{1,9}),(\d{1,9})", bare, re.ASCII)
    if not match:
        raise fail(f"{name} is {text[:40]!r}; expected ROW,COLUMN such as 0,3", USAGE)
    return Cell(int(match[1]), int(match[2]))


def covered_cell(board: Board, text: str, name: str = "CELL") -> Cell:
    """The covered cell that an argument names. Exits with a message when it names none."""
    cell = cell_of(board, text, name)
    if not board.is_covered(cell):
        raise fail(f"{name}: {cell} is not covered; expected a covered cell", USAGE)
    return cell
