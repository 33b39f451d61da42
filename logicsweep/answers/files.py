"""The JSON answer of `show` about a file that it wrote."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import field

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import AboutBoard, about
from logicsweep.answers.listed import Holds
from logicsweep.board.board import Board


class BoardFile(AboutBoard, kw_only=True, frozen=True):
    """The file that a board was written to: a picture, a page or another format.

    Attributes:
        consistent: True for a picture, since some layout satisfies the board; null where nothing is
            proved, as with --plain or for a format.
        read_from: The format that the board was read in.
        to: The form that was written: svg, png, html or a format.
        holds: The content: a player's position, or a layout with all mines.
        output: The file written.
        theme: The colour theme of a picture; null for a page that follows the reader's.
        left_out: The parts that the format cannot hold, so that they were left out (option
            --lossy).
    """

    consistent: bool | None
    read_from: str = field(name="from")
    to: str
    holds: Holds
    output: str
    theme: str | None
    left_out: tuple[str, ...]


def board_file(
    asked: Asked,
    board: Board,
    *,
    forms: tuple[str, str],
    output: str,
    consistent: bool | None = None,
    holds: Holds = "position",
    theme: str | None = None,
    left_out: Sequence[str] = (),
) -> BoardFile:
    """Answer that a board was written; `forms` are what it was read from and written to."""
    return BoardFile(
        **about(asked, board),
        consistent=consistent,
        read_from=forms[0],
        to=forms[1],
        holds=holds,
        output=output,
        theme=theme,
        left_out=tuple(left_out),
    )
