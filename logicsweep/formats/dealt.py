"""What a file of a whole board holds: the layout, and perhaps how far it is played."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout


class DealtGame(NamedTuple):
    """A layout to be played, and what a file says besides: a start, and what is open.

    Attributes:
        layout: Where the mines are.
        start: A cell that is known to be safe from the start, if the file names one.
        note: What was unclear about the file and how it was taken; None when nothing was.
        shown: The position that a game on this layout has come to, if it is in the file.
    """

    layout: Layout
    start: Cell | None = None
    note: str | None = None
    shown: Board | None = None
