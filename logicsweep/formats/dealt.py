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


def dealt_game(board: Board) -> DealtGame:
    """The game of a position in which nothing is covered.

    Raises ValueError when a cell is covered or a number on the board is not that of its mines, and
    for other neighbours than the eight around a cell: a layout has none.
    """
    layout = Layout.of(board)
    if not board.has_eight_neighbours:
        raise ValueError("a layout has no other neighbours than the eight around a cell")
    return DealtGame(layout)
