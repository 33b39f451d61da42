"""The board in RAWVF replays: `Width:`, `Height:`, `Mines:`, `Board:`, then rows of `*` and `0`.

`replays/rawvf.py` reads the moves after `Events:`.
"""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board.layout import Layout
from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.formats.base import Format, check_size
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.text import decode, fault_at, read_cells, write_cells

_BOARD: Final = re.compile(r"^[ \t]*board[ \t]*:[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_FIELD: Final = r"^[ \t]*{}[ \t]*:(.*)$"
_LOOK: Final = 4096  # bytes at the start, in which headers end
_SYMBOLS: Final = {"*": 1, "0": 0}


def _detect(data: bytes) -> bool:
    start = data[:_LOOK].decode("latin-1")
    has_width = re.search(_FIELD.format("width"), start, re.MULTILINE | re.IGNORECASE)
    return bool(has_width and _BOARD.search(start))


def board(data: bytes) -> Layout:
    """Return the mines. Raises `BoardSyntaxError`."""
    text = decode(data)
    match = _BOARD.search(text)
    if not match:
        raise BoardSyntaxError("expected a line Board: and rows after it", line=1, column=1)
    header = text[: match.start()]
    first = header.count("\n") + 2
    width, height = _number(header, "width"), _number(header, "height")
    if width is None or height is None:
        missing = "Width:" if width is None else "Height:"
        raise BoardSyntaxError(
            f"expected a line {missing} before the board", line=first - 1, column=1
        )
    check_size(height, width, line=first - 1, column=1)
    lines = text[match.end() + 1 :].split("\n", height)[:height]
    rows = [line.strip() for line in lines]
    while rows and not rows[-1]:
        rows.pop()
    grid = read_cells(
        rows,
        _SYMBOLS,
        expected="* (mine) or 0",
        line=first,
        width=width,
        height=height,
        said="as the header says",
    )
    layout = Layout(grid == 1)
    mines = int(layout.mask.sum())
    declared = _number(header, "mines")
    if declared not in (None, mines):
        raise BoardSyntaxError(
            f"the header says {counted(declared, 'mine')}, but there are {mines}",
            line=first,
            column=1,
        )
    return layout


def _read(data: bytes, _file_name: str) -> DealtGame:
    return DealtGame(board(data))


def _number(header: str, key: str) -> int | None:
    """Return the number after a key of the header; None if the key is missing."""
    match = re.search(_FIELD.format(key), header, re.MULTILINE | re.IGNORECASE)
    if match is None:
        return None
    if not re.fullmatch(r"\d{1,8}", match[1].strip(), re.ASCII):
        raise fault_at(header, match.start(1), f"expected a number after {key}:")
    return int(match[1].strip())


def _write(dealt: DealtGame) -> bytes:
    height, width = dealt.layout.mask.shape
    mines = int(dealt.layout.mask.sum())
    header = [f"Width: {width}", f"Height: {height}", f"Mines: {mines}", "Board:"]
    rows = write_cells(dealt.layout.mask.view("int8"), {1: "*", 0: "0"})
    return "\n".join([*header, *rows, "Events:", ""]).encode()


FORMAT: Final = Format(
    name="rawvf",
    about="RAWVF replays: a header, rows of * 0, then the moves",
    detect=_detect,
    reader=_read,
    write_layout=_write,
)
