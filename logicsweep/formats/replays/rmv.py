"""Vienna MineSweeper's replays, `.rmv`, versions 1 and 2.

A header with the sizes of the parts, the program, the player, the mines, flags set before the game,
properties, then the events, of 1 to 8 bytes. As in sweeping-view. Files lack the first press of the
left button, which is added. Layouts are written as version 2, of a game without moves.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

import numpy as np

from logicsweep.board.layout import Layout
from logicsweep.formats.binary import ByteReader, broken, format_of, listed_mines, words
from logicsweep.formats.replays.replay import Replay, events_of

_MAGIC: Final = b"*rmv"
_ACTIONS: Final = {1: "mv", 2: "lc", 3: "lr", 4: "rc", 5: "rr", 6: "mc", 7: "mr"}
_NEAR: Final = 28  # a short move, in two bytes
_PLAYER: Final = bytes(2)  # nothing is said of the player
_CELL: Final = 16
_EXTENSIONS: Final = bytes([0, 1, 10, *b"clone_name", 10, *b"logicsweep"])
_OVER: Final = bytes([17, 0, 0, 0])  # the game ended otherwise, after no time
_ENDS: Final = range(15, 18)
_OF_A_CELL: Final = (*range(9, 15), *range(18, 28))
# The place of the board within the area from whose corner a version counts.
_BORDERS: Final = {1: (12, 56), 2: (0, 0)}
_MODES: Final = {1: "upk", 2: "cheat", 3: "density"}


def read(data: bytes) -> Replay:
    """Read a replay. Raises `BoardSyntaxError`, and `LimitError` for too many events."""
    layout, player, reader, (version, flags_size, properties_size) = _start(data)
    flags = []
    if flags_size:
        part = "the flags set before the game"
        flags = [(*reader.take(2, part),) for _ in range(reader.number(2, part))]
    properties = reader.take(properties_size, "the properties")
    fewest = 7 if version == 2 else 4
    if len(properties) < fewest:
        raise broken(f"the file has {len(properties)} properties; expected {fewest}", reader.at)
    cell = properties[6] if version == 2 else _CELL
    if not cell:
        raise broken("the cells have no size; expected at least one pixel", reader.at - 1)
    program = ["Vienna MineSweeper", *(_extensions(reader) if version == 2 else ())]
    before = [(0, "pf", column * cell, row * cell) for column, row in flags]
    events = events_of([*before, *_events(reader, version)])
    return Replay(
        layout,
        events,
        cell,
        "rmv",
        program[-1],
        player,
        events[-1].time if events else None,
        marks=bool(properties[0]),
        mode=_MODES.get(properties[2], ""),
    )


def _start(data: bytes) -> tuple[Layout, str, ByteReader, tuple[int, int, int]]:
    """Read up to the mines; return them, the player, a reader behind them, and three numbers.

    These are the version, and the sizes of the flags and of the properties in bytes.
    """
    reader = ByteReader(data)
    if reader.take(4, "*rmv") != _MAGIC:
        raise broken(f"the file begins with {data[:4]!r}; expected *rmv", 0)
    version = reader.number(2, "the version")
    if version not in _BORDERS:
        raise broken(f"this is version {version}; expected 1 or 2", 4)
    reader.take(2 if version == 2 else 0, "the program")
    reader.take(4, "the size of the file")
    result = reader.number(2, "a size") if version == 1 else 0
    version_size, _, _, flags, properties = (reader.number(2, "a size") for _ in range(5))
    reader.take(8 if version == 2 else 6, "the sizes of the parts")
    reader.take(result + version_size, "the result and the version of the program")
    part = "what is said of the player"
    texts = [reader.take(reader.number(1, part), part) for _ in range(reader.number(2, part))]
    reader.take(4, "the time")
    player = words(texts[0]) if texts else ""
    return listed_mines(reader), player, reader, (version, flags, properties)


def _extensions(reader: ByteReader) -> list[str]:
    """Read the further properties; return the names of the program among them."""
    part = "further properties"
    names = []
    for _ in range(reader.number(2, part)):
        key = reader.take(reader.number(1, part), part)
        value = reader.take(reader.number(1, part), part)
        if key == b"clone_name":
            names.append(words(value))
    return names


def _events(reader: ByteReader, version: int) -> Iterator[tuple[int, str, int, int]]:
    """Yield the events up to the end, after a press of the left button at the first."""
    left, top = _BORDERS[version]
    time, x, y, is_first = 0, 0, 0, True
    expected = "an event, or the end"
    while True:
        code = reader.number(1, expected)
        if code in _ENDS:
            return
        if code == 0 and version == 1:
            reader.take(4, expected)
        elif code in _OF_A_CELL:
            reader.take(2, expected)
        elif code == _NEAR and version == 2 and not is_first:
            time += reader.number(1, expected)
            move = reader.number(1, expected)
            x, y = x + _signed(move >> 4), y + _signed(move & 15)
            yield time, "mv", x, y
        elif code in _ACTIONS:
            time = reader.number(3, expected)
            reader.take(1, expected)
            x, y = (_signed(reader.number(2, expected), 16) for _ in range(2))
            x, y = x - left, y - top
            if is_first:
                is_first = False
                yield time, "lc", x, y
            yield time, _ACTIONS[code], x, y
        else:
            raise broken(f"the event {code} is unknown; expected 1 to 7 or the end", reader.at - 1)


def _signed(number: int, bits: int = 4) -> int:
    """Read a number of some bits as a signed one (two's complement)."""
    return number - (1 << bits) if number >> (bits - 1) else number


def _write(layout: Layout) -> bytes:
    """Write a recording that holds the layout and hardly anything else."""
    height, width = layout.mask.shape
    mines = np.argwhere(layout.mask).astype(np.uint8)[:, ::-1]
    board = bytes(4) + struct.pack(">BBH", width, height, len(mines)) + mines.tobytes()
    properties = struct.pack("<BBBBHB", 0, 0, 0, 3, layout.three_bv & 0xFFFF, _CELL)
    parts = (b"", _PLAYER, board, b"", properties, _EXTENSIONS)
    sizes = struct.pack(">6HIH", *map(len, parts), len(_OVER), 0)
    body = sizes + b"".join(parts) + _OVER
    return _MAGIC + struct.pack(">HBBI", 2, 0, 0, len(body) + 12) + body


FORMAT: Final = format_of(
    "rmv",
    "Vienna MineSweeper's replays (versions 1 and 2); binary",
    lambda data: _start(data)[0],
    _write,
    detect=lambda data: data.startswith(_MAGIC),
)
