"""Files of tasks: lines of JSON, without their answers unless these are asked for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Final

from logicsweep.formats.files import write_file
from logicsweep.games.lines import read_lines
from logicsweep.lab.tasks.drawing import TaskOrder, answered
from logicsweep.lab.tasks.kinds import kind_of
from logicsweep.lab.tasks.task import Task
from logicsweep.limits import DEFAULT_TIME_LIMIT

LINES: Final = TaskOrder.lines


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
