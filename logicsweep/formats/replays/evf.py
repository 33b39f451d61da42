"""Metasweeper's replays, `.evf`, versions 0.0 to 0.4; its author's standard describes them.

A header, texts that end in a zero byte, a bit for each cell, then the events: a byte for what
happened, the time and the place. Version 0.4 writes times and places as differences.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from logicsweep.board.layout import Layout
from logicsweep.errors import counted
from logicsweep.formats.base import check_size
from logicsweep.formats.binary import ByteReader, broken, from_bits, place, words
from logicsweep.formats.replays.replay import Replay, events_of

LATEST: Final = 4
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
# How many texts there are behind the header, by version.
_TEXTS: Final = {0: 7, 1: 7, 2: 8, 3: 8}
_PAUSE: Final = 255
_TRANSCODED: Final = 8


def read(data: bytes) -> Replay:
    """Read a replay. Raises `BoardSyntaxError`, and `LimitError` for too many events."""
    replay, reader = _read(data)
    version = data[0]
    events = events_of(_differences(reader) if version == LATEST else _events(reader))
    return replay._replace(events=events)


def board(data: bytes) -> Layout:
    """Return the mines alone. Raises `BoardSyntaxError`."""
    return _read(data)[0].layout


def _read(data: bytes) -> tuple[Replay, ByteReader]:
    """Read all but the events, and find where these begin."""
    reader = ByteReader(data)
    version = reader.number(1, "the version")
    if version > LATEST:
        raise broken(f"this is version 0.{version}; expected 0.0 to 0.{LATEST}", 0)
    flags = reader.number(1, "a header")
    reader.take(1 if version > 2 else 0, "a header")
    height, width = reader.take(2, "rows and columns")
    check_size(height, width, **place(reader.at - (1 if height else 2)))
    mines_at = reader.at
    mines = reader.number(2, "the mine count")
    cell = reader.number(1, "the size of a cell")
    mode = reader.number(2, "the mode")
    reader.take(2, "the 3BV")
    milliseconds = reader.number(4 if version == LATEST else 3, "the time")
    program, player = _texts(reader, version, flags)
    start = reader.at
    bits = reader.take(-(-height * width // 8), "one bit for each cell")
    layout = from_bits(bits, (height, width), start)
    mines_there = int(layout.mask.sum())
    if mines_there != mines:
        raise broken(
            f"the header says {counted(mines, 'mine')}, but there are {mines_there}", mines_at
        )
    if version == LATEST:
        for _ in range(reader.number(2, "the number of metrics")):
            reader.until(b"\0", "the name of a metric")
    replay = Replay(
        layout, (), max(cell, 1), "evf", program, player, milliseconds, mode=_MODES.get(mode, "")
    )
    return replay, reader


def _texts(reader: ByteReader, version: int, flags: int) -> tuple[str, str]:
    """Return the program and the player."""
    what = "a text that ends in a zero byte"
    if version != LATEST:
        said = [reader.until(b"\0", what) for _ in range(_TEXTS[version])]
        return words(said[0]), words(said[1])
    reader.take(18, "country and times")
    program = words(reader.until(b"\0", what))
    if flags & _TRANSCODED:
        reader.until(b"\0", what)
        reader.until(b"\0", what)
    player = words(reader.until(b"\0", what))
    reader.until(b"\0", what)
    reader.until(b"\0", what)
    reader.take(reader.number(2, "the device"), "the device")
    return program, player


def _events(reader: ByteReader) -> Iterator[tuple[int, str, int, int]]:
    what = "an event, or the end"
    while (code := reader.number(1, what)) not in (0, 255):
        action = _action(code, reader)
        yield reader.number(3, what), action, reader.number(2, what), reader.number(2, what)


def _differences(reader: ByteReader) -> Iterator[tuple[int, str, int, int]]:
    """Yield the events of version 0.4: times and places are differences from those before."""
    what = "an event, or the end"
    time = x = y = 0
    while code := reader.number(1, what):
        if code == _PAUSE:
            time += reader.number(2, what)
            continue
        time += reader.number(1, what)
        if code <= 80:
            x, y = ((old + reader.number(2, what)) & 0xFFFF for old in (x, y))
            yield time, _action(code, reader), x, y
        elif 100 <= code < 200:  # what became of a cell
            reader.take(2, what)
        elif code >= 200:  # a metric: its index and its value
            reader.take(2, what)
            if code == 200:
                reader.take(8, what)
            else:
                reader.until(b"\0", what)


def _action(code: int, reader: ByteReader) -> str:
    if code not in _ACTIONS:
        raise broken(f"the event {code} is unknown; expected 1 to {len(_ACTIONS)}", reader.at - 1)
    return _ACTIONS[code]
