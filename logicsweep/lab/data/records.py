"""A line of a data set: a position and its answers, or why there are none."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from logicsweep.formats.board_object import BoardObject
from logicsweep.games.records import LimitKind, LimitReached, Lines, Number, Place

FORMAT: Final = "logicsweep-dataset/1"

Places = tuple[Place, ...]


class Chance(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Covered cells that are equally likely to be mines."""

    probability: Annotated[
        str,
        Meta(
            pattern=r"^\d+(/\d+)?$",
            description='The exact probability that such a cell is a mine, such as "2/5".',
        ),
    ]
    cells: Annotated[Places, Meta(description="The cells, in reading order.")]


class Reason(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The reason why a cell is safe or a mine: a smallest set of sources that proves it."""

    cell: Place
    verdict: Annotated[Literal["safe", "mine"], Meta(description="What is proved.")]
    clues: Annotated[Places, Meta(description="The cells of the clues that are needed.")]
    uses_total: Annotated[bool, Meta(description="Whether the mine count is needed.")]
    rules: Annotated[
        tuple[str, ...], Meta(description="The rules that are needed, such as `the rule Q`.")
    ]


class Line(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The part of every line that repeats the order."""

    format: Annotated[
        Literal["logicsweep-dataset/1"], Meta(description="The format and its version.")
    ]
    seed: Annotated[int, Meta(description="The seed that decides the position.")]
    first_click: Annotated[
        Literal["unprotected", "safe", "opening"],
        Meta(description="What was guaranteed of the first click of the game."),
    ]


class Position(Line, kw_only=True, frozen=True):
    """A position of a game, with its verdicts, exact chances, level and smallest reasons."""

    board: Annotated[BoardObject, Meta(description="The position, as a board file in JSON.")]
    layout: Annotated[Places, Meta(description="Where the mines were, in reading order.")]
    safe: Annotated[Places, Meta(description="The covered cells that are proved safe.")]
    mines: Annotated[Places, Meta(description="The covered cells that are proved mines.")]
    layouts: Annotated[
        str,
        Meta(
            pattern=r"^[1-9]\d*$",
            description="The number of layouts that agree with the position, in digits.",
        ),
    ]
    chances: Annotated[
        tuple[Chance, ...],
        Meta(description="All covered cells, from the least likely mines to the likeliest."),
    ]
    level: Annotated[
        Number,
        Meta(description="The level of the hardest step of the proofs; 0 if nothing is proved."),
    ]
    techniques: Annotated[
        dict[str, int], Meta(description="How many steps of the proofs use each technique.")
    ]
    reasons: Annotated[
        tuple[Reason, ...], Meta(description="Why, for each cell that is proved safe or a mine.")
    ]


class Unanswered(Line, kw_only=True, frozen=True):
    """A limit was reached before all answers were found."""

    error: LimitReached
    kind: LimitKind


Record = Position | Unanswered
LINES: Final = Lines(FORMAT, Position, Unanswered, "a data set")
