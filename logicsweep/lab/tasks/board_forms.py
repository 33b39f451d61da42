"""The text forms of a position in a prompt: ways to say what every cell shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final

from logicsweep.board.board import Board, expect_board
from logicsweep.board.rows import common_model, render_rows
from logicsweep.board.state import State
from logicsweep.errors import UnknownNameError, listed
from logicsweep.formats.registry import write_board


def board_text(board: Board, form: str = "grid") -> str:
    """Write what every cell shows, in one of `FORMS`, without a newline at the end.

    Rules, topology and the mine count are said in the form `json` alone; in others the prompt says
    them in words.

    Raises:
        UnknownNameError: There is no such form.
    """
    expect_board(board)
    check_form(form)
    return FORMS[form](board)


def check_form(name: str) -> None:
    """Raise `UnknownNameError` unless there is such a form."""
    if name not in FORMS:
        raise UnknownNameError("form", name, FORMS)


def legend(board: Board) -> str:
    """Say what the signs of a board mean that are no clues."""
    says = ["? is a covered cell", "F a covered cell with a flag", "* a cell known to be a mine"]
    if int(State.NO_CLUE) in board.grid:
        says.append("_ an open cell that shows nothing")
    if any("=" in token for token in chain(*tokens(board))):
        says.append("=12 a clue of several digits, here 12")
    return f"{listed(says)}; all else is the clue that an open cell shows."


def tokens(board: Board) -> list[list[str]]:
    """Return the signs of all cells, row by row, as the native text has them."""
    rows = render_rows(
        board.grid,
        board.uncertain,
        common_model(board.uncertain, board.placed_rules),
        board.own_adjacency,
        board.placed_rules,
    )
    is_close = all(len(row) == board.width for row in rows)
    return [list(row) if is_close else row.split() for row in rows]


def _grid(board: Board) -> str:
    """Write rows below each other, with the numbers of rows and columns."""
    cells = tokens(board)
    size = max(len(token) for token in chain(*cells))
    size = max(size, len(str(board.width - 1)))
    margin = len(str(board.height - 1))
    head = " ".join([str(column).rjust(size) for column in range(board.width)])
    lines = [f"{' ' * margin}  {head}"]
    for number, row in enumerate(cells):
        body = " ".join([token.rjust(size) for token in row])
        lines.append(f"{str(number).rjust(margin)}  {body}")
    return "\n".join(lines)


def _json(board: Board) -> str:
    """Write the JSON of a board file."""
    return write_board(board, "json").decode().rstrip("\n")


FORMS: Final[Mapping[str, Callable[[Board], str]]] = MappingProxyType(
    {"grid": _grid, "json": _json}
)
"""The functions that write the text forms, by name."""
