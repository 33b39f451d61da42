"""RAWVF replays, the text that people read: a header, the mines, then an event a line.

An event is `SECONDS.THOUSANDTHS ACTION COLUMN ROW (X Y)`, with column and row from 1 and the place
in pixels; a cell has 16. Lines about cells (`Cell opened ...`, `Flag ...`) and the end of the game
are not read, since they follow from the events. As minesweeper-rawvf writes it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from logicsweep.board.layout import Layout
from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.formats.base import check_size
from logicsweep.formats.binary import format_of, words
from logicsweep.formats.replays.replay import ACTIONS, Replay, events_of
from logicsweep.formats.text import decode, number_after, read_cells, write_cells

CELL: Final = 16
_BOARD: Final = re.compile(r"^[ \t]*board[ \t]*:[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_WIDTH: Final = re.compile(r"^[ \t]*width[ \t]*:", re.MULTILINE | re.IGNORECASE)
_LOOK: Final = 4096  # bytes at the start, in which headers end
_SYMBOLS: Final = {"*": 1, "0": 0}
_HEADER: Final = re.compile(r"^[ \t]*([A-Za-z_]+)[ \t]*:[ \t]*(.*?)[ \t\r]*$", re.MULTILINE)
_EVENTS: Final = re.compile(r"^[ \t]*events[ \t]*:[ \t\r]*$", re.MULTILINE | re.IGNORECASE)
_TIMED: Final = re.compile(r"(-?)(\d{1,7})\.(\d{1,3})\s+([a-z]+)\b(.*)", re.IGNORECASE)
_CELLS: Final = re.compile(
    r"\s*(-?\d{1,6})\s+(-?\d{1,6})\s*(?:\(\s*(-?\d{1,6})\s+(-?\d{1,6})\s*\))?"
)
_TIME: Final = re.compile(r"(\d{1,7})\.(\d{1,3})")


def read(data: bytes) -> Replay:
    """Read a replay. Raises `BoardSyntaxError`, and `LimitError` for too many events."""
    layout = _board(data)
    text = decode(data)
    match = _EVENTS.search(text)
    if match is None:
        line = text.count("\n") + 1
        raise BoardSyntaxError("expected a line Events: and moves after it", line=line)
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


def _board(data: bytes) -> Layout:
    """Return the mines. Raises `BoardSyntaxError`."""
    text = decode(data)
    match = _BOARD.search(text)
    if not match:
        raise BoardSyntaxError("expected a line Board: and rows after it")
    header = text[: match.start()]
    first = header.count("\n") + 2
    width, height = number_after("width", header), number_after("height", header)
    check_size(height, width, line=first - 1)
    rows = [line.strip() for line in text[match.end() + 1 :].split("\n", height)[:height]]
    while rows and not rows[-1]:
        rows.pop()
    grid = read_cells(rows, _SYMBOLS, expected="* (mine) or 0", line=first, size=(height, width))
    layout = Layout(grid == 1)
    mines = int(layout.mask.sum())
    declared = number_after("mines", header, mines)
    if declared != mines:
        problem = f"the header says {counted(declared, 'mine')}, but there are {mines}"
        raise BoardSyntaxError(problem, line=first)
    return layout


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
    lines += _rows(replay.layout)
    for time, action, x, y in replay.events:
        across, down = (place * CELL // replay.cell_size for place in (x, y))
        where = f"{across // CELL + 1} {down // CELL + 1} ({across} {down})"
        lines.append(f"{_seconds(time)} {action} {where}")
    return "\n".join([*lines, ""]).encode()


def _rows(layout: Layout) -> list[str]:
    """Write the mines, and the line before the moves."""
    return ["Board:", *write_cells(layout.mask.view("int8"), {1: "*", 0: "0"}), "Events:"]


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


def _detect(data: bytes) -> bool:
    start = data[:_LOOK].decode("latin-1")
    return bool(_WIDTH.search(start) and _BOARD.search(start))


def _write(layout: Layout) -> bytes:
    height, width = layout.mask.shape
    header = [f"Width: {width}", f"Height: {height}", f"Mines: {layout.mask.sum()}"]
    return "\n".join([*header, *_rows(layout), ""]).encode()


FORMAT: Final = format_of(
    "rawvf",
    "RAWVF replays: a header, rows of * 0, then the moves",
    _board,
    _write,
    detect=_detect,
    is_text=True,
)
