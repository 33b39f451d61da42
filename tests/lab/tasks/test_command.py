"""`logicsweep tasks`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.lines import read_tasks
from tests.cli.command import names_all
from tests.conftest import Run

SMALL = ("--size", "5x5", "--mines", "6")
SETTING = Setting("5x5", mines=6)
LONG = 300


def test_prompts_are_printed(logicsweep: Run) -> None:
    done = logicsweep("tasks", "certain", *SMALL, "--seed", "4", "-n", "2")
    expected = list(tasks("certain", SETTING, n=2, seed=4))
    assert done.returncode == 0
    assert done.stdout == "".join(f"{task.prompt}\n" for task in expected)


def test_answers_are_printed_if_they_are_asked_for(logicsweep: Run) -> None:
    words = ("tasks", "why", *SMALL, "--seed", "4", "--to", "json")
    (task,) = tasks("why", SETTING, n=1, seed=4, form="json")
    assert task.answer_text() not in logicsweep(*words).stdout
    assert (
        logicsweep(*words, "--answers").stdout == f"{task.prompt}\nRight: {task.answer_text()}\n\n"
    )


def test_lines_are_printed(logicsweep: Run) -> None:
    words = ("tasks", "safe", *SMALL, "--seed", "2", "--split", "test", "--level", "1..3", "--json")
    line = json.loads(logicsweep(*words).stdout)
    (task,) = tasks("safe", SETTING, n=1, seed=2, split="test", level=(1, 3))
    assert (line["id"], line["prompt"], line["split"]) == (task.id, task.prompt, "test")
    assert "answer" not in line
    assert json.loads(logicsweep(*words, "--answers").stdout)["answer"] == task.answer_text()


def test_a_file_is_continued(logicsweep: Run, tmp_path: Path) -> None:
    words = ("tasks", "chance", *SMALL, "--seed", "2", "-o", tmp_path / "a.jsonl")
    assert logicsweep(*words, "-n", "2").stdout.startswith("2 tasks made, 0 recorded before")
    assert logicsweep(*words, "-n", "3").stdout.startswith("1 task made, 2 recorded before")
    made = list(tasks("chance", SETTING, n=3, seed=2))
    assert [task.prompt for task in read_tasks(tmp_path / "a.jsonl")] == [
        task.prompt for task in made
    ]
    done = logicsweep(*words, "--to", "json")
    assert done.returncode == 2
    assert "other tasks" in done.stderr


def test_a_task_that_is_not_found_is_a_limit(logicsweep: Run) -> None:
    done = logicsweep("tasks", "safe", *SMALL, "--seed", "1", "--level", "60", "--tries", "2")
    assert done.returncode == 3
    assert "seed 1: limit reached: none of 2 positions has a task of" in done.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tasks", "wins"], "'wins'"),
        (["tasks", "safe", "-o", "a.txt"], "expected a name that ends in .jsonl"),
        (["tasks", "safe", "--seed", "-3"], "--seed"),
        (["tasks", "safe", "--level", "x"], "--level 'x'"),
        (["tasks", "chance", "--level", "2"], "tasks of the kind chance have no level"),
    ],
)
def test_what_is_refused(logicsweep: Run, words: list[str], said: str) -> None:
    done = logicsweep(*words)
    assert done.returncode == 2
    assert names_all(done.stderr, said)
    assert done.stdout == ""
