"""Uncertain clues on the command line: boards, liars, diagnoses."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from logicsweep import Adjacency, Board, Cell, KnowledgeBase, State, encode, read_board
from logicsweep.board import Clue
from logicsweep.cli.common import INCONSISTENT, LIMIT, USAGE
from logicsweep.reason import REASONERS
from tests.cli.command import names_all
from tests.conftest import ROOT, Run
from tests.judges.making import uncertain_board

BOARDS = ROOT / "examples" / "boards"
WRONG = BOARDS / "inconsistent.board"
BOUNDS = "mines: 3\n\n? >=2 ? 1..2\n_ _ _ ?\n? 1..3(1/2,0,1/4) ? ?\n"


def test_uncertain_boards_are_drawn_and_solved(logicsweep: Run) -> None:
    shown = logicsweep("show", "-", stdin=BOUNDS).stdout.splitlines()
    assert shown[:4] == [
        "   0   1   2   3",
        "0  ?   2+  ?   1-2",
        "1  _   _   _   ?",
        "2  ?   1-3 ?   ?",
    ]
    assert shown[-1].endswith("3 clues; 3 of them uncertain.")
    solved = logicsweep("solve", "-", stdin=BOUNDS).stdout.splitlines()
    assert solved[1] == "0  m   2+  m   1-2"
    assert solved[4] == "2+ two or more   1-3 one to three"
    assert "2 cells are proved safe, 2 cells are proved mines" in "\n".join(solved)
    answer = json.loads(logicsweep("solve", "--json", "-", stdin=BOUNDS).stdout)
    assert answer["mines"] == [[0, 0], [0, 2]]
    assert answer["liars"] == 0


@pytest.mark.slow
def test_all_reasoners_answer_alike(logicsweep: Run) -> None:
    for seed in range(3):
        text = f"{uncertain_board(seed, model='optimistic')}\n"
        answers = [
            logicsweep("solve", "--json", "--reasoner", name, "-", stdin=text).stdout
            for name in REASONERS
        ]
        assert len(set(answers)) == 1


def test_models_are_drawn_with_a_sign(logicsweep: Run) -> None:
    for model, sign in {"optimistic": "1+", "cautious": "1-", "liar": "1~"}.items():
        drawn = logicsweep("show", "-", stdin=f"clues: {model}\n\n?1?\n???\n").stdout
        assert drawn.splitlines()[1] == f"0  ?  {sign} ?"


def test_exact_chances_of_uncertain_boards(logicsweep: Run) -> None:
    text = "density: 1/2\nclues: noisy(1/10)\n\n?1?\n"
    done = logicsweep("count", "--json", "-", "0,0", stdin=text)
    answer = json.loads(done.stdout)
    # 0, 1 and 2 mines with 1 shown: 1/10, 9/10 twice, 1/10.
    assert answer["models"] == "4"
    assert answer["cells"][0]["probability"] == "1/2"
    done = logicsweep("count", "-", "0,0", stdin="clues: cautious\nmines: 1..2\n\n?2?\n")
    assert "with 3/4" in done.stdout or done.returncode == 0
    chance = KnowledgeBase(Board.parse("clues: cautious\nmines: 1..2\n\n?2?\n")).count()
    # 1 mine shows 2 with 1/2, 2 mines with certainty.
    assert chance.probability((0, 0)) == Fraction(3, 4)
    assert "(0,0): mine probability 3/4 = 75.00 %" in done.stdout


def test_bounds_that_nothing_meets_are_named(logicsweep: Run) -> None:
    done = logicsweep("solve", "-", stdin="? >=2 _ <=1\n")
    assert (done.returncode, done.stdout) == (INCONSISTENT, "")
    assert done.stderr == (
        "logicsweep: the board is inconsistent: the >=2 at (0,1) cannot be right\n"
    )
    answer = json.loads(logicsweep("solve", "--json", "-", stdin="? >=2 _ <=1\n").stdout)
    assert answer["core"] == [[0, 1]]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("? >=9 ?\n", "1:3: 9 mines cannot be next to a cell; expected 0 to 8"),
        ("? 3..1 ?\n", "1:3: the range 3..1 is empty; expected the smaller number first"),
        ("? <=-1 ?\n", "1:3: -1 mines cannot be next to a cell; expected 0 to 8"),
        ("clues: psychic\n\n?1?\n", "1:8: unknown clue model 'psychic'; known: exact, "),
        ("clues: noisy(2)\n\n?1?\n", "1:8: the probability of noisy is 2; expected 0 to 1"),
    ],
)
def test_bad_clues_are_refused_with_their_place(logicsweep: Run, text: str, words: str) -> None:
    done = logicsweep("solve", "-", stdin=text)
    assert (done.returncode, done.stdout) == (USAGE, "")
    assert done.stderr.startswith(f"logicsweep: standard input:{words}")


def test_liars(logicsweep: Run) -> None:
    text = "mines: 2\n\n????\n1211\n"
    plain = logicsweep("solve", "--json", "-", stdin=text)
    assert logicsweep("solve", "--json", "--liars", "0", "-", stdin=text).stdout == plain.stdout
    done = logicsweep("solve", "--liars", "1", "-", stdin=text)
    assert "This allows for up to 1 wrong clue." in done.stdout
    counted = logicsweep("count", "--liars", "2", "-", stdin=text).stdout
    assert counted.splitlines()[-1] == "This allows for up to 2 wrong clues."
    board = Board.parse(text)
    kb = KnowledgeBase(board, liars=1)
    for name in REASONERS:
        answer = json.loads(
            logicsweep(
                "solve", "--json", "--liars", "1", "--reasoner", name, "-", stdin=text
            ).stdout
        )
        assert answer["liars"] == 1
        assert answer["models"] == str(kb.count().total)
        assert {Cell(*cell) for cell in answer["mines"]} == kb.consequences().mines
    counted = logicsweep("count", "--liars", "1", "--json", "-", "0,0", stdin=text)
    chance = json.loads(counted.stdout)["cells"][0]["probability"]
    assert Fraction(chance) == kb.count().probability((0, 0))


@pytest.mark.parametrize("liars", ["-1", "5", "x"])
def test_impossible_numbers_of_liars(logicsweep: Run, liars: str) -> None:
    done = logicsweep("solve", "--liars", liars, "-", stdin="mines: 2\n\n????\n1211\n")
    assert (done.returncode, done.stdout) == (USAGE, "")
    assert "liars" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_conflict_in_spite_of_liars(logicsweep: Run) -> None:
    text = "mines: 0\n\n?1?1?1?\n"
    done = logicsweep("solve", "--liars", "1", "-", stdin=text)
    assert done.returncode == INCONSISTENT
    assert "even if 1 clue is wrong" in done.stderr
    answer = json.loads(logicsweep("solve", "--json", "--liars", "1", "-", stdin=text).stdout)
    assert (answer["consistent"], answer["liars"], len(answer["core"])) == (False, 1, 2)


def test_diagnose(logicsweep: Run, tmp_path: Path) -> None:
    """Two layouts have one mine, and each half the chance that noise makes a 2 of its 1."""
    board = "density: 1/2\n\n??\n21\n"
    lines = logicsweep("diagnose", "-", stdin=board).stdout.splitlines()
    assert lines == [
        "1 minimal set of conflicting clues:",
        "  the 2 at (1,0) and the 1 at (1,1)",
        "2 minimal sets of clues that may be wrong, likeliest first (noisy(1/10)):",
        "            50.00 %  the 2 at (1,0) should be 1",
        "            50.00 %  the 1 at (1,1) should be 2",
    ]
    formula = tmp_path / "board.wcnf"
    words = ("diagnose", "--json", "-", "-o", formula)
    answer = json.loads(logicsweep(*words, stdin=board).stdout)
    assert formula.read_text() == encode(Board.parse(board), "wcnf").to_text()
    assert answer["conflicts"][0]["clues"] == [[1, 0], [1, 1]]
    first, second = answer["correction_sets"]
    assert (first["clues"], first["values"], first["probability"]) == ([[1, 0]], [[1]], "1/2")
    assert (second["clues"], second["values"], second["probability"]) == ([[1, 1]], [[2]], "1/2")


@pytest.mark.slow
def test_diagnose_a_large_board(logicsweep: Run) -> None:
    done = logicsweep("diagnose", WRONG)
    assert done.returncode == INCONSISTENT
    lines = done.stdout.splitlines()
    assert lines[0] == "21 minimal sets of conflicting clues, smallest first:"
    assert lines[1] == "  the 4 at (6,12) and the 2 at (7,12)"
    assert "            99.96 %  the 2 at (7,12) should be 3" in lines
    board = read_board(WRONG.read_bytes())
    answer = json.loads(logicsweep("diagnose", "--json", WRONG).stdout)
    found = KnowledgeBase(board).diagnose()
    assert (answer["consistent"], answer["total_suspect"]) == (False, False)
    assert answer["all_conflicts"]
    assert answer["all_correction_sets"]
    assert [one["clues"] for one in answer["conflicts"]] == [
        [list(cell) for cell in one.clues] for one in found.conflicts
    ]
    first = answer["correction_sets"][0]
    assert (first["clues"], first["values"]) == ([[7, 12]], [[3]])
    assert Fraction(first["probability"]) == found.correction_sets[0].probability


def test_diagnose_with_nothing_to_find(logicsweep: Run) -> None:
    done = logicsweep("diagnose", BOARDS / "expert.board")
    assert (done.returncode, done.stdout) == (
        0,
        "The board is consistent: there is nothing to diagnose.\n",
    )
    done = logicsweep("diagnose", "-", stdin="mines: 1\n\n**?\n")
    assert done.returncode == INCONSISTENT
    assert done.stdout == (
        "No layout meets the mine count, whatever the clues say: no clue is to blame.\n"
    )


def test_diagnose_with_a_program(logicsweep: Run, tmp_path: Path) -> None:
    program = tmp_path / "none.lp"
    program.write_text(":- mine((0,0)).\n:- mine((0,2)).\n")
    board = "mines: 1\n\n?1?_?\n"
    done = logicsweep("diagnose", "-", "--program", program, stdin=board)
    assert (done.returncode, done.stderr) == (INCONSISTENT, "")
    assert done.stdout.splitlines() == [
        "1 minimal set of conflicting clues:",
        "  the 1 at (0,1) and the program",
        "1 minimal set of clues that may be wrong:",
        "              100 %  the 1 at (0,1) should be 0",
    ]
    answer = json.loads(
        logicsweep("diagnose", "-", "--json", "--program", program, stdin=board).stdout
    )
    assert [one["further"] for one in answer["conflicts"]] == [["the program"]]
    formula = tmp_path / "board.wcnf"
    done = logicsweep("diagnose", "-", "--program", program, "-o", formula, stdin=board)
    assert (done.returncode, done.stderr) == (
        USAGE,
        "logicsweep: --output and --program cannot be combined; expected one of them\n",
    )
    assert not formula.exists()


def test_a_capped_diagnosis_says_so(logicsweep: Run) -> None:
    text = "mines: 1\n\n?1?_?1?_?1?_?1?\n"
    done = logicsweep("diagnose", "--most", "2", "-", stdin=text)
    assert "2 minimal sets of clues that may be wrong (there may be more)" in done.stdout
    assert "Or the mine count alone is wrong" in done.stdout


def test_a_clue_that_takes_too_many_clauses_is_a_limit(logicsweep: Run) -> None:
    """For those who need clauses: to say 17 or 19 of 36, but not 18, takes billions of them."""
    adjacency = Adjacency.of([range(1, 37), *[[0]] * 36])
    clue = Clue(17, 19, (Fraction(1), Fraction(0), Fraction(1)))
    board = Board([[0, *[State.COVERED] * 36]], uncertain={(0, 0): clue}, adjacency=adjacency)
    for options in (("explain", "-", "0,1"), ("encode", "-"), ("encode", "-", "--to", "opb")):
        done = logicsweep(*options, stdin=str(board))
        assert (done.returncode, done.stdout) == (LIMIT, "")
        assert (
            "that not exactly 18 of 36 cells are mines needs more than 50,000,000 literals"
            in done.stderr
        )
    done = logicsweep("explain", "-", "0,1", "--reasoner", "asp", stdin=str(board))
    assert done.returncode == 0
    assert "(0,1) is undetermined" in done.stdout
    done = logicsweep("solve", "-", stdin=str(board))
    assert f"{comb(36, 17) + comb(36, 19):,} layouts agree with the board." in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--clues", "psychic"), "--clues 'psychic'"),
        (("--clues", "noisy(7)"), "--clues"),
        (("--most", "0"), "--most"),
        (("--time-limit", "0"), "expected a positive number"),
    ],
)
def test_bad_options(logicsweep: Run, options: tuple[str, ...], words: str) -> None:
    done = logicsweep("diagnose", *options, WRONG)
    assert (done.returncode, done.stdout) == (USAGE, "")
    assert names_all(done.stderr, words)
