"""Puzzles as lines of JSON, made from seeds."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

from logicsweep.board.board import Board
from logicsweep.board.rules.rules import ORDINARY, Rules
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.json import board_object
from logicsweep.formats.registry import read_board
from logicsweep.games.orders import Order
from logicsweep.games.puzzles.puzzle import puzzle
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


@dataclass(frozen=True)
class PuzzleOrder(Order[Record]):
    """An order of puzzles; see `puzzle` for its fields."""

    lines = Lines("logicsweep-puzzle/1", Made, NotMade, "a puzzle")
    unit = "puzzle"
    others = "puzzles that were made otherwise"

    levels: tuple[int, int] | None = None
    rates: bool = False
    tries: int | None = None

    @property
    def asked(self) -> dict[str, Any]:
        """See `Order.asked`."""
        return {"levels": self.levels}

    def made(self, seed: int) -> Record:
        """See `Order.made`."""
        made = puzzle(
            self.setting,
            seed=seed,
            levels=self.levels,
            rates=self.rates,
            tries=self.tries,
            time_limit=self.time_limit,
        )
        return Made(
            **self.repeated(seed),
            board=board_object(made.board),
            layout=tuple(sorted(made.layout.mines)),
            clues=len(made.board.clues),
            level=None if made.difficulty is None else made.difficulty.level,
            steps=None if made.difficulty is None else made.difficulty.steps_by_name,
            tries=made.tries,
        )

    def suits(self, record: Record) -> bool:
        """See `Order.suits`."""
        is_unrated = isinstance(record, Made) and record.level is None
        return super().suits(record) and not (self.rates and is_unrated)


def board_of(record: Made, rules: Rules = ORDINARY) -> Board:
    """Return the position of a puzzle that was made under rules, which may be of one's own."""
    known = {rule.name: rule for rule in rules.every}
    return read_board(msgspec.json.encode(record.board), rules=known)
