"""`logicsweep tasks` and `logicsweep episodes`."""

from __future__ import annotations

import json
import os
import signal
from pathlib import Path

import httpx
import pytest

from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.lines import read_tasks
from tests.cli.command import COMMAND, end_of, names_all, python
from tests.conftest import Run
from tests.judges.answers import check_answers
from tests.judges.processes import first_line_of

SMALL = ("--size", "5x5", "--mines", "6")
SETTING = Setting("5x5", mines=6)
LONG = 300


def test_prompts_are_printed(logicsweep: Run) -> None:
    done = logicsweep("tasks", "certain", *SMALL, "--seed", "4", "-n", "2")
    expected = list(tasks("certain", 2, setting=SETTING, seed=4))
    assert done.returncode == 0
    assert done.stdout == "".join(f"{task.prompt}\n" for task in expected)


def test_answers_are_printed_if_they_are_asked_for(logicsweep: Run) -> None:
    words = ("tasks", "why", *SMALL, "--seed", "4", "--form", "json")
    (task,) = tasks("why", 1, setting=SETTING, seed=4, form="json")
    assert task.answer_text() not in logicsweep(*words).stdout
    assert (
        logicsweep(*words, "--answers").stdout == f"{task.prompt}\nRight: {task.answer_text()}\n\n"
    )


def test_lines_are_printed(logicsweep: Run) -> None:
    words = ("tasks", "safe", *SMALL, "--seed", "2", "--split", "test", "--level", "1..3", "--json")
    line = json.loads(logicsweep(*words).stdout)
    (task,) = tasks("safe", 1, setting=SETTING, seed=2, split="test", level=(1, 3))
    assert (line["id"], line["prompt"], line["split"]) == (task.id, task.prompt, "test")
    assert "answer" not in line
    assert json.loads(logicsweep(*words, "--answers").stdout)["answer"] == task.answer_text()


def test_a_file_is_continued(logicsweep: Run, tmp_path: Path) -> None:
    words = ("tasks", "chance", *SMALL, "--seed", "2", "--out", tmp_path / "a.jsonl")
    assert logicsweep(*words, "-n", "2").stdout.startswith("2 tasks made, 0 recorded before")
    assert logicsweep(*words, "-n", "3").stdout.startswith("1 task made, 2 recorded before")
    made = list(tasks("chance", 3, setting=SETTING, seed=2))
    assert [task.prompt for task in read_tasks(tmp_path / "a.jsonl")] == [
        task.prompt for task in made
    ]
    done = logicsweep(*words, "--form", "json")
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
        (["tasks", "safe", "--out", "a.txt"], "expected a file ending in .jsonl"),
        (["tasks", "safe", "--seed", "-3"], "--seed"),
        (["tasks", "safe", "--level", "x"], "--level 'x'"),
        (["tasks", "chance", "--level", "2"], "tasks of the kind chance have no level"),
        (["episodes", "--liars", "1", "--size", "3x3"], "mines"),
        (["episodes", "--size", "4x4", "--mines", "99"], "99 mines"),
    ],
)
def test_what_is_refused(logicsweep: Run, words: list[str], said: str) -> None:
    done = logicsweep(*words)
    assert done.returncode == 2
    assert names_all(done.stderr, said)
    assert done.stdout == ""


@pytest.mark.slow
def test_games_are_served_until_they_are_interrupted() -> None:
    words = ("episodes", "--port", "0", "--json", "--size", "beginner", "--form", "json")
    work = python(COMMAND, *words)
    try:
        line = first_line_of(work)
        check_answers(line, 0)
        said = json.loads(line)
        assert said["format"] == "logicsweep-episodes/1"
        with httpx.Client(base_url=said["url"], timeout=LONG, trust_env=False) as client:
            begun = client.post("/reset", json={"seed": 3}).json()
            assert "Covered cells:" in begun["observation"]["prompt"]
            turn = client.post("/step", json={"action": {"text": "open (4,4)"}}).json()
            assert turn["reward"] == 1
            assert client.get("/health", headers={"host": "example.org"}).status_code == 421
        work.send_signal(signal.SIGINT)
        assert end_of(work)[0] == 130
    finally:
        if work.poll() is None:
            os.killpg(work.pid, signal.SIGKILL)
            work.communicate(timeout=LONG)


def test_a_port_that_is_in_use_is_named(logicsweep: Run) -> None:
    import socket

    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(1)
        port = listening.getsockname()[1]
        done = logicsweep("episodes", "--port", str(port))
    assert done.returncode == 2
    assert f"port {port} is in use, perhaps by another `logicsweep episodes`" in done.stderr
