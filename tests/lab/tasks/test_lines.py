"""Tasks as lines of JSON: without answers unless asked for, and read back to be judged."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from msgspec import structs

from logicsweep.board.board import Cell
from logicsweep.errors import LimitError
from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import TaskOrder, tasks
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.lines import (
    LINES,
    read_tasks,
    write_tasks,
)
from logicsweep.lab.tasks.task import NoTask, Task
from tests.lab.tasks.test_tasks import SETTINGS, SMALL


@pytest.mark.few(10)  # each setting once, each kind twice
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", SETTINGS)
def test_tasks_are_read_back(kind: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    (task,) = tasks(kind, SETTINGS[name], n=1, seed=4, form="json")
    assert write_tasks([task], path) == 1
    (again,) = read_tasks(path)
    assert (again.board, again.cell, again.seed) == (task.board, task.cell, task.seed)
    assert again.prompt == task.prompt
    assert again == task
    score = again.judge(again.answer()).score
    assert score == 1 or (kind == "why" and name in ("rules", "letters"))


@pytest.mark.parametrize("kind", KINDS)
def test_lines_have_no_answer_unless_it_is_asked_for(kind: str, tmp_path: Path) -> None:
    """A trap: an answer or a layout in the data that a model may get to see."""
    path = tmp_path / "tasks.jsonl"
    (task,) = tasks(kind, Setting("beginner"), n=1)
    write_tasks([task], path)
    line = json.loads(path.read_text())
    assert set(line) == {
        *("format", "seed", "kind", "form", "first_click", "id", "split", "position_hash"),
        *("level", "board", "cell", "prompt"),
    }
    assert set(line["board"]) <= {"format", "height", "width", "mines", "density", "rows"}
    write_tasks([task], path, answers=True)
    assert json.loads(path.read_text()) == {**line, "answer": task.answer_text()}


def test_a_file_is_written_completely_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    made = list(tasks("safe", SMALL, n=2, seed=8))
    assert write_tasks(made, path) == 2
    before = path.read_bytes()

    def broken_off() -> Iterator[Task]:
        yield made[1]
        raise LimitError("time")

    with pytest.raises(LimitError):
        write_tasks(broken_off(), path)
    with pytest.raises(LimitError):
        write_tasks(broken_off(), tmp_path / "new.jsonl")
    assert [each.name for each in tmp_path.iterdir()] == ["tasks.jsonl"]
    assert path.read_bytes() == before
    assert write_tasks(read_tasks(path), path) == 2
    assert path.read_bytes() == before


def test_a_line_says_what_its_task_is(tmp_path: Path) -> None:
    (task,) = tasks("safe", SMALL, n=1, seed=8)
    path = tmp_path / "tasks.jsonl"
    write_tasks([task], path)
    line = json.loads(path.read_text())
    assert line["format"] == "logicsweep-tasks/1"
    assert line["id"] == f"safe-8-{task.position_hash[:8]}"
    assert line["cell"] == list(task.cell or ())
    assert (line["level"], line["split"]) == (task.level, task.split)


def test_lines_of_an_order() -> None:
    order = TaskOrder(kind="safe", setting=SMALL, level=(0, 9), split="train")
    record = order.record(5)
    assert order.is_of(record)
    for changed in (
        replace(order, answers=True),
        TaskOrder(kind="move", setting=SMALL),
        TaskOrder(kind="safe", setting=SMALL, form="json"),
        TaskOrder(kind="safe", setting=SMALL, split="test"),
        TaskOrder(kind="safe", setting=SMALL, level=50),
        TaskOrder(kind="safe", setting=Setting("5x5", mines=7)),
    ):
        assert not changed.is_of(record)
    failed = TaskOrder(kind="safe", setting=SMALL, level=50, tries=2).record(5)
    assert isinstance(failed, NoTask)
    assert "none of 2 positions" in failed.error
    assert order.is_of(failed)
    assert list(LINES.read(iter([LINES.write(record), LINES.write(failed)]))) == [record, failed]
    assert order.given_up(5, "time").seed == 5


def test_wrong_lines_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tasks.jsonl"
    path.write_text('{"format": "logicsweep-tasks/1"}\n')
    with pytest.raises(ValueError, match="line 1 is not one of a file of tasks"):
        list(read_tasks(path))
    (task,) = tasks("safe", SMALL, n=1, seed=8)
    for wrong in (None, Cell(-1, 0), Cell(9, 9)):
        write_tasks([structs.replace(task, cell=wrong)], path)
        with pytest.raises(ValueError, match=r"is about a cell|is off the board"):
            list(read_tasks(path))
