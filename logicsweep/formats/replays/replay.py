"""`Replay`: a layout, and the actions of a player's mouse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import LimitError

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
