"""`DealtGame`: a layout from a file, and perhaps how far it has been played."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout


class Dealing(NamedTuple):
    """How a layout was dealt; see `logicsweep.games.deal`.

    Attributes:
        mode: `plain`; `uniform`, each layout without guesses equally likely; or `repaired`, which
            favours some of them.
        tries: How many layouts were drawn.
        moved: How many mines are elsewhere than in the layout that was drawn.
        seconds: How long it took.
    """

    mode: str
    tries: int
    moved: int
    seconds: float


class DealtGame(NamedTuple):
    """A layout to be played, with what else a file says about the game.

    Attributes:
        layout: The mines.
        start: The safe cell to start from, if the file names one.
        note: What was unclear about the file and how it was read; None if nothing was.
        shown: The position that the game has reached, if the file has it.
        dealing: How the layout was dealt; None if it comes from elsewhere.
    """

    layout: Layout
    start: Cell | None = None
    note: str | None = None
    shown: Board | None = None
    dealing: Dealing | None = None


def dealt_game(board: Board) -> DealtGame:
    """Return the game of a position without covered cells.

    Raises ValueError if a cell is covered, or if a clue or the mine count disagrees with the mines.
    """
    return DealtGame(Layout.of(board))
