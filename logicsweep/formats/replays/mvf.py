"""Minesweeper Clone's replays, `.mvf`: 0.97, 2006 and 2007, and 0.96 or earlier.

Files have states of the mouse, from which the events are derived. From 0.97 on a state has five or
six bytes whose bits are shuffled, in an order that comes from the digits of sines and cosines of a
number in the file. As in minesweeper-rawvf. Layouts are written as version 0.97, of a game without
moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from math import cos, sin, sqrt
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.layout import Layout
from logicsweep.formats.binary import ByteReader, broken, can_read, format_of, listed_mines, words
from logicsweep.formats.replays.replay import Replay, events_of

_MAGIC: Final = b"\x11\x4d"
_TITLE: Final = _MAGIC + b"inesweeper Clone 0.97 200".ljust(25) + b"5"
_CUSTOM: Final = 4
_CLASSIC: Final = 1
_CELL: Final = 16
_YEAR_AT: Final = 27  # the last digit of the year in the name of the program
_MODES: Final = {2: "density", 3: "upk", 4: "cheat"}
# The sizes that programs up to 0.96 play.
_OLD_SIZES: Final = ((8, 8), (16, 16), (16, 30))
# Bytes of the time and the player behind the events, up to 0.96.
_TIME: Final = 3
_PLAYER: Final = 100


class _State(NamedTuple):
    """The mouse at some time: the buttons that are down, and where it is."""

    time: int
    left: bool
    right: bool
    middle: bool
    x: int
    y: int


class _Bits(NamedTuple):
    """The form of a shuffled state.

    It has so many bytes; each distance has `distance` bits, and is `offset` too large; `time` turns
    the bits of the time into milliseconds.
    """

    bytes: int
    distance: int
    offset: int
    time: Callable[[int], int]


_SHORT: Final = _Bits(5, 9, 0, lambda bits: (bits & 127) * 10 + (bits >> 7) * 1000)
_LONG: Final = _Bits(6, 11, 32, lambda bits: bits)


class _Start(NamedTuple):
    """The content of a file up to the mines, and the form of the events.

    Without `bits` it is of 0.96 or earlier, which has question marks and the player further on.
    """

    layout: Layout
    program: str
    marks: bool = False
    mode: str = ""
    bits: _Bits | None = None


def read(data: bytes) -> Replay:
    """Read a replay. Raises `BoardSyntaxError`, and `LimitError` for too many events."""
    reader = ByteReader(data)
    layout, program, marks, mode, bits = _start(reader)
    if bits is None:
        marks = bool(reader.take(2, "the question marks")[0])
        player, end = _ending(reader)
        states = _plain(reader, end)
    else:
        player = words(reader.take(reader.number(1, "the player"), "the player"))
        states = _shuffled(reader, bits)
    events = events_of(_changes(states))
    return Replay(layout, events, _CELL, "mvf", program, player, marks=marks, mode=mode)


def _board(data: bytes) -> Layout:
    """Return the mines alone. Raises `BoardSyntaxError`."""
    return _start(ByteReader(data)).layout


def _start(reader: ByteReader) -> _Start:
    """Read the part up to the mines, which differs between versions."""
    begin = reader.data[:2]
    if begin == b"\0\0":
        reader.take(7, "a header")
        return _from_097(reader, "Minesweeper Clone 0.97 (changed)", _SHORT)
    if begin != _MAGIC:  # 0.96 and earlier, which have no header
        layout = listed_mines(reader)
        height, width = layout.mask.shape
        if (height, width) not in _OLD_SIZES:
            raise broken(f"the board is {width}x{height}; expected 8x8, 16x16 or 30x16", 0)
        return _Start(layout, "Minesweeper Clone 0.96 or earlier")
    reader.take(_YEAR_AT, "a header")
    year = reader.take(1, "the year")
    if year in b"67":
        reader.take(53 - reader.at, "a header")
        name = words(reader.take(reader.number(1, "the version"), "the version"))
        reader.at = 53
        reader.take(71 - 53, "a header")
        return _from_097(reader, f"Minesweeper Clone {name}".strip(), _LONG)
    if year not in b"58":
        raise broken(f"the year ends in {words(year)!r}; expected 5 to 8", _YEAR_AT)
    reader.take(74 - reader.at, "a header")
    return _from_097(reader, "Minesweeper Clone 0.97", _SHORT)


def _from_097(reader: ByteReader, program: str, bits: _Bits) -> _Start:
    """Read the start of the versions from 0.97 on, after the header."""
    reader.take(8, "the date and the level")
    mode = reader.number(1, "the mode")
    # The time counts from the first press of the left button, not from its release.
    reader.take(3, "the time")
    reader.take(10 if bits is _SHORT else 0, "3BV and clicks")
    marks = bool(reader.number(1, "the question marks"))
    layout = listed_mines(reader, first=1)
    return _Start(layout, program, marks, _MODES.get(mode, ""), bits)


def _ending(reader: ByteReader) -> tuple[str, int]:
    """Read the player and the time of the last event up to 0.96, which are behind the events.

    There is a time, perhaps a player, and a rest. No byte says which version wrote them. A rest of
    10 bytes has a digit at one of two places, one of 22 bytes has none there; spaces before a rest
    of 10 bytes pad the name of a player.
    """
    data = reader.data
    is_short = data[-1:].isdigit() or data[-22:-21].isdigit()
    has_player = not is_short or data[-13:-10] == b"   "
    at = len(data) - (10 if is_short else 22) - (_PLAYER if has_player else 0) - _TIME
    if at < reader.at:
        raise broken("the file ends early; expected the time behind the events", len(data))
    ending = ByteReader(data, at)
    time = ending.number(2, "seconds") * 1000 + ending.number(1, "hundredths") * 10
    return words(ending.take(_PLAYER, "the player")) if has_player else "", time


def order_of(leading: int, size: int) -> list[int]:
    """Return the places of the bits in a shuffled state, in the order in which they are read.

    The file's number gives a digit for each bit; bits are sorted by these, and then by place.
    """
    a, b = sqrt(leading), sqrt(leading + 1000.0)
    c, d = sqrt(a + 1000.0), sqrt(b + 1000.0)
    waves = [cos(c + 1000.0), sin(sqrt(b)), cos(c), sin(sqrt(a) + 1000.0), cos(d), sin(d)]
    digits = "".join(f"{round(abs(wave) * 1e8):08d}"[:8] for wave in waves[:size])
    return sorted(range(len(digits)), key=digits.__getitem__)


def _shuffled(reader: ByteReader, bits: _Bits) -> Iterator[_State]:
    """Yield the states of the mouse from 0.97 on."""
    order = order_of(reader.number(2, "the order of the bits"), bits.bytes)
    distance = bits.distance
    for _ in range(reader.number(3, "the number of events")):
        shuffled = int.from_bytes(reader.take(bits.bytes, "an event"), "little")
        message = [shuffled >> place & 1 for place in order]

        def number(start: int, length: int, message: list[int] = message) -> int:
            """Return the number in some bits of the message, the lowest bit first."""
            return sum(bit << place for place, bit in enumerate(message[start : start + length]))

        yield _State(
            bits.time(number(3 + 2 * distance, 17 if bits is _SHORT else 22)),
            left=bool(message[2]),
            right=bool(message[0]),
            middle=bool(message[1]),
            x=number(3 + distance, distance) - bits.offset,
            y=number(3, distance) - bits.offset,
        )


def _plain(reader: ByteReader, end: int) -> Iterator[_State]:
    """Yield the states of the mouse up to 0.96, and one in the end with every button up.

    `end` is the time of the last one.
    """
    before = None
    while reader.at + 8 <= len(reader.data):
        seconds, hundredths, buttons, *where = reader.take(7, "an event")
        reader.take(1, "an event")
        time = seconds * 1000 + hundredths * 10
        if time > end or (before is not None and time < before.time):
            break
        x, y = where[0] * 256 + where[1], where[2] * 256 + where[3]
        before = _State(time, bool(buttons & 1), bool(buttons & 4), bool(buttons & 2), x, y)
        yield before
    if before is not None:
        yield before._replace(left=False, right=False, middle=False)


def _changes(states: Iterable[_State]) -> Iterator[tuple[int, str, int, int]]:
    """Derive the mouse's events from each state and the one before it.

    The first event is the press of a button that is down in the first state, or a move.
    """
    before = None
    for state in states:
        at = state.x, state.y
        if before is None:
            first = "mc" if state.middle else "rc" if state.right else "lc" if state.left else "mv"
            yield state.time, first, *at
        else:
            if at != (before.x, before.y):
                yield state.time, "mv", *at
            buttons = (("l", "left"), ("r", "right"), ("m", "middle"))
            # All presses come before all releases; actions are named `lc` and `lr`, and so on.
            for suffix, was_down in (("c", False), ("r", True)):
                for letter, name in buttons:
                    is_down = getattr(state, name)
                    if getattr(before, name) is was_down and is_down is not was_down:
                        yield state.time, f"{letter}{suffix}", *at
        before = state


def _write(layout: Layout) -> bytes:
    height, width = layout.mask.shape
    mines = np.argwhere(layout.mask).astype(np.uint8)[:, ::-1] + 1
    three_bv = min(layout.three_bv, 0xFFFF).to_bytes(2, "big")
    head = bytes([1, 1, *divmod(2000, 256), 0, 0, 0, _CUSTOM, _CLASSIC, 0, 0, 0])
    board = bytes([width, height, *divmod(len(mines), 256)]) + mines.astype(np.uint8).tobytes()
    return _TITLE.ljust(74, b"\0") + head + three_bv + bytes(9) + board + bytes(1 + 2 + 3)


FORMAT: Final = format_of(
    "mvf",
    "Minesweeper Clone's replays (0.97, 2006, 2007, and 0.96 or earlier); binary",
    _board,
    _write,
    detect=lambda data: data.startswith((_MAGIC, b"\0\0")) and can_read(_board, data),
)
