"""Coordinates in the margin of a board: numbers or letters of its rows and columns.

        0 1        | | A | B |
      0 ? 1        |1| ? | 1 |
      1 1 1        |2| 1 | 1 |

Numbers that may as well be clues are refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from logicsweep.formats.lines import Line

_NUMBER: Final = re.compile(r"(\d{1,4})[.:)]?", re.ASCII)
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Signs that may stand for covered cells: beside them an empty cell may be something else.
COVERED_SIGNS: Final = frozenset("?#xX.-_HoO")
# An empty corner, or one such as r\c.
_CORNER_NAME: Final = re.compile(r"|[\\/+]|\w+[\\/]\w+")
# The largest clue of an ordinary board.
_LARGEST: Final = 8

Row = list[Line]


def without_margins(rows: list[Row], *, has_rule: bool, has_fields: bool) -> list[Row]:
    """Return the rows without the coordinates of rows and columns.

    Raises `BoardSyntaxError` where numbers may be coordinates or clues.
    """
    body = [_apart(row) for row in rows[1:]]
    head = _head(rows[0], body)
    has_numbers = all(body) and _is_consecutive([row[0] for row in body], either_way=True)
    has_names = _is_consecutive(head) and (has_fields or _are_names(head, rows[1:]))
    has_both = has_names and has_numbers and _are_alike(head, [row[0] for row in body])
    if has_both and all(len(row) == len(head) + 1 for row in body):
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
    is_indented = len(rows) > 1 and not has_fields and _is_indented(rows[0], rows[1:])
    if is_indented and len(rows[0]) > 2 and _is_consecutive(rows[0]):
        raise rows[0][0].fault(
            "these may be the numbers of columns or clues; expected row numbers as well"
        )
    if has_rule and not any(cell.text for cell in rows[0]):
        return _below_an_empty_head(rows)
    if has_rule and len(rows) > 1 and len(rows[0]) == len(rows[1]) and _is_consecutive(rows[0]):
        if rows[0][0].text.isalpha() or len(rows[0]) > 9:
            return rows[1:]
        raise rows[0][0].fault(
            "these may be the numbers of columns or clues; expected row numbers as well, as "
            "the format markdown has them"
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
    return (
        _is_indented(head, body)
        or head[0].text.isalpha()
        or (head[0].text == "0" and len(head) > 2)
    )


def _are_alike(columns: Row, rows: Row) -> bool:
    """Tell whether the numbers of columns and rows both begin at 0 or at 1, if they are numbers."""
    names = [{cell.text.rstrip(".:)") for cell in cells} for cells in (columns, rows)]
    return any(min(each).isalpha() for each in names) or ("0" in names[0]) == ("0" in names[1])


def _is_indented(head: Row, body: Sequence[Row]) -> bool:
    return all(head[0].columns[0] > row[0].columns[0] for row in body)


def _check_corner(head: Row, body: Sequence[Row]) -> None:
    """Raise `BoardSyntaxError` if coordinates from 1 may be clues around a covered corner.

    They are none if there is another sign for covered cells: an empty cell would be unclear then.
    """
    signs = {cell.text for row in body for cell in row[1:]}
    is_empty = len(head) == len(body[0]) and not head[0].text
    if not is_empty or head[1].text != "1" or not body[0][0].text.isdecimal():
        return
    if max(len(head), len(body) + 1) <= _LARGEST + 1 and signs.isdisjoint(COVERED_SIGNS):
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
    if "" in signs or signs.isdisjoint(COVERED_SIGNS):
        raise rows[0][0].fault(
            "this header has no names; expected column numbers, or ? for covered cells"
        )
    return list(rows[1:])
