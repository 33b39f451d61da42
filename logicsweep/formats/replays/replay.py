"""`Replay`: a layout, and the actions of a player's mouse; `read_replay` reads any format."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib import import_module
from typing import Final, NamedTuple

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import BoardSyntaxError, LimitError, UnknownNameError, listed
from logicsweep.formats.registry import REPLAY_FORMATS, by_name, bytes_of, endings_of, name_of

# An hour of play has a hundred thousand; a file that has more is no game.
MOST_EVENTS: Final = 1_000_000

ACTIONS: Final = {
    "mv": "the mouse moves",
    "lc": "the left button is pressed",
    "lr": "the left button is released",
    "rc": "the right button is pressed",
    "rr": "the right button is released",
    "mc": "the middle button is pressed",
    "mr": "the middle button is released",
    "sc": "the left button is pressed together with Shift",
    "cc": "both the left and the right button are down now",
    "pf": "a cell is flagged before the first one is opened",
    "l": "the left button is pressed if it was up, released if it was down",
    "r": "the same of the right button",
    "m": "the same of the middle button",
}
"""The actions of a mouse, by their names in RAWVF and EVF."""

# Arbiter's files are known by their ending only, so everything that is no other may be one.
_BY_CONTENT: Final = ("rmv", "mvf", "rawvf", "evf")
ARBITER: Final = "avf"


class Event(NamedTuple):
    """An action of the mouse.

    Attributes:
        time: The time in milliseconds, from a moment that depends on the program.
        action: One of `ACTIONS`.
        x: The distance from the left border of the board, in pixels.
        y: The distance from the top border.
    """

    time: int
    action: str
    x: int
    y: int


class Replay(NamedTuple):
    """A game that somebody played, as a file has it.

    Attributes:
        layout: The mines.
        events: The actions of the mouse, in order of time.
        cell_size: The width and height of a cell, in pixels.
        form: The name of the format.
        program: The program in which it was played; empty if the file does not say.
        player: The player's name; empty if the file does not say.
        milliseconds: The duration of the game; None if the file does not say.
        marks: Whether a right click on a flag makes it a question mark.
        mode: The way the layout was dealt, in a word, if it was not the usual one.
    """

    layout: Layout
    events: tuple[Event, ...]
    cell_size: int
    form: str
    program: str = ""
    player: str = ""
    milliseconds: int | None = None
    marks: bool = False
    mode: str = ""

    def cell(self, event: Event) -> Cell | None:
        """Return the cell under the mouse; None beside the board."""
        height, width = self.layout.mask.shape
        row, column = event.y // self.cell_size, event.x // self.cell_size
        inside = 0 <= row < height and 0 <= column < width
        return Cell(row, column) if inside else None


def events_of(given: Iterable[tuple[int, str, int, int]]) -> tuple[Event, ...]:
    """Make events as they come from a file. Raises `LimitError` for more than a million."""
    events: list[Event] = []
    for event in given:
        events.append(Event(*event))
        if len(events) > MOST_EVENTS:
            raise LimitError(f"the replay has more than {MOST_EVENTS:,} events")
    return tuple(events)


def read_replay(
    data: bytes | str, *, file_name: str | os.PathLike[str] = "", name: str | None = None
) -> Replay:
    """Read a replay from the content of a file.

    Args:
        data: The content, not a path.
        file_name: The name of the file, if there is one; a known ending decides the format.
        name: The name of the format, one of `REPLAY_FORMATS`; by default it is detected.

    Raises:
        BoardSyntaxError: The content is not a replay.
        UnknownNameError: There is no format of this name.
        LimitError: The content has more than 64,000,000 bytes or a million events.
    """
    given, file_name = bytes_of(data), name_of(file_name)
    if name is not None and name not in REPLAY_FORMATS:
        raise UnknownNameError("replay format", name, REPLAY_FORMATS)
    form = name or replay_format(given, file_name)
    try:
        replay: Replay = import_module(f"logicsweep.formats.replays.{form or ARBITER}").read(given)
    except BoardSyntaxError as error:
        if form is None:  # it need not be one of Arbiter's
            known = listed(REPLAY_FORMATS, last="or")
            raise BoardSyntaxError(f"this is no replay; expected {known}") from None
        error.format = form
        raise
    return replay


def replay_format(data: bytes, file_name: str | os.PathLike[str] = "") -> str | None:
    """Return the replay format of a file by its ending, else by its content.

    None for a content that is in none of these formats, or in that of Arbiter without its ending.
    """
    ending = name_of(file_name).lower()
    for name in REPLAY_FORMATS:
        if ending.endswith(endings_of(name)):
            return name
    return next((name for name in _BY_CONTENT if by_name(name).detect(data)), None)
