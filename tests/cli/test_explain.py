"""`explain` on the command line, and what `hint` and `rate` say of boards without an answer."""

from __future__ import annotations

import json
import os
from io import StringIO

import pytest

from logicsweep import Cell, KnowledgeBase, Layout, read_board
from logicsweep.reasons import Technique
from tests.cli.command import names_all
from tests.conftest import ROOT, Run, call_main
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
        "[ ] clue used   o cell around it   S proved safe   M proved mine\n"
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
    sources = [*found["clues"], *found["further"]]
    assert found["sources"] == len(found["reasons"]) == len(sources) + found["uses_total"]
    assert "; ".join(found["reasons"]) in found["text"]
    assert own.steps is not None
    assert [step["level"] for step in found["steps"]] == [step.level for step in own.steps]
    assert found["steps"][-1]["safe"] == [[5, 7]]
    assert {step["technique"] for step in found["steps"]} <= {name.value for name in Technique}


def test_many_sources_are_listed(logicsweep: Run) -> None:
    lines = logicsweep("explain", TOTAL, "0,0", "--smallest").stdout.splitlines()
    start = lines.index("(0,0) is safe:")
    assert lines[-3].startswith("  the mine count leaves 10 mines for the 39 covered cells")
    assert lines[-2:] == ["so it cannot be a mine.", "No set of fewer than 6 sources forces it."]
    assert len(lines) - start == 1 + 6 + 2


def test_both_ways_are_shown_side_by_side(logicsweep: Run) -> None:
    done = logicsweep("explain", TOTAL, "3,7")
    lines = done.stdout.splitlines()
    assert lines[0].split("  ") == ["if (3,7) is a mine:", "", " if it is safe:"]
    assert lines[5] == "3  1 2 * 2 3 * 3[*]_    3  1 2 * 2 3 * 3[_]_"
    assert lines[-1] == "(3,7): mine probability 1/2 = 50.00 %"
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
    assert lines[0].startswith("if (0,18) is a mine:")
    assert "if it is safe:" in lines


def test_no_chance_without_a_density(logicsweep: Run) -> None:
    board = "?????\n?1???\n?????\n"
    found = json.loads(logicsweep("explain", "-", "0,4", "--json", stdin=board).stdout)
    assert found["probability"] is None
    done = logicsweep("explain", "-", "0,4", "--density", "1/5", stdin=board)
    assert done.stdout.endswith("(0,4): mine probability 1/5 = 20.00 %\n")


def test_a_contradiction_is_explained(logicsweep: Run) -> None:
    done = logicsweep("explain", INCONSISTENT, "0,0")
    assert done.returncode == 1
    assert " 6  ? ? 4 1 0 1 1 1 0 1 2 o[4]o 4 2" in done.stdout
    assert "  the 2 at (7,12) needs exactly 2 mines in (6,11), (6,13) and (7,13)\n" in done.stdout
    assert "cannot both be right" in done.stderr
    found = json.loads(logicsweep("explain", INCONSISTENT, "0,0", "--json").stdout)
    assert found["core"] == [[6, 12], [7, 12]]
    done = logicsweep("explain", "-", "0,0", stdin="mines: 0\n\n?1_\n")
    assert "  the mine count leaves no mine for the one covered cell\n" in done.stdout
    done = logicsweep("explain", "-", "0,0", stdin="mines: 0..1\n\n? * _ *\n")
    assert "the mine count (0 to 1) is too low: 2 mines are known" in done.stdout
    done = logicsweep("explain", "-", "0,2", stdin="* 0 ?\n")
    assert (done.returncode, "  the 0 at (0,1) cannot be met\n" in done.stdout) == (1, True)
    for command in (["hint"], ["hint", "--rate"]):
        assert logicsweep(*command, INCONSISTENT).returncode == 1


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("9,0", "(9,0)"),
        ("1,0", "(1,0)"),
        ("0", "'0' 0,3"),
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
        assert names_all(done.stderr, message)
    assert not (ROOT / "nowhere").exists()


def test_programs_and_liars(logicsweep: Run) -> None:
    program = ROOT / "examples" / "programs" / "connected-mines.lp"
    board = program.with_suffix(".board")
    found = json.loads(logicsweep("explain", board, "0,0", "--program", program, "--json").stdout)
    assert found["uses_program"]
    done = logicsweep("explain", board, "0,0", "--program", program)
    assert "layouts have to satisfy the program as well" in done.stdout
    stdin = "mines: 2\n\n1211\n????\n1211\n"
    done = logicsweep("explain", "-", "1,0", "--liars", "1", stdin=stdin)
    assert "up to one of the clues may be wrong" in done.stdout
    done = logicsweep("explain", "-", "1,0", "--liars", "1", "--steps", stdin=stdin)
    assert done.stdout.count("up to one of the clues may be wrong") == 2
    done = logicsweep("explain", board, "0,0", "--program", program, "--steps")
    assert (done.returncode, done.stderr) == (
        2,
        "logicsweep: --steps cannot be combined with --program\n",
    )


@pytest.mark.slow
def test_limits_say_what_is_known(logicsweep: Run) -> None:
    board = opened_at_random(0, 16, 30, 99, 0.5)
    kb = KnowledgeBase(board)
    cell = next(cell for cell in sorted(kb.consequences().safe) if kb.explain(cell).uses_total)
    wanted = f"{cell.row},{cell.column}"
    words = ["explain", "-", wanted, "--smallest", "--time-limit"]
    for limit in ("0.5", "2", "6", "24"):  # where other tests are running, a proof may take longer
        done = logicsweep(*words, limit, stdin=str(board))
        if done.stdout:
            break
    assert done.returncode == 3
    assert f"{cell} is safe:" in done.stdout
    assert "the smallest explanation so far has" in done.stderr
    done = logicsweep("hint", "-", "--time-limit", "1e-9", "--json", stdin=str(board))
    assert done.returncode == 3
    assert json.loads(done.stdout)["limit"]
    done = logicsweep("explain", "-", wanted, "--time-limit", "1e-9", stdin=str(board))
    assert (done.returncode, done.stdout) == (3, "")
    assert logicsweep("hint", "--rate", SMALL, "--time-limit", "0").returncode == 2


def test_a_limit_of_counting_is_said(logicsweep: Run) -> None:
    stuck = BOARDS / "expert-stuck.board"
    done = logicsweep("explain", stuck, "5,24", "--max-entries", "1")
    assert done.returncode == 3
    assert "is undetermined: one layout has a mine there" in done.stdout
    assert done.stderr.startswith("logicsweep: limit reached: the component of")
    assert done.stderr.endswith("; the mine probability is unknown\n")
    done = logicsweep("explain", stuck, "5,24", "--max-entries", "1", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["probability"]) == (3, None)
    assert "more than 1 table entry: " in found["limit"]


@pytest.mark.parametrize("command", ["explain", "hint", "solve"])
def test_a_reader_that_is_gone_is_no_error(command: str) -> None:
    """Nor is it for a process of its own: see `test_streams.py`."""
    words = [command, str(SMALL), *(["0,0"] if command == "explain" else [])]
    read, write = os.pipe()
    os.close(read)
    errors = StringIO()
    with os.fdopen(write, "w", encoding="utf-8") as gone:
        assert call_main(words, [StringIO(), gone, errors]) == 0
    assert not errors.getvalue()


@pytest.mark.slow
def test_the_same_question_has_the_same_answer(logicsweep: Run) -> None:
    words = ("explain", TOTAL, "0,0", "--smallest", "--steps")
    first, second = (logicsweep(*words, PYTHONHASHSEED=seed).stdout for seed in ("1", "2"))
    assert first == second != ""


def test_wide_boards_are_cut_to_what_matters(logicsweep: Run) -> None:
    board = f"{'_' * 70}?{'_' * 79}\n{'_' * 70}1{'_' * 79}\n{'_' * 150}\n"
    done = logicsweep("hint", "-", stdin=board)
    assert done.stdout.splitlines()[:3] == ["   6   7", "   8 9 0 1 2", "0  _ _ M _ _"]


def test_an_agent_explains_in_its_own_terms(logicsweep: Run) -> None:
    done = logicsweep("explain", SMALL, "0,2", "--by", "pairwise")
    assert done.stdout.splitlines()[-5:] == [
        "pairwise flags (0,2), which it calls certain: by the clues at (1,0) and (1,1) together",
        "  (0,0) + (0,1) = 1: the clue at (1,0)",
        "  (0,0) + (0,1) + (0,2) = 2: the clue at (1,1)",
        "  difference: - (0,2) = -1",
        "  sum: 2 (0,0) + 2 (0,1) + (0,2) = 3",
    ]
    found = json.loads(logicsweep("explain", SMALL, "0,2", "--by", "pairwise", "--json").stdout)
    assert (found["agent"], found["asked"], found["decided"]) == ("pairwise", [0, 2], True)
    assert (found["cell"], found["action"], found["proved"]) == ([0, 2], "flag", True)
    assert len(found["details"]) == 4


def test_an_agent_says_what_it_knows(logicsweep: Run) -> None:
    done = logicsweep("explain", SMALL, "--by", "subset")
    assert done.stdout.splitlines()[-3:] == [
        "it knows: 10 safe cells, 2 mines, 0 constraints",
        "  mines: (0,0), (0,2)",
        "  safe, still covered: (0,1), (0,3)",
    ]


def test_an_agent_that_is_not_certain_says_what_it_would_do(logicsweep: Run) -> None:
    done = logicsweep("explain", TOTAL, "5,7", "--by", "single-point")
    assert "single-point is not certain about (5,7). Its next move:" in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--by", "nobody"], "--by 'nobody'"),
        (["0,0", "--by", "sums", "--steps"], "'sums'"),
        (["0,0", "--by", "rref", "--steps"], "--by"),
        (["1,0", "--by", "rref"], "(1,0)"),
        (["--by", "rref", "--rules", "1M"], "--by 'rref'"),
        ([], "the cell is missing; expected BOARD ROW,COLUMN"),
    ],
)
def test_questions_that_no_agent_answers(logicsweep: Run, options: list[str], words: str) -> None:
    done = logicsweep("explain", SMALL, *options)
    assert done.returncode == 2
    assert names_all(done.stderr, words)
