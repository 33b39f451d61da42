"""`PlayedGame`: what was opened in a game, one opening after the other, and what it showed."""

from __future__ import annotations

from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.games.told.opening import Flags, Opening

WITHOUT_GUESSES: Final = "the layout was dealt to need no guess; chances are those of all layouts"
"""The note of a game on such a layout."""


class Clicks(NamedTuple):
    """Counts of clicks, as Arbiter and Metasweeper count.

    Attributes:
        left: Clicks with the left button.
        right: Clicks with the right button, which set and remove flags.
        chords: Clicks on a number with both buttons, or with the middle one.
    """

    left: int = 0
    right: int = 0
    chords: int = 0

    @property
    def total(self) -> int:
        """All clicks."""
        return self.left + self.right + self.chords


class PlayedGame(NamedTuple):
    """A game that was played, by whomever.

    Attributes:
        start: The board before the first opening, with what the player knows of it.
        first_click: The guarantee for the first cell.
        openings: The openings, in order.
        layout: The mines; None if they are not all known.
        clicks: The counts of clicks; None if that is unknown.
        milliseconds: The duration of the game; None if that is unknown.
        player: The player and the place; empty if that is unknown.
        note: The doubts about the game, and how it was read; empty if there were none.
        flags: The flags that were set or removed after the last opening, as in `Opening`.
    """

    start: Board
    first_click: FirstClick
    openings: tuple[Opening, ...]
    layout: Layout | None = None
    clicks: Clicks | None = None
    milliseconds: int | None = None
    player: str = ""
    note: str = ""
    flags: Flags = ()
