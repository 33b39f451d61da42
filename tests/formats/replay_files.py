"""Games as a person plays them, and the files that five programs would make of them.

What writes the files is written from the descriptions of the formats, apart from what reads them.
"""

from __future__ import annotations

import random
import struct
from collections.abc import Callable, Iterable, Iterator
from math import cos, sin, sqrt

import numpy as np

from logicsweep import Layout
from logicsweep.formats.replays.replay import Event, Replay

CELL = 16
_AVF = {"mv": 1, "lc": 3, "lr": 5, "rc": 9, "rr": 17, "mc": 33, "mr": 65}
_CODES = {"mv": 1, "lc": 2, "lr": 3, "rc": 4, "rr": 5, "mc": 6, "mr": 7}


class Hand:
    """A hand that moves the mouse, and takes ten milliseconds for everything."""

    def __init__(self, rng: random.Random, shape: tuple[int, int]) -> None:
        self.events: list[Event] = []
        self._rng = rng
        self._time = 0
        self._at = (0, 0)
        self._shape = shape

    def press(self, cell: tuple[int, int], *actions: str) -> None:
        """Do something to a cell; what comes first of all is at the beginning of time."""
        row, column = cell
        at = column * CELL + self._rng.randrange(CELL), row * CELL + self._rng.randrange(CELL)
        if self.events and at != self._at:
            self._do("mv", at)
        self._at = at
        for action in actions:
            self._do(action, at)

    def _do(self, action: str, at: tuple[int, int]) -> None:
        self.events.append(Event(self._time, action, *at))
        if len(self.events) > 1:  # Vienna MineSweeper leaves out the first press, and its time
            self._time += 10 * self._rng.randint(1, 9)


def human(  # noqa: C901 a hand that does many things
    seed: int, height: int = 9, width: int = 9, mines: int = 10
) -> Replay:
    """A game that is won, with flags, chords of all kinds and clicks that do nothing."""
    rng = random.Random(seed)
    mask = np.zeros(height * width, dtype=np.bool_)
    mask[rng.sample(range(1, height * width), mines)] = True
    layout = Layout(mask.reshape(height, width))
    truth = np.where(layout.mask, -1, layout.around)
    near = layout.adjacency.lists
    is_open = np.zeros(height * width, dtype=np.bool_)
    flags: set[int] = set()
    hand = Hand(rng, (height, width))

    def reveal(number: int) -> None:
        queue = [number]
        while queue:
            one = queue.pop()
            if is_open[one] or one in flags:
                continue
            is_open[one] = True
            if truth.flat[one] == 0:
                queue += near[one]

    def cell(number: int) -> tuple[int, int]:
        return divmod(number, width)

    hand.press(cell(0), "lc", "lr")
    reveal(0)
    while (is_open | mask).sum() < height * width:
        numbers = [
            one
            for one in np.flatnonzero(is_open).tolist()
            if truth.flat[one] > 0
            and any(not is_open[other] and not mask[other] for other in near[one])
        ]
        if numbers and rng.random() < 0.5:
            number = rng.choice(numbers)
            for other in near[number]:
                if mask[other] and other not in flags:
                    hand.press(cell(other), "rc", "rr")
                    flags.add(other)
            chords = [("lc", "rc", "lr", "rr"), ("rc", "lc", "rr", "lr"), ("mc", "mr")]
            hand.press(cell(number), *rng.choice(chords))
            for other in near[number]:
                reveal(other)
        elif rng.random() < 0.2:
            one = rng.choice(np.flatnonzero(is_open).tolist())
            hand.press(cell(one), *rng.choice([("lc", "lr"), ("rc", "rr")]))
        elif rng.random() < 0.1 and flags:
            one = rng.choice(sorted(flags))
            hand.press(cell(one), "rc", "rr", "rc", "rr")
        else:
            safe = np.flatnonzero(~is_open & ~mask).tolist()
            one = rng.choice(safe)
            hand.press(cell(one), "lc", "lr")
            reveal(one)
    last = hand.events[-1].time if hand.events else 0
    return Replay(layout, tuple(hand.events), CELL, "", "", "Ada", last)


def avf(replay: Replay, *, version: int = 34) -> bytes:
    """As Arbiter, or with version 0 as Freesweeper, which adds thousandths."""
    height, width = replay.layout.mask.shape
    mines = np.argwhere(replay.layout.mask) + 1
    seconds, rest = divmod(replay.milliseconds or 0, 1000)
    head = bytes([version, 1, 2, 3, 4, 6, width - 1, height - 1, *divmod(len(mines), 256)])
    marks = 17 if replay.marks else 127
    lasted = f"B{replay.layout.three_bv}T{seconds + 1}.{rest // 10:02d}"
    times = f"[3|W{width}H{height}|1.2.2026.10:20:30:0123|1.10:21:30:0456|{lasted}]"
    parts = [head, mines.astype(np.uint8).tobytes(), b"n" * 30, bytes([marks, 9]), times.encode()]
    for time, action, x, y in replay.events:
        high, low = divmod(time // 1000 + 1, 256)
        parts.append(
            bytes([_AVF[action], x >> 8, low, x & 255, time % 1000 // 10, y >> 8, high, y & 255])
        )
    parts.append(bytes([1, 0, 0, 0, 0, 0, 0, 0]))
    parts.append(b"...cs=" + bytes([48 + event.time % 10 for event in replay.events]))
    parts.append(b"-" * 17 + (b"" if version else b".\r"))
    parts.append(f"Skin: none\r{replay.player}\rArbiter 1.0".encode())
    return b"".join(parts)


def evf(replay: Replay, *, version: int = 3) -> bytes:
    """As Metasweeper."""
    height, width = replay.layout.mask.shape
    bits = np.packbits(replay.layout.mask.ravel()).tobytes()
    mines = int(replay.layout.mask.sum())
    settings = b"\x80" if version > 2 else b""
    board = struct.pack(">BBHBHH", height, width, mines, CELL, 0, replay.layout.three_bv)
    head = bytes([version, 0]) + settings + board
    time = replay.milliseconds or 0
    name = replay.player.encode()
    if version < 4:
        texts = b"Meta 1\0" + name + b"\0" + bytes(8 if version > 1 else 7)[2:]
        body = b"".join(
            struct.pack(">B3sHH", _CODES[action], at.to_bytes(3, "big"), x, y)
            for at, action, x, y in replay.events
        )
        return head + time.to_bytes(3, "big") + texts + bits + body + b"\xff"
    texts = b"XX" + bytes(16) + b"Meta 4\0" + name + b"\0\0\0" + bytes(2)
    parts = [head + time.to_bytes(4, "big") + texts + bits + struct.pack(">H", 1) + b"own\0"]
    before = Event(0, "", 0, 0)
    for event in replay.events:
        pause = max(event.time - before.time - 255, 0)
        if pause:
            parts.append(struct.pack(">BH", 255, pause))
        wait = event.time - before.time - pause
        way = event.x - before.x, event.y - before.y
        parts.append(struct.pack(">BBhh", _CODES[event.action], wait, *way))
        before = event
    parts.append(bytes(3))  # no more events, and no checksum
    return b"".join(parts)


def rmv(replay: Replay, *, version: int = 2) -> bytes:
    """As Vienna MineSweeper, which leaves out the first press."""
    height, width = replay.layout.mask.shape
    mines = np.argwhere(replay.layout.mask)[:, ::-1].astype(np.uint8)
    name = replay.player.encode()
    player = struct.pack(">HB", 1, len(name)) + name
    board = bytes(4) + struct.pack(">BBH", width, height, len(mines)) + mines.tobytes()
    properties = bytes([int(replay.marks), 0, 0, 3])
    extensions = b""
    result = b""
    if version == 1:
        more = "#NF:?#TIMESTAMP:1234567890#\n"
        result = f"\n#LEVEL:3#NICK:ada#3BV:{replay.layout.three_bv:03d}{more}".encode()
    if version == 2:
        properties += struct.pack("<HB", replay.layout.three_bv, CELL)
        extensions = struct.pack(">HB", 1, 10) + b"clone_name" + bytes([3]) + b"own"
    left, top = (12, 56) if version == 1 else (0, 0)
    events = [b"\x0b\x01\x02"]
    before: Event | None = None
    for event in replay.events[1:]:
        near = before is not None and all(
            -8 <= one - other < 8 for one, other in zip(event[2:], before[2:], strict=True)
        )
        wait = 0 if before is None else event.time - before.time
        if version == 2 and near and before is not None and event.action == "mv" and wait < 256:
            way = ((event.x - before.x) & 15) << 4 | (event.y - before.y) & 15
            events.append(bytes([28, wait, way]))
        else:
            at = struct.pack(">hh", event.x + left, event.y + top)
            events.append(
                bytes([_CODES[event.action]]) + event.time.to_bytes(3, "big") + b"\0" + at
            )
        before = event
    video = b"".join(events) + bytes([16, 0, 0, 0])
    sizes = [4, len(player), len(board), 0, len(properties)]
    head = b"*rmv" + struct.pack(">H", version)
    if version == 2:
        head += bytes(2)
        sizes.append(len(extensions))
    else:
        sizes.insert(0, len(result))
    head += bytes(4) + struct.pack(f">{len(sizes)}H", *sizes) + struct.pack(">IH", len(video), 0)
    return head + result + b"1.0\n" + player + board + properties + extensions + video


def mvf(replay: Replay, *, year: str = "5") -> bytes:
    """As Minesweeper Clone: 0.97 (year 5), 2007 (7), a changed one (0), or 0.96 ("")."""
    height, width = replay.layout.mask.shape
    is_new = year != ""
    mines = np.argwhere(replay.layout.mask)[:, ::-1].astype(np.uint8) + np.uint8(is_new)
    board = struct.pack(">BBH", width, height, len(mines)) + mines.tobytes()
    marks = bytes([int(replay.marks)])
    name = replay.player.encode()
    if not is_new:
        events = b"".join(_old(_states(replay.events)))
        seconds, rest = divmod(replay.events[-1].time, 1000)
        end = struct.pack(">HB", seconds, rest // 10) + name.ljust(100) + b"\0" + bytes(20) + b"\0"
        return board + marks + b"\0" + events + end
    number = 4711
    head = {"5": 74, "8": 74, "7": 71}
    start = bytes(7)
    if year != "0":
        start = (b"\x11\x4d".ljust(27, b".") + year.encode()).ljust(53, b".")
        start = (start + b"\x042007").ljust(head[year], b".")
    date = bytes([1, 2, 7, 208, 3, 4, 5, 4, 1])
    three_bv = struct.pack(">H", replay.layout.three_bv)
    time = bytes(3) if year == "7" else bytes(3) + three_bv * 2 + bytes(6)
    size = 6 if year == "7" else 5
    states = list(_states(replay.events))
    shuffled = b"".join(_shuffled(states, number, size))
    events = struct.pack(">H", number) + len(states).to_bytes(3, "big") + shuffled
    return start + date + time + marks + board + bytes([len(name)]) + name + events


State = tuple[int, set[str], int, int]


def _states(events: Iterable[Event]) -> Iterator[State]:
    """What is down after each event, and where the mouse is."""
    down: set[str] = set()
    for time, action, x, y in events:
        if action != "mv":
            down = down - {action[0]} if action[1] == "r" else down | {action[0]}
        yield time, down, x, y


def _old(states: Iterable[State]) -> Iterator[bytes]:
    for time, down, x, y in states:
        buttons = ("l" in down) | ("m" in down) << 1 | ("r" in down) << 2
        yield struct.pack(">BBBHHB", time // 1000, time % 1000 // 10, buttons, x, y, 0)


def _shuffled(states: Iterable[State], number: int, size: int) -> Iterator[bytes]:
    """The bits of each state, in the order of the digits of some waves."""
    root, more = sqrt(number), sqrt(number + 1000.0)
    third = sqrt(root + 1000.0)
    waves: list[tuple[Callable[[float], float], float]] = [
        (cos, third + 1000.0),
        (sin, sqrt(more)),
        (cos, third),
        (sin, sqrt(root) + 1000.0),
        (cos, sqrt(more + 1000.0)),
        (sin, sqrt(more + 1000.0)),
    ]
    digits = "".join(f"{round(abs(wave(at)) * 10**8):08d}" for wave, at in waves[:size])
    places = sorted(range(8 * size), key=lambda place: (digits[place], place))
    far, ahead = (9, 0) if size == 5 else (11, 32)
    for time, down, x, y in states:
        message = [int(button in down) for button in "rml"]
        message += [(y + ahead) >> bit & 1 for bit in range(far)]
        message += [(x + ahead) >> bit & 1 for bit in range(far)]
        if size == 5:
            message += [time % 1000 // 10 >> bit & 1 for bit in range(7)]
            message += [time // 1000 >> bit & 1 for bit in range(10)]
        else:
            message += [time >> bit & 1 for bit in range(22)]
        event = sum(bit << place for bit, place in zip(message, places, strict=False))
        yield event.to_bytes(size, "little")
