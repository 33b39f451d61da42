"""Records of positions: each from its seed, with all that can be said about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue_models import Exact
from logicsweep.board.layout import Layout
from logicsweep.errors import LimitError, expect, whole
from logicsweep.formats.json import board_object
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.keys import check_named
from logicsweep.games.setting import Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.batch import verdict_array
from logicsweep.lab.data.made import made_of
from logicsweep.lab.data.reasons import reasons_of
from logicsweep.lab.data.records import FORMAT, Chance, Position, Record, Unanswered
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget


class Order(NamedTuple):
    """The positions to make: of which games, and how many seconds each question may take."""

    setting: Setting
    time_limit: float | None


class Task(NamedTuple):
    """One position to make."""

    order: Order
    seed: int


def record_of(task: Task) -> Record:
    """Make the line of a seed: a position with its answers, or the limit that was reached."""
    try:
        layout, board = made_of(task.order.setting, task.seed, task.order.time_limit)
        return _answered(task, layout, board)
    except LimitError as error:
        return unanswered(task, error.limit)


def dataset(
    setting: Setting, seeds: Iterable[int], *, time_limit: float | None = DEFAULT_TIME_LIMIT
) -> Iterator[Record]:
    """Yield positions of games with verdicts, exact chances, levels and reasons, one per seed.

    A player opens what is proved safe and survives every guess, and the position is drawn from such
    a game. All layouts that agree with it are equally likely to be the one behind it. The command
    `dataset` writes the same as lines.

    Args:
        setting: The size, the mine count, the rules and the first click of the games.
        seeds: Any whole numbers. The same one gives the same position on every machine.
        time_limit: The seconds that each question may take; None for no limit.

    Yields:
        A `Position` for each seed, made when it is asked for; or `Unanswered`, where a limit was
        reached.

    Raises:
        ValueError: The clues are uncertain, every cell is a mine, no layout satisfies the rules, or
            the neighbours have no name.
        LimitError: Whether layouts satisfy the rules was not known within the limit.
    """
    expect("setting", setting, Setting, "a Setting")
    expect("seeds", seeds, Iterable, "whole numbers, such as range(5)")
    check_dataset(setting, Budget(time_limit))
    order = Order(setting, time_limit)
    return (record_of(Task(order, whole("seed", seed))) for seed in seeds)


def check_dataset(setting: Setting, budget: Budget) -> None:
    """Raise ValueError for a setting whose positions are no lines of a data set.

    Raises LimitError as `check_dealt`.
    """
    check_named(setting)
    check_dealt(setting.board(), setting.first_click, budget)
    is_exact = isinstance(setting.clues, Exact)
    if not is_exact:
        raise ValueError("the clues are uncertain; a data set needs exact clues")
    if setting.mine_bounds[0] == setting.cells:
        raise ValueError("every cell is a mine; expected a mine count that leaves one safe")


def unanswered(task: Task, why: str) -> Unanswered:
    """Return the line of a position without answers."""
    return Unanswered(**_asked(task), error=why, kind="limit")


def is_of(record: Record, order: Order) -> bool:
    """Return whether a record is of the games of an order, as far as its line says."""
    setting = order.setting
    if isinstance(record, Unanswered):
        return record.first_click == setting.first_click.value
    is_alike = record.board.is_of_game(board_object(setting.board()))
    return is_alike and record.first_click == setting.first_click.value


def _answered(task: Task, layout: Layout, board: Board) -> Position:
    setting, limit = task.order
    kb = KnowledgeBase(board, time_limit=limit)
    proved = kb.consequences()
    counted = kb.count()
    rated = kb.difficulty()
    return Position(
        **_asked(task),
        board=board_object(board),
        layout=_places(layout.mines),
        safe=_places(proved.safe),
        mines=_places(proved.mines),
        layouts=str(counted.total),
        chances=_chances({cell: counted.probability(cell) for cell in board.covered}),
        level=rated.level,
        techniques=rated.steps_by_name,
        reasons=tuple(reasons_of(setting, board, verdict_array(proved), Budget(limit))),
    )


def _asked(task: Task) -> dict[str, Any]:
    """Return what a line says of its task."""
    first = task.order.setting.first_click.value
    return {"format": FORMAT, "seed": task.seed, "first_click": first}


def _chances(cells: dict[Cell, Fraction]) -> tuple[Chance, ...]:
    alike: dict[Fraction, list[Cell]] = {}
    for cell, probability in sorted(cells.items()):
        alike.setdefault(probability, []).append(cell)
    return tuple(
        Chance(probability=str(probability), cells=_places(alike[probability]))
        for probability in sorted(alike)
    )


def _places(cells: Iterable[Cell]) -> tuple[tuple[int, int], ...]:
    return tuple((cell.row, cell.column) for cell in sorted(cells))
