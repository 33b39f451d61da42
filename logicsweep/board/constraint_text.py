"""Constraints in the native text, such as `row 1: runs 3 1 of row 1`: to a constraint, and back.

A name comes first (in double quotes if it has a colon), then what holds (see `constraint_forms`),
then `of` and the cells: pairs `(row,column)`, `(0,0)..(2,1)` for all between two corners, `row 0`,
`column 0`, `all`, or numbers, row by row from 0.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from logicsweep.board.constraint_forms import Place, form_words, read_form
from logicsweep.board.state import off_board
from logicsweep.board.topology_text import Located
from logicsweep.constraints.cardinality import Constraint, checked_constraints
from logicsweep.constraints.factors import Source
from logicsweep.errors import quoted

EXPECTED: Final = (
    "NAME: what holds, then of and the cells, such as row 1: runs 3 1 of row 1, or corner: 1..2 of "
    "(0,2) (0,3)"
)
_CELLS: Final = (
    "cells such as (0,2), (0,0)..(2,2), row 0, column 0, all, or numbers from 0 row by row"
)
_PAIR: Final = r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)"
_CELL: Final = re.compile(
    rf"\s*(?:(all)|(row|column)\s+(\d{{1,9}})|{_PAIR}(?:\s*\.\.\s*{_PAIR})?|(\d{{1,9}}))(?![\w.])",
    re.ASCII,
)
# Not the key of regions, `of = "mines"`.
_OF: Final = re.compile(r"\bof\b(?!\s*=)")
_KEY: Final = "constraint:"


def read_constraint(entry: Located, place: Place) -> Constraint:
    """Read a constraint from a value in a text. Raises `BoardSyntaxError`."""
    value = entry.value
    name, start = _name(entry)
    start += len(value[start:]) - len(value[start:].lstrip())
    parts = [*_OF.finditer(value, start)]
    if not parts or not value[start : parts[-1].start()].strip():
        raise entry.error(f"{quoted(value)} is no constraint; expected {EXPECTED}", start)
    cells = _cells(entry, parts[-1].end(), place)
    form = value[start : parts[-1].start()]
    with entry.blamed(start):
        constraint = read_form(form.strip(), cells, Source.named(name), place)
        return checked_constraints([constraint], place.size)[0]


def read_constraints(text: str, place: Place) -> list[Constraint]:
    """Read a text with a constraint in each line; `constraint:` may come before it.

    Empty lines count for nothing, and so do comments: `#` and a blank, or `#` alone. Raises
    `BoardSyntaxError`.
    """
    constraints = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        value = line.strip().removeprefix(_KEY).strip()
        if value and value.split(maxsplit=1)[0] != "#":
            column = len(line.rstrip()) - len(value) + 1  # the value ends the line
            constraints.append(read_constraint(Located(value, number, column), place))
    return constraints


def constraint_words(constraint: Constraint, place: Place) -> str:
    """Write a constraint; `read_constraint` reads it back to an equal one."""
    name = constraint.source.name or ""
    if ":" in name or name.startswith('"'):
        import json

        name = json.dumps(name, ensure_ascii=False)
    return f"{name}: {form_words(constraint, place)} of {_cell_words(constraint.cells, place)}"


def constraint_lines(constraints: Iterable[Constraint], place: Place) -> list[str]:
    """Write constraints, each in a line."""
    return [constraint_words(constraint, place) for constraint in constraints]


def _name(entry: Located) -> tuple[str, int]:
    """Return the name at the beginning of a constraint, and where it goes on after the colon."""
    value = entry.value
    if value.startswith('"'):
        import json

        try:
            name, end = json.JSONDecoder().raw_decode(value)
        except ValueError:
            raise entry.error(
                f"the name {quoted(value)} has no end; expected a second double quote"
            ) from None
        rest = value[end:].lstrip()
        end = len(value) - len(rest)
        if not rest.startswith(":"):
            raise entry.error(f"{quoted(value[end:])} comes after the name; expected a colon", end)
        return name, end + 1
    name, colon, _ = value.partition(":")
    if not colon or not name.strip():
        raise entry.error(f"{quoted(value)} has no name; expected {EXPECTED}")
    return name.strip(), len(name) + 1


def _cells(entry: Located, at: int, place: Place) -> tuple[int, ...]:
    """Return the numbers of the cells from here to the end of a value."""
    value = entry.value
    cells: dict[int, None] = {}
    while value[at:].strip():
        match = _CELL.match(value, at)
        start = at + len(value[at:]) - len(value[at:].lstrip())
        if match is None:
            raise entry.error(f"{quoted(value[start:])} is no cell; expected {_CELLS}", start)
        rows, columns = _span(match, place)
        words = match[0].strip()
        if not rows or not columns:
            text = f"{quoted(words)} is empty; expected the upper left cell first"
            raise entry.error(text, start)
        if rows[-1] >= place.height or columns[-1] >= place.width:
            raise entry.error(off_board(words, place.height, place.width), start)
        more = [row * place.width + column for row in rows for column in columns]
        twice = next((cell for cell in more if cell in cells), None)
        if twice is not None:
            text = f"{_pair(twice, place.width)} is named twice; expected each cell once"
            raise entry.error(text, start)
        cells |= dict.fromkeys(more)
        at = match.end()
    if not cells:
        raise entry.error(f"there are no cells; expected {_CELLS}", at)
    return tuple(cells)


def _span(match: re.Match[str], place: Place) -> tuple[range, range]:
    """Return the rows and the columns of some cells as they are written."""
    every, line, line_number, top, left, bottom, right, number = match.groups()
    if every:
        return range(place.height), range(place.width)
    if line:
        across = range(int(line_number), int(line_number) + 1)
        return (across, range(place.width)) if line == "row" else (range(place.height), across)
    if number is not None:
        top, left = map(str, divmod(int(number), place.width))
    rows = range(int(top), int(bottom or top) + 1)
    return rows, range(int(left), int(right or left) + 1)


def _cell_words(cells: tuple[int, ...], place: Place) -> str:
    """Write cells in their order: whole lines, a rectangle, or pair by pair."""
    width, size = place.width, place.size
    corners = [divmod(cell, width) for cell in (cells[0], cells[-1])]
    rows, columns = (range(low, high + 1) for low, high in zip(*corners, strict=True))
    if len(cells) == size and [*cells] == [*range(size)]:
        return "all"
    shape = len(rows), len(columns)
    is_block = min(shape) > 1 or (len(cells) > 2 and shape[1] < width and shape[0] < place.height)
    if is_block and [*cells] == [row * width + column for row in rows for column in columns]:
        return f"{_pair(cells[0], width)}..{_pair(cells[-1], width)}"
    lines = {f"row {row}": range(row * width, (row + 1) * width) for row in range(place.height)}
    lines |= {f"column {column}": range(column, size, width) for column in range(width)}
    names = {tuple(line[:2]): name for name, line in lines.items() if len(line) > 1}
    words: list[str] = []
    at = 0
    while at < len(cells):
        # Most cells begin no line, which the next one shows.
        name = names.get(cells[at : at + 2])
        line = tuple(lines[name]) if name else ()
        if name is None or cells[at : at + len(line)] != line:
            name, line = _pair(cells[at], width), cells[at : at + 1]
        words.append(name)
        at += len(line)
    return " ".join(words)


def _pair(cell: int, width: int) -> str:
    return f"({cell // width},{cell % width})"
