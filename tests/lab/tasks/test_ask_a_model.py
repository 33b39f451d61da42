"""`ask_a_model.py`, against a server with faults, up to the scores of its answers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.lines import write_tasks
from tests.conftest import ROOT, Run, run_script
from tests.examples.model_server import Reply, serving

SCRIPT = ROOT / "examples" / "ask_a_model.py"
REFUSAL = "I cannot help with that."
KEY = "a-key-that-nobody-else-has"
TASKS = list(tasks("safe", Setting(height=5, width=5, mines=5), n=8))
RIGHT = {task.prompt: task.answer_text() for task in TASKS}
PROMPTS = list(RIGHT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a file of tasks, with right answers that are nobody's business."""
    write_tasks(TASKS, tmp_path / "tasks.jsonl", answers=True)
    return tmp_path


def said(text: str) -> Reply:
    return Reply({"role": "assistant", "content": text})


def right(prompt: str, _: int = 0) -> Reply:
    return said(RIGHT[prompt])


def faulty(prompt: str, number: int) -> Reply:
    """Each task but the first two meets another fault, most of them only at first."""
    faults = {
        PROMPTS[2]: Reply(status=429),
        PROMPTS[3]: Reply(status=500, body=f"overloaded; key {KEY}".encode()),
        PROMPTS[4]: Reply(body=b'{"choices": [{"mess'),
        PROMPTS[5]: Reply(body=b'{"choices": []', is_cut=True),
        PROMPTS[6]: Reply(is_late=True),
    }
    if prompt == PROMPTS[7]:
        return Reply({"role": "assistant", "content": None, "refusal": REFUSAL})
    if prompt in faults and (number == 0 or prompt == PROMPTS[3]):
        return faults[prompt]
    return right(prompt)


def ask(folder: Path, url: str, *words: str) -> Any:
    return run_script(
        *(SCRIPT, folder, url, "--model", "tiny", "--tasks", "tasks.jsonl"),
        *("--out", "answers.jsonl", "--wait", "0.001", "--timeout", "1", "--retries", "2", *words),
    )


def lines(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "answers.jsonl").read_text()
    return [json.loads(line) for line in text.splitlines()]


def test_faults_are_tried_again_and_the_rest_are_lines(
    folder: Path, logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", KEY)
    with serving(faulty) as server:
        done = ask(folder, server.url, "--key-from", "MODEL_KEY")
        assert done.returncode == 1
        assert "8 tasks, 0 answered before" in done.stderr
        (failed,) = [line for line in lines(folder) if "answer" not in line]
        assert failed["id"] == TASKS[3].id
        assert failed["error"] == "HTTP 500: overloaded; key ..."
        assert len(lines(folder)) == len(TASKS)
        # One more for each fault that passes, and two for the one that does not.
        assert len(server.asked) == len(TASKS) + 4 + 2
        for asked in server.asked:
            assert asked.path == "/v1/chat/completions"
            assert asked.key == f"Bearer {KEY}"
            assert (asked.body["model"], asked.body["temperature"]) == ("tiny", 0)
            assert asked.body["messages"][0].keys() == {"role", "content"}
    assert KEY not in (folder / "answers.jsonl").read_text() + done.stderr + done.stdout

    answers = folder / "answers.jsonl"
    judged = logicsweep("judge", "--answers", answers, "--json", folder=folder)
    assert judged.returncode == 2
    number = lines(folder).index(failed) + 1
    assert f"{answers}:{number} ({failed['id']}): there is no answer: HTTP 500" in judged.stderr
    scores = json.loads(judged.stdout)
    assert (scores["whole"]["number"], scores["faulty"]) == (7, 1)
    assert scores["whole"]["read"]["mean"] == pytest.approx(6 / 7)  # all but the refusal
    assert scores["whole"]["right"]["mean"] == pytest.approx(6 / 7)

    with serving(right) as server:
        again = ask(folder, server.url)
        assert again.returncode == 0
        assert "1 tasks, 7 answered before" in again.stderr
        assert [asked.key for asked in server.asked] == [None]
    by_name = {line["id"]: line["answer"] for line in lines(folder)}
    expected = {task.id: task.answer_text() for task in TASKS}
    assert by_name == expected | {TASKS[7].id: REFUSAL}
    assert logicsweep("judge", "--answers", answers).returncode == 0


def test_a_line_that_was_cut_off_is_asked_again(folder: Path) -> None:
    with serving(right) as server:
        assert ask(folder, server.url).returncode == 0
        path = folder / "answers.jsonl"
        path.write_text(path.read_text()[:-30])
        assert ask(folder, server.url).returncode == 0
        assert len(server.asked) == len(TASKS) + 1
        assert sorted(line["id"] for line in lines(folder)) == sorted(task.id for task in TASKS)
        other = ask(folder, server.url, "--model", "large")
        assert "answers of another model" in other.stderr


@pytest.mark.parametrize(
    ("status", "words"), [(401, "the server refuses all tasks: HTTP 401"), (404, "HTTP 404")]
)
def test_what_is_refused_for_all_tasks_ends_the_run(folder: Path, status: int, words: str) -> None:
    with serving(lambda *_: Reply(status=status)) as server:
        done = ask(folder, server.url, "--workers", "1")
        assert done.returncode == 1
        assert words in done.stderr
        assert len(server.asked) == 1


def test_the_file_of_tasks_is_left_alone(folder: Path) -> None:
    path = folder / "tasks.jsonl"
    before = path.read_text()
    done = ask(folder, "http://127.0.0.1:1/v1", "--out", "tasks.jsonl")
    assert (done.returncode, path.read_text()) == (1, before)
    assert "--out is the file of tasks" in done.stderr


def test_redirects_are_not_followed(folder: Path) -> None:
    with serving(lambda *_: Reply(status=302)) as server:
        assert ask(folder, server.url).returncode == 1
        assert {asked.path for asked in server.asked} == {"/v1/chat/completions"}
    assert all(line["error"] == "HTTP 302: " for line in lines(folder))


@pytest.mark.parametrize(
    ("url", "words", "expected"),
    [
        ("ftp://a/v1", [], "is no address"),
        ("http://a.example/v1", ["--key-from", "MODEL_KEY"], "not sent over http"),
        ("https://a.example/v1", ["--key-from", "NOT_SET"], "NOT_SET is not set"),
    ],
)
def test_addresses_and_keys(
    folder: Path, url: str, words: list[str], expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MODEL_KEY", KEY)
    monkeypatch.delenv("NOT_SET", raising=False)
    done = ask(folder, url, *words)
    assert done.returncode == 1
    assert expected in done.stderr
    assert not (folder / "answers.jsonl").exists()
