"""`logicsweep judge`: claims about a board, and files of answers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.answer_files import Answered, Faulty, Mark, mark
from logicsweep.lab.tasks.benchmark_tasks import benchmark
from logicsweep.lab.tasks.drawing import tasks
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.lines import write_tasks
from tests.conftest import ROOT, Run
from tests.judges.answers import validator

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"
PAIR = "mines: 1\n\n?1?\n"
RULE = "mines: 2\nrules: Q\n\n??\n1?\n"


def judge(logicsweep: Run, *words: str | Path, board: str = PAIR) -> Any:
    return logicsweep("judge", "-", *words, stdin=board)


def test_claims_in_words(logicsweep: Run) -> None:
    done = judge(logicsweep, "open (0,0)", "(0,0) is a mine", "(0,0): 1/2", "layouts: 3")
    assert (done.returncode, done.stderr) == (0, "")
    first, second, third, last = done.stdout.split("\n\n")
    assert first.startswith("open (0,0): A guess that is needed, with a risk of 50.00 %;")
    assert second.startswith("(0,0) is a mine: Does not follow for (0,0).\n")
    assert len(second.splitlines()) > 1  # two layouts show it
    assert (
        third
        == "(0,0) is a mine with probability 1/2: Right: the exact probability is 1/2 = 50.00 %."
    )
    assert last == "3 layouts: Wrong: 2 layouts agree with the board.\n"


def test_claims_as_json(logicsweep: Run) -> None:
    done = judge(logicsweep, "open (0,0)", "(0,0) is a mine", "--json", "--win")
    answer = json.loads(done.stdout)
    validator("judge").validate(answer)
    move, verdict = answer["judgements"]
    assert (move["move"]["risk"], move["move"]["win_before"], move["truth"]) == (
        *("1/2", "1/2"),
        "undecided",
    )
    assert verdict["verdicts"]["unproved"] == [[0, 0]]
    mine, safe = verdict["shown"]["layouts"]["mine"], verdict["shown"]["layouts"]["safe"]
    assert (mine, safe) == ([[0, 0]], [[0, 2]])


def test_options_of_the_board(logicsweep: Run) -> None:
    without, told = (
        judge(logicsweep, "(0,0): 1", *words, "--json", board="?1_?\n")
        for words in ([], ["--mines", "1"])
    )
    assert json.loads(without.stdout)["mine_count"] is None
    answer = json.loads(told.stdout)
    assert answer["mine_count"] == 1
    assert answer["judgements"][0]["truth"] == "right"
    liar = judge(logicsweep, "(0,0) is a mine", "--liars", "1", "--json", board="?1\n")
    assert json.loads(liar.stdout)["judgements"][0]["truth"] == "undecided"


@pytest.mark.parametrize(
    ("words", "board", "code", "error"),
    [
        (["maybe"], PAIR, 2, "claim 'maybe': the answer is in no known wording; expected"),
        (["open (9,9)"], PAIR, 2, "(9,9) is off the board"),
        (["so open (0,0)", "--strict"], PAIR, 2, "claim 'so open (0,0)'"),
        (["open (0,0)", "open (0,1)"], PAIR, 2, "claim 'open (0,1)': (0,1) is open"),
        ([], PAIR, 2, "no claim is given"),
        (["open (0,0)"], "?3?\n", 1, "inconsistent"),
        (["open (0,0)", "--answers", "a.jsonl"], PAIR, 2, "BOARD and --answers cannot be combined"),
        (["open (0,0)", "-o", "a.jsonl"], PAIR, 2, "BOARD and --output cannot be combined"),
        (["open (0,0)", "--size", "5x5"], PAIR, 2, "BOARD and --size cannot be combined"),
        (["open (0,0)", "-n", "5"], PAIR, 2, "BOARD and --number cannot be combined"),
        (["open (0,0)", "--seed", "5"], PAIR, 2, "BOARD and --seed cannot be combined"),
        (["open (0,0)", "--seed", "0"], PAIR, 2, "BOARD and --seed cannot be combined"),
        (["open (0,0)", "--no-flood"], PAIR, 2, "BOARD and --flood cannot be combined"),
        (["open (0,0)", "--baseline", "exact"], PAIR, 2, "BOARD and --baseline cannot be combined"),
    ],
)
def test_exit_codes(logicsweep: Run, words: list[str], board: str, code: int, error: str) -> None:
    for more in ([], ["--json"]):
        done = judge(logicsweep, *words, *more, board=board)
        assert done.returncode == code
        assert error in done.stderr
        assert bool(done.stdout) is bool(more)


@pytest.fixture(scope="module")
def some(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of tasks of all kinds."""
    path = tmp_path_factory.mktemp("tasks") / "tasks.jsonl"
    setting = Setting(height=5, width=5, mines=5)
    write_tasks([task for kind in KINDS for task in tasks(kind, setting, n=4)], path)
    return path


@pytest.mark.parametrize("name", ["exact", "single-point"])
def test_a_baseline_answers_a_file(logicsweep: Run, some: Path, name: str, tmp_path: Path) -> None:
    out = tmp_path / "judged.jsonl"
    words = ("judge", "--answers", some, "--baseline", name, "-o", out)
    done = logicsweep(*words, "--strict")
    assert (done.returncode, done.stderr) == (0, "")
    head, *rows = done.stdout.split("\n\n")[0].splitlines()
    assert head.split() == ["answers", "read", "right", "mean", "score"]
    assert [row.split()[:2] for row in rows[: len(KINDS)]] == [["kind", kind] for kind in KINDS]
    assert len({len(row) for row in (head, *rows)}) == 1  # columns are aligned
    assert rows[-1].startswith("all")
    if name == "exact":
        assert all(row.endswith("1.000 [1.000, 1.000]") for row in rows)
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    for number, line in enumerate(lines, start=1):
        validator("judged-answer").validate(line)
        assert line["line"] == number
    answer = json.loads(logicsweep(*words, "--json").stdout)
    means = [float(eval_fraction(line["judgement"]["score"])) for line in lines]
    assert answer["whole"]["score"]["mean"] == pytest.approx(sum(means) / len(means))
    assert (answer["baseline"], answer["strict"], answer["faulty"]) == (name, False, 0)


def eval_fraction(text: str) -> float:
    over, _, under = text.partition("/")
    return int(over) / int(under or "1")


def test_faulty_lines_are_named(logicsweep: Run, tmp_path: Path) -> None:
    good = json.dumps({"board": PAIR, "answer": "open (0,2)"})
    bad = json.dumps({"board": "?3?\n", "answer": "open (0,2)", "id": "odd"})
    path, out = tmp_path / "answers.jsonl", tmp_path / "judged.jsonl"
    path.write_text(f"{good}\nno line\n{bad}\n{good}")  # the last line has no end
    done = logicsweep("judge", "--answers", path, "-o", out)
    assert done.returncode == 2
    assert f"{path}:2: JSON is malformed" in done.stderr
    assert f"{path}:3 (odd): the board is inconsistent" in done.stderr
    assert f"2 lines of {path} could not be judged, the first of them line 2" in done.stderr
    assert "kind any        2" in done.stdout
    lines = [json.loads(line) for line in out.read_text().splitlines()]
    assert ["error" in line for line in lines] == [False, True, True, False]
    for line in lines:
        validator("judged-answer").validate(line)
    answer = json.loads(logicsweep("judge", "--answers", path, "--json").stdout)
    assert (answer["whole"]["number"], answer["faulty"], answer["kind"]) == (2, 2, "usage")


def test_the_file_of_answers_is_left_alone(logicsweep: Run, tmp_path: Path) -> None:
    path, link, out = tmp_path / "answers.jsonl", tmp_path / "link", tmp_path / "judged.jsonl"
    path.write_text(json.dumps({"board": PAIR, "answer": "open (0,2)"}))
    link.symlink_to(path)
    out.write_text("old")
    before = path.read_text()
    done = logicsweep("judge", "--answers", path, "-o", link)
    assert (done.returncode, path.read_text()) == (2, before)
    assert "--output is the file of answers" in done.stderr
    assert logicsweep("judge", "--answers", tmp_path / "nowhere", "-o", out).returncode == 2
    assert out.read_text() == "old"


def test_an_interrupted_command_leaves_the_lines_up_to_then(
    logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, out = tmp_path / "answers.jsonl", tmp_path / "judged.jsonl"
    path.write_text(3 * f"{json.dumps({'board': PAIR, 'answer': 'open (0,2)'})}\n")

    def interrupted(answers: Iterable[Answered | Faulty], **_: object) -> Iterator[Mark | Faulty]:
        yield from islice(mark(answers), 2)
        raise KeyboardInterrupt

    monkeypatch.setattr("logicsweep.lab.tasks.answer_files.mark", interrupted)
    done = logicsweep("judge", "--answers", path, "-o", out)
    assert (done.returncode, done.stdout) == (130, "")
    assert [json.loads(line)["line"] for line in out.read_text().splitlines()] == [1, 2]


def test_answers_from_standard_input(logicsweep: Run) -> None:
    given = json.dumps({"board": PAIR, "answer": "open (0,2)"})
    done = logicsweep("judge", "--answers", "-", stdin=given)
    assert done.returncode == 0
    nothing = logicsweep("judge", "--answers", "-", stdin="\n")
    assert (nothing.returncode, nothing.stdout) == (0, "No answers.\n")


def test_limits_have_their_own_exit_code(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    board = (BOARDS / "expert-stuck.board").read_text(encoding="utf-8")
    path.write_text(json.dumps({"board": board, "answer": "layouts: 5"}))
    done = logicsweep("judge", "--answers", path, "--time-limit", "1e-9")
    assert done.returncode == 3
    assert f"{path}:1: " in done.stderr


@pytest.mark.parametrize(
    ("words", "error"),
    [
        (["--answers", "nowhere.jsonl"], "cannot read nowhere.jsonl: no such file"),
        (["--answers", "."], "cannot read .: is a directory"),
        (["--answers", "-", "--win"], "--answers and --win cannot be combined"),
        (["--answers", "-", "--mines", "3"], "--answers and --mines cannot be combined"),
        (["--answers", "-", "--baseline", "oracle"], "unknown baseline 'oracle'"),
        (["--answers", "-", "-o", "nowhere/a.jsonl"], "cannot write nowhere/a.jsonl"),
        (["--answers", "-", "--seed", "0"], "--answers and --seed cannot be combined"),
        (["--answers", "-", "--seed", "3"], "--answers and --seed cannot be combined"),
        (["--answers", "-", "--open", "0,0"], "--answers and --open cannot be combined"),
        (["a:B", "open (0,0)"], "a:B is an agent, which plays; expected no CLAIM"),
        (["a:B", "--answers", "-"], "BOARD and --answers cannot be combined"),
        (["a:B", "--from", "mine"], "AGENT and --from cannot be combined"),
        (["a:B", "--strict"], "AGENT and --strict cannot be combined"),
        ([], "nothing to judge"),
        (["-o", "a"], "nothing to judge"),
    ],
)
def test_what_cannot_be_read(logicsweep: Run, words: list[str], error: str) -> None:
    done = logicsweep("judge", *words, stdin="")
    assert done.returncode == 2
    assert error in done.stderr
    assert done.stdout == ""


def test_the_tasks_of_the_benchmark(
    logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = list(islice(benchmark(), 6))
    monkeypatch.setattr("logicsweep.lab.tasks.benchmark_tasks.benchmark", lambda **_: iter(first))
    path, expected = tmp_path / "benchmark.jsonl", tmp_path / "expected.jsonl"
    write_tasks(first, expected)
    done = logicsweep("tasks", "benchmark", "-o", path)
    assert (done.returncode, done.stdout) == (0, f"500 tasks made: {path}\n")
    assert path.read_bytes() == expected.read_bytes()
    printed = logicsweep("tasks", "benchmark", "--json", "--answers").stdout.splitlines()
    assert [json.loads(line)["answer"] for line in printed] == [
        task.answer_text() for task in first
    ]
    assert logicsweep("tasks", "benchmark").stdout == "".join(f"{task.prompt}\n" for task in first)
    for words in (["--size", "5x5"], ["-n", "3"], ["--seed", "1"], ["--to", "json"]):
        refused = logicsweep("tasks", "benchmark", *words)
        assert refused.returncode == 2
        assert "the tasks of the benchmark are fixed" in refused.stderr
