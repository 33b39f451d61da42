"""Answers in JSON: what format each says it has, and errors that are answers, too."""

from __future__ import annotations

import json
import re
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from logicsweep.cli.commands import GROUPS
from tests.cli.command import TAKING_A_BOARD
from tests.conftest import ROOT, Run

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"
NAMES = [entry.name for group in GROUPS.values() for entry in group]


@pytest.mark.slow
@pytest.mark.usefixtures("threads", "stand_ins")
def test_every_answer_says_its_format(logicsweep: Run, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    proofs = tmp_path / "proofs"
    spec = tmp_path / "spec.toml"
    spec.write_text('agents = ["random"]\ngames = 1\nboards = ["beginner"]\n')
    layout = "v 1 -2 3 -4 0\n"
    words = {
        **{name: [name, SMALL] for name in ("solve", "count", "hint", "best", "diagnose")},
        "explain": ["explain", SMALL, "0,0"],
        "list": ["list", "boards"],
        "certify": ["certify", SMALL, "-o", proofs],
        "check": ["check", proofs],
        "deal": ["deal", "--no-guess", "--seed", "1"],
        "puzzle": ["puzzle", "--size", "4x4", "--mines", "2", "--seed", "1"],
        "play": ["play", "--size", "4x4", "--mines", "2", "--seed", "1"],
        "review": ["review", ROOT / "tests" / "formats" / "replays" / "game.avf"],
        "judge": ["judge", SMALL, "open (0,0)"],
        "compare": [
            *("compare", "random", "subset", "--size", "4x4", "--mines", "2", "-n", "1"),
            *("--workers", "1", "--plain", "-o", tmp_path / "compared"),
        ],
        "experiment-run": ["experiment", "run", spec, "-o", tmp_path / "out", "--plain"],
        "experiment-list": ["experiment", "list", tmp_path],
        "encode": ["encode", SMALL, "--stats"],
        "dataset": ["dataset", "--seed", "1", "-n", "1"],
        "tasks": ["tasks", "safe", "--seed", "1"],
        "decode": ["decode", "-", "--board", SMALL],
        "show": ["show", SMALL, "-o", tmp_path / "a.mine"],
        "experiment-export": ["experiment", "export", tmp_path / "out"],
        "experiment-report": ["experiment", "report", tmp_path / "out"],
    }
    words = {name: command for name, command in words.items() if command[0] in NAMES}
    # `serve` goes on until interrupted, `page` takes a kernel for browsers: see `test_serve.py` and
    # `test_page.py`.
    elsewhere = {"serve", "page"}
    assert {name.partition("-")[0] for name in words} == {*NAMES} - elsewhere
    for name, command in words.items():
        done = logicsweep(*command, "--json", stdin=layout)
        assert (done.returncode, done.stderr) == (0, ""), name
        assert json.loads(done.stdout)["format"] == f"logicsweep-{name}/1"


def error_of(done: CompletedProcess[str]) -> dict:
    """The only line of standard output; people read the same on standard error."""
    answer = json.loads(done.stdout)
    assert next(iter(answer)) == "format"
    return answer


@pytest.mark.parametrize(
    "name", sorted({*NAMES, "experiment run", "experiment list"} - {"experiment"})
)
def test_words_that_a_command_does_not_know(logicsweep: Run, name: str) -> None:
    done = logicsweep(*name.split(), "--no-such-option", "--json")
    answer = error_of(done)
    assert (done.returncode, answer["format"]) == (2, f"logicsweep-{name.replace(' ', '-')}/1")
    assert "--no-such-option" in answer["error"]
    assert (answer["kind"], answer["place"]) == ("usage", None)
    plain = logicsweep(*name.split(), "--no-such-option")
    assert (plain.returncode, plain.stdout) == (2, "")
    assert "Usage: logicsweep " in plain.stderr


@pytest.mark.parametrize(
    "words", [["--json"], ["experiment", "--json"], ["--frobnicate", "solve", SMALL, "--json"]]
)
def test_words_before_any_command(logicsweep: Run, words: list) -> None:
    done = logicsweep(*words)
    answer = error_of(done)
    assert (done.returncode, answer["format"]) == (2, "logicsweep-usage/1")
    assert answer["error"].startswith("No such option")
    assert answer["error"] in done.stderr
    assert (answer["kind"], answer["place"]) == ("usage", None)


def test_every_command_that_takes_a_board_is_tried(logicsweep: Run) -> None:
    usages = {name: logicsweep(name, "--help").stdout for name in NAMES}
    taking = {name for name, said in usages.items() if re.search(r"Usage: .* BOARD\b", said)}
    assert taking == {name.split()[0] for name in TAKING_A_BOARD}


@pytest.mark.parametrize("name", TAKING_A_BOARD)
def test_a_broken_board_is_an_answer(logicsweep: Run, name: str, tmp_path: Path) -> None:
    words, board = (*name.split(), "-", *TAKING_A_BOARD[name]), "mines: 2\n\n?y?\n"
    done = logicsweep(*words, "--json", stdin=board, folder=tmp_path)
    answer = error_of(done)
    assert done.returncode == 2
    assert answer["format"] == f"logicsweep-{words[0]}/1"
    assert answer["kind"] == "syntax"
    assert answer["place"] == {"file": "standard input", "line": 3, "column": 2}
    plain = logicsweep(*words, stdin=board, folder=tmp_path)
    assert (plain.returncode, plain.stdout) == (2, "")
    assert plain.stderr == done.stderr == f"logicsweep: {answer['error']}\n"


@pytest.mark.parametrize(
    ("words", "kind", "error"),
    [
        (["show", SMALL, "--to", "mine"], "usage", "--json and --output - cannot be combined"),
        (["show", SMALL, "--to", "svg"], "usage", "--json and --output - cannot be combined"),
        (["encode", SMALL], "usage", "--json needs --stats or --compare"),
        (["play", "--agent", "human"], "usage", "--agent human and --json cannot be combined"),
        (["explain", SMALL, "9,9"], "usage", "(9,9) is off the board"),
        (["count", SMALL, "--distribution"], "usage", "--distribution needs a cell"),
        (["solve", "example:"], "usage", "unknown example ''"),
        (["experiment", "run", "nowhere.toml"], "usage", "cannot read nowhere.toml"),
        (["decode", "-", "--board", SMALL], "syntax", "standard input: "),
    ],
)
def test_other_errors_are_answers(logicsweep: Run, words: list, kind: str, error: str) -> None:
    answer = error_of(done := logicsweep(*words, "--json", stdin="no such thing\n"))
    assert (done.returncode, answer["kind"]) == (2, kind)
    assert error in answer["error"]
    boards = [str(word) for word in words if word in (SMALL, "example:")]
    assert answer.get("board") == (boards[0] if boards else None)


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--time-limit", "0"], "a positive number of seconds"),
        (["--max-entries", "1.5"], "a whole number, 1 or more"),
        (["--liars", "few"], "a whole number"),
    ],
)
def test_numbers_that_cannot_be_are_answers(logicsweep: Run, words: list, expected: str) -> None:
    answer = error_of(done := logicsweep("solve", SMALL, *words, "--json"))
    assert (done.returncode, answer["format"], answer["kind"]) == (2, "logicsweep-solve/1", "usage")
    option, given = words
    assert answer["error"] == f"Invalid value for '{option}': '{given}'; expected {expected}"


@pytest.mark.parametrize("name", ["solve", "count", "hint", "best", "hint --rate", "diagnose"])
def test_limits_are_answered_once(logicsweep: Run, name: str) -> None:
    done = logicsweep(*name.split(), BOARDS / "large.board", "--time-limit", "1e-9", "--json")
    assert done.returncode == 3
    answer = error_of(done)
    assert answer.get("limit") or answer["kind"] == "limit"


def test_conflicts_are_answered_once(logicsweep: Run, tmp_path: Path) -> None:
    board = "mines: 2\n\n?1?\n?2?\n"
    for name, more in TAKING_A_BOARD.items():
        if name in ("show", "show -o a.mine", "encode"):
            continue
        done = logicsweep(*name.split(), "-", *more, "--json", folder=tmp_path, stdin=board)
        assert done.returncode == 1, name
        assert error_of(done)["consistent"] is False
    compared = logicsweep("encode", "-", "--compare", "--json", stdin=board)
    assert compared.returncode == 1
    assert error_of(compared)["agree"] is True


def test_unknown_commands_are_told_in_json(logicsweep: Run) -> None:
    done = logicsweep("nope", "--json")
    assert done.returncode == 2
    answer = json.loads(done.stdout)
    assert (answer["format"], answer["kind"]) == ("logicsweep-usage/1", "usage")
    assert "nope" in answer["error"]
    assert logicsweep("nope").stdout == ""


def test_errors_in_other_files_have_their_place(logicsweep: Run, tmp_path: Path) -> None:
    spec, program = tmp_path / "x.toml", tmp_path / "x.lp"
    spec.write_text('agents = ["psychic"]\nboards = ["expert"]\n')
    program.write_text("size(2).\nmine((0,0) .\n")
    for words, place in (
        (("experiment", "run", spec), {"file": str(spec), "line": 1, "column": None}),
        (("solve", SMALL, "--program", program), {"file": str(program), "line": 2, "column": 12}),
    ):
        done = logicsweep(*words, "--json")
        answer = json.loads(done.stdout)
        assert (done.returncode, answer["kind"], answer["place"]) == (2, "syntax", place)
    done = logicsweep("experiment", "nonsense", "--json")
    assert (done.returncode, json.loads(done.stdout)["kind"]) == (2, "usage")
