"""Boards as the commands of logicsweep draw them, with row and column numbers: to native text.

`s` and `m`, or `S` and `M`, stand on cells that are proved safe or mines, and `o` on cells around a
clue. All of these are covered cells: a proof is no evidence. Brackets around cells are taken away.
A picture that does not show all of its board, such as one with constraints, is refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from logicsweep.board.topology_text import NOT_A_GRID
from logicsweep.formats.lines import Line, Peeled, joined
from logicsweep.formats.prose import is_prose

_UNITS: Final = re.compile(r" *0(?:( *)1(?:\1\d)*)? *", re.ASCII)
_DIGITS: Final = re.compile(r"[ \d]*", re.ASCII)
_PART: Final = re.compile(r" {2,}\d(?: *\d)* *", re.ASCII)
_ROW: Final = re.compile(r" *(\d{1,9}) [ \[]", re.ASCII)
_BARE_ROW: Final = re.compile(r" *(\d{1,9})  \S(?: \S)* *", re.ASCII)
_BETWEEN: Final = " []|"
_MARKS: Final = {"s": "?", "m": "?", "S": "?", "M": "?", "o": "?"}
# Sentences of the commands, each of which says what the marks on its board mean.
_MARKED: Final = re.compile(
    r"^(?:s proved safe   m proved mine   \? undetermined"
    r"|\[ \] clue used   o cell around it   S proved safe   M proved mine"
    r"|\[ \] the agent's move   S called safe   M called a mine"
    r"|Proved so far: \d+ safe \(s\), \d+ mines? \(m\)\.)",
    re.ASCII,
)
_MOVE: Final = re.compile(
    r"^Move \d+: |(?:opens|flags) \(\d+,\d+\), (?:a guess|which it calls certain): ", re.ASCII
)
_LEGEND: Final = re.compile(r"\[ \] \w+|s proved safe")
_PROBABILITIES: Final = re.compile(r"Mine probabilities in %.*:")
_CHANCES: Final = re.compile(r"[ \d.<>]*", re.ASCII)
_TITLE: Final = re.compile(
    r"(?:^|plays )(\d{1,9})x(\d{1,9}), "
    r"(?:(\d[\d,]*)(?: to (\d[\d,]*))? mines?|mine count unknown)\b",
    re.ASCII,
)
_COUNT: Final = re.compile(
    r"The mine count \((\d[\d,]*)(?: to (\d[\d,]*))?\) was (?:not )?needed\.", re.ASCII
)
_PART_OF: Final = re.compile(r"A part of \d+x\d+: rows \d+ to \d+, columns \d+ to \d+\.", re.ASCII)
_RULES: Final = re.compile(r"Rules: (.*)\.")
_TOPOLOGY: Final = re.compile(r"Topology: (.*?)(, with \d+ walls?)?, drawn as rows of cells\.")
_LIARS: Final = re.compile(r"\b(\d+) wrong clues?\b", re.ASCII)
_CONSTRAINTS: Final = re.compile(
    r"Layouts have to satisfy \d[\d,]* constraints? as well\.|[;,] \d[\d,]* constraints?\b",
    re.ASCII,
)
_UNCERTAIN: Final = re.compile(r"\d[+~-]|\d-\d|\+", re.ASCII)
_TWO_LAYOUTS: Final = "[ ] differs   * mine   _ safe"


class _Columns(NamedTuple):
    """The places of the columns of a picture: the first, the distance of two, and their number."""

    start: int
    step: int
    width: int


def picture_in(lines: Sequence[Line]) -> Peeled | None:
    """Return the native text of the board that a text shows; None if it shows none.

    Raises `BoardSyntaxError` for a picture that does not show all of its board, for several boards,
    and for a line that is neither a row nor a sentence.
    """
    kept = list(_without_probabilities(_without_details(lines)))
    tops = {at: columns for at in range(len(kept) - 1) if (columns := _columns(kept, at))}
    if not tops:
        _refuse_a_part(kept)
        _refuse_bare_rows(kept)
        return None
    _check_sentences(kept, [*tops])
    head, columns = next(iter(tops.items()))
    rows: list[list[Line]] = []
    for line in kept[head + 1 :]:
        number = _ROW.match(line.text)
        if number is None or number.end() != columns.start or int(number[1]) != len(rows):
            break
        rows.append(_cells(line, columns))
    top = head - len(str(columns.width - 1)) + 1  # where the highest digits of the columns stand
    _check_rest([*kept[:top], *kept[head + 1 + len(rows) :]])
    is_marked = any(_MARKED.match(line.text) for line in kept)
    text = [joined([_unmarked(cell) if is_marked else cell for cell in row], " ") for row in rows]
    return Peeled([*_header(kept, len(rows), columns.width), *text], is_picture=True)


def _without_details(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield the lines without those below the move of an agent that say how it came to the move."""
    in_details = False
    for line in lines:
        # The numbers of columns may stand directly below the last move.
        is_indented = line.text.startswith("  ") and not _DIGITS.fullmatch(line.text)
        in_details = in_details and is_indented
        if not in_details:
            yield line
            in_details = _MOVE.search(line.text) is not None


def _without_probabilities(lines: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines without the tables of probabilities, which are drawn like boards."""
    in_table = False
    for line in lines:
        if _PROBABILITIES.fullmatch(line.text):
            in_table = True
        elif not in_table or not _CHANCES.fullmatch(line.text):
            in_table = False
            yield line


def _columns(lines: Sequence[Line], at: int) -> _Columns | None:
    """Return the columns that a line numbers, if it and the next are the top of a picture."""
    line = lines[at].text.rstrip()
    if not _UNITS.fullmatch(line):
        return None
    start = line.index("0")
    row = _ROW.match(lines[at + 1].text)
    if row is None or int(row[1]) or row.end() != start:
        return None
    places = [sign.start() for sign in re.finditer(r"\d", line)]
    step = places[1] - start if len(places) > 1 else len(lines[at + 1].text)
    if [int(line[place]) for place in places] != [number % 10 for number in range(len(places))]:
        return None
    if places != [*range(start, start + step * len(places), step)]:
        return None
    columns = _Columns(start, step, len(places))
    above = lines[at - 1].text if at else ""
    tens = {sign.start(): int(sign[0]) for sign in re.finditer(r"\d", above)}
    if len(places) <= 10:  # if they begin at column 10, a digit stands above the first
        return None if min(tens, default=0) == start else columns
    expected = {start + ten * step: ten // 10 % 10 for ten in range(10, len(places), 10)}
    return columns if tens == expected and _DIGITS.fullmatch(above) else None


def _refuse_a_part(lines: Sequence[Line]) -> None:
    """Raise `BoardSyntaxError` for the part of a board that is drawn where it is too wide."""
    if not any(_LEGEND.match(line.text) for line in lines):
        return
    for line, below in pairwise(lines):
        row = _ROW.match(below.text)
        if _PART.fullmatch(line.text) and row is not None:
            raise line.fault(
                "this is a part of a board; expected all of it, as `logicsweep show` prints it"
            )


def _refuse_bare_rows(lines: Sequence[Line]) -> None:
    """Raise `BoardSyntaxError` for rows of a picture without the numbers of its columns.

    The numbers of the rows look like clues then.
    """
    rows = [line for line in lines if line.text.strip() and not is_prose(line.text)]
    bare = [_BARE_ROW.fullmatch(line.text) for line in rows]
    numbers = [int(row[1]) for row in bare if row is not None]
    if len(rows) > 1 and numbers == [*range(len(rows))]:
        raise rows[0].fault(
            "these may be the numbers of rows or clues; expected the numbers of columns as well"
        )


def _check_sentences(lines: Sequence[Line], heads: Sequence[int]) -> None:
    """Raise `BoardSyntaxError` for two boards, and for evidence that a picture does not show."""
    for line in lines:
        problem = None
        if _PART_OF.fullmatch(line.text):
            problem = "this is a part of a board"
        elif line.text == _TWO_LAYOUTS:
            problem = "these are two layouts of a board, not a position"
        elif line.text == NOT_A_GRID:
            problem = "this picture does not show which cells are neighbours"
        elif _CONSTRAINTS.search(line.text):
            problem = "this picture does not show the constraints of its board"
        else:
            topology = _TOPOLOGY.fullmatch(line.text)
            if topology is not None and topology[2]:
                problem = "this picture does not show the walls of its board"
        if problem is not None:
            raise line.fault(f"{problem}; expected the board in JSON or in another board format")
    if len(heads) > 1:
        second = lines[heads[1]]
        raise second.fault(
            f"a second board; the first is at line {lines[heads[0]].number}, expected only one"
        )


def _cells(line: Line, columns: _Columns) -> list[Line]:
    """Return the cells of a row."""
    start, step, width = columns
    size = max(step - 1, 1)
    text = line.text.rstrip()
    cells = []
    for at in range(width):
        place = start + at * step
        cell = line.part(place, place + size if width > 1 else None).stripped()
        if width == 1 and cell.text.endswith("]"):
            cell = cell.part(0, len(cell.text) - 1)
        if step > 1 and text[place + size : place + step].strip(_BETWEEN):
            raise line.fault("expected a blank between two cells", place + size)
        if not cell.text or " " in cell.text:
            problem = f"this row ends after {at} cells; expected {width}, as there are columns"
            raise line.fault(problem, min(place, len(text)))
        if _UNCERTAIN.fullmatch(cell.text):
            raise cell.fault(
                f"{cell.text!r} is short for an uncertain clue or a large number; expected the "
                f"board in JSON or in another board format"
            )
        cells.append(cell)
    if text[start + (width - 1) * step + size :].strip(_BETWEEN) and width > 1:
        raise line.fault(
            f"this row goes on after {width} cells; expected no more, as there are columns",
            start + width * step,
        )
    return cells


def _unmarked(cell: Line) -> Line:
    return cell._replace(text=_MARKS.get(cell.text, cell.text))


def _check_rest(lines: Sequence[Line]) -> None:
    """Raise `BoardSyntaxError` for a line around the rows that may be another row."""
    for line in lines:
        if line.text.strip() and not is_prose(line.text):
            raise line.fault("this line is neither a row of the board nor a sentence about it")


def _header(lines: Sequence[Line], height: int, width: int) -> list[Line]:
    """Return the header of a board, from the sentences around its picture."""
    header: dict[str, Line] = {}
    for line in lines:
        for title in (_TITLE.search(line.text), _COUNT.match(line.text)):
            if title is None:
                continue
            if title.re is _TITLE and (int(title[1]), int(title[2])) != (width, height):
                raise line.fault(
                    f"the board has {title[1]} columns and {title[2]} rows; the rows here are "
                    f"{width}x{height}",
                    title.start(1),
                )
            ends = [end.replace(",", "") for end in title.groups()[-2:] if end is not None]
            if ends:
                header["mines"] = line.saying(f"mines: {'..'.join(ends)}")
        rules, topology = _RULES.fullmatch(line.text), _TOPOLOGY.fullmatch(line.text)
        liars = _LIARS.search(line.text)
        if rules is not None:
            header["rules"] = line.saying(f"rules: {rules[1]}")
        if topology is not None:
            header["topology"] = line.saying(f"topology: {topology[1]}")
        if liars is not None:
            header["liars"] = line.saying(f"liars: {liars[1]}")
    return list(header.values())
