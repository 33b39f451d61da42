"""The four text forms of a position in a prompt, each a way to say what every cell shows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep.board.board import Board, expect_board
from logicsweep.board.rows import common_model, render_rows
from logicsweep.board.state import State
from logicsweep.errors import UnknownNameError, listed
from logicsweep.formats.registry import write_board


class TextForm(NamedTuple):
    """A text form.

    Attributes:
        write: Writes the cells of a board.
        has_signs: Whether cells are written as signs, which need a legend.
    """

    write: Callable[[Board], str]
    has_signs: bool


def board_text(board: Board, form: str = "grid") -> str:
    """Write what every cell shows, in one of `FORMS`, without a newline at the end.

    Rules, topology and the mine count are said in the form `json` alone; in others the prompt says
    them in words.

    Raises:
        UnknownNameError: There is no such form.
    """
    expect_board(board)
    return form_of(form).write(board)


def form_of(name: str) -> TextForm:
    """Return a form by its name. Raises `UnknownNameError`."""
    if name not in FORMS:
        raise UnknownNameError("form", name, FORMS)
    return FORMS[name]


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


def _markdown(board: Board) -> str:
    """Write a table with the numbers of rows and columns."""
    head = ["", *map(str, range(board.width))]
    rows = [[str(number), *row] for number, row in enumerate(tokens(board))]
    sizes = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    rule = "|".join(["-" * (size + 2) for size in sizes])
    return "\n".join([_line(head, sizes), f"|{rule}|", *[_line(row, sizes) for row in rows]])


def _line(cells: Sequence[str], sizes: Sequence[int]) -> str:
    padded = [cell.ljust(size) for cell, size in zip(cells, sizes, strict=True)]
    return f"| {' | '.join(padded)} |"


_STATES: Final = MappingProxyType(
    {
        State.COVERED: "Covered cells",
        State.FLAGGED: "Covered cells with a flag",
        State.KNOWN_MINE: "Cells known to be mines",
        State.NO_CLUE: "Open cells that show nothing",
    }
)


def _list(board: Board) -> str:
    """Write a line for each clue, and all other cells row by row as ranges of columns."""
    cells = tokens(board)
    grid = board.grid.tolist()
    lines = ["Open cells:"]
    for row, codes in enumerate(grid):
        lines += [
            f"({row},{column}) shows {cells[row][column].removeprefix('=')}"
            for column, code in enumerate(codes)
            if code >= 0
        ]
    for state, words in _STATES.items():
        places = [[column for column, code in enumerate(codes) if code == state] for codes in grid]
        if any(places):
            lines.append(f"{words}:")
            lines += [
                f"row {row}: {_columns(columns)}" for row, columns in enumerate(places) if columns
            ]
    return "\n".join(lines)


def _columns(columns: Iterable[int]) -> str:
    """Write columns as ranges, such as `columns 2 to 5, 7`."""
    ranges = [
        str(first) if first == last else f"{first} to {last}" for first, last in _runs(columns)
    ]
    is_single = len(ranges) == 1 and " " not in ranges[0]
    return f"column{'' if is_single else 's'} {', '.join(ranges)}"


def _runs(numbers: Iterable[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of consecutive numbers, ascending."""
    run: list[int] = []
    for number in numbers:
        if run and number != run[-1] + 1:
            yield run[0], run[-1]
            run = []
        run.append(number)
    if run:
        yield run[0], run[-1]


FORMS: Final[Mapping[str, TextForm]] = MappingProxyType(
    {
        "grid": TextForm(_grid, has_signs=True),
        "json": TextForm(_json, has_signs=True),
        "list": TextForm(_list, has_signs=False),
        "markdown": TextForm(_markdown, has_signs=True),
    }
)
"""The text forms by name."""
