"""Texts as people paste them: to the rows of the board in them.

Colours, quotes, fences of code, frames, coordinates, brackets of lists, and sentences before and
after the board are taken away. Nothing that may be a row is: a text with two boards is refused.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby
from typing import Final

from logicsweep.board.text import HEADER_KEYS
from logicsweep.errors import listed
from logicsweep.formats.lines import Line, Peeled, lines_in
from logicsweep.formats.links import id_in, text_in
from logicsweep.formats.lists import list_in
from logicsweep.formats.pictures import picture_in
from logicsweep.formats.prose import has_row, is_prose
from logicsweep.formats.tables import is_spreadsheet, rows_of

# What a terminal does not show: colours and titles.
_ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
_QUOTE: Final = re.compile(r" {0,3}(?:>(?!=) ?)+")
_FENCE: Final = re.compile(r"(?:```+|~~~+)[ \t]*+[\w+-]*")
_HEADER: Final = re.compile(rf"\s*({'|'.join(HEADER_KEYS)})\s*:\s*(.*?)\s*", re.IGNORECASE)
_TOTAL: Final = re.compile(r"\d{1,18}(?:\s*\.\.\s*\d{1,18})?", re.ASCII)
# A name and its value, in a line.
_LABEL: Final = re.compile(
    r"\W*([A-Za-z_][\w ]{0,24}?)[*_ ]*(?:[:=]|(?<=rules )|(?<=liars ))[*_ ]*(?=\S)(.*)"
)
# Names that stand above boards and say nothing about the cells.
_IDLE: Final = frozenset(
    (
        *("flags", "flagged", "move", "moves", "turn", "time", "seed", "size"),
        *("score", "level", "difficulty", "status", "game", "player"),
    )
)
_KEY: Final = re.compile(r"\b(?:mines?|bombs?|liars?|rules?|topology|density)\b", re.IGNORECASE)
_MARKER: Final = re.compile(
    r"\s*(?:[-*+•] (?=\S{2,}\s*$|\[)|row\s*\d+\s*[:|.)-]?\s+)", re.IGNORECASE
)
_DIVIDER: Final = re.compile(r"\s*(?:-{2,}|={2,}|~{2,})\s*")
_SPOILER: Final = re.compile(r"\|\|:\w+:\|\|")
# A look for pictures and for tables with empty cells, which other formats might read.
_MAY_BE_SURE: Final = re.compile(rb"^ {3,}0(?:[ \r]*$| *1)|^ *0  \S|\t\t|^\t|\t\r?$", re.MULTILINE)


def surely_peeled(data: bytes) -> Peeled | None:
    """Return the rows of a board that logicsweep has drawn, or of a table with empty cells.

    None for any other text. No format is to read these as they are. Raises `BoardSyntaxError`.
    """
    if not _MAY_BE_SURE.search(data):
        return None
    try:
        lines = _uncovered(lines_in(data.decode()))
    except UnicodeDecodeError:
        return None
    peeled = picture_in(lines)
    if peeled is not None:
        return peeled
    kept = [line for line in lines if line.text.strip("\r\n ") and not _says(line)]
    return _block(lines) if kept and is_spreadsheet(kept) else None


def peeled(text: str) -> Peeled | None:
    """Return the rows of the board in a text, and the mine count beside them.

    None if there is nothing like rows. Raises `BoardSyntaxError` if there may be several boards, or
    if a table, a list or a picture is broken.
    """
    lines = lines_in(text)
    linked = _linked(lines)
    if linked is not None:
        return Peeled(linked)
    lines = _uncovered(lines)
    picture = picture_in(lines)
    if picture is not None:
        return picture
    start = next((at for at, line in enumerate(lines) if _may_begin_a_list(line.text)), len(lines))
    if all(not line.text.strip() or is_prose(line.text) for line in lines[:start]):
        board = list_in(lines[start:]) if start < len(lines) else None
        if board is not None:
            return board
    return None if text.lstrip()[:1] == "{" else _block(lines)


def _linked(lines: Sequence[Line]) -> list[Line] | None:
    """Return the lines that the only line, if it is a link, has in its fragment."""
    full = [line for line in lines if line.text.strip()]
    if len(full) != 1:
        return None
    game_id = id_in(full[0])
    return text_in(full[0]) if game_id is None else [game_id]


def _uncovered(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without colours, quotation and fences."""
    lines = _unmarked(_unquoted([_without_escapes(line) for line in lines]))
    return [line.part(0, 0) if _FENCE.fullmatch(line.text.strip()) else line for line in lines]


def _without_escapes(line: Line) -> Line:
    return line.spelled(_ESCAPES, lambda _: "") if "\x1b" in line.text else line


def _may_begin_a_list(text: str) -> bool:
    return (
        text.lstrip()[:1] in ("[", "{", "'", '"')
        or re.match(r"\s*(?:\w+\s*=|[\w.]*array\(|\(\s*[('\"?#-])", text) is not None
    )


def _unquoted(lines: list[Line]) -> list[Line]:
    """Return the lines without signs of quotation; raises `BoardSyntaxError` if rows lack them."""
    quotes = [_QUOTE.match(line.text) for line in lines]
    if not any(quotes):
        return lines
    for line, quote in zip(lines, quotes, strict=True):
        if quote is None and line.text.strip() and not _is_beside(line):
            raise line.fault("this line is not quoted, but others are; expected only one board")
    return [
        line if quote is None else line.part(quote.end())
        for line, quote in zip(lines, quotes, strict=True)
    ]


def _unmarked(lines: list[Line]) -> list[Line]:
    """Return the lines without the markers of a list, or `Row 0:`, if every row has one."""
    markers = [_MARKER.match(line.text) for line in lines]
    if not any(markers) or any(
        marker is None and line.text.strip() and not _is_beside(line)
        for line, marker in zip(lines, markers, strict=True)
    ):
        return lines
    return [
        line if marker is None else line.part(marker.end())
        for line, marker in zip(lines, markers, strict=True)
    ]


def _is_beside(line: Line) -> bool:
    """Tell whether a line is a header, a sentence or a divider, and no row."""
    text = line.text
    return is_prose(text) or bool(_HEADER.fullmatch(text) or _DIVIDER.fullmatch(text))


def _block(lines: Sequence[Line]) -> Peeled | None:
    """Return the rows of the only block of lines that may be rows; None if there is none."""
    groups = [list(group) for is_row, group in groupby(lines, _may_be_row) if is_row]
    if len(groups) > 1:
        groups = [
            group for group in groups if not all(_DIVIDER.fullmatch(line.text) for line in group)
        ]
    if not groups:
        return None
    if _is_double_spaced(groups):
        groups = [[line for group in groups for line in group]]
    if len(groups) > 1:
        raise groups[1][0].fault(
            f"a second block of rows; the first begins at line {groups[0][0].number}, expected "
            f"only one board"
        )
    block = groups[0]
    for line in lines:
        if line.number < block[0].number:
            _check_above(line)
        row = {block[0].number - 1: block[0], block[-1].number + 1: block[-1]}.get(line.number)
        if row is not None and has_row(line.text, _width_of(row)):
            raise line.fault("this line may be a row with words in it; expected signs of cells")
    header, total = _header_of([line for line in lines if _says(line)])
    if any(_SPOILER.search(line.text) for line in block):
        return Peeled([*header, *block], total)
    return Peeled([*header, *rows_of(block)], total)


def _check_above(line: Line) -> None:
    """Raise `BoardSyntaxError` for a line above the rows that looks like a header and is none.

    Passed over, a misspelled `liars: 1` would change what follows from the board.
    """
    label = _LABEL.fullmatch(line.text)
    if label is None or _HEADER.fullmatch(line.text) or label[1].strip().lower() in _IDLE:
        return
    words = label[2].split()
    if (
        len(words) == 1
        or (len(words) < 7 and any(map(str.isdigit, label[2])))
        or _KEY.search(label[1])
    ):
        known = listed([f"{key}:" for key in HEADER_KEYS], last="or")
        raise line.fault(f"this line may be a header; expected {known}, or a sentence")


def _width_of(row: Line) -> int:
    words = row.words()
    return len(words) if len(words) > 1 else len(row.text.strip())


def _may_be_row(line: Line) -> bool:
    """Tell whether a line is no sentence and no header; a row of empty cells has only tabs."""
    return bool(line.text.strip(" \r")) and not _says(line)


def _says(line: Line) -> bool:
    return is_prose(line.text) or _HEADER.fullmatch(line.text) is not None


def _is_double_spaced(groups: Sequence[Sequence[Line]]) -> bool:
    """Tell whether there is a blank line between every two rows."""
    starts = [group[0].number for group in groups]
    return len(groups) > 2 and starts == [*range(starts[0], starts[0] + 2 * len(starts), 2)]


def is_wrong_count(line: Line) -> bool:
    """Tell whether a line is a header with a mine count in one word that is none, such as `9%`."""
    match = _HEADER.fullmatch(line.text)
    if match is None or match[1].lower() != "mines":
        return False
    return len(match[2].split()) == 1 and not _TOTAL.fullmatch(match[2])


def _header_of(lines: Sequence[Line]) -> tuple[list[Line], Line | None]:
    """Return the header of the native text but the mine count, and the mine count.

    Raises `BoardSyntaxError` for two mine counts.
    """
    header, total = [], None
    for line in lines:
        match = _HEADER.fullmatch(line.text)
        if match is None:
            continue
        if match[1].lower() != "mines":
            header.append(line)
        elif _TOTAL.fullmatch(match[2]):
            if total is not None:
                raise line.fault("a second mine count; expected only one")
            total = line.part(*match.span(2))
    return header, total
