"""The equations of a board, their reduced form and the row that decides, as text to look at.

Reference systems A and B show their matrices in this way. A column is a cell, and has a letter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_letters
from typing import Final, NamedTuple

from logicsweep.errors import counted
from logicsweep.games import View

from .equations import Equation, clue_words, sum_words
from .matrix import RIGHT, Row, forced

# With more columns a matrix does not fit on a usual terminal; rows are written as sums.
_WIDEST: Final = 30
_NONE: Final[Mapping[int, list[int]]] = {}


class _Line(NamedTuple):
    """A row with what it comes from, or what it does."""

    row: Row
    about: str = ""


def matrix_words(
    view: View,
    equations: Iterable[Equation],
    rows: Iterable[Row],
    deciding: Row,
    total: tuple[Row, Mapping[int, list[int]]] | None,
) -> Iterator[str]:
    """Yield the equations that a reduced row is tied to, their reduced form, and the row.

    Args:
        view: The view that names the cells.
        equations: The equations of the clues that are left.
        rows: The reduced rows.
        deciding: The row that decides.
        total: The equation of the mine count, and the cells of those columns of it that stand for
            several; None where it is not in use.
    """
    lines = [
        _Line(
            {RIGHT: equation.mines, **dict.fromkeys(sorted(equation.cells), 1)},
            clue_words(view, equation),
        )
        for equation in equations
    ]
    joint: Mapping[int, list[int]] = {}
    if total is not None:
        row, joint = total
        lines.append(_Line(row, "the mine count"))
    columns = _tied(deciding, [line.row for line in lines])
    lines = [line for line in lines if not columns.isdisjoint(line.row)]
    reduced = [
        _Line(_leading_plus(row))
        for row in rows
        if row is not deciding and not columns.isdisjoint(row)
    ]
    deciding = _leading_plus(deciding)
    reduced.append(_Line(deciding, "this row decides"))
    reduced.sort(key=lambda line: min(line.row.keys() - {RIGHT, *joint}, default=0))
    if len(columns) <= _WIDEST:
        order = sorted(columns, key=_place)
        letters = dict(zip(order, ascii_letters, strict=False))
        yield ", ".join(f"{letters[column]} {_cells(view, column, joint)}" for column in order)
        yield "equations:"
        yield from _table(letters, lines)
        yield "reduced:"
        yield from _table(letters, reduced)
    else:
        yield "equations:"
        yield from (f"{row_words(view, row, joint)}: {about}" for row, about in lines)
    yield f"the row that decides: {row_words(view, deciding, joint)}"
    mines, safe = forced(deciding, {column: len(cells) for column, cells in joint.items()})
    extreme = "most" if sum(deciding[column] for column in mines) > 0 else "least"
    decided = [
        f"{name}: {', '.join(_cells(view, column, joint) for column in columns)}"
        for name, columns in (("mines", mines), ("safe", safe))
        if columns
    ]
    yield f"this is the {extreme} that its cells can add up to; {'; '.join(decided)}"


def _tied(row: Row, rows: Sequence[Row]) -> set[int]:
    """Return the columns of a row, and all that equations tie to them."""
    columns = row.keys() - {RIGHT}
    while True:
        near = [equation.keys() for equation in rows if not columns.isdisjoint(equation)]
        wider = columns.union(*near) - {RIGHT}
        if wider == columns:
            return columns
        columns = wider


def _place(column: int) -> tuple[bool, int]:
    """Sort columns by cell; those of several cells, which have negative numbers, come last."""
    return column < 0, column


def _leading_plus(row: Row) -> Row:
    """Turn the signs of a row so that its first coefficient is positive."""
    first = min((column for column in row if column != RIGHT), key=_place)
    return row if row[first] > 0 else {column: -value for column, value in row.items()}


def _table(letters: Mapping[int, str], lines: Iterable[_Line]) -> Iterator[str]:
    """Yield a matrix with a head, and its right sides behind a bar."""
    table = [[str(line.row.get(column, ".")) for column in letters] for line in lines]
    table.insert(0, list(letters.values()))
    width = max(len(value) for row in table for value in row)
    ends = ["", *(f"| {row[RIGHT]}  {about}".rstrip() for row, about in lines)]
    for row, end in zip(table, ends, strict=True):
        yield f"  {' '.join(value.rjust(width) for value in row)} {end}".rstrip()


def _cells(view: View, column: int, joint: Mapping[int, list[int]]) -> str:
    """Name a column: by its cell, or by how many cells it stands for."""
    return (
        f"the {counted(len(joint[column]), 'cell')} beside no clue"
        if column in joint
        else str(view.cell(column))
    )


def row_words(view: View, row: Row, joint: Mapping[int, list[int]] = _NONE) -> str:
    """Write a row as a sum over cells; `joint` has the cells of columns that stand for several."""
    row = _leading_plus(row)
    columns = sorted(column for column in row if column != RIGHT and column not in joint)
    alone = {column: row[column] for column in columns}
    words = sum_words(view, alone) if alone or not joint else ""
    for column in joint.keys() & row.keys():
        words += f" {'-' if row[column] < 0 else '+'} {_cells(view, column, joint)}"
    return f"{words.removeprefix(' + ')} = {row[RIGHT]}"
