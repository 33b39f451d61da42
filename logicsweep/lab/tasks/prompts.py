"""The prompt of a task: what a player sees and knows, the question, and the form of the answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import chain
from types import MappingProxyType
from typing import Final

from logicsweep.board.board import Board, Cell, expect_board
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.rows import common_model, render_rows
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import UnknownNameError, listed
from logicsweep.formats.registry import write_board
from logicsweep.games.setting import GameRule, Setting
from logicsweep.lab.judging.claims import VERDICT_WORDS
from logicsweep.lab.tasks.kinds import TaskKind
from logicsweep.lab.tasks.saying import known_lines, weights_say

_ENDS: Final = {
    GameRule.CLASSIC: "Opening a mine ends the game; it is won when every safe cell is open.",
    GameRule.CONTINUE: "An opened mine stays open; the game ends when every cell is open or "
    "flagged.",
    GameRule.SEARCH: "Opening a mine is allowed; the game ends when there are as many flags and "
    "opened mines as mines.",
}
_FIRST: Final = {
    FirstClick.UNPROTECTED: "",
    FirstClick.SAFE: "The first cell that is opened is safe.",
    FirstClick.OPENING: "The first cell that is opened and all its neighbours are safe.",
}
_MOVE: Final = (
    "Name your next move in one line: open (row,column) to open a covered cell, flag (row,column) "
    "to flag one that is certainly a mine, or chord (row,column) to open all cells without a flag "
    "around a clue that has as many flags and known mines around it as it says."
)


def prompt_of(
    kind: TaskKind, board: Board, cell: Cell | None, form: str, verdict: Verdict | None
) -> str:
    """Write the prompt of a task.

    It is made of the position alone, and of the verdict that a reason is asked for, which every
    layout has: so it is the same whatever layout is behind the position.
    """
    parts = ["This is a position of Minesweeper.", *known_lines(board)]
    if kind.tells_weights:
        parts.append(weights_say(board))
    says = "" if verdict is None else VERDICT_WORDS[verdict]
    asked = [text.format(cell=cell, verdict=says) for text in (kind.question, kind.form)]
    return "\n\n".join([" ".join(parts), *_shown(board, form), *asked]) + "\n"


def turn_prompt(board: Board, form: str, setting: Setting, *, is_first: bool) -> str:
    """Write the prompt before a move of a game; `is_first` if the rules keep its cell free."""
    parts = ["This is a game of Minesweeper.", *known_lines(board), _ENDS[setting.rule]]
    if is_first:
        parts.append(_FIRST[setting.first_click])
    elif not is_blank(board):
        parts.append(weights_say(board))
    return "\n\n".join([" ".join(parts), *_shown(board, form), f"{_MOVE}\n"])


def _shown(board: Board, form: str) -> list[str]:
    """Write the board, and what its signs mean."""
    text = board_text(board, form)
    if form == "json":
        text = f'In "rows" there is a line for each row.\n{text}'
    return [text, _legend(board)]


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


def _legend(board: Board) -> str:
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
