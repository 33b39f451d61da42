"""Arbiter's replays, `.avf`.

Byte 0 is the version; bytes 1 to 4 do not concern the board; byte 5 is the level: 3 is 8x8 with 10
mines, 4 is 16x16 with 40, 5 is 30x16 with 99. After level 6 come width minus 1, height minus 1, and
the mine count in two bytes, high byte first. Then row and column of each mine, counted from 1.

After the mines come notes of the program, in square brackets the times and the 3BV, then eight
bytes for each event: the action, the distance from the left (high byte), the seconds (low byte),
the distance from the left (low byte), the hundredths, the distance from the top (high byte), the
seconds (high byte) and the distance from the top (low byte). Seconds count from 1, and an event at
second 0 ends the list. A note after `Skin:` names the player. Freesweeper writes version 0, and
the thousandths behind the events. As in sweeping-view and minesweeper-rawvf.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

import numpy as np

from logicsweep.board.layout import Layout
from logicsweep.formats.binary import ByteReader, broken, format_of, mines_of, words
from logicsweep.formats.replays.replay import Replay, events_of

_LEVELS: Final = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
_CUSTOM: Final = 6
_CELL: Final = 16
# The low bits say which of the three buttons; 11 is the left one together with Shift.
_ACTIONS: Final = {
    1: "mv",
    3: "lc",
    5: "lr",
    9: "rc",
    11: "sc",
    17: "rr",
    21: "lr",
    33: "mc",
    65: "mr",
    145: "rr",
    193: "mr",
}
_MARKED: Final = 17
_TIMES: Final = re.compile(rb"(.)(.)\[([^\]]*)\]", re.DOTALL)
_LASTED: Final = re.compile(rb"T(\d+)[.,](\d{2})$")
_SIZE: Final = 8
_FREESWEEPER: Final = 0


def read(data: bytes) -> Replay:
    """Read a replay. Raises `BoardSyntaxError`, and `LimitError` for too many events."""
    layout, after = _board(data)
    match = _TIMES.search(data, after)
    if match is None:
        raise broken("the file ends early; expected times in square brackets", len(data))
    height, width = layout.mask.shape
    start = _first(data, match.end(), (width * _CELL, height * _CELL))
    events = events_of(_events(data, start))
    rest = data[start + (len(events) + 1) * _SIZE :]
    if data[0] == _FREESWEEPER:
        thousandths = rest.partition(b"cs=")[2].ljust(len(events), b"\0")
        events = tuple(
            event._replace(time=event.time + (thousandth & 15))
            for event, thousandth in zip(events, thousandths, strict=False)
        )
    lasted = _LASTED.search(match[3])
    # Whole seconds count from 1, as those of events do.
    stated = None if lasted is None else (int(lasted[1]) - 1) * 1000 + int(lasted[2]) * 10
    _, _, notes = rest.partition(b"Skin:")
    named = [words(note) for note in notes.split(b"\r")[1:3]]
    player, program = [*named, "", ""][:2]  # either may be missing
    program = program.partition(". Copyright")[0]
    return Replay(
        layout,
        events,
        _CELL,
        "avf",
        program or "Arbiter",
        player,
        stated if stated is None or not events or stated >= events[-1].time else None,
        marks=match[1][0] == _MARKED,
    )


def _board(data: bytes) -> tuple[Layout, int]:
    """Return the mines, and where the bytes behind them begin. Raises `BoardSyntaxError`."""
    reader = ByteReader(data)
    reader.take(5, "a header")
    level = reader.number(1, "the level")
    if level == _CUSTOM:
        width, height = reader.take(2, "width and height")
        size = height + 1, width + 1, reader.number(2, "the mine count")
    elif level in _LEVELS:
        size = _LEVELS[level]
    else:
        raise broken(f"the level is {level}; expected 3, 4, 5 or 6 (custom)", 5)
    return mines_of(reader, size, first=1, is_row_first=True), reader.at


def _first(data: bytes, at: int, size: tuple[int, int]) -> int:
    """Find the place of the first event: eight bytes that can be an event in the first second."""
    width, height = size
    for place in range(at, len(data) - _SIZE + 1):
        action, left, low, x, _, top, high, y = data[place : place + _SIZE]
        if (
            (low, high) == (1, 0)
            and action in _ACTIONS
            and left * 256 + x <= width + _CELL * 16
            and top * 256 + y <= height + _CELL * 16
        ):
            return place
    raise broken("the file ends early; expected the moves", len(data))


def _events(data: bytes, start: int) -> Iterator[tuple[int, str, int, int]]:
    """Yield the events from a place on, up to one at second 0."""
    reader = ByteReader(data, start)
    while True:
        action, left, low, x, hundredths, top, high, y = reader.take(_SIZE, "an event, or the end")
        seconds = high * 256 + low - 1
        if seconds < 0:
            return
        if action not in _ACTIONS:
            known = ", ".join(map(str, _ACTIONS))
            problem = f"the action {action} is unknown; expected one of {known}"
            raise broken(problem, reader.at - _SIZE)
        time = seconds * 1000 + hundredths * 10
        yield time, _ACTIONS[action], left * 256 + x, top * 256 + y


def _write(layout: Layout) -> bytes:
    height, width = layout.mask.shape
    places = np.argwhere(layout.mask) + 1
    size = height, width, len(places)
    level = next((level for level, level_size in _LEVELS.items() if level_size == size), _CUSTOM)
    custom = [width - 1, height - 1, *divmod(len(places), 256)] if level == _CUSTOM else []
    return bytes([0, 0, 0, 0, 0, level, *custom]) + places.astype(np.uint8).tobytes()


FORMAT: Final = format_of(
    "avf",
    "Arbiter's replays; binary, known by its ending only",
    lambda data: _board(data)[0],
    _write,
    detect=lambda _: False,
)
