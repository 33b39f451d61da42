"""A line of a file of puzzles: a puzzle from a seed, or why there is none."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from logicsweep.board.board import Board
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.registry import read_board
from logicsweep.games.records import (
    Level,
    Levels,
    LimitKind,
    LimitReached,
    Lines,
    Number,
    Place,
    Steps,
)

FORMAT: Final = "logicsweep-puzzle/1"


class Line(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The part of every line that repeats the order."""

    format: Annotated[
        Literal["logicsweep-puzzle/1"], Meta(description="The format and its version.")
    ]
    seed: Annotated[int, Meta(description="The seed that decides the puzzle.")]
    levels: Levels


class Made(Line, kw_only=True, frozen=True):
    """A puzzle, with its only layout and how hard it is."""

    board: Annotated[BoardObject, Meta(description="The puzzle, as a board file in JSON.")]
    layout: Annotated[tuple[Place, ...], Meta(description="Where the mines are, in reading order.")]
    clues: Annotated[Number, Meta(description="How many cells show a clue.")]
    level: Level
    steps: Steps
    tries: Annotated[int, Meta(ge=1, description="How many layouts were drawn.")]


class NotMade(Line, kw_only=True, frozen=True):
    """No puzzle was found within the limits."""

    error: LimitReached
    kind: LimitKind


Record = Made | NotMade
LINES: Final = Lines(FORMAT, Made, NotMade, "a puzzle")


def board_of(record: Made) -> Board:
    """Return the position of a puzzle."""
    return read_board(msgspec.json.encode(record.board))
