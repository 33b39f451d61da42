"""Boards as tables of Markdown, with the numbers of rows and columns.

    mines: 2

    |   | 0 | 1 |
    |---|---|---|
    | 0 | ? | 1 |
    | 1 | F | 2 |

Cells have the signs of native text, and the header above the table is that of native text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile
from typing import Final

from logicsweep.board.board import Board
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.lines import Peeled, lines_in
from logicsweep.formats.pasted_rows import is_rule, is_separator, rows_of
from logicsweep.formats.text import decode

# A line that may be the one below the header of a table.
_LOOKS: Final = re.compile(rb"^[ \t]*+[|:-][ \t:|-]*+\r?$", re.MULTILINE)


def _detect(data: bytes) -> bool:
    if b"|" not in data or data.lstrip()[:1] in (b"{", b"["):
        return False
    rules = [line[0].decode() for line in _LOOKS.finditer(data)]
    return any(is_separator(rule) and is_rule(rule) for rule in rules)


def _read(data: bytes, *_: object) -> Board:
    lines = lines_in(decode(data))
    head = [*takewhile(lambda line: "|" not in line.text, lines)]
    body = [line for line in lines[len(head) :] if line.text.strip()]
    if len(body) < 2 or not is_separator(body[1].text):
        place = body[1] if len(body) > 1 else lines[0]
        raise place.fault("no table; expected a line of names, a line such as |---|---|, and rows")
    return Peeled([*head, *rows_of([body[0], *body[2:]], has_rule=True)[0]]).board()


def _respell(data: bytes, covered: str) -> bytes:
    text = data.decode(errors="surrogateescape")
    alone = rf"(?<=\|)([ \t]*){re.escape(covered)}([ \t]*)(?=\|)"
    return re.sub(alone, r"\1?\2", text).encode(errors="surrogateescape")


def _write(board: Board) -> bytes:
    header, gap, text = str(board).rpartition("\n\n")
    rows = text.split("\n")
    size = len(str(max(board.height, board.width) - 1))
    head = ["", *map(str, range(board.width))]
    lines = [_line(head, size), f"|{'|'.join(['-' * (size + 2)] * len(head))}|"]
    lines += [_line([str(number), *row], size) for number, row in enumerate(rows)]
    return "\n".join([f"{header}{gap}{lines[0]}", *lines[1:], ""]).encode()


def _line(cells: Sequence[str], size: int) -> str:
    return f"| {' | '.join([cell.ljust(size) for cell in cells])} |"


FORMAT: Final = Format(
    name="markdown",
    about="tables of Markdown: | 0 | ? | 1 |, with the numbers of rows and columns",
    detect=_detect,
    reader=_read,
    write_board=_write,
    respell=_respell,
    keeps=(Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.NO_CLUE)
    | (Keeps.TOTAL | Keeps.RANGE | Keeps.DENSITY),
)
