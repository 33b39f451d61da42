"""`logicsweep solve` and `show`: what is drawn and said."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from logicsweep import Board, KnowledgeBase, read_board
from tests.conftest import ROOT, Run, needs_kernel
from tests.judges import oracle
from tests.judges.terminal import ANSI, on_a_terminal

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"


def test_solve_draws_and_says(logicsweep: Run) -> None:
    done = logicsweep("solve", SMALL)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "   0 1 2 3\n"
        "0  m s m s\n"
        "1  1 2 1 1\n"
        "2  0 0 0 0\n"
        "s proved safe   m proved mine   ? undetermined\n"
        "2 cells are proved safe, 2 cells are proved mines, 0 cells are undetermined.\n"
        "The mine count (2) was not needed.\n"
        "1 layout agrees with the board.\n"
    )


def test_solve_json(logicsweep: Run) -> None:
    done = logicsweep("solve", "--json", SMALL)
    assert done.returncode == 0
    assert json.loads(done.stdout) == {
        "format": "logicsweep-solve/1",
        "board": str(SMALL),
        "height": 3,
        "width": 4,
        "mine_count": 2,
        "consistent": True,
        "safe": [[0, 1], [0, 3]],
        "mines": [[0, 0], [0, 2]],
        "undetermined": 0,
        "needs_total": False,
        "models": "1",
        "probabilities": [[1.0, 0.0, 1.0, 0.0], [None] * 4, [None] * 4],
        "least_risky": {"cells": [[0, 1], [0, 3]], "probability": "0"},
        "key": None,
        "wrong": None,
        "liars": 0,
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("?1_\n", "The mine count is unknown; the clues alone prove this.\n"),
        ("mines: 1\n\n?1?\n", "The mine count (1) was not needed.\n"),
        ("mines: 1\n\n?1?_?\n", "The mine count (1) was needed.\n"),
        ("mines: 1..2\n\n?1?_?\n", "The mine count (1 to 2) was not needed.\n"),
        ("mines: 0\n\nF0\n", "Flagged but safe: (0,0).\n"),
    ],
)
def test_what_is_said_of_the_total(logicsweep: Run, text: str, words: str) -> None:
    done = logicsweep("solve", "-", stdin=text)
    assert done.returncode == 0
    assert words in done.stdout


def test_inconsistent(logicsweep: Run) -> None:
    done = logicsweep("solve", "-", stdin="?1?\n?2?\n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "logicsweep: the board is inconsistent: "
        "the 1 at (0,1) and the 2 at (1,1) cannot both be right\n"
    )
    done = logicsweep("solve", "-", "--json", stdin="mines: 2\n\n?1?\n")
    assert done.returncode == 1
    assert json.loads(done.stdout) == {
        "format": "logicsweep-solve/1",
        "board": "-",
        "height": 1,
        "width": 3,
        "mine_count": 2,
        "consistent": False,
        "error": done.stderr.removeprefix("logicsweep: ").removesuffix("\n"),
        "kind": "inconsistent",
        "place": None,
        "core": [[0, 1]],
        "core_uses_total": True,
        "core_further": [],
        "core_uses_program": False,
        "liars": 0,
        "read_as": None,
    }


CONFLICTING = "?2\n--\n"


@pytest.mark.parametrize(
    "words",
    [
        *([name, "-"] for name in ("solve", "count", "hint", "diagnose")),
        ["hint", "-", "--rate"],
        ["explain", "-", "0,0"],
        ["certify", "-", "-o", "proofs"],
        ["show", "-", "-o", "a.svg"],
        ["encode", "-", "--compare"],
    ],
    ids=lambda words: words[0],
)
def test_a_conflict_names_a_format_that_was_guessed(logicsweep: Run, words: list[str]) -> None:
    guess = " (read as the format tatham; choose another with --from)"
    done = logicsweep(*words, stdin=CONFLICTING)
    assert (done.returncode, guess in done.stderr) == (1, True)
    assert "read as" not in logicsweep(*words, "--from", "tatham", stdin=CONFLICTING).stderr
    if words[0] != "encode":
        answer = logicsweep(*words, "--json", stdin=CONFLICTING)
        assert json.loads(answer.stdout)["read_as"] == "tatham"


def test_a_format_that_was_said_is_not_said_again(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(CONFLICTING)
    done = logicsweep("decode", "-", "--board", path, stdin="s UNSATISFIABLE\n")
    assert done.stderr.endswith(
        "that is right (read as the format tatham; choose another with --from)\n"
    )
    mine = tmp_path / "a.mine"  # the ending says what it is
    mine.write_text("2x1x1\nH2\n")
    done = logicsweep("solve", mine)
    assert (done.returncode, "read as" in done.stderr) == (1, False)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("2?\n", "the 2 at (0,0) cannot be right"),
        ("8??\n???\n", "the 8 at (0,0) cannot be right"),
        ("mines: 0\n\n*_\n", "the mine count (0) cannot be right"),
        ("mines: 3\n\n?1?\n???\n", "the 1 at (0,1) and the mine count (3) cannot both be right"),
        (
            "mines: 1\n\n?1?_?1?\n",
            "the 1 at (0,1), the 1 at (0,5) and the mine count (1) cannot all",
        ),
    ],
)
def test_more_conflicts(logicsweep: Run, text: str, words: str) -> None:
    assert not oracle.is_consistent(read_board(text.encode()))
    done = logicsweep("solve", "-", stdin=text)
    assert done.returncode == 1
    assert words in done.stderr


def test_a_limit(logicsweep: Run) -> None:
    done = logicsweep("solve", BOARDS / "large.board", "--time-limit", "0.000001")
    assert done.returncode == 3
    assert "Proved so far: " in done.stdout
    assert done.stderr == "logicsweep: limit reached: no complete answer within 1e-06 s\n"
    done = logicsweep("solve", "--json", BOARDS / "large.board", "--time-limit", "0.000001")
    assert done.returncode == 3
    answer = json.loads(done.stdout)
    assert answer["consistent"] is None
    assert answer["undetermined"] is None
    assert answer["limit"] == "no complete answer within 1e-06 s"
    full = json.loads(logicsweep("solve", "--json", BOARDS / "large.board").stdout)
    for key in ("safe", "mines"):
        assert all(cell in full[key] for cell in answer[key])


@pytest.mark.parametrize("solver", ["cadical195", "glucose4"])
def test_solvers(logicsweep: Run, solver: str) -> None:
    expected = logicsweep("solve", "--json", BOARDS / "expert.board").stdout
    assert (
        logicsweep("solve", "--json", "--solver", solver, BOARDS / "expert.board").stdout
        == expected
    )


def test_show(logicsweep: Run) -> None:
    done = logicsweep("show", "-", stdin="mines: 1..3\n\n?1F\n*_?\n")
    assert done.stdout == (
        "   0 1 2\n"
        "0  ? 1 F\n"
        "1  * _ ?\n"
        "3x2, 1 to 3 mines; 3 covered cells, 3 of them next to a clue; 1 clue; 1 known mine.\n"
    )
    done = logicsweep("show", "--json", BOARDS / "intermediate.mine")
    board = read_board((BOARDS / "intermediate.mine").read_bytes())
    assert read_board(done.stdout.encode()) == board


def test_covered_cells_may_have_another_sign(logicsweep: Run, tmp_path: Path) -> None:
    """Every command that reads a BOARD takes the option; without it no row is lost."""
    path = tmp_path / "at.board"
    path.write_text("@@@\n1F1\n")
    where = f"logicsweep: {path}:1:1: unknown character '@'"
    for words in (
        *(["show", path], ["solve", path], ["count", path], ["explain", path, "0,0"]),
        *(["hint", path], ["hint", "--rate", path], ["certify", path, "-o", tmp_path / "proofs"]),
        *(["encode", path], ["show", path, "-o", tmp_path / "a.json"], ["diagnose", path]),
        *(["show", path, "-o", tmp_path / "a.svg"], ["decode", "-", "--board", path]),
    ):
        stdin = "v 1 -2 -3 -5 0\n" if words[0] == "decode" else ""
        done = logicsweep(*words, stdin=stdin)
        assert (done.returncode, done.stdout) == (2, ""), words
        assert done.stderr.startswith(where)
        done = logicsweep(*words, "--covered", "@", stdin=stdin)
        assert done.returncode in (0, 1), done.stderr
        assert "--covered" not in done.stderr
    proofs = tmp_path / "proofs"
    assert logicsweep("check", proofs, "--board", path, "--covered", "@").returncode == 0
    whole = tmp_path / "whole.board"
    whole.write_text("*1\n11\n")
    assert logicsweep("play", "--quiet", "--board", whole, "--covered", "@").returncode == 0
    for words in (["check", proofs], ["play"]):
        done = logicsweep(*words, "--covered", "#")
        assert (done.returncode, "needs --board BOARD" in done.stderr) == (2, True)


def test_a_sign_that_can_only_be_a_covered_cell_is_one(logicsweep: Run) -> None:
    done = logicsweep("solve", "-", stdin="###\n1F1\n")
    assert done.returncode == 0
    assert done.stdout == logicsweep("solve", "-", "--covered", "#", stdin="###\n1F1\n").stdout


def test_colour_only_where_it_is_wanted() -> None:
    coloured = on_a_terminal(["solve", str(SMALL)])
    assert "\x1b[" in coloured
    plain = on_a_terminal(["solve", str(SMALL)], NO_COLOR="1")
    assert "0  m s m s\n" in ANSI.sub("", plain)
    assert not any(f"[{code}m" in plain for code in (31, 32, 41, 42))


def test_boards_too_wide_for_the_terminal() -> None:
    narrow = on_a_terminal(["solve", str(BOARDS / "expert.board")], COLUMNS="40")
    assert "\n 4  ?33mm33m11111121101s??????????\n" in ANSI.sub("", narrow)
    large = on_a_terminal(["solve", str(BOARDS / "large.board")])
    assert "too wide for this terminal" in large
    assert "cells are proved safe" in large


@needs_kernel
def test_questions_to_solvers_as_files(logicsweep: Run, tmp_path: Path) -> None:
    board, folder = "mines: 4\n\n1?2?\n??2?\n????\n?2??\n", tmp_path / "asked"
    (question,) = KnowledgeBase(Board.parse(board)).questions()
    done = logicsweep("solve", "--questions", folder, "-", stdin=board)
    assert done.stdout == logicsweep("solve", "-", stdin=board).stdout
    assert {path.name: path.read_text() for path in folder.iterdir()} == {
        "1.opb": question.text(),
        "index.txt": f"1.opb: {question.words}\n3 verdicts without a question to a solver\n",
    }
    again = logicsweep("solve", "--questions", folder, "-", stdin=board)
    assert again.returncode == 2
    assert "expected a new or an empty folder" in again.stderr
    done = logicsweep("solve", "--json", "--questions", tmp_path / "json", "-", stdin=board)
    assert json.loads(done.stdout)["safe"] == [[1, 0], [2, 1], [2, 2], [2, 3], [3, 3]]
    assert (tmp_path / "json" / "1.opb").read_text() == question.text()
    done = logicsweep("solve", "--questions", tmp_path / "two", "-", "example:small", stdin=board)
    assert "--questions takes one board" in done.stderr
