"""Tasks as lines of JSON, without their answers unless these are asked for, and back.

A line of a file has a task for a model, or the reason why there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

from msgspec import UNSET, Meta, Struct, UnsetType, convert, json, to_builtins

from logicsweep.board.board import Board, Cell
from logicsweep.errors import LimitError
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.files import write_file
from logicsweep.formats.json import board_object
from logicsweep.formats.registry import read_board
from logicsweep.games.keys import check_named
from logicsweep.games.lines import read_lines
from logicsweep.games.records import LimitReached, Lines, Number, Place
from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.board_forms import FORMS
from logicsweep.lab.tasks.drawing import Order, drawn
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.task import Task

FORMAT: Final = "logicsweep-tasks/1"

if TYPE_CHECKING:
    KindName = str
    FormName = str
else:
    KindName = Literal[tuple(KINDS)]
    FormName = Literal[tuple(FORMS)]


class Line(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The part of every line that repeats the order."""

    format: Annotated[
        Literal["logicsweep-tasks/1"], Meta(description="The format and its version.")
    ]
    seed: Annotated[int, Meta(description="The seed that decides the task.")]
    kind: Annotated[KindName, Meta(description="The kind of the task.")]
    form: Annotated[FormName, Meta(description="The text form of the position in the prompt.")]
    first_click: Annotated[
        Literal["unprotected", "safe", "opening"],
        Meta(description="The guarantee for the first click of the game."),
    ]


class TaskLine(Line, kw_only=True, frozen=True):
    """A task: its prompt, and the position that its answers are judged by."""

    id: Annotated[str, Meta(description="A name: the kind, the seed and part of the hash.")]
    split: Annotated[
        Literal["train", "test"],
        Meta(description="The part that the position belongs to, up to symmetry."),
    ]
    position_hash: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{32}$",
            description="A hash of the position that its mirror images and turned images share.",
        ),
    ]
    level: Annotated[
        Number | None,
        Meta(
            description="The number of sources that have to be taken together, 0 if nothing is "
            "proved; null for the kind `chance`."
        ),
    ]
    board: Annotated[BoardObject, Meta(description="The position, as a board file in JSON.")]
    cell: Annotated[
        Place | None, Meta(description="The cell that is asked about; null if there is none.")
    ]
    prompt: Annotated[str, Meta(description="The text for the model.")]
    answer: Annotated[
        str | UnsetType,
        Meta(description="A right answer; absent unless it was asked for."),
    ] = UNSET


class NoTask(Line, kw_only=True, frozen=True):
    """A limit was reached before a task was drawn."""

    error: LimitReached


Record = TaskLine | NoTask
LINES: Final = Lines(FORMAT, TaskLine, NoTask, "a file of tasks")


class LineTask(NamedTuple):
    """One line to write: that of a seed."""

    order: Order
    seed: int


def write_tasks(tasks: Iterable[Task], path: str | PathLike[str], *, answers: bool = False) -> int:
    """Write tasks to a file, a line of JSON for each, and return their number.

    The file is written completely, or else the old one is left unchanged.

    Args:
        tasks: The tasks.
        path: The file, which may be the one that the tasks are read from; it is replaced.
        answers: Whether lines have a right answer as well, which a model is not to see.

    Raises:
        ValueError: The topology or the rules have no names.
        LimitError: A level or an answer took longer than the time limit of its task.
        OSError: The file cannot be written.
    """
    number = 0

    def lines() -> Iterator[bytes]:
        nonlocal number
        for task in tasks:
            check_named(task.setting)
            yield LINES.write(line_of(task, answers=answers))
            number += 1

    write_file(Path(path), lines())
    return number


def read_tasks(path: str | PathLike[str]) -> Iterator[Task]:
    """Yield the tasks of a file, to judge answers; lines without a task are left out.

    Raises:
        ValueError: A line is none of a file of tasks.
        OSError: The file cannot be read.
    """
    for record in LINES.read(read_lines(Path(path))):
        if isinstance(record, TaskLine):
            yield task_of(record)


def line_of(task: Task, *, answers: bool = False) -> TaskLine:
    """Return the line of a task. Raises `LimitError`."""
    return TaskLine(
        format=FORMAT,
        seed=task.seed,
        kind=task.kind,
        form=task.form,
        first_click=task.setting.first_click.value,
        id=task.id,
        split=task.split,
        position_hash=task.position_hash,
        level=task.level,
        board=board_object(task.board),
        cell=None if task.cell is None else (task.cell.row, task.cell.column),
        prompt=task.prompt,
        answer=task.answer_text() if answers else UNSET,
    )


def task_of(line: TaskLine) -> Task:
    """Return the task of a line. Raises ValueError where it cannot be one."""
    board = read_board(json.encode(line.board))
    return Task(
        kind=line.kind,
        seed=line.seed,
        setting=_setting_of(board, line.first_click),
        board=board,
        cell=None if line.cell is None else Cell(*line.cell),
        form=line.form,
    )


def data_of(task: Task) -> dict[str, Any]:
    """Return the line of a task as plain data, without its prompt. Raises `LimitError`."""
    data: dict[str, Any] = to_builtins(line_of(task))
    del data["prompt"]
    return data


def of_data(data: dict[str, Any]) -> Task:
    """Return the task of plain data, as `data_of` makes them."""
    return task_of(convert({**data, "prompt": ""}, TaskLine))


def record_of(task: LineTask) -> Record:
    """Make the line of a seed: its task, or the limit that was reached."""
    try:
        return line_of(drawn(task.order, task.seed), answers=task.order.answers)
    except LimitError as error:
        return no_task(task, error.limit)


def no_task(task: LineTask, why: str) -> NoTask:
    """Return the line of a seed without a task."""
    order = task.order
    return NoTask(
        format=FORMAT,
        seed=task.seed,
        kind=order.kind.name,
        form=order.form,
        first_click=order.setting.first_click.value,
        error=why,
    )


def is_of(record: Record, order: Order) -> bool:
    """Tell whether a record is of an order, as far as its line says."""
    asked = (order.kind.name, order.form, order.setting.first_click.value)
    if (record.kind, record.form, record.first_click) != asked:
        return False
    if isinstance(record, NoTask):
        return True
    if order.split not in (None, record.split) or (record.answer is UNSET) is order.answers:
        return False
    if order.levels is not None and record.level not in range(order.levels[0], order.levels[1] + 1):
        return False
    return record.board.is_of_game(board_object(order.setting.board()))


def _setting_of(board: Board, first_click: str) -> Setting:
    return Setting(
        height=board.height,
        width=board.width,
        mines=board.total_mines,
        density=board.density,
        topology=board.own_adjacency,
        rules=board.rules,
        liars=board.liars,
        constraints=board.constraints,
        first_click=first_click,
    )
