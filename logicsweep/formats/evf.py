"""The board in Metasweeper's replays, `.evf`, version 0.3; the moves after it are not read.

Bytes, big-endian: version, flags, settings, rows, columns, mines (2), cell size, mode (2), 3BV (2),
time (3), eight texts that end in a zero byte, then one bit for each cell, row by row.
"""

from __future__ import annotations

import struct
from typing import Final, NamedTuple

from logicsweep.board.layout import Layout
from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.formats.base import Format, check_size
from logicsweep.formats.binary import broken, from_bits, place, to_bits
from logicsweep.formats.dealt import DealtGame

_VERSION: Final = 3
_HEADER: Final = struct.Struct(">BBBBBHBHHBBB")
_TEXTS: Final = 8
_CELL_SIZE: Final = 20


class _Header(NamedTuple):
    version: int
    flags: int
    settings: int
    rows: int
    columns: int
    mines: int
    cell_size: int
    mode: int
    bbbv: int
    time_high: int
    time_middle: int
    time_low: int


def _detect(data: bytes) -> bool:
    """Whether header and board agree; a version byte alone would prove nothing."""
    if data[:1] != bytes([_VERSION]):
        return False
    try:
        _read(data, "")
    except BoardSyntaxError:
        return False
    return True


def _read(data: bytes, _file_name: str) -> DealtGame:
    if data[:1] and data[0] != _VERSION:
        raise broken(f"this is version 0.{data[0]}; expected 0.{_VERSION}", 0)
    if len(data) < _HEADER.size:
        raise broken(
            f"the file has {counted(len(data), 'byte')}; expected a header of {_HEADER.size} bytes",
            len(data),
        )
    header = _Header(*_HEADER.unpack_from(data))
    check_size(header.rows, header.columns, **place(3 if not header.rows else 4))
    start = _HEADER.size
    for _ in range(_TEXTS):
        start = data.find(b"\0", start) + 1
        if not start:
            raise broken(
                f"the file ends early; expected {_TEXTS} texts, each with a zero byte", len(data)
            )
    bits = data[start : start + -(-header.rows * header.columns // 8)]
    if len(bits) * 8 < header.rows * header.columns:
        raise broken("the file ends early; expected one bit for each cell", len(data))
    layout = from_bits(bits, (header.rows, header.columns), start)
    mines = int(layout.mask.sum())
    if mines != header.mines:
        raise broken(f"the header says {counted(header.mines, 'mine')}, but there are {mines}", 5)
    return DealtGame(layout)


def _write(dealt: DealtGame) -> bytes:
    height, width = dealt.layout.mask.shape
    if height > 255 or width > 255:
        raise ValueError(f"a board of {width}x{height} is too large for .evf; expected up to 255")
    mines = int(dealt.layout.mask.sum())
    bbbv = _bbbv(dealt.layout)
    header = _Header(_VERSION, 0, 0, height, width, mines, _CELL_SIZE, 0, bbbv, 0, 0, 0)
    return _HEADER.pack(*header) + bytes(_TEXTS) + to_bits(dealt.layout)


def _bbbv(layout: Layout) -> int:
    """The 3BV: the number of left clicks that open every safe cell."""
    shown = layout.revealed()
    left = {number for number, clue in enumerate(shown.grid.flat) if clue == 0}
    clicks = 0
    opened = layout.mask.ravel().copy()
    while left:
        clicks += 1
        queue = [left.pop()]
        while queue:
            number = queue.pop()
            opened[number] = True
            for near in shown.adjacency.neighbours(number):
                opened[near] = True
                if near in left:
                    left.remove(near)
                    queue.append(near)
    return clicks + int((~opened).sum())


FORMAT: Final = Format(
    name="evf",
    about="the board of Metasweeper's replays (version 0.3), without moves; binary",
    detect=_detect,
    reader=_read,
    write_layout=_write,
    is_text=False,
)
