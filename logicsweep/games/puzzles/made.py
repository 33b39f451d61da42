"""Puzzles as lines: made from a seed, and compared with what was wanted."""

from __future__ import annotations

from typing import Any, NamedTuple

from logicsweep.errors import LimitError
from logicsweep.formats.json import board_object
from logicsweep.games.puzzles.puzzle import puzzle
from logicsweep.games.puzzles.records import FORMAT, Made, NotMade, Record
from logicsweep.games.setting import Setting


class Order(NamedTuple):
    """An order of puzzles; see `puzzle`."""

    setting: Setting
    levels: tuple[int, int] | None = None
    rates: bool = False
    tries: int | None = None
    time_limit: float | None = None


class Task(NamedTuple):
    """One puzzle to make."""

    order: Order
    seed: int


def record_of(task: Task) -> Record:
    """Make the line of a seed: its puzzle, or the limit that was reached."""
    order = task.order
    try:
        made = puzzle(
            order.setting,
            task.seed,
            levels=order.levels,
            rates=order.rates,
            tries=order.tries,
            time_limit=order.time_limit,
        )
    except LimitError as error:
        return not_made(task, error.limit)
    return Made(
        **_asked(task),
        board=board_object(made.board),
        layout=tuple((cell.row, cell.column) for cell in sorted(made.layout.mines)),
        clues=len(made.board.clues),
        level=None if made.difficulty is None else made.difficulty.level,
        steps=None if made.difficulty is None else made.difficulty.steps_by_name,
        tries=made.tries,
    )


def not_made(task: Task, why: str) -> NotMade:
    """Return the line of a seed without a puzzle."""
    return NotMade(**_asked(task), error=why, kind="limit")


def is_of(record: Record, order: Order) -> bool:
    """Tell whether a record is of an order, as far as its line says."""
    if record.levels != order.levels:
        return False
    if isinstance(record, NotMade):
        return True
    if order.rates and record.level is None:
        return False
    return record.board.is_of_game(board_object(order.setting.board()))


def _asked(task: Task) -> dict[str, Any]:
    """Return the fields of a line that describe its task."""
    return {"format": FORMAT, "seed": task.seed, "levels": task.order.levels}
