"""`DealtGame`: a layout from a file, and perhaps the position that its game has reached."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout


class Dealing(NamedTuple):
    """The record of dealing a layout; see `logicsweep.games.deal`.

    Attributes:
        mode: `plain`; `uniform`, each layout without guesses equally likely; or `repaired`, which
            favours some of them.
        tries: The number of layouts that were drawn.
        moved: The number of mines that are elsewhere than in the layout that was drawn.
        seconds: The time that it took.
    """

    mode: str
    tries: int
    moved: int
    seconds: float


class DealtGame(NamedTuple):
    """A layout to be played, with further details of the game from its file.

    Attributes:
        layout: The mines.
        start: The safe cell to start from, if the file names one.
        note: A note on how an unclear file was read; None if it was clear.
        shown: The position that the game has reached, if the file has it.
        dealing: The record of dealing the layout; None if it comes from elsewhere.
    """

    layout: Layout
    start: Cell | None = None
    note: str | None = None
    shown: Board | None = None
    dealing: Dealing | None = None
