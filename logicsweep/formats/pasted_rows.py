"""Rows of cells in pasted text: lists, tables, fields, and numbers in the margin.

    [["?", 1], [1, 1]]      | ? | 1 |       0 1
                            | 1 | 1 |     0 ? 1

A blank cell is a covered one, or a zero if another sign is said to be the covered one.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final

from logicsweep.errors import UnclearSignError, counted
from logicsweep.formats.csv import NO_SIGNS
from logicsweep.formats.lines import Line, Peeled, is_prose, joined
from logicsweep.formats.matrix import LEFT_OUT

Row = list[Line]

# A line that begins a list or an object, perhaps with a name, or is a row by itself.
_BEGINS: Final = re.compile(
    r"""\s*(?:[\w .]{0,40}[:=]\s*)?(?:(?:np\.|numpy\.)?array\s*)?[\[({]\s*(?:[\[({"']|$)"""
    r"""|\s*(?:\[[^\[\]]+\]|\([^()]*\)|"[^"]*"|'[^']*'),?\s*$"""
)
_ROW: Final = re.compile(r"\[[^][(){}]*\]|\([^][(){}]*\)")
_STRING: Final = re.compile(r""""[^"\n]*"|'[^'\n]*'""")
_CELL: Final = re.compile(r"""\s*+("[^"\n]*"|'[^'\n]*'|[^\s,"']*+)\s*+,?\s*+""")
# What is left of lists without their rows, commas and blanks.
_LIST: Final = re.compile(
    r"(?:[\w.]*[:=])?(?:(?:np\.|numpy\.)?array\()?[\[(]?\0+[\])]?(?:dtype=[\w.<>|='\"]+)?\)?;?"
)
# A list of strings, or of cells, and no list of rows.
_FLAT: Final = re.compile(r"[^\0]*(?<![\[(])\0[^\0]*")
_ENTRY: Final = re.compile(r"""["'](\w+)["']:(?:[\[(]\0+[\])]|\0|(\d{1,9}))""", re.ASCII)
_OBJECT: Final = re.compile(rf"\{{(?:{_ENTRY.pattern})+\}};?", re.ASCII)
_KEYS: Final = {
    "board": ("board", "grid", "cells", "state", "tiles", "field"),
    "rows": ("rows", "height", "n_rows", "num_rows"),
    "columns": ("cols", "columns", "width", "n_cols", "num_cols"),
    "mines": ("mines", "total_mines", "num_mines", "n_mines", "mine_count", "bombs"),
}
KIND_OF: Final = {key: kind for kind, keys in _KEYS.items() for key in keys}
BLANK: Final = re.compile(r"null|None|(?:np\.)?nan|<NA>", re.IGNORECASE)
_NUMBER: Final = re.compile(r"(-?\d{1,9})(?:\.0*)?", re.ASCII)

BARS: Final = re.compile("[|│║┃┆┊¦]")
_TAB: Final = re.compile("\t")
_COMMA: Final = re.compile("[,;]")
# A line of a frame: dashes with a corner or a bar, or more than one dash at a time.
_RULE: Final = re.compile(r"[-=+|:\s\u2500-\u257f¦]+")
CORNER: Final = re.compile("[+\u250c-\u254b\u2552-\u257f]")
DASHES: Final = re.compile("--|==|:-|-:|[+\u2500\u2501\u2504\u2505\u2508\u2509\u2550\u256a-\u256c]")
SEPARATOR: Final = re.compile(r"\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?")
# Within a cell of Markdown, a bar and a star would be signs of their own.
_ESCAPE: Final = re.compile(r"\\(?=[*_#|-])")
_FIELD: Final = re.compile(r'"?(?:\d{0,3}|\S)"?', re.ASCII)

_DIGITS: Final = re.compile(r"[ \d]*", re.ASCII)
_BRACKETS: Final = re.compile(r"[\[\]|]")
_BOX: Final = r"\[ ?[^\s\[\],]? ?\]"
_BOXES: Final = re.compile(rf"\s*(?:[^\s\[\]]+\s*)?{_BOX}( {{0,3}}){_BOX}(?:\1{_BOX})*\s*")
_IN_BOX: Final = re.compile(r"(?<=\[)[^\[\]]*|[^\s\[\]]+")
_LABEL: Final = re.compile(r"(\d{1,4})[.:)]?", re.ASCII)
CORNER_NAME: Final = re.compile(r"|[\\/+]|\w+[\\/]\w+")
LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
# Signs that may stand for covered cells: beside them a blank may be something else.
COVERED: Final = frozenset("?#xX.-_HoO")


def list_in(lines: Sequence[Line], covered: str | None) -> tuple[Peeled, Sequence[Line]] | None:
    """Return the board in a list or an object, and the lines around it; None if there is none.

    Raises `BoardSyntaxError`.
    """
    start = next((at for at, line in enumerate(lines) if _begins(line.text)), len(lines))
    if any(line.text.strip() and not is_prose(line.text) for line in lines[:start]):
        return None
    end, depth = start, 0
    while end < len(lines) and (depth > 0 or _begins(lines[end].text)):
        depth += sum(map(lines[end].text.count, "[({")) - sum(map(lines[end].text.count, "])}"))
        end += 1
    if start == end:
        return None
    if depth:
        raise lines[end - 1].fault("a bracket of a list is missing; expected all of it")
    for line in (*lines[:start], *lines[end:]):
        if line.text.strip() and ("[" in line.text or "{" in line.text or not is_prose(line.text)):
            raise line.fault("more beside a list; expected only one board")
    return _listed(lines[start:end], covered), [*lines[:start], *lines[end:]]


def _listed(inside: Sequence[Line], covered: str | None) -> Peeled:
    """Read the board in the lines of a list or an object."""
    whole = joined(inside, "\n")
    pattern = _ROW if _ROW.search(whole.text) else _STRING
    rest = re.sub(r"[\s,]+", "", pattern.sub("\0", whole.text))
    entries = _entries(rest)
    if rest[:1] == "{" and "board" not in entries:
        return Peeled(list(inside))  # an object in a format
    if "..." in whole.text:
        raise whole.fault(LEFT_OUT)
    if None in entries:
        raise whole.fault("a list with more in it than the rows of one board")
    text = whole.text
    spans = [
        (row[0], row.start(), text.rfind("\n", 0, row.start())) for row in pattern.finditer(text)
    ]
    rows = [
        _row(Line(row, whole.number + text.count("\n", 0, start), start - above))
        for row, start, above in spans
    ]
    is_flat = _FLAT.fullmatch(rest) is not None
    if is_flat:
        rows = [_spread([cell]) for cell in rows[0]]
    if not rows or not all(rows):
        raise whole.fault("a row without cells; expected a list of rows of cells")
    check_widths(rows)
    if "(" in rest + whole.text[:1] and all(cell.text.isdecimal() for row in rows for cell in row):
        raise whole.fault("these may be places of cells; expected rows in brackets")
    of_cells = len(rows[0]) == 1 or re.search(r"\w", _STRING.sub("", spans[0][0])) is not None
    if is_flat and of_cells and rest[:1] != "{":
        raise whole.fault("a list of cells; expected a list of rows of cells")
    for key, size in {"rows": len(rows), "columns": len(rows[0])}.items():
        if key in entries and int(entries[key]) != size:
            raise whole.fault(f"the object names {entries[key]} {key}, but it has {size}")
    total = whole.saying(entries["mines"]) if "mines" in entries else None
    return (
        Peeled(list(inside))
        if is_flat and of_cells
        else Peeled(text_of(filled(rows, covered)), total)
    )


def _entries(rest: str) -> dict[str | None, str]:
    """Return the numbers in an object by their kind, and an empty text for its board.

    None is the kind of what goes with no board.
    """
    if rest[:1] != "{":
        return {} if _LIST.fullmatch(rest) else {None: ""}
    named = _ENTRY.findall(rest)
    is_whole = _OBJECT.fullmatch(rest) and all(key.lower() in KIND_OF for key, _ in named)
    if is_whole:  # the rows may be named so, and not only their number
        named = [(key if number or key != "rows" else "board", number) for key, number in named]
    entries = {KIND_OF.get(key.lower()): number for key, number in named}
    is_whole = is_whole and all((kind == "board") != bool(entries[kind]) for kind in entries)
    return entries if is_whole and len(entries) == len(named) else {**entries, None: ""}


def _begins(text: str) -> bool:
    return _BEGINS.match(text) is not None and not (text.lstrip()[:1] in "\"'(" and is_prose(text))


def _row(row: Line) -> Row:
    """Read a row: a list, or a string with a sign for each cell."""
    inner = row.part(1, len(row.text) - 1)
    if row.text[0] in "\"'":
        return _spread([inner])
    cells, at = [], 0
    while inner.text[at:].strip():
        match = _CELL.match(inner.text, at)
        if match is None or match.end() == at:
            raise inner.fault("a row with a part that is no cell", at)
        cells.append(_cell(inner.part(*match.span(1))))
        at = match.end()
    return cells


def _cell(word: Line) -> Line:
    """Return a sign without quotes, a number without its point, and a blank for nothing."""
    number = _NUMBER.fullmatch(word.text)
    if number is not None:
        return word.part(0, number.end(1))
    if BLANK.fullmatch(word.text):
        return word.part(0, 0)
    if not _STRING.fullmatch(word.text):
        return word
    inner = word.part(1, len(word.text) - 1).stripped()
    with suppress(json.JSONDecodeError):
        return inner if "\\" not in inner.text else inner.saying(json.loads(f'"{inner.text}"'))
    return inner


def text_of(rows: Sequence[Row], *, may_be_codes: bool = True) -> list[Line]:
    """Return rows of signs, or an array as numpy prints it where numbers have several digits."""
    cells = [cell.text for row in rows for cell in row]
    gap = "" if all(len(cell) == 1 for cell in cells) else " "
    lines = [joined(row, gap) for row in rows]
    if may_be_codes and gap and all(map(_NUMBER.fullmatch, cells)):
        lines = [line.saying(f"[{line.text}]") for line in lines]
        lines[0] = lines[0].saying(f"[{lines[0].text}")
        lines[-1] = lines[-1].saying(f"{lines[-1].text}]")
    return lines


def is_rule(text: str) -> bool:
    """Tell whether a line is a part of a frame and has no cells."""
    return bool(_RULE.fullmatch(text) and DASHES.search(text))


def is_separator(text: str) -> bool:
    """Tell whether a line may be the one below the header of a Markdown table."""
    return SEPARATOR.fullmatch(text.strip()) is not None


def is_spreadsheet(lines: Sequence[Line], sign: re.Pattern[str] = _TAB) -> bool:
    """Tell whether lines are cells with such a sign between them, some of them blank."""
    fields = [field.text for line in lines for field in _fields(line, sign)]
    return len(fields) > len(lines) and "" in fields and all(map(_FIELD.fullmatch, fields))


def in_boxes(lines: Sequence[Line], covered: str | None) -> tuple[list[Line], bool] | None:
    """Return rows such as `[?][ ][1]`, and whether they had both margins; None for other lines."""
    boxed = [line for line in lines if "[" in line.text]
    if not boxed or not all(_BOXES.fullmatch(line.text) for line in boxed):
        return None
    kept = [line for line in lines if not is_rule(line.text)]
    bare = rows = [[cell.stripped() for cell in line.words(_IN_BOX)] for line in kept]
    has_names = any(line.text.lstrip()[:1] != "[" for line in kept)
    if has_names:
        bare, has_names = _bare(rows, has_fields=True, has_rule=False)
        if bare is rows:
            raise kept[0].fault("cells beside numbers or brackets; expected both margins")
    check_widths(bare)
    return text_of(filled(bare, covered)), has_names


def rows_of(
    lines: Sequence[Line], covered: str | None = None, *, has_rule: bool = False
) -> tuple[list[Line], bool]:
    """Return the rows of a table, a frame or a block, and whether it has numbers in both margins.

    There is no blank line and no sentence among the lines; they are returned as they are if there
    is nothing around the rows. `has_rule` says that a line below the first one is left out. Raises
    `BoardSyntaxError`.
    """
    is_marked = _DIGITS.fullmatch(lines[0].text) and any("[" in line.text for line in lines)
    if is_marked:  # a picture, in which brackets mark cells
        lines = [
            line.saying(_BRACKETS.sub(" ", line.text)) if "[" in line.text else line
            for line in lines
        ]
    bars = BARS if any(BARS.search(line.text) for line in lines) else None
    bars = bars or next((sign for sign in (_TAB, _COMMA) if is_spreadsheet(lines, sign)), None)
    is_framed = bars is BARS or any(
        CORNER.search(line.text) and is_rule(line.text) for line in lines
    )
    kept = [line for line in lines if not (is_framed and is_rule(line.text))]
    if not kept:
        raise lines[0].fault("a frame without rows; expected rows of cells in it")
    rules = [line.number for line in lines if is_separator(line.text) and is_rule(line.text)]
    has_rule = has_rule or rules == [kept[0].number + 1]
    rows, has_fields = _cells(kept, bars, covered)
    bare, has_margins = _bare(rows, has_fields=has_fields, has_rule=has_rule)
    if bars is BARS and len(rows) > 2 and all(cell.text == "-" for cell in rows[1]):
        below = [rows[0], *rows[2:]]
        bare_below = _bare(below, has_fields=True, has_rule=True)
        if bare_below[0] is not below:
            bare, has_margins = bare_below
        elif " " not in kept[1].text.strip() or not any(
            cell.text == "-" for row in below for cell in row
        ):
            raise rows[1][0].fault("a row of cells, or the line below a head; expected |---|")
    cells = [[*map(_cell, row)] if len(row) > 1 else row for row in bare]
    is_labelled = (
        bars is not None
        and has_fields
        and any(len(row) > len(_fields(line, bars)) for row, line in zip(rows, kept, strict=True))
    )
    if bare is rows and (is_marked or is_labelled):
        raise lines[0].fault("cells beside numbers or brackets; expected both margins")
    if bare is rows and cells == bare and not has_fields:
        return [joined(row, " ") for row in rows] if is_framed else list(lines), False
    check_widths(cells)
    for cell in (cell for row in cells for cell in row):
        if (" " in cell.text and len(cells[0]) > 1) or (has_margins and cell.text == "+"):
            raise cell.fault(f"{cell.text[:20]!r} is not a single cell")
    has_codes = any(cell.text[:1] == "-" for row in cells for cell in row)
    return text_of(filled(cells, covered), may_be_codes=has_codes), has_margins


def _cells(
    lines: Sequence[Line], bars: re.Pattern[str] | None, covered: str | None
) -> tuple[list[Row], bool]:
    """Return the parts of each line, and whether they are fields that may be blank."""
    rows = [line.words() if bars is None else _fields(line, bars) for line in lines]
    has_fields = bars is not None and any(len(row) > 1 for row in rows)
    if not has_fields and bars is not None:  # only a frame
        rows = [[word for part in row for word in part.words()] for row in rows]
    elif (
        bars is BARS
        and max(map(len, rows)) == 2
        and any(" " in row[-1].text for row in rows if row)
    ):
        # a number of a row before a bar, then its cells
        rows = [[*row[:-1], *row[-1].words()] if row else row for row in rows]
    for row, line in zip(rows, lines, strict=True):
        if not row:
            raise line.fault("this row has no cells; expected signs, or bars between blank cells")
    if bars in (_TAB, _COMMA) and covered is None:
        check_widths(rows)
        for column in zip(*rows, strict=True):
            if not any(cell.text for cell in column):
                raise column[0].fault(f"this column is {NO_SIGNS}")
    return rows, has_fields


def _fields(line: Line, bars: re.Pattern[str]) -> Row:
    """Return the fields of a row; bars at both ends of a line have none beyond them."""
    if bars is BARS and "\\" in line.text:
        line = line.saying(_ESCAPE.sub("", line.text))
    places = [-1, *(bar.start() for bar in bars.finditer(line.text)), len(line.text)]
    fields = [line.part(start + 1, end).stripped() for start, end in pairwise(places)]
    if bars is _COMMA:
        return [
            field.part(1, len(field.text) - 1) if field.text[:1] == '"' else field
            for field in fields
        ]
    if bars is BARS and not line.text[: places[1]].strip():
        fields = fields[1:]
    if bars is BARS and len(fields) > 1 and not fields[-1].text:
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


def filled(rows: Sequence[Row], covered: str | None) -> list[Row]:
    """Return the rows with a sign in blank cells: zeros if another sign is the covered one.

    Without `covered`, blanks are covered cells; raises `BoardSyntaxError` if they may be zeros.
    """
    signs = {cell.text for row in rows for cell in row}
    if "" not in signs:
        return list(rows)
    others = {sign for sign in signs if sign and not sign.isdecimal()}
    may_be_zero = signs == {""} or (
        bool(others) and ("0" not in signs or not COVERED.isdisjoint(others))
    )
    beside = min(COVERED & others, default=None)
    for number, row in enumerate(rows if covered is None else ()):
        for at, cell in enumerate(row):
            near = [line[max(at - 1, 0) : at + 2] for line in rows[max(number - 1, 0) : number + 2]]
            is_near_zero = any(each.text == "0" for cells in near for each in cells)
            if not cell.text and (may_be_zero or is_near_zero):
                hint = f"; if {beside} is, use --covered '{beside}'" if beside else ""
                words, line, column = "a zero or a covered cell", cell.number, cell.column
                error = UnclearSignError(" ", words, line=line, column=column, hint=hint)
                error.sign = beside or " "
                raise error
    fill = "0" if covered is not None and covered.strip() else "?"
    return [[cell if cell.text else cell.saying(fill) for cell in row] for row in rows]


def _bare(rows: list[Row], *, has_fields: bool, has_rule: bool) -> tuple[list[Row], bool]:
    """Return the rows without the numbers or letters around them, and whether both were there.

    Raises `BoardSyntaxError` where numbers may be in the margin or clues.
    """
    rows = rows if has_fields else _without_tens(rows)
    for turned in [rows] if has_fields else [rows, rows[::-1]]:  # columns may be named below
        head, body = turned[0], [_apart(row) for row in turned[1:]]
        width = max(map(len, body), default=0)
        if len(head) == 1 and width - 1 in (len(head[0].text), len(head[0].words())):
            head = _spread(head)
        names = head[1:] if len(head) == width and CORNER_NAME.fullmatch(head[0].text) else head
        starts = {_start_of(names), _start_of([row[0] for row in body if row], either_way=True)}
        is_margin = len(names) == width - 1 and None not in starts and starts != {"0", "1"}
        is_margin = is_margin and all(len(row) > 1 for row in body)
        if is_margin and _are_names(names, body):
            inner = [row[1:] for row in body]
            signs = {cell.text for row in inner for cell in row}
            is_blank = len(names) < len(head) and not head[0].text and starts == {"1"}
            if is_blank and width <= 9 and len(rows) <= 9 and signs.isdisjoint(COVERED):
                raise head[0].fault("this corner may be a covered cell; expected ? for those")
            return (inner if turned is rows else inner[::-1]), True
    return _half_bare(rows, has_fields=has_fields, has_rule=has_rule), False


def _half_bare(rows: list[Row], *, has_fields: bool, has_rule: bool) -> list[Row]:
    """Return the rows without their labels, or without the line above the rule of a table."""
    labels = [row[0] for row in rows if len(row) > 1]
    has_labels = len(labels) == len(rows) and _start_of(labels, either_way=True) is not None
    is_close = all(len(row) == 2 and len(row[1].text) > 1 for row in rows)
    are_names = all(label.text[-1:] in ".:)" or label.text.isalpha() for label in labels)
    if has_labels and (is_close or are_names):
        return [_spread(row[1:]) for row in rows]
    has_labels = has_labels and len(rows) > 1 and (has_fields or all(map(_has_gap, rows)))
    head, body = rows[0], rows[1:]
    has_head = len(head) == len(rows[-1]) and _start_of(head) is not None and has_rule
    is_blank = has_rule and not any(cell.text for cell in head)
    signs = {cell.text for row in body for cell in row}
    if (has_head and (head[0].text.isalpha() or len(head) > 9)) or (
        is_blank and "" not in signs and not signs.isdisjoint(COVERED)
    ):
        return body
    is_indented = len(head) > 2 and not has_fields and body and _is_indented(head, body)
    if has_labels or has_head or is_blank or (is_indented and _start_of(head) is not None):
        raise head[0].fault(
            "the margin of a table, or clues; expected numbers of both rows and columns"
        )
    return rows


def _without_tens(rows: list[Row]) -> list[Row]:
    """Return the rows without the digits that stand above the last digits of columns."""
    for at in range(min(3, len(rows) - 1), 0, -1):
        units = _spread(rows[at])
        digits = [cell.text for cell in rows[at - 1]]
        if len(units) > 10 and _start_of(units) and all(map(str.isdecimal, digits)):
            if digits != [str(ten % 10) for ten in range(1, (len(units) - 1) // 10 + 1)]:
                raise rows[0][0].fault("these numbers of columns belong to a part of a board")
            return rows[at:]
    return rows


def _has_gap(row: Row) -> bool:
    """Tell whether the first word stands farther from the second than that from the third."""
    gaps = [after.column - word.column - len(word.text) for word, after in pairwise(row[:3])]
    return gaps[0] > 1 and gaps[1:] in ([], [1])


def _are_names(names: Row, body: Sequence[Row]) -> bool:
    """Tell whether consecutive words are no row that has lost a cell."""
    return (
        _is_indented(names, body)
        or names[0].text.isalpha()
        or (names[0].text == "0" and len(names) > 2)
    )


def _is_indented(head: Row, body: Sequence[Row]) -> bool:
    return all(head[0].column > row[0].column for row in body)


def _apart(row: Row) -> Row:
    """Return a row whose number stands before signs that are close together, cell by cell."""
    return [row[0], *_spread(row[1:])] if len(row) == 2 and len(row[1].text) > 1 else row


def _spread(cells: Row) -> Row:
    """Return the cells of a single part: its words, or else its characters."""
    if len(cells) != 1:
        return cells
    words = cells[0].words()
    if len(words) > 1:
        return words
    return [cells[0].part(at, at + 1) for at in range(len(cells[0].text))]


def _start_of(cells: Sequence[Line], *, either_way: bool = False) -> str | None:
    """Return the first of numbers or letters that stand in their order, by last digits or whole.

    None for others. With `either_way` they may lead down as well.
    """
    texts = [cell.text.rstrip(".:)").upper() for cell in cells]
    if texts and texts == [*LETTERS[: len(texts)]]:
        return "A"
    if not texts or not all(map(_LABEL.fullmatch, texts)):
        return None
    numbers = [int(text) for text in texts]
    for start in (0, 1):
        count = list(range(start, start + len(numbers)))
        if numbers in (count, [n % 10 for n in count], count[::-1] if either_way else count):
            return str(start)
    return None
