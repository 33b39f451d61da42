"""Texts as people paste them: the board in them, read only if one meaning is left.

Colours, quotes, fences of code, frames, numbers in the margin, brackets of lists, tags of HTML, and
sentences before and after the board are taken away. Nothing that may be a row is: a text with two
boards is refused. What is left is read as a format, or by the only possible meaning of its signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import groupby, pairwise
from typing import Final

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.rows import COVERED_HASH
from logicsweep.board.state import State
from logicsweep.board.text import HEADER_KEYS
from logicsweep.board.topology_text import NOT_A_GRID
from logicsweep.errors import (
    AmbiguousFormatError,
    BoardSyntaxError,
    UnclearSignError,
    listed,
)
from logicsweep.formats import native
from logicsweep.formats.base import Content, Reading
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.html_table import without_html
from logicsweep.formats.lines import COUNT, LEFT, Line, Peeled, closed, has_row, is_prose, lines_in
from logicsweep.formats.links import id_in, text_in
from logicsweep.formats.pasted_rows import in_boxes, is_spreadsheet, list_in, rows_of
from logicsweep.formats.signs import resolved

# Formats that are rows and little else. A text in any other that is broken is not a paste.
_OF_ROWS: Final = {"board", "json", "csv", "markdown", "emoji", "ms-toollib", "numpy", "cs3510"} | {
    *("minesweepr", "minesolve", "gecode", "tatham", None)
}
# Longer texts are files, and no pastes.
_MOST: Final = 500_000
_COMMENT: Final = re.compile(r"[ \t]*#(?:[ \t].*)?")
# What a terminal does not show: colours and titles.
ESCAPES: Final = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|\][^\x07\x1b]*(?:\x07|\x1b\\))")
QUOTE: Final = re.compile(r" {0,3}(?:>(?!=) ?)+")
FENCE: Final = re.compile(r"(?:```+|~~~+)[ \t]*+[\w+-]*")
_MARKER: Final = re.compile(
    r"\s*(?:[-*+•] (?=\S{2,}\s*$|\[)|row\s*\d+\s*[:|.)-]?\s+)", re.IGNORECASE
)
_DIVIDER: Final = re.compile(r"\s*(?:-{2,}|={2,}|~{2,})\s*")
_SPOILER: Final = re.compile(r"\|\|:\w+:\|\|")
HEADER: Final = re.compile(rf"\s*({'|'.join(HEADER_KEYS)})\s*:\s*(.*?)\s*", re.IGNORECASE)
TOTAL: Final = re.compile(r"\d{1,18}(?:\s*\.\.\s*\d{1,18})?", re.ASCII)
_NUMBER: Final = re.compile(r"\d+", re.ASCII)
_LAYERS: Final = re.compile(r"grid\s+\d+\s*x\s*\d+\s*x\s*\d.*", re.ASCII)
# A name and its value, in a line.
LABEL: Final = re.compile(
    r"\W*([A-Za-z_][\w ]{0,24}?)[*_ ]*(?:[:=]|(?<=rules )|(?<=liars ))[*_ ]*(?=\S)(.*)"
)
# Names that stand above boards and say nothing about the cells.
IDLE: Final = re.compile(
    r"flag(?:s|ged)|moves?|turn|time|seed|size|score|level|difficulty|status|game|player"
)
_KEY: Final = re.compile(r"\b(?:mines?|bombs?|liars?|rules?|topology|density)\b", re.IGNORECASE)
# The printout of the program of CS50: a layout.
CS50_ROW: Final = re.compile(r"(?:\|[X ])+\|")

# A look for pictures and for tables with blank cells, which other formats might read.
_MAY_BE_SURE: Final = re.compile(rb"^ {3,}0(?:[ \r]*$| *1)|^ *0  \S|\t\t|^\t|\t\r?$", re.MULTILINE)
_UNITS: Final = re.compile(r" *0(?: *1(?: *\d)*)? *", re.ASCII)
_FIRST_ROW: Final = re.compile(r" *0 [ \[]", re.ASCII)
_BARE_ROW: Final = re.compile(r" *(\d{1,9})  \S(?: \S)* *", re.ASCII)
# Sentences of the commands around a picture: what its marks mean, and what it does not show.
MARKED: Final = re.compile(
    r"^(?:s proved safe   m proved mine   \? undetermined"
    r"|\[ \] clue used   o cell around it   S proved safe   M proved mine"
    r"|\[ \] the agent's move   S called safe   M called a mine"
    r"|Proved so far: \d+ safe \(s\), \d+ mines? \(m\)\.)",
    re.ASCII,
)
_CHANCES: Final = re.compile(r"[ \d.<>]*", re.ASCII)
_MARK: Final = re.compile(r"(?<!\S)[smSMo](?!\S)")
_MARKS: Final = re.compile("[smSMo]")
NOT_SHOWN: Final = re.compile(
    rf"(A part) of \d+x\d+: rows|{re.escape(NOT_A_GRID)}|\d[\d,]* (constraint)s?\b"
    r"|Topology: .* with \d+ (wall)s?, drawn",
    re.ASCII,
)
TITLE: Final = re.compile(
    r"(?:^|plays )(\d{1,9})x(\d{1,9}), "
    r"(?:(\d[\d,]*)(?: to (\d[\d,]*))? mines?|mine count unknown)\b"
    r"|^The mine count \((\d[\d,]*)(?: to (\d[\d,]*))?\) was (?:not )?needed\.",
    re.ASCII,
)
_SENTENCES: Final = {
    "rules": re.compile(r"Rules: (.*)\."),
    "topology": re.compile(r"Topology: (.*), drawn as rows of cells\."),
    "liars": re.compile(r".*\b(\d+) wrong clues?\b.*", re.ASCII),
}
_Read = Callable[[bytes], Reading]


def read_sure(data: bytes, read: _Read, covered: str | None) -> Reading | None:
    """Read what surely is a picture of logicsweep or a table with blank cells; None for the rest.

    `read` reads a text as it is. Raises `BoardSyntaxError`.
    """
    text = _text_of(data) if _MAY_BE_SURE.search(data) else None
    if text is None:
        return None
    lines = _uncovered(lines_in(text))
    kept = [line for line in lines if line.text.strip("\r\n ") and not _says(line)]
    is_sure = bool(kept) and (_is_picture(kept) or is_spreadsheet(kept))
    peeled = _block(lines, covered) if is_sure else None
    return None if peeled is None else _read_peeled(peeled, read, covered)


def _is_picture(lines: Sequence[Line]) -> bool:
    """Tell whether there are the numbers of columns and those of rows, or only those of rows."""
    for line, below in pairwise(lines):
        row = _FIRST_ROW.match(below.text)
        if _UNITS.fullmatch(line.text) and row and row.end() == line.text.index("0"):
            return True
    bare = [_BARE_ROW.fullmatch(line.text) for line in lines]
    numbers = [int(row[1]) for row in bare if row is not None]
    return len(lines) > 1 and numbers == [*range(len(lines))]


def read_pasted(data: bytes, read: _Read, covered: str | None, fault: BoardSyntaxError) -> Reading:
    """Read a text that cannot be read as it is, for the reason `fault`.

    `read` reads a text as it is. Raises `BoardSyntaxError` if there is no board in the text, or if
    it is unclear which one.
    """
    text = _text_of(data) if fault.format in _OF_ROWS else None
    peeled = None if text is None else _found(lines_in(text), covered)
    if text is None or peeled is None:
        raise fault
    if isinstance(peeled, Peeled) and _is_same(text, peeled):
        board = _by_signs(peeled.lines, covered)
        if board is None:
            raise fault
        return Reading(board, native.FORMAT)
    return _read_peeled(peeled, read, covered)


def _is_same(text: str, peeled: Peeled) -> bool:
    """Tell whether nothing stood around the rows, nor between the layers of a board."""
    is_same = peeled.text.split() == text.split()
    return is_same and peeled.total is None and not _LAYERS.search(text)


def clearer(data: bytes, reading: Reading) -> Reading:
    """Return a reading with other meanings of its signs if its board is impossible.

    Such a board has clues above 0, and neither covered cells nor mines. Raises `UnclearSignError`
    if several meanings are left.
    """
    text = _text_of(data) if _is_impossible(reading.content) else None
    return reading if text is None else _resolved(reading, lines_in(text))


def _resolved(reading: Reading, lines: list[Line]) -> Reading:
    board = resolved(closed(lines)) if _is_impossible(reading.content) else None
    return reading if board is None else Reading(board, native.FORMAT)


def _is_impossible(content: Content) -> bool:
    if not isinstance(content, Board) or not content.is_ordinary:
        return False
    grid = content.grid
    return bool((grid > 0).any()) and not ((grid < 0) & (grid != State.NO_CLUE)).any()


def _text_of(data: bytes) -> str | None:
    """Decode a text; None for bytes that are none, or too many."""
    with suppress(UnicodeDecodeError):
        return data.decode() if len(data) <= _MOST else None
    return None


def _read_peeled(peeled: Peeled | DealtGame, read: _Read, covered: str | None) -> Reading:
    """Read what was found as a format, or by the only meaning of its signs."""
    if isinstance(peeled, DealtGame):
        return Reading(peeled, native.FORMAT)
    rows = [line for line in peeled.lines if _is_row_of_hashes(line)]
    try:
        if rows:  # no comment is left in a paste
            raise rows[0].fault(f"{rows[0].text[:20]!r} may be a comment or a row; {COVERED_HASH}")
        reading = read(peeled.text.encode())
    except AmbiguousFormatError:
        raise
    except UnclearSignError as error:
        raise peeled.relocated(error) from None
    except BoardSyntaxError as error:
        board = _by_signs(peeled.lines, covered)
        if board is None:
            raise (error if rows else peeled.relocated(error)) from None
        reading = Reading(board, native.FORMAT)
    blank = next((line for line in peeled.lines if " " in line.text.strip()), None)
    if reading.form.name == "minesolve" and blank is not None:
        raise blank.fault("blanks may be zeros or stand between cells; expected all signs")
    if covered is None:
        reading = _resolved(reading, peeled.lines)
    return reading if peeled.total is None else _with_total(reading, peeled.total)


def _with_total(reading: Reading, total: Line) -> Reading:
    """Give a position the mine count beside it, which has to fit.

    Those that are left have no flag and are not shown. If they do not fit, the rows are a part of
    the board that was played.
    """
    board = reading.content
    if not isinstance(board, Board):
        return reading
    ends = [int(number) for number in _NUMBER.findall(total.text)]
    size, ends = (ends[:2], ends[2:]) if len(ends) > 2 else ([], ends)  # WIDTHxHEIGHT, N mines
    if size not in ([], [board.width, board.height]):
        return reading
    if LEFT.search(total.text):
        if ends[0] > int((board.grid == State.COVERED).sum()):
            return reading
        ends[0] += int(np.isin(board.grid, (State.FLAGGED, State.KNOWN_MINE)).sum())
    try:
        board = board.with_total((ends[0], ends[1]) if len(ends) > 1 else ends[0])
    except ValueError as error:
        raise total.fault(str(error)) from None
    return reading._replace(content=board)


def _is_row_of_hashes(line: Line) -> bool:
    """Tell whether a line is a comment in native text, but looks like a row."""
    is_comment = _COMMENT.fullmatch(line.text) is not None
    return is_comment and all(len(word.text) == 1 for word in line.words())


def _by_signs(lines: list[Line], covered: str | None) -> Board | None:
    """Read rows in the only way that is left; None for none, or if lines may be comments."""
    rest = [line for line in lines if not _COMMENT.fullmatch(line.text)]
    if covered is None and 0 < len(rest) < len(lines):
        with suppress(BoardSyntaxError):
            if not _is_impossible(Board.parse(Peeled(rest).text)):
                return None
    return resolved(closed(lines), covered)


def _found(lines: list[Line], covered: str | None) -> Peeled | DealtGame | None:
    """Return the rows of the board in a text and the mine count beside them, or a layout.

    None if there is nothing like rows. Raises `BoardSyntaxError` if there may be several boards, or
    if a table, a list or a picture is broken.
    """
    full = [line for line in lines if line.text.strip()]
    linked = (id_in(full[0]), text_in(full[0])) if len(full) == 1 else (None, None)
    if any(linked):
        return Peeled([linked[0]] if linked[0] else linked[1] or [])
    lines = without_html(_uncovered(lines))
    in_list = list_in(lines, covered)
    if in_list is None:
        return None if full[:1] and full[0].text.lstrip()[:1] == "{" else _block(lines, covered)
    board, around = in_list
    header, total = _header_of(around)
    return Peeled([*header, *board.lines], board.total or total)


def _uncovered(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without colours, fences, signs of quotation and markers of lists."""
    # Places count as a terminal shows them, so that columns are one below the other.
    text = "\n".join([ESCAPES.sub("", line.text) for line in lines])
    bare = lines_in(text)
    bare = _without_starts(bare, QUOTE, "this line is not quoted, but others are")
    bare = _without_starts(bare, _MARKER, None)
    return [line.part(0, 0) if FENCE.fullmatch(line.text.strip()) else line for line in bare]


def _without_starts(lines: list[Line], start: re.Pattern[str], fault: str | None) -> list[Line]:
    """Return the lines without what every row begins with; if one lacks it, as they are.

    Raises `BoardSyntaxError` instead if there is a `fault`.
    """
    starts = [start.match(line.text) for line in lines]
    for line, match in zip(lines, starts, strict=True):
        if match is None and line.text.strip() and not (_says(line) or _is_divider(line)):
            if fault is not None and any(starts):
                raise line.fault(f"{fault}; expected only one board")
            return lines
    return [
        line if match is None else line.part(match.end())
        for line, match in zip(lines, starts, strict=True)
    ]


def _says(line: Line) -> bool:
    """Tell whether a line is a sentence or a header, and no row."""
    return is_prose(line.text) or HEADER.fullmatch(line.text) is not None


def _is_divider(line: Line) -> bool:
    return _DIVIDER.fullmatch(line.text) is not None


def _block(lines: Sequence[Line], covered: str | None) -> Peeled | DealtGame | None:
    """Return the rows of the only block of lines that may be rows; None if there is none."""
    lines = [*_without_chances(lines)]
    said = [line for line in lines if _says(line)]
    for line in said:
        missing = NOT_SHOWN.search(line.text)
        if missing is not None:
            hidden = missing[2] or missing[3] or "neighbour"
            problem = f"this picture does not show the {hidden}s of its board"
            problem = "this is a part of a board" if missing[1] else problem
            raise line.fault(f"{problem}; expected the board in JSON or in another board format")
    header, total = _header_of(said)
    block = _only_block(lines, header)
    if block is None or any(_SPOILER.search(line.text) for line in block):
        return None if block is None else Peeled([*header, *block], total)
    layout = _cs50(block)
    if layout is not None:
        _check_around(lines, block, layout.layout.mask.shape[1])
        return layout
    text, has_margins = in_boxes(block, covered) or rows_of(block, covered)
    if has_margins:
        described = _described(said, text)
        places = {line.number for line in described}
        header = [*(line for line in header if line.number not in places), *described]
        total = None if any(line.text.startswith("mines:") for line in described) else total
    else:
        _check_around(lines, block, _width_of(text[0]))
    if has_margins and any(MARKED.match(line.text) for line in said):
        text = [
            line.saying((_MARK if " " in line.text else _MARKS).sub("?", line.text))
            for line in text
        ]
    return Peeled([*header, *text], total)


def _without_chances(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines without the tables of probabilities, which are drawn like boards."""
    in_table = False
    for line in lines:
        in_table = in_table and _CHANCES.fullmatch(line.text) is not None
        in_table = in_table or line.text.startswith("Mine probabilities in %")
        if not in_table:
            yield line


def _only_block(lines: Sequence[Line], header: Sequence[Line]) -> list[Line] | None:
    """Return the only block of lines that may be rows; raises `BoardSyntaxError` for a second."""
    # A row of blank cells has only tabs.
    groups = [
        list(group)
        for is_row, group in groupby(lines, lambda line: line.text.strip(" \r") and not _says(line))
        if is_row
    ]
    if len(groups) > 1:
        groups = [group for group in groups if not all(map(_is_divider, group))]
    starts = [group[0].number for group in groups]
    sizes = set(map(len, groups))
    has_layers = any(_LAYERS.search(line.text) for line in header) and len(sizes) == 1
    is_double = len(groups) > 2 and starts == [*range(starts[0], starts[0] + 2 * len(starts), 2)]
    if has_layers or is_double:
        groups = [[line for group in groups for line in group]]
    if len(groups) > 1:
        raise groups[1][0].fault(
            f"a second block of rows; the first begins at line {starts[0]}, expected only one board"
        )
    return groups[0] if groups else None


def _cs50(lines: Sequence[Line]) -> DealtGame | None:
    """Return the layout that the program of CS50 prints, X for a mine; None for another text."""
    rows = [line.text for line in lines if CS50_ROW.fullmatch(line.text)]
    rules = [line.text for line in lines if not CS50_ROW.fullmatch(line.text)]
    if not rows or abs(len(rules) - len(rows)) > 1 or {*rules} != {"-" * len(row) for row in rows}:
        return None
    mask = np.array([[sign == "X" for sign in row[1::2]] for row in rows])
    return DealtGame(Layout(mask)) if mask.any() and not mask.all() else None


def _described(said: Sequence[Line], rows: Sequence[Line]) -> list[Line]:
    """Return the header of a board, from the sentences around its picture."""
    shape = len(rows), _width_of(rows[0])
    header: dict[str, Line] = {}
    for line in said:
        title = TITLE.search(line.text)
        if title is not None and title[1] and (int(title[2]), int(title[1])) != shape:
            size = (
                f"{title[1]} columns and {title[2]} rows; the rows here are {shape[1]}x{shape[0]}"
            )
            raise line.fault(f"the board has {size}")
        ends = [] if title is None else [end.replace(",", "") for end in title.groups()[2:] if end]
        if ends:
            header["mines"] = line.saying(f"mines: {'..'.join(ends)}")
        for key, sentence in _SENTENCES.items():
            match = sentence.fullmatch(line.text)
            if match is not None:
                header[key] = line.saying(f"{key}: {match[1]}")
    return list(header.values())


def _check_around(lines: Sequence[Line], block: Sequence[Line], width: int) -> None:
    """Raise `BoardSyntaxError` for a line that may be a header or a row with words in it."""
    for line in lines:
        if line.number < block[0].number:
            _check_above(line)
        is_near = line.number in (block[0].number - 1, block[-1].number + 1)
        if is_near and has_row(line.text, width):
            raise line.fault("this line may be a row with words in it; expected signs of cells")


def _width_of(row: Line) -> int:
    words = row.words()
    return len(words) if len(words) > 1 else len(row.text.strip())


def _check_above(line: Line) -> None:
    """Raise `BoardSyntaxError` for a line above the rows that looks like a header and is none.

    Passed over, a misspelled `liars: 1` would change what follows from the board.
    """
    label = LABEL.fullmatch(line.text)
    if label is None or HEADER.fullmatch(line.text) or COUNT.fullmatch(line.text):
        return
    if IDLE.fullmatch(label[1].strip().lower()):
        return
    words = label[2].split()
    is_short = len(words) == 1 or (len(words) < 7 and any(map(str.isdigit, label[2])))
    if is_short or _KEY.search(label[1]):
        known = listed([f"{key}:" for key in HEADER_KEYS], last="or")
        raise line.fault(f"this line may be a header; expected {known}, or a sentence")


def _header_of(lines: Sequence[Line]) -> tuple[list[Line], Line | None]:
    """Return the header of the native text but the mine count, and the mine count.

    A header says it before a sentence, all mines before those that are left; a size comes last.
    Raises `BoardSyntaxError` for two mine counts of one kind.
    """
    header = []
    kinds: list[list[Line]] = [[], [], [], []]
    exact, whole, left, sized = kinds
    for line in lines:
        match = HEADER.fullmatch(line.text)
        if match is not None and match[1].lower() == "mines" and TOTAL.fullmatch(match[2]):
            exact.append(line.part(*match.span(2)))
        elif (count := COUNT.fullmatch(line.text)) is not None:
            (sized if count[1] else left if LEFT.search(line.text) else whole).append(line)
        elif match is not None and (match[1].lower() != "mines" or len(match[2].split()) == 1):
            header.append(line)  # else it is a sentence
    totals = next(filter(None, kinds), [])
    if len(totals) > 1:
        raise totals[1].fault("a second mine count; expected only one")
    return header, totals[0] if totals else None
