"""A line of a file of puzzles: a puzzle from a seed, or why there is none."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from logicsweep.board.board import Board
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.registry import read_board
from logicsweep.games.dealing.records import Number, Place

FORMAT: Final = "logicsweep-puzzle/1"
BEGINNING: Final = b'{"format":"logicsweep-puzzle/1"'
"""What every line begins with."""


class Line(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What every line says: what was to be made."""

    format: Annotated[
        Literal["logicsweep-puzzle/1"], Meta(description="The format and its version.")
    ]
    seed: Annotated[int, Meta(description="The seed that decides the puzzle.")]
    levels: Annotated[
        Annotated[tuple[Number, ...], Meta(min_length=2, max_length=2)] | None,
        Meta(description="[least, highest] level that was asked for; null for any."),
    ]


class Made(Line, kw_only=True, frozen=True):
    """A puzzle, with its only layout and how hard it is."""

    board: Annotated[BoardObject, Meta(description="The puzzle, as a board file in JSON.")]
    layout: Annotated[tuple[Place, ...], Meta(description="Where the mines are, in reading order.")]
    clues: Annotated[Number, Meta(description="How many cells show a clue.")]
    level: Annotated[
        Number | None,
        Meta(description="The level of the hardest step; null if it was not worked out."),
    ]
    steps: Annotated[
        dict[str, int] | None,
        Meta(description="How many steps use each technique; null if that was not worked out."),
    ]
    tries: Annotated[int, Meta(ge=1, description="How many layouts were drawn.")]


class NotMade(Line, kw_only=True, frozen=True):
    """No puzzle was found within the limits."""

    error: Annotated[str, Meta(description="The limit that was reached, in words.")]
    kind: Annotated[Literal["limit"], Meta(description="The kind of error; the exit code is 3.")]


Record = Made | NotMade


def board_of(record: Made) -> Board:
    """Return the position of a puzzle."""
    return read_board(msgspec.json.encode(record.board))


def line_of(record: Record) -> bytes:
    """Encode a record as a line of JSON, with its end."""
    return msgspec.json.encode(record) + b"\n"


def records_of(lines: Iterator[bytes]) -> Iterator[Record]:
    """Yield the records of lines. Raises ValueError with the number of a line that is none."""
    for number, line in enumerate(lines, start=1):
        kind: type[Record] = NotMade if b'"error":' in line else Made
        try:
            yield msgspec.json.decode(line, type=kind)
        except msgspec.MsgspecError as error:
            raise ValueError(f"line {number} is not one of a puzzle: {error}") from None
