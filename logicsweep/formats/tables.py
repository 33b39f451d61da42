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
from logicsweep.formats.lines import Line, joined

_BARS: Final = re.compile("[|│║┃┆┊¦]")
# A line of a frame: dashes with a corner or a bar, or more than one dash at a time.
_RULE: Final = re.compile(r"[-=+|:\s\u2500-\u257f¦]+")
_CORNER: Final = re.compile("[+\u250c-\u254b\u2552-\u257f]")
_DASHES: Final = re.compile(
    "--|==|:-|-:|[+\u2500\u2501\u2504\u2505\u2508\u2509\u2550\u256a-\u256c]"
)
_COLUMN: Final = r"\s*(?::-+:?|-+:|-{2,})\s*"
_SEPARATOR: Final = re.compile(rf"\s*\|?(?:{_COLUMN}\|)*{_COLUMN}\|?\s*")
_NUMBER: Final = re.compile(r"(\d{1,4})[.:)]?", re.ASCII)
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_COVERED: Final = "?"
# Signs of which a table with zeros written as empty cells has at least one.
_OTHER_COVERED: Final = frozenset("?#xX.-_HoO")
# An empty corner, or one such as r\c.
_CORNER_NAME: Final = re.compile(r"|[\\/+]|\w+[\\/]\w+")
# The largest clue of an ordinary board.
_LARGEST: Final = 8
# A cell of a spreadsheet, or a coordinate.
_FIELD: Final = re.compile(r"\d{0,3}|\S", re.ASCII)
_TAB: Final = re.compile("\t")

Row = list[Line]


def is_rule(text: str) -> bool:
    """Tell whether a line is a part of a frame and has no cells."""
    return bool(_RULE.fullmatch(text) and _DASHES.search(text))


def is_separator(text: str) -> bool:
    """Tell whether a line is the one below the header of a Markdown table."""
    return "|" in text and _SEPARATOR.fullmatch(text) is not None


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
    bare = _without_margins(rows, has_rule=has_rule, has_fields=has_fields)
    if bare is rows and not has_fields:  # coordinates of columns may stand below the rows
        turned = _without_margins(rows[::-1], has_rule=False, has_fields=False)
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


def _without_margins(rows: list[Row], *, has_rule: bool, has_fields: bool) -> list[Row]:
    """Return the rows without the coordinates of rows and columns.

    Raises `BoardSyntaxError` where numbers may be coordinates or clues.
    """
    body = [_apart(row) for row in rows[1:]]
    head = _head(rows[0], body)
    has_numbers = all(body) and _is_consecutive([row[0] for row in body], either_way=True)
    has_names = _is_consecutive(head) and (has_fields or _are_names(head, rows[1:]))
    if has_names and has_numbers and all(len(row) == len(head) + 1 for row in body):
        _check_corner(rows[0], body)
        return [row[1:] for row in body]
    if all(len(row) > 1 for row in rows) and _is_consecutive(
        [row[0] for row in rows], either_way=True
    ):
        is_close = all(len(row) == 2 and len(row[1].text) > 1 for row in rows)
        if is_close or all(row[0].text[-1:] in ".:)" or row[0].text.isalpha() for row in rows):
            return [_spread(row[1:]) for row in rows]
        if has_fields and len(rows) > 1:
            raise rows[0][0].fault(
                "these may be the numbers of rows or clues; expected column numbers as well"
            )
    if has_rule and not any(cell.text for cell in rows[0]):
        return _below_an_empty_head(rows)
    if has_rule and len(rows) > 1 and len(rows[0]) == len(rows[1]) and _is_consecutive(rows[0]):
        if rows[0][0].text.isalpha() or len(rows[0]) > 9:
            return rows[1:]
        raise rows[0][0].fault(
            "these may be the numbers of columns or clues; expected row numbers as well, as "
            "`--to markdown` writes them"
        )
    return rows


def _head(head: Row, body: Sequence[Row]) -> Row:
    """Return the numbers of columns above the rows, without what stands in the corner."""
    width = len(body[0]) if body else 0
    if len(head) == 1 and width - 1 in (len(head[0].text), len(head[0].words())):
        return _spread(head)
    if len(head) != width:
        return head
    return head[1:] if _CORNER_NAME.fullmatch(head[0].text) else head


def _are_names(head: Row, body: Sequence[Row]) -> bool:
    """Tell whether consecutive words are no row that has lost a cell."""
    is_indented = all(row and head[0].columns[0] > row[0].columns[0] for row in body)
    return is_indented or head[0].text.isalpha() or (head[0].text == "0" and len(head) > 2)


def _check_corner(head: Row, body: Sequence[Row]) -> None:
    """Raise `BoardSyntaxError` if coordinates from 1 may be clues around a covered corner.

    They are none if there is another sign for covered cells: an empty cell would be unclear then.
    """
    signs = {cell.text for row in body for cell in row[1:]}
    is_empty = len(head) == len(body[0]) and not head[0].text
    if not is_empty or head[1].text != "1" or not body[0][0].text.isdecimal():
        return
    if max(len(head), len(body) + 1) <= _LARGEST + 1 and signs.isdisjoint(_OTHER_COVERED):
        raise head[0].fault(
            "this corner is empty, which may be a covered cell, and what is beside it numbers or "
            "clues; expected ? for covered cells"
        )


def _apart(row: Row) -> Row:
    """Return a row whose number stands before signs that are close together, cell by cell."""
    if len(row) == 2 and len(row[1].text) > 1:
        return [row[0], *_spread(row[1:])]
    return row


def _spread(cells: Row) -> Row:
    """Return the cells of a single part: its words, or else its characters."""
    if len(cells) != 1:
        return cells
    words = cells[0].words()
    if len(words) > 1:
        return words
    return [cells[0].part(at, at + 1) for at in range(len(cells[0].text))]


def _is_consecutive(cells: Sequence[Line], *, either_way: bool = False) -> bool:
    """Tell whether cells are coordinates: from 0, 1 or A, or last digits only.

    With `either_way` they may lead down as well.
    """
    texts = [cell.text.rstrip(".:)") for cell in cells]
    if not texts:
        return False
    if all(text.isalpha() and len(text) == 1 for text in texts):
        first = _LETTERS.find(texts[0].upper())
        ahead = _LETTERS[first : first + len(texts)] if first == 0 else ""
        return "".join(texts).upper() == ahead
    if not all(_NUMBER.fullmatch(text) for text in texts):
        return False
    numbers = [int(text) for text in texts]
    for start in (0, 1):
        count = list(range(start, start + len(numbers)))
        digits = [number % 10 for number in count]
        if numbers in (count, digits, count[::-1] if either_way else count):
            return True
    return False


def _below_an_empty_head(rows: Sequence[Row]) -> list[Row]:
    """Return the rows below an empty header, unless it may be a row of covered cells."""
    signs = {cell.text for row in rows[1:] for cell in row}
    if "" in signs or signs.isdisjoint(_OTHER_COVERED):
        raise rows[0][0].fault(
            "this header has no names; expected column numbers, or ? for covered cells"
        )
    return list(rows[1:])


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
    if others and ("0" not in signs or not _OTHER_COVERED.isdisjoint(others)):
        raise _empty(rows, others[0])
    return [
        [
            cell._replace(text=_COVERED, columns=[cell.columns[0]] * 2) if not cell.text else cell
            for cell in row
        ]
        for row in rows
    ]


def _empty(rows: Sequence[Row], beside: str) -> BoardSyntaxError:
    cell = next(cell for row in rows for cell in row if not cell.text)
    return cell.fault(
        f"this cell is empty, which may be a zero or a covered cell where {beside!r} stands in "
        f"another; expected a sign in each cell"
    )
