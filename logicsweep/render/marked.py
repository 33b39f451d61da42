"""Boards drawn with what matters on them marked: in brackets, and in colour where there is any."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.cell_names import column_name, column_numbers, row_number
from logicsweep.errors import counted
from logicsweep.render.colours import style_of
from logicsweep.render.styled import Styled
from logicsweep.render.text_board import board_notes, size_of, symbols_of

AROUND: Final = "o"
SAFE: Final = "S"
MINE: Final = "M"

# What stands between two cells, by which of them are in brackets, and its style.
_BRACKETS: Final = {
    (False, False): (" ",),
    (False, True): ("[", "bold"),
    (True, False): ("]", "bold"),
    (True, True): ("|", "bold"),
}
# How far the picture goes beyond what is marked, where the whole board does not fit.
_MARGIN: Final = 2
_BETWEEN: Final = 4


class Marks(NamedTuple):
    """The marks on a board: cells in brackets, and signs in the place of others."""

    bracketed: Collection[Cell]
    signs: Mapping[Cell, str]


def marked_lines(board: Board, marks: Marks, *, columns: int) -> list[Styled] | None:
    """Draw the board with row and column numbers and its marks; None if it does not fit.

    Where the whole board is too wide for so many columns, only the surroundings of what is marked
    are drawn, which a line below says. The last lines say which neighbours and rules it has.
    """
    rows, span = range(board.height), range(board.width)
    part = ""
    if _width(board, rows, span) > columns:
        rows, span = _surroundings(board, marks)
        part = (
            f"A part of {board.width}x{board.height}: rows {row_number(rows[0])} to "
            f"{row_number(rows[-1])}, columns {column_name(span[0])} to {column_name(span[-1])}."
        )
    if _width(board, rows, span) > columns:
        return None
    notes = [
        Styled(note, "dim") for note in filter(None, [part, *board_notes(board), *_unseen(board)])
    ]
    return [*_lines(board, marks, rows, span), *notes]


def _unseen(board: Board) -> Iterator[str]:
    """Yield what holds on a board beside its cells, neighbours and rules."""
    if board.liars:
        yield f"Up to {counted(board.liars, 'wrong clue')}."
    if board.constraints:
        number = counted(len(board.constraints), "constraint")
        yield f"Layouts have to satisfy {number} as well."


def beside(left: Sequence[Styled], right: Sequence[Styled], *, columns: int) -> list[Styled]:
    """Put lines beside lines, or below them if so many columns are not enough."""
    width = max(map(len, left)) + _BETWEEN
    if width + max(map(len, right)) > columns:
        return [*left, *right]
    lines = []
    for first, second in zip(left, right, strict=True):
        gap = " " * (width - len(first))
        lines.append(Styled().extend(first).append(gap).extend(second))
    return lines


def _margin(rows: range) -> int:
    return len(str(row_number(rows[-1]))) + 1


def _size(board: Board) -> int:
    return size_of(board, symbols_of(board))


def _width(board: Board, rows: range, span: range) -> int:
    return _margin(rows) + (_size(board) + 1) * len(span) + 1


def _surroundings(board: Board, marks: Marks) -> tuple[range, range]:
    """Return the rows and columns around the marks."""
    cells = [*marks.bracketed, *marks.signs]
    rows, columns = [cell.row for cell in cells], [cell.column for cell in cells]
    return (
        range(max(min(rows) - _MARGIN, 0), min(max(rows) + _MARGIN + 1, board.height)),
        range(max(min(columns) - _MARGIN, 0), min(max(columns) + _MARGIN + 1, board.width)),
    )


def _lines(board: Board, marks: Marks, rows: range, span: range) -> Iterator[Styled]:
    symbols = symbols_of(board)
    size = _size(board)
    margin = _margin(rows)
    for line in column_numbers(len(span), span[0]):
        numbers = " ".join([digit.ljust(size) for digit in line])
        yield Styled(" " * (margin + 1) + numbers.rstrip(), "dim")
    for row in rows:
        text = Styled()
        text.append(f"{row_number(row):>{margin - 1}} ", "dim")
        was_bracketed = False
        for column in span:
            cell = Cell(row, column)
            is_bracketed = cell in marks.bracketed
            text.append(*_BRACKETS[was_bracketed, is_bracketed])
            symbol = marks.signs.get(cell, str(symbols[cell]))
            weight = ("bold",) if is_bracketed else ()
            text.append(symbol.ljust(size), style_of(symbol), *weight)
            was_bracketed = is_bracketed
        text.append(*_BRACKETS[was_bracketed, False])
        yield text.rstrip()
