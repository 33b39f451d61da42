"""Positions as lines of JSON: each from its seed, with all that can be said about it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Literal, Unpack

from msgspec import Meta, Struct

from logicsweep.arguments import by_name
from logicsweep.board.board import Cell
from logicsweep.errors import ArgumentError, whole
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.json import board_object
from logicsweep.games.orders import Order
from logicsweep.games.records import LimitKind, LimitReached, Lines, Number, Places
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.batch import verdict_array
from logicsweep.lab.data.drawn import check_dataset, made_of
from logicsweep.lab.data.reasons import Reason, reasons_of
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget


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


@dataclass(frozen=True)
class PositionOrder(Order[Record]):
    """An order of positions."""

    lines = Lines("logicsweep-dataset/1", Position, Unanswered, "a data set")
    unit = "position"
    others = "positions of other games"

    @property
    def asked(self) -> dict[str, Any]:
        """See `Order.asked`."""
        return {"first_click": self.setting.first_click.value}

    def made(self, seed: int) -> Record:
        """See `Order.made`."""
        setting, limit = self.setting, self.time_limit
        layout, board = made_of(setting, seed, limit)
        kb = KnowledgeBase(board, time_limit=limit)
        proved = kb.consequences()
        counted = kb.count()
        rated = kb.difficulty()
        return Position(
            **self.repeated(seed),
            board=board_object(board),
            layout=tuple(sorted(layout.mines)),
            safe=tuple(sorted(proved.safe)),
            mines=tuple(sorted(proved.mines)),
            layouts=str(counted.total),
            chances=_chances({cell: counted.probability(cell) for cell in board.covered}),
            level=rated.level,
            techniques=rated.steps_by_name,
            reasons=tuple(reasons_of(setting, board, verdict_array(proved), Budget(limit))),
        )


@by_name
def dataset(
    setting: AnySetting = None,
    *,
    n: int,
    seed: int = 0,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
    **keys: Unpack[SettingKeys],
) -> Iterator[Record]:
    """Yield positions of games with verdicts, exact chances, levels and reasons, one per seed.

    A player opens what is proved safe and survives every guess, and the position is drawn from such
    a game. All layouts that agree with it are equally likely to be the one behind it. The command
    `dataset` writes the same as lines.

    Args:
        setting: The size, the mine count, the rules and the first click of the games, as
            `Setting.of` takes them.
        n: The number of positions, 0 or more.
        seed: The first seed, any whole number; the others follow. The same one gives the same
            position on every machine.
        time_limit: The seconds that each question may take; None for no limit.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Yields:
        A `Position` for each seed, made when it is asked for; or `Unanswered`, where a limit was
        reached.

    Raises:
        ValueError: The clues are uncertain, every cell is a mine, no layout satisfies the rules, or
            the neighbours have no name.
        LimitError: Whether layouts satisfy the rules was not known within the limit.
    """
    setting = Setting.of(setting, **keys)
    n, seed = whole("n", n), whole("seed", seed)
    if n < 0:
        raise ArgumentError("n", f"n is {n}; expected 0 or more")
    check_dataset(setting, Budget(time_limit))
    order = PositionOrder(setting, time_limit=time_limit)
    return map(order.record, range(seed, seed + n))


def _chances(cells: dict[Cell, Fraction]) -> tuple[Chance, ...]:
    alike: dict[Fraction, list[Cell]] = {}
    for cell, probability in sorted(cells.items()):
        alike.setdefault(probability, []).append(cell)
    return tuple(
        Chance(probability=str(probability), cells=tuple(alike[probability]))
        for probability in sorted(alike)
    )
