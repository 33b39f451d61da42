"""Metasweeper's replays, `.evf`, versions 0.0 to 0.4; its author's standard describes them.

A header, texts that end in a zero byte, a bit for each cell, then the events: a byte for the
action, the time and the place. Version 0.4 writes times and places as differences. Layouts are
written as version 0.3. Bytes, big-endian: version, flags, settings, rows, columns, mines (2), cell
size, mode (2), 3BV (2), time (3), eight texts that end in a zero byte, then the bits, row by row.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

from logicsweep.board.layout import Layout
from logicsweep.errors import counted
from logicsweep.formats.base import check_size
from logicsweep.formats.binary import (
    ByteReader,
    broken,
    can_read,
    format_of,
    from_bits,
    to_bits,
    words,
)
from logicsweep.formats.replays.replay import Replay, events_of

_LATEST: Final = 4
_HEADER: Final = struct.Struct(">BBBBBHBHHBBB")
_CELL_SIZE: Final = 20
_ACTIONS: Final = dict(
    enumerate(("mv", "lc", "lr", "rc", "rr", "mc", "mr", "pf", "cc", "l", "r", "m"), 1)
)
_MODES: Final = {
    1: "upk",
    2: "cheat",
    3: "density",
    4: "win7",
    5: "competitive no-guess",
    6: "strong no-guess",
    7: "weak no-guess",
    8: "quasi no-guess",
    9: "strong guessable",
    10: "weak guessable",
}
# The number of texts behind the header, by version.
_TEXTS: Final = {0: 7, 1: 7, 2: 8, 3: 8}
_PAUSE: Final = 255
_TRANSCODED: Final = 8


def read(data: bytes) -> Replay:
    """Read a replay. Raises `BoardSyntaxError`, and `LimitError` for too many events."""
    replay, reader = _read(data)
    is_latest = data[0] == _LATEST
    for _ in range(reader.number(2, "the number of metrics") if is_latest else 0):
        reader.until(b"\0", "the name of a metric")
    return replay._replace(events=events_of(_differences(reader) if is_latest else _events(reader)))


def _board(data: bytes) -> Layout:
    return _read(data)[0].layout


def _read(data: bytes) -> tuple[Replay, ByteReader]:
    """Read up to the mines; return a replay without events, and a reader behind the mines."""
    reader = ByteReader(data)
    version = reader.number(1, "the version")
    if version > _LATEST:
        raise broken(f"this is version 0.{version}; expected 0.0 to 0.{_LATEST}", 0)
    flags = reader.number(1, "a header")
    reader.take(1 if version > 2 else 0, "a header")
    height, width = reader.take(2, "rows and columns")
    check_size(height, width, column=reader.at)
    mines_at = reader.at
    mines = reader.number(2, "the mine count")
    cell = reader.number(1, "the size of a cell")
    mode = reader.number(2, "the mode")
    reader.take(2, "the 3BV")
    milliseconds = reader.number(4 if version == _LATEST else 3, "the time")
    program, player = _texts(reader, version, flags)
    start = reader.at
    bits = reader.take(-(-height * width // 8), "one bit for each cell")
    layout = from_bits(bits, (height, width), start)
    actual = int(layout.mask.sum())
    if actual != mines:
        raise broken(f"the header says {counted(mines, 'mine')}, but there are {actual}", mines_at)
    replay = Replay(
        layout, (), max(cell, 1), "evf", program, player, milliseconds, mode=_MODES.get(mode, "")
    )
    return replay, reader


def _texts(reader: ByteReader, version: int, flags: int) -> tuple[str, str]:
    """Read the texts behind the header; return those of the program and the player."""
    expected = "a text that ends in a zero byte"
    if version != _LATEST:
        texts = [reader.until(b"\0", expected) for _ in range(_TEXTS[version])]
        return words(texts[0]), words(texts[1])
    reader.take(18, "country and times")
    program = words(reader.until(b"\0", expected))
    if flags & _TRANSCODED:
        reader.until(b"\0", expected)
        reader.until(b"\0", expected)
    player = words(reader.until(b"\0", expected))
    reader.until(b"\0", expected)
    reader.until(b"\0", expected)
    reader.take(reader.number(2, "the device"), "the device")
    return program, player


def _events(reader: ByteReader) -> Iterator[tuple[int, str, int, int]]:
    """Yield the events of the versions before 0.4, with times and places as they are."""
    expected = "an event, or the end"
    while (code := reader.number(1, expected)) not in (0, 255):
        action = _action(code, reader)
        time, x, y = (reader.number(size, expected) for size in (3, 2, 2))
        yield time, action, x, y


def _differences(reader: ByteReader) -> Iterator[tuple[int, str, int, int]]:
    """Yield the events of version 0.4: times and places are differences from those before."""
    expected = "an event, or the end"
    time = x = y = 0
    while code := reader.number(1, expected):
        if code == _PAUSE:
            time += reader.number(2, expected)
            continue
        time += reader.number(1, expected)
        if code <= 80:
            x, y = ((before + reader.number(2, expected)) & 0xFFFF for before in (x, y))
            yield time, _action(code, reader), x, y
        elif 100 <= code < 200:  # the new state of a cell
            reader.take(2, expected)
        elif code >= 200:  # a metric: its index and its value
            reader.take(2, expected)
            if code == 200:
                reader.take(8, expected)
            else:
                reader.until(b"\0", expected)


def _action(code: int, reader: ByteReader) -> str:
    if code not in _ACTIONS:
        raise broken(f"the event {code} is unknown; expected 1 to {len(_ACTIONS)}", reader.at - 1)
    return _ACTIONS[code]


def _write(layout: Layout) -> bytes:
    height, width = layout.mask.shape
    version, mines = max(_TEXTS), int(layout.mask.sum())
    header = (version, 0, 0, height, width, mines, _CELL_SIZE, 0, layout.three_bv, 0, 0, 0)
    return _HEADER.pack(*header) + bytes(_TEXTS[version]) + to_bits(layout)


FORMAT: Final = format_of(
    "evf",
    "Metasweeper's replays (versions 0.0 to 0.4); binary",
    _board,
    _write,
    detect=lambda data: len(data) > 0 and data[0] <= _LATEST and can_read(_board, data),
)
