"""`PlayedGame`: what was opened in a game, one opening after the other, and what it showed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout

WITHOUT_GUESSES: Final = "the layout was dealt to need no guess; chances are those of all layouts"
"""The note of a game on such a layout."""

Flags: TypeAlias = tuple[tuple[Cell, bool], ...]


class Opening(NamedTuple):
    """One click that opened cells.

    Attributes:
        cells: The cells that the click was to open: one, or with a chord all covered cells around
            the number that are not flagged.
        shown: The content of these and of the cells that came open with them: a clue, or
            `State.KNOWN_MINE` for a mine.
        chord: The number that was clicked; None if the cell itself was.
        milliseconds: The time since the first opening; None if that is unknown.
        is_claimed: Whether the player called the cells certain to be safe.
        flags: The flags that were set (True) or removed (False) since the opening before, in order.
    """

    cells: tuple[Cell, ...]
    shown: Mapping[Cell, int | Clue]
    chord: Cell | None = None
    milliseconds: int | None = None
    is_claimed: bool = False
    flags: Flags = ()


class Clicks(NamedTuple):
    """Counts of clicks, as Arbiter and Metasweeper count.

    Attributes:
        left: Clicks with the left button.
        right: Clicks with the right button, which set and remove flags.
        chords: Clicks on a number with both buttons, or with the middle one.
        effective: The clicks that opened a cell, or flagged a mine for the first time.
    """

    left: int = 0
    right: int = 0
    chords: int = 0
    effective: int = 0

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
