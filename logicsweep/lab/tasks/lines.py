"""Files of tasks: lines of JSON, without their answers unless these are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from logicsweep.errors import LimitError
from logicsweep.formats.files import write_file
from logicsweep.formats.json import board_object
from logicsweep.games.lines import read_lines
from logicsweep.games.records import Lines
from logicsweep.lab.tasks.drawing import Order, drawn
from logicsweep.lab.tasks.kinds import kind_of
from logicsweep.lab.tasks.task import FORMAT, NoTask, Task
from logicsweep.limits import DEFAULT_TIME_LIMIT

Record = Task | NoTask
LINES: Final = Lines(FORMAT, Task, NoTask, "a file of tasks")


class LineTask(NamedTuple):
    """One line to write: that of a seed."""

    order: Order
    seed: int


def write_tasks(
    tasks: Iterable[Task],
    path: str | PathLike[str],
    *,
    answers: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> int:
    """Write tasks to a file, a line of JSON for each, and return their number.

    The file is written completely, or else the old one is left unchanged.

    Args:
        tasks: The tasks.
        path: The file, which may be the one that the tasks are read from; it is replaced.
        answers: Whether lines have a right answer as well, which a model is not to see.
        time_limit: The seconds that each answer may take; None for no limit.

    Raises:
        LimitError: An answer took longer than the time limit.
        OSError: The file cannot be written.
    """
    number = 0

    def lines() -> Iterator[bytes]:
        nonlocal number
        for task in tasks:
            yield LINES.write(answered(task, time_limit, answers=answers))
            number += 1

    write_file(Path(path), lines())
    return number


def read_tasks(path: str | PathLike[str]) -> Iterator[Task]:
    """Yield the tasks of a file, to judge answers; lines without a task are left out.

    Raises:
        ValueError: A line is none of a file of tasks, or its question is not about its position.
        OSError: The file cannot be read.
    """
    for record in LINES.read(read_lines(Path(path))):
        if isinstance(record, Task):
            kind_of(record.kind).check(record.board, record.cell)
            yield record


def answered(task: Task, time_limit: float | None, *, answers: bool) -> Task:
    """Return a task with a right answer if answers are asked for, else without one.

    Raises `LimitError`.
    """
    return replace(task, right=task.answer_text(time_limit=time_limit) if answers else UNSET)


def record_of(task: LineTask) -> Record:
    """Make the line of a seed: its task, or the limit that was reached."""
    order, seed = task
    try:
        return answered(drawn(order, seed), order.time_limit, answers=order.answers)
    except LimitError as error:
        return no_task(task, error.limit)


def no_task(task: LineTask, why: str) -> NoTask:
    """Return the line of a seed without a task."""
    return NoTask(**task.order.asked(task.seed), error=why)


def is_of(record: Record, order: Order) -> bool:
    """Tell whether a record is of an order, as far as its line says."""
    if any(getattr(record, name) != value for name, value in order.asked(record.seed).items()):
        return False
    if isinstance(record, NoTask):
        return True
    if order.split not in (None, record.split) or (record.right is UNSET) is order.answers:
        return False
    if order.levels is not None and record.level not in order.levels:
        return False
    return record.board_object.is_of_game(board_object(order.setting.board()))
