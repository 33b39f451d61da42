"""Tables and frames drawn in text, and coordinates in the margin: to rows of cells.

    |   | 0 | 1 |        +---+---+        0 1
    |---|---|---|        | ? | 1 |      0 ? 1
    | 0 | ? | 1 |        +---+---+      1 1 1

An empty cell of a table is a covered cell, unless it may be a zero.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.formats.coordinates import COVERED_SIGNS, Row, without_margins
from logicsweep.formats.lines import Line, joined

_BARS: Final = re.compile("[|│║┃┆┊¦]")
# A line of a frame: dashes with a corner or a bar, or more than one dash at a time.
_RULE: Final = re.compile(r"[-=+|:\s\u2500-\u257f¦]+")
_CORNER: Final = re.compile("[+\u250c-\u254b\u2552-\u257f]")
_DASHES: Final = re.compile(
    "--|==|:-|-:|[+\u2500\u2501\u2504\u2505\u2508\u2509\u2550\u256a-\u256c]"
)
_COLUMN: Final = r"\s*(?::-+:?|-+:|-{2,})\s*"
_SEPARATOR: Final = re.compile(rf"\|?(?:{_COLUMN}\|)*{_COLUMN}\|?")
_COVERED: Final = "?"
# A cell of a spreadsheet, or a coordinate.
_FIELD: Final = re.compile(r"\d{0,3}|\S", re.ASCII)
_TAB: Final = re.compile("\t")


def is_rule(text: str) -> bool:
    """Tell whether a line is a part of a frame and has no cells."""
    return bool(_RULE.fullmatch(text) and _DASHES.search(text))


def is_separator(text: str) -> bool:
    """Tell whether a line is the one below the header of a Markdown table."""
    return "|" in text and _SEPARATOR.fullmatch(text.strip()) is not None


def rows_of(lines: Sequence[Line]) -> list[Line]:
    """Return the rows of a board in a table, a frame or a block with coordinates.

    There is no blank line and no sentence among the lines; they are returned as they are if there
    is nothing around the rows. Raises `BoardSyntaxError`.
    """
    has_bars = any(_BARS.search(line.text) for line in lines)
    is_framed = has_bars or any(_CORNER.search(line.text) and is_rule(line.text) for line in lines)
    kept = [line for line in lines if not is_rule(line.text)] if is_framed else list(lines)
    if not kept:
        raise lines[0].fault("a frame without rows; expected rows of cells in it")
    has_rule = [line.number for line in lines if is_separator(line.text)] == [kept[0].number + 1]
    rows = _cells(kept, has_bars=has_bars)
    has_fields = is_spreadsheet(kept)
    has_fields = has_fields or (has_bars and any(len(_fields(line, _BARS)) > 1 for line in kept))
    bare = without_margins(rows, has_rule=has_rule, has_fields=has_fields)
    if bare is rows and not has_fields:  # coordinates of columns may stand below the rows
        turned = without_margins(rows[::-1], has_rule=False, has_fields=False)
        bare = turned[::-1] if len(turned) < len(rows) else rows
    if bare is rows and not has_fields:
        return [joined(row, " ") for row in rows] if is_framed else list(lines)
    check_widths(bare)
    for row in bare:
        for cell in row:
            if " " in cell.text and len(bare[0]) > 1:
                raise cell.fault(f"{cell.text[:20]!r} is not a single cell")
    return [in_a_row(row) for row in filled(bare)]


def _cells(lines: Sequence[Line], *, has_bars: bool) -> list[Row]:
    """Return the parts of each line: fields between bars or tabs, or words."""
    if has_bars:
        rows = [_fields(line, _BARS) for line in lines]
        if all(len(row) == 1 for row in rows):
            rows = [row[0].words() for row in rows]
    elif is_spreadsheet(lines):
        rows = [_fields(line, _TAB, are_outer=False) for line in lines]
        _check_columns(rows)
    else:
        rows = [line.words() for line in lines]
    for row, line in zip(rows, lines, strict=True):
        if not row:
            raise line.fault("this row has no cells")
    return rows


def in_a_row(cells: Row) -> Line:
    """Join cells to a row of native text, with blanks where a cell has several characters."""
    return joined(cells, "" if all(len(cell.text) == 1 for cell in cells) else " ")


def is_spreadsheet(lines: Sequence[Line]) -> bool:
    """Tell whether lines are cells with tabs between them, some of them empty."""
    if not any("\t" in line.text for line in lines):
        return False
    fields = [field.text for line in lines for field in _fields(line, _TAB, are_outer=False)]
    return "" in fields and all(map(_FIELD.fullmatch, fields))


def _check_columns(rows: Sequence[Row]) -> None:
    """Raise `BoardSyntaxError` for an empty column, which may be no column at all."""
    check_widths(rows)
    for column in zip(*rows, strict=True):
        if not any(cell.text for cell in column):
            raise column[0].fault(
                "this column is empty, which may be covered cells or the space beside a column; "
                "expected a sign in each cell"
            )


def _fields(line: Line, bars: re.Pattern[str], *, are_outer: bool = True) -> Row:
    """Return the fields of a row; bars at both ends of a line have none beyond them."""
    places = [-1, *(bar.start() for bar in bars.finditer(line.text)), len(line.text)]
    fields = [line.part(start + 1, end).stripped() for start, end in pairwise(places)]
    if are_outer and not line.text[: places[1]].strip():
        fields = fields[1:]
    if are_outer and len(fields) > 1 and not fields[-1].text:
        fields = fields[:-1]
    return fields


def check_widths(rows: Sequence[Row]) -> None:
    """Raise `BoardSyntaxError` for a row with more or fewer cells than the first."""
    width = len(rows[0])
    for row in rows:
        if len(row) != width:
            place = row[min(len(row), width + 1) - 1] if row else rows[0][0]
            problem = f"this row has {counted(len(row), 'cell')}; expected {width} as in the first"
            raise place.fault(f"{problem} row (line {rows[0][0].number})")


def filled(rows: Sequence[Row]) -> list[Row]:
    """Return the rows with a sign for covered cells in empty cells.

    Raises `BoardSyntaxError` if an empty cell may be a zero.
    """
    signs = {cell.text for row in rows for cell in row}
    if "" not in signs:
        return list(rows)
    others = sorted(sign for sign in signs if sign and not sign.isdecimal())
    if others and ("0" not in signs or not COVERED_SIGNS.isdisjoint(others)):
        raise _empty(rows, others[0])
    for number, row in enumerate(rows):
        for at, cell in enumerate(row):
            if not cell.text and _is_beside_zero(rows, number, at):
                raise cell.fault(
                    "this cell is empty beside a zero, around which a game opens all cells; "
                    "expected a sign in each cell"
                )
    return [
        [
            cell._replace(text=_COVERED, columns=[cell.columns[0]] * 2) if not cell.text else cell
            for cell in row
        ]
        for row in rows
    ]


def _is_beside_zero(rows: Sequence[Row], number: int, at: int) -> bool:
    near = rows[max(number - 1, 0) : number + 2]
    return any(cell.text == "0" for row in near for cell in row[max(at - 1, 0) : at + 2])


def _empty(rows: Sequence[Row], beside: str) -> BoardSyntaxError:
    cell = next(cell for row in rows for cell in row if not cell.text)
    return cell.fault(
        f"this cell is empty, which may be a zero or a covered cell where {beside!r} stands in "
        f"another; expected a sign in each cell"
    )
