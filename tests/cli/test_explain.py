"""`explain`, `hint`, `rate`, `certify` and `check` on the command line."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from logicsweep import Board, Cell, KnowledgeBase, Layout, LimitError, Technique, read_board
from tests.conftest import ROOT, Run
from tests.judges.making import opened_at_random

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"
TOTAL = BOARDS / "only-total.board"
INCONSISTENT = BOARDS / "inconsistent.board"


def test_a_reason_is_drawn_and_said(logicsweep: Run) -> None:
    done = logicsweep("explain", SMALL, "0,0")
    assert done.returncode == 0
    assert done.stdout == (
        "   0 1 2 3\n"
        "0  M o o o\n"
        "1  1[2|1]1\n"
        "2  0 0 0 0\n"
        "[ ] clue of the reason   o cell around it   S proved safe   M proved mine\n"
        "(0,0) is a mine: the 2 at (1,1) needs exactly 2 mines in (0,0), (0,1) and (0,2); the 1 at "
        "(1,2) needs exactly 1 mine in (0,1), (0,2) and (0,3); so it cannot be safe.\n"
    )


def test_json_says_the_same(logicsweep: Run) -> None:
    found = json.loads(
        logicsweep("explain", TOTAL, "5,7", "--smallest", "--steps", "--json").stdout
    )
    assert found["format"] == "logicsweep-explain/1"
    assert (found["cell"], found["verdict"], found["smallest"]) == ([5, 7], "safe", True)
    own = KnowledgeBase(read_board(TOTAL.read_bytes())).explain((5, 7), smallest=True, steps=True)
    assert [Cell(*cell) for cell in found["clues"]] == list(own.clues)
    assert found["uses_total"] == own.uses_total
    assert own.steps is not None
    assert [step["level"] for step in found["steps"]] == [step.level for step in own.steps]
    assert found["steps"][-1]["safe"] == [[5, 7]]
    assert {step["technique"] for step in found["steps"]} <= {name.value for name in Technique}


def test_many_sources_are_listed(logicsweep: Run) -> None:
    lines = logicsweep("explain", TOTAL, "0,0", "--smallest").stdout.splitlines()
    start = lines.index("(0,0) is safe:")
    assert lines[-3].startswith("  the total leaves 10 mines for the 39 covered cells")
    assert lines[-2:] == ["so it cannot be a mine.", "No set of fewer than 6 sources forces it."]
    assert len(lines) - start == 1 + 6 + 2


def test_both_ways_are_shown_side_by_side(logicsweep: Run) -> None:
    done = logicsweep("explain", TOTAL, "3,7")
    lines = done.stdout.splitlines()
    assert lines[0].split("  ") == ["a mine at (3,7):", "", "", "", "none there:"]
    assert lines[5] == "3  1 2 * 2 3 * 3[*]_    3  1 2 * 2 3 * 3[_]_"
    assert lines[-1] == "(3,7) is a mine with 1/2 = 50.00 %."
    board = read_board(TOTAL.read_bytes())
    found = json.loads(logicsweep("explain", TOTAL, "3,7", "--json").stdout)
    assert (found["verdict"], found["probability"]) == ("undetermined", "1/2")
    for way, mines in found["layouts"].items():
        mask = KnowledgeBase(board).counterexample((3, 7)).mine.mask & False
        mask[tuple(zip(*mines, strict=True))] = True
        assert not Layout(mask).mismatches(board)
        assert mask[3, 7] == (way == "mine")


def test_without_room_they_are_one_below_the_other(logicsweep: Run) -> None:
    wide = f"{'?' * 40}\n{'_' * 19}1{'_' * 20}\n"
    lines = logicsweep("explain", "-", "0,18", stdin=wide).stdout.splitlines()
    assert lines[0].startswith("a mine at (0,18):")
    assert "none there:" in lines


def test_no_chance_without_a_density(logicsweep: Run) -> None:
    board = "?????\n?1???\n?????\n"
    found = json.loads(logicsweep("explain", "-", "0,4", "--json", stdin=board).stdout)
    assert found["probability"] is None
    done = logicsweep("explain", "-", "0,4", "--density", "1/5", stdin=board)
    assert done.stdout.endswith("(0,4) is a mine with 1/5 = 20.00 %.\n")


def test_a_contradiction_is_explained(logicsweep: Run) -> None:
    done = logicsweep("explain", INCONSISTENT, "0,0")
    assert done.returncode == 1
    assert " 6  ? ? 4 1 0 1 1 1 0 1 2 o[4]o 4 2" in done.stdout
    assert "  the 2 at (7,12) needs exactly 2 mines in (6,11), (6,13) and (7,13)\n" in done.stdout
    assert "cannot both be right" in done.stderr
    found = json.loads(logicsweep("explain", INCONSISTENT, "0,0", "--json").stdout)
    assert found["core"] == [[6, 12], [7, 12]]
    done = logicsweep("explain", "-", "0,0", stdin="mines: 0\n\n?1_\n")
    assert "  the total leaves no mine for the one covered cell\n" in done.stdout
    done = logicsweep("explain", "-", "0,0", stdin="mines: 0..1\n\n? * _ *\n")
    assert "the total (0 to 1 mines) is less than the 2 mines known" in done.stdout
    done = logicsweep("explain", "-", "0,2", stdin="* 0 ?\n")
    assert (done.returncode, "  the 0 at (0,1) cannot be met\n" in done.stdout) == (1, True)
    for command in ("hint", "rate"):
        assert logicsweep(command, INCONSISTENT).returncode == 1


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("9,0", "(9,0) is off the board; rows are 0 to 2, columns 0 to 3"),
        ("1,0", "(1,0) is not covered; expected a covered cell"),
        ("0", "CELL is '0'; expected ROW,COLUMN such as 0,3"),
        ("0;3", "expected ROW,COLUMN"),
        ("", "expected ROW,COLUMN"),
        ("0,-1", "expected ROW,COLUMN"),
        ("9" * 30 + ",0", "expected ROW,COLUMN"),
    ],
)
def test_cells_that_cannot_be_explained(logicsweep: Run, cell: str, message: str) -> None:
    for command in (["explain", str(SMALL), cell], ["certify", str(SMALL), cell, "-o", "nowhere"]):
        done = logicsweep(*command)
        assert (done.returncode, done.stdout) == (2, "")
        assert message in done.stderr
    assert not (ROOT / "nowhere").exists()


def test_programs_and_liars(logicsweep: Run) -> None:
    program = ROOT / "examples" / "programs" / "connected-mines.lp"
    board = program.with_suffix(".board")
    found = json.loads(logicsweep("explain", board, "0,0", "--program", program, "--json").stdout)
    assert found["uses_program"]
    done = logicsweep("explain", board, "0,0", "--program", program)
    assert "the program holds as well" in done.stdout
    stdin = "mines: 2\n\n1211\n????\n1211\n"
    done = logicsweep("explain", "-", "1,0", "--liars", "1", stdin=stdin)
    assert "up to one of the clues may be wrong" in done.stdout
    done = logicsweep("explain", "-", "1,0", "--liars", "1", "--steps", stdin=stdin)
    assert (done.returncode, done.stderr) == (
        2,
        "logicsweep: --steps are for boards without a program and liars\n",
    )


def test_a_hint(logicsweep: Run) -> None:
    done = logicsweep("hint", SMALL)
    assert done.stdout.endswith(
        "The 1 at (1,2) needs exactly 1 mine in (0,1), (0,2) and (0,3); the 1 at (1,3) needs "
        "exactly 1 mine in (0,2) and (0,3); so (0,1) is safe.\nLevel 2: subset.\n"
    )
    found = json.loads(logicsweep("hint", SMALL, "--json").stdout)
    assert (found["step"]["safe"], found["step"]["before"]) == ([[0, 1]], [])
    assert found["least_risky"] is None
    done = logicsweep("hint", SMALL, "--level", "1")
    assert done.stdout == "Every step takes more than 1 source together.\n"
    assert json.loads(logicsweep("hint", SMALL, "--level", "1", "--json").stdout)["step"] is None
    assert logicsweep("hint", SMALL, "--level", "0").returncode == 2
    assert logicsweep("hint", SMALL, "--level", "x").returncode == 2


def test_a_hint_to_a_safe_cell_says_what_it_needs_first(logicsweep: Run) -> None:
    board = "mines: 2\n\n1\n?\n?\n?\n1\n"
    said = logicsweep("hint", "-", "--safe", stdin=board).stdout
    assert said.splitlines()[:6] == ["   0", "0 [1]", "1  M", "2  S", "3  M", "4 [1]"]
    assert "\n1. single clue: " in said
    assert "\n3. total: as (1,0) and (3,0) are mines, " in said
    assert said.endswith("so (2,0) is safe.\nLevel 1.\n")
    found = json.loads(logicsweep("hint", "-", "--safe", "--json", stdin=board).stdout)["step"]
    assert [one["mines"] for one in found["before"]] == [[[1, 0]], [[3, 0]]]
    done = logicsweep("hint", SMALL, "--safe", "--level", "1")
    assert done.stdout == "Every step to a safe cell takes more than 1 source together.\n"


@pytest.mark.parametrize(
    ("board", "options", "words"),
    [
        ("?1?\n", [], "Nothing more is proved.\n{}"),
        ("?1?\n", ["--safe"], "{}"),
        ("?1?__1?\n", [], "(0,6) is a mine.\nLevel 1: single clue.\n{}"),
        ("?1?__1?\n", ["--safe"], "{}"),
        ("F1_\n", [], "Nothing is left to open.\n"),
        ("?1_\n", ["--safe"], "Nothing is left to open.\n"),
        ("___\n", [], "Nothing is left to open.\n"),
    ],
)
def test_a_hint_at_a_guess_says_the_least_risk(
    logicsweep: Run, board: str, options: list[str], words: str
) -> None:
    done = logicsweep("hint", "-", *options, stdin=board)
    guess = (
        "No cell is proved safe: what is opened next is a guess.\n"
        "Least risky: (0,0), (0,2), a mine with 1/2 = 50.00 % each.\n"
    )
    assert done.stdout.endswith(words.format(guess))
    found = json.loads(logicsweep("hint", "-", *options, "--json", stdin=board).stdout)
    risk = {"cells": [[0, 0], [0, 2]], "probability": "1/2"}
    assert found["least_risky"] == (risk if "{}" in words else None)


def test_a_guess_may_need_a_density(logicsweep: Run) -> None:
    done = logicsweep("hint", "-", stdin="?1?\n___\n???\n")
    assert done.stdout.endswith(
        "guess.\nFor chances of mines give a --density: the total mines is unknown.\n"
    )
    done = logicsweep("hint", "-", "--density", "0.2", stdin="?1?\n___\n???\n")
    assert "Least risky: (2,0)" in done.stdout


def test_a_rating(logicsweep: Run) -> None:
    done = logicsweep("rate", SMALL)
    assert done.stdout.splitlines()[:3] == [
        "Level 2: the hardest step takes 2 sources together.",
        "  single clue    2 steps, level 1",
        "  subset          1 step, level 2",
    ]
    found = json.loads(logicsweep("rate", SMALL, "--json").stdout)
    assert (found["level"], found["levels"]) == (2, {"1": 2, "2": 1})
    assert len(found["steps"]) == 3
    assert "3. single clue: " in logicsweep("rate", SMALL, "--steps").stdout
    assert logicsweep("rate", "-", stdin="??\n").stdout == "Nothing is proved here: level 0.\n"


def test_certificates_there_and_back(logicsweep: Run, tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    done = logicsweep("certify", TOTAL, "-o", folder)
    assert done.stdout == f"33 verdicts are certified in {folder}.\n"
    done = logicsweep("check", folder)
    assert done.stdout == f"33 verdicts are proved, about {folder / 'board.board'}.\n"
    assert logicsweep("check", folder, "--board", TOTAL).returncode == 0
    found = json.loads(logicsweep("check", folder, "--json").stdout)
    assert found["valid"]
    assert len(found["verdicts"]) == 33
    done = logicsweep("check", folder, "--board", SMALL)
    assert (done.returncode, done.stdout) == (1, "")
    assert "board.board:1: 'mines: 10'; expected 'mines: 2'" in done.stderr
    done = logicsweep("certify", TOTAL, "-o", folder)
    assert done.returncode == 2
    assert "is there already" in done.stderr
    (folder / "safe-0-0.drup").write_text("0\n")
    done = logicsweep("check", folder)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == f"logicsweep: {folder / 'safe-0-0.drup'}:1: '0' does not follow\n"
    found = json.loads(logicsweep("check", folder, "--json").stdout)
    assert not found["valid"]
    assert (found["file"], found["line"]) == ("safe-0-0.drup", 1)


def test_an_empty_folder_is_filled(logicsweep: Run, tmp_path: Path) -> None:
    before = tmp_path.stat().st_ino
    assert logicsweep("certify", SMALL, "-o", tmp_path).returncode == 0
    assert tmp_path.stat().st_ino == before
    assert logicsweep("check", tmp_path).returncode == 0
    assert not list(tmp_path.parent.glob(".logicsweep.*"))


def test_one_verdict_is_certified(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("certify", SMALL, "0,2", "-o", tmp_path / "one", "--json")
    assert json.loads(done.stdout)["verdicts"] == 1
    names = {path.name for path in (tmp_path / "one").iterdir()}
    assert names == {"board.board", "certificate.json", "mine-0-2.cnf", "mine-0-2.drup"}
    done = logicsweep("certify", TOTAL, "2,0", "-o", tmp_path / "two")
    assert (done.returncode, (tmp_path / "two").exists()) == (2, False)
    assert "(2,0) is undetermined" in done.stderr
    done = logicsweep("certify", INCONSISTENT, "-o", tmp_path / "two")
    assert (done.returncode, (tmp_path / "two").exists()) == (1, False)
    done = logicsweep("certify", SMALL, "-o", tmp_path / "no" / "where")
    assert done.returncode == 2
    assert "cannot write" in done.stderr
    done = logicsweep("certify", "-", "-o", tmp_path / "none", stdin="?1?\n")
    assert done.stdout.startswith("0 verdicts are certified")
    assert logicsweep("check", tmp_path / "none").stdout.startswith("0 verdicts are proved")
    assert logicsweep("check", tmp_path / "nowhere").returncode == 1
    assert sorted(path.name for path in tmp_path.iterdir()) == ["none", "one"]


@pytest.mark.slow
def test_limits_say_what_is_known(logicsweep: Run) -> None:
    board = opened_at_random(0, 16, 30, 99, 0.5)
    kb = KnowledgeBase(board)
    cell = min(cell for cell in kb.consequences().safe if kb.explain(cell).uses_total)
    wanted = f"{cell.row},{cell.column}"
    done = logicsweep("explain", "-", wanted, "--smallest", "--time-limit", "3", stdin=str(board))
    assert done.returncode == 3
    assert f"{cell} is safe:" in done.stdout
    assert "the smallest explanation so far has" in done.stderr
    done = logicsweep("hint", "-", "--time-limit", "1e-9", "--json", stdin=str(board))
    assert done.returncode == 3
    assert json.loads(done.stdout)["limit"]
    done = logicsweep("explain", "-", wanted, "--time-limit", "1e-9", stdin=str(board))
    assert (done.returncode, done.stdout) == (3, "")
    assert logicsweep("rate", SMALL, "--time-limit", "0").returncode == 2


@pytest.mark.usefixtures("hears_sigint")
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path) -> None:
    board = tmp_path / "large.board"
    board.write_text(str(Board(opened_at_random(1, 100, 100, 1000, 0.8).grid)) + "\n")
    work = subprocess.Popen(
        [sys.executable, "-m", "logicsweep", "certify", board, "-o", tmp_path / "proofs"],
        cwd=ROOT,
        env=dict(os.environ),
        stderr=subprocess.PIPE,
        text=True,
    )
    budget = time.monotonic() + 60
    while not any(tmp_path.glob(".logicsweep.*.part/*.cnf")):
        assert work.poll() is None
        assert time.monotonic() < budget
        time.sleep(0.02)
    work.send_signal(signal.SIGINT)
    _, said = work.communicate(timeout=60)
    assert (work.returncode, said) == (130, "logicsweep: interrupted\n")
    assert [path.name for path in tmp_path.iterdir()] == ["large.board"]


def test_a_limit_of_counting_is_said(logicsweep: Run) -> None:
    stuck = BOARDS / "expert-stuck.board"
    done = logicsweep("explain", stuck, "5,24", "--max-entries", "1")
    assert done.returncode == 3
    assert "is undetermined: one layout has a mine there" in done.stdout
    assert "the chance is not counted: the component of" in done.stderr
    done = logicsweep("explain", stuck, "5,24", "--max-entries", "1", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["probability"]) == (3, None)
    assert "table entries" in found["limit"]


@pytest.mark.parametrize("command", ["explain", "hint", "solve"])
def test_a_reader_that_is_gone_is_no_error(command: str) -> None:
    words = [command, str(TOTAL), *(["0,0"] if command == "explain" else [])]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "logicsweep", *words],
        cwd=ROOT,
        stdout=write,
        stderr=subprocess.PIPE,
        check=False,
        timeout=60,
    )
    os.close(write)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.slow
def test_the_same_question_has_the_same_answer(logicsweep: Run) -> None:
    for options in (["--smallest"], ["--steps"]):
        answers = {
            logicsweep("explain", TOTAL, "0,0", *options, PYTHONHASHSEED=seed).stdout
            for seed in ("1", "2")
        }
        assert len(answers) == 1


def test_wide_boards_are_cut_to_what_matters(logicsweep: Run) -> None:
    board = f"{'_' * 70}?{'_' * 79}\n{'_' * 70}1{'_' * 79}\n{'_' * 150}\n"
    done = logicsweep("hint", "-", stdin=board)
    assert done.stdout.splitlines()[:3] == [
        "   6   7",
        "   8 9 0 1 2",
        "0  _ _ M _ _",
    ]


def test_a_hint_outlives_the_count_of_the_least_risky_cells(
    logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def over(*_: object, **__: object) -> object:
        raise LimitError("no time")

    monkeypatch.setattr(KnowledgeBase, "count", over)
    text = "mines: 3\n\n1?????\n??????\n"
    done = logicsweep("hint", "-", stdin=text)
    assert done.returncode == 3
    assert "what is opened next is a guess" in done.stdout
    assert (
        done.stderr == "logicsweep: limit reached: the least risky cells are not counted: no time\n"
    )
    done = logicsweep("hint", "-", "--json", stdin="mines: 4\n\n1_??\n?_??\n")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["consistent"], answer["limit"]) == (3, True, "no time")
    assert answer["step"]["mines"] == [[1, 0]]
    assert answer["least_risky"] is None
