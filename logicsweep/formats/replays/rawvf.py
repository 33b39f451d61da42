"""RAWVF replays, the text that people read: a header, the mines, then an event a line.

An event is `SECONDS.THOUSANDTHS ACTION COLUMN ROW (X Y)`, with column and row from 1 and the place
in pixels; a cell has 16. Lines about cells (`Cell opened ...`, `Flag ...`) and the end of the game
are not read, since they follow from the events. As minesweeper-rawvf writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats import rawvf
from logicsweep.formats.binary import words
from logicsweep.formats.replays.replay import ACTIONS, Replay, events_of
from logicsweep.formats.text import decode, write_cells

CELL: Final = 16
_HEADER: Final = re.compile(r"^[ \t]*([A-Za-z_]+)[ \t]*:[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_EVENTS: Final = re.compile(r"^[ \t]*events[ \t]*:[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_TIMED: Final = re.compile(r"(-?)(\d{1,7})\.(\d{1,3})\s+([a-z]+)\b(.*)", re.IGNORECASE)
_CELLS: Final = re.compile(
    r"\s*(-?\d{1,6})\s+(-?\d{1,6})\s*(?:\(\s*(-?\d{1,6})\s+(-?\d{1,6})\s*\))?"
)
_TIME: Final = re.compile(r"(\d{1,7})\.(\d{1,3})")


def read(data: bytes) -> Replay:
    """Read a replay. Raises `BoardSyntaxError`, and `LimitError` for too many events."""
    layout = rawvf.board(data)
    text = decode(data)
    match = _EVENTS.search(text)
    if match is None:
        line = text.count("\n") + 1
        raise BoardSyntaxError("expected a line Events: and moves after it", line=line, column=1)
    header = {key.lower(): value for key, value in _HEADER.findall(text[: match.start()])}
    program = f"{header.get('program', '')} {header.get('version', '')}".strip()
    time = _TIME.fullmatch(header.get("time", ""))
    mode = header.get("mode", "").lower()
    return Replay(
        layout,
        events_of(_events(text, match.end())),
        CELL,
        "rawvf",
        words(program.encode("utf-8", "replace")),
        words(header.get("player", "").encode("utf-8", "replace")),
        None if time is None else _milliseconds(time[1], time[2]),
        marks=header.get("marks", "").lower() == "on",
        mode="" if mode == "classic" else words(mode.encode("utf-8", "replace")),
    )


def write(replay: Replay) -> bytes:
    """Write a replay as RAWVF, which `read` reads; cells of another size are scaled."""
    height, width = replay.layout.mask.shape
    header = {
        "RawVF_Version": "6",
        "Program": replay.program,
        "Player": replay.player,
        "Width": str(width),
        "Height": str(height),
        "Mines": str(int(replay.layout.mask.sum())),
        "Marks": "On" if replay.marks else "Off",
        "Mode": replay.mode or "Classic",
    }
    if replay.milliseconds is not None:
        header["Time"] = _seconds(replay.milliseconds)
    lines = [f"{key}: {value}" for key, value in header.items() if value]
    lines += ["Board:", *write_cells(replay.layout.mask.view("int8"), {1: "*", 0: "0"}), "Events:"]
    for time, action, x, y in replay.events:
        across, down = (place * CELL // replay.cell_size for place in (x, y))
        where = f"{across // CELL + 1} {down // CELL + 1} ({across} {down})"
        lines.append(f"{_seconds(time)} {action} {where}")
    return "\n".join([*lines, ""]).encode()


def _events(text: str, start: int) -> Iterator[tuple[int, str, int, int]]:
    """Yield the events in the lines from a place on; other lines are passed over."""
    first = text.count("\n", 0, start) + 1
    for number, line in enumerate(text[start:].split("\n"), first):
        match = _TIMED.match(line.strip())
        if match is None:
            continue  # about a cell, or the end of the game
        action = match[4].lower()
        if action not in ACTIONS:
            continue  # start, won, blast and the like
        where = _CELLS.match(match[5])
        if where is None:
            raise BoardSyntaxError(
                f"expected column and row after {action}, as in {action} 3 5 (40 70)",
                line=number,
                column=line.index(match[4]) + len(match[4]) + 1,
            )
        column, row, x, y = where.groups()
        if x is None:
            x, y = ((int(at) - 1) * CELL + CELL // 2 for at in (column, row))
        time = _milliseconds(match[2], match[3])
        yield -time if match[1] else time, action, int(x), int(y)


def _milliseconds(seconds: str, part: str) -> int:
    return int(seconds) * 1000 + int(part.ljust(3, "0"))


def _seconds(milliseconds: int) -> str:
    sign = "-" if milliseconds < 0 else ""
    return f"{sign}{abs(milliseconds) // 1000}.{abs(milliseconds) % 1000:03d}"
