"""What other solvers answer, read back and checked; at best with the solvers themselves."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tracemalloc
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, Layout, LimitError, encode
from logicsweep.errors import AnswerSyntaxError
from logicsweep.formulas import Answer, broken_rules, read_answer
from tests.conftest import ROOT, Run, seeds
from tests.judges import oracle
from tests.judges.making import random_board
from tests.judges.pages import search_path

# (0,0) and (0,2) are its mines; (0,1) and (0,3) are safe.
SMALL = ROOT / "examples" / "boards" / "small.board"
BOARD = Board.parse(SMALL.read_text())
MINES = {Cell(0, 0), Cell(0, 2)}
TEXTS = {
    "dimacs": "c a comment\ns SATISFIABLE\nv 1 -2\nv 3 -4 0\n",
    "more variables": "s SATISFIABLE\nv 1 -2 3 -4 5 -77 0\n",
    "no status": "v 1 -2 3 -4 0",
    "minisat": "SAT\n1 -2 3 -4 0\n",
    "pseudo-Boolean": "o 0\ns OPTIMUM FOUND\nv x1 -x2 x3 -x4\n",
    "bits": "o 0\ns OPTIMUM FOUND\nv 1010\n",
    "clingo": "clingo version 5.8\nSolving...\nAnswer: 1 (Time: 0.001s)\n"
    "mine((0,0)) mine((0,2))\nSATISFIABLE\n\nModels : 1+\n",
    "competition": "ANSWER\nmine((0,0)). mine((0,2)).\n",
    "json": json.dumps(
        {
            "Result": "SATISFIABLE",
            "Call": [{"Witnesses": [{"Value": ["mine((0,0))", "off((1,1))", "mine((0,2))"]}]}],
        }
    ),
}
WINDOWS = {name: text.replace("\n", "\r\n") for name, text in TEXTS.items()}


@pytest.mark.parametrize("texts", [TEXTS, WINDOWS], ids=["unix", "windows"])
@pytest.mark.parametrize("kind", TEXTS)
def test_every_kind_of_output(kind: str, texts: dict[str, str]) -> None:
    answer = read_answer(BOARD, texts[kind])
    assert (answer.satisfiable, answer.models) == (True, 1)
    assert answer.layout is not None
    assert answer.layout.mines == MINES
    assert answer.layout.mismatches(BOARD) == ()


@pytest.mark.parametrize(
    ("text", "satisfiable"),
    [
        ("s UNSATISFIABLE\n", False),
        ("UNSAT\n", False),
        ("clingo version 5.8\nUNSATISFIABLE\n", False),
        ('{"Result": "UNSATISFIABLE", "Call": [{}]}', False),
        ("s UNKNOWN\n", None),
        ("INDET\n", None),
    ],
)
def test_no_model(text: str, satisfiable: bool | None) -> None:
    assert read_answer(BOARD, text) == Answer(satisfiable, None, 0)


def test_a_long_output_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of many models the last counts, and of many bits those of the cells."""
    monkeypatch.setattr("logicsweep.formulas.answers.MOST_LINES", 2_000)
    text = "v 1 -2 3 -4 0\n" * 2_000
    tracemalloc.start()
    try:
        answer = read_answer(BOARD, text)
        assert read_answer(BOARD, f"v 1010{'0' * 100_000}\n").layout == answer.layout
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
    assert (answer.models, answer.layout and answer.layout.mines) == (2_000, MINES)
    for text in ("v 0\n" * 2_001, '{"Result": ' + "{" * 2_001):
        with pytest.raises(LimitError, match="more than 2,000 lines or objects"):
            read_answer(BOARD, text)


def test_the_last_of_several_counts() -> None:
    for text in (
        "Answer: 1\nmine((0,1))\nAnswer: 2\nmine((0,0)) mine((0,2))\nSATISFIABLE\n",
        "v -1 2 -3 -4 0\nv 1 -2 3 -4 0\n",
    ):
        answer = read_answer(BOARD, text)
        assert answer.models == 2
        assert answer.layout is not None
        assert answer.layout.mines == MINES


def test_an_answer_set_without_mines() -> None:
    answer = read_answer(Board.parse("mines: 0\n\n??"), "Answer: 1\n\nSATISFIABLE\n")
    assert answer.layout == Layout([[False, False]])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: there is no answer; expected"),
        ("hello\n", "line 1: there is no answer; expected"),
        ("s SATISFIABLE\nv 1 -2 3 -4\n", "line 2: the values end without a 0"),
        ("v 1 two 0\n", "line 1: 'two' is not a literal"),
        ("v 1 -2\nv 3 -3 -4 0\n", "line 2: variable 3 is both true and false"),
        ("v 1 -2 0\n", "the model has no value for (0,2), variable 3, and for 1 more"),
        ("Answer: 1\nmine((0,0)) mine((7,2))\n", "line 2: (7,2) is off the board"),
        ("Answer: 1\nmine((0,0)) mine((1,2))\n", "the model has a mine at (1,2), which is open"),
        (
            "Answer: 1\nmine(3)\n",
            "line 2: an atom mine(...) names no cell; expected mine((row,column))",
        ),
        ("Answer: 1", "the output ends early"),
        ("{", "line 1: not JSON: "),
        ("{}", "line 1: this is not clingo's JSON"),
        ('{"Result": "HELLO", "Call": []}', "line 1: this is not clingo's JSON"),
        ('{"Result": null, "Call": []}', "line 1: this is not clingo's JSON"),
        (
            '{"Result": "SATISFIABLE", "Call": [{"Witnesses": [{"Value": "mine((0,0))"}]}]}',
            "line 1: this is not clingo's JSON",
        ),
        ('{"a":' + "[" * 100_000, "line 1: this is not clingo's JSON"),
        ('{"a":' + "1" * 5000 + "}", "line 1: this is not clingo's JSON"),
        ("s UNSATISFIABLE\nv 1 -2 3 -4 0\n", "the output says UNSATISFIABLE but has a model"),
        ('{"Result": "SATISFIABLE", "Call": 3}', "line 1: this is not clingo's JSON"),
    ],
)
def test_what_is_no_answer(text: str, message: str, logicsweep: Run) -> None:
    with pytest.raises(AnswerSyntaxError) as caught:
        read_answer(BOARD, text)
    assert message in str(caught.value)
    done = logicsweep("decode", "--board", SMALL, "-", stdin=text)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("logicsweep: standard input: ")
    assert message in done.stderr


def test_decode_draws_and_checks(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "model.txt"
    path.write_text(TEXTS["dimacs"])
    done = logicsweep("decode", "--board", SMALL, path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        "   0 1 2 3\n"
        "0  * _ * _\n"
        "1  1 2 1 1\n"
        "2  0 0 0 0\n"
        "* mine   _ safe\n"
        "The layout has 2 mines and agrees with the board.\n"
    )
    answer = json.loads(logicsweep("decode", "--json", "--board", SMALL, path).stdout)
    assert (answer["mines"], answer["agrees"], answer["mismatches"]) == ([[0, 0], [0, 2]], True, [])
    path.write_text("v 1 -2 -3 -4 0\n")
    done = logicsweep("decode", "--board", SMALL, path)
    assert (done.returncode, done.stderr) == (1, "")
    assert "The layout has 1 mine and does not agree with the board:\n" in done.stdout
    assert "  the clue at (1,1) is 2, but the layout has 1 around it\n" in done.stdout
    assert done.stdout.endswith("  the mine count is 2, but the layout has 1\n")
    done = logicsweep("decode", "--json", "--board", SMALL, path)
    assert (done.returncode, json.loads(done.stdout)["agrees"]) == (1, False)
    assert json.loads(done.stdout)["mismatches"][-1] == {
        "cell": None,
        "expected": [2, 2],
        "found": 1,
    }


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("s UNSATISFIABLE\n", 1, "no layout agrees with the board, but some do"),
        ("s UNKNOWN\n", 3, "the solver gave up without an answer"),
        ("s SATISFIABLE\n", 2, "there is a model, but has no line with its values"),
    ],
)
def test_decode_without_a_model(text: str, code: int, message: str, logicsweep: Run) -> None:
    done = logicsweep("decode", "--board", SMALL, "-", stdin=text)
    assert (done.returncode, done.stdout) == (code, "")
    assert message in done.stderr
    board = ROOT / "examples" / "boards" / "inconsistent.board"
    done = logicsweep("decode", "--json", "--board", board, "-", stdin=text)
    assert done.returncode == code
    assert json.loads(done.stdout)["agrees"] is None
    if code == 1:
        assert json.loads(done.stdout)["consistent"] is False
        assert "no layout agrees with the board; that is right" in done.stderr


def test_decode_with_a_program(logicsweep: Run, tmp_path: Path) -> None:
    board, program = tmp_path / "a.board", tmp_path / "apart.lp"
    board.write_text("mines: 2\n\n?1??\n")
    program.write_text(":- mine(C), mine(D), neighbour(C,D).")
    options = ("decode", "--board", board, "--program", program, "-")
    for line, code, words in (
        ("v 1 -3 4 0", 0, "It obeys the program."),
        ("v -1 3 4 0", 1, "It DOES NOT OBEY the program."),
        ("v 1 3 -4 0", 1, "the clue at (0,1) is 1, but the layout has 2 around it"),
    ):
        done = logicsweep(*options, stdin=line)
        assert (done.returncode, done.stderr) == (code, "")
        assert words in done.stdout
    answer = json.loads(logicsweep(*options, "--json", stdin="v -1 3 4 0").stdout)
    assert (answer["agrees"], answer["obeys_program"]) == (True, False)
    program.write_text(":- mine((0,3)). :- mine((0,2)).")
    done = logicsweep(*options, "--json", stdin="s UNSATISFIABLE")
    assert json.loads(done.stdout)["consistent"] is False
    assert "no layout agrees with the board; that is right" in done.stderr


def test_decode_needs_two_inputs(logicsweep: Run) -> None:
    done = logicsweep("decode", "--board", "-", "-")
    assert done.returncode == 2
    assert "can be the board or the model, not both" in done.stderr
    done = logicsweep("decode", "--board", SMALL, "no/such/file")
    assert done.returncode == 2
    assert "cannot read no/such/file" in done.stderr


@pytest.mark.slow
@pytest.mark.parametrize("options", [["--outf=2"], ["0"]])
@pytest.mark.parametrize("name", ["only-total.board"])
def test_there_and_back_with_clingo(name: str, options: list[str], logicsweep: Run) -> None:
    path = ROOT / "examples" / "boards" / name
    for to in ("lp", "lp-ground"):
        program = logicsweep("encode", "--to", to, path).stdout
        solved = subprocess.run(
            [sys.executable, "-m", "clingo", "-", *options],
            input=program,
            capture_output=True,
            text=True,
            check=True,
            timeout=300,
        )
        done = logicsweep("decode", "--board", path, "-", stdin=solved.stdout)
        assert (done.returncode, done.stderr) == (0, "")
        assert "agrees with the board" in done.stdout


KISSAT = shutil.which("kissat", path=search_path())


@pytest.mark.slow
@pytest.mark.skipif(KISSAT is None, reason="kissat is not installed")
def test_there_and_back_with_a_sat_solver(logicsweep: Run, tmp_path: Path) -> None:
    formula, result = tmp_path / "board.cnf", tmp_path / "model.txt"
    for name in ("expert.board", "only-total.board", "small.board"):
        path = ROOT / "examples" / "boards" / name
        assert logicsweep("encode", path, "-o", formula).returncode == 0, name
        command = [str(KISSAT), "-q", formula]
        solved = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        assert solved.returncode == 10, name
        result.write_text(solved.stdout)
        done = logicsweep("decode", "--board", path, result)
        assert (done.returncode, done.stderr) == (0, ""), name
        assert "agrees with the board" in done.stdout, name


@pytest.mark.parametrize("seed", seeds(range(20)))
def test_there_and_back_in_the_library(seed: int) -> None:
    from pysat.formula import CNF
    from pysat.solvers import Solver

    board = random_board(seed, covered=10)
    formula = CNF(from_string=encode(board).to_text())
    with Solver(name="glucose4", bootstrap_with=formula) as solver:
        status = solver.solve()
        model = solver.get_model() or []
    assert status == oracle.is_consistent(board)
    if status:
        values = dict.fromkeys(range(1, board.grid.size + 1), 0) | {abs(x): x for x in model}
        line = " ".join(str(value or -variable) for variable, value in values.items())
        answer = read_answer(board, f"s SATISFIABLE\nv {line} 0\n")
        assert answer.layout is not None
        assert not answer.layout.mismatches(board)


def test_rules_for_layouts_are_checked(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "rules.board"
    path.write_text("rules: 1M Q U\n\n??\n3?\n")
    board = Board.parse(path.read_text())
    wrong, right, none = "v 1 2 -4 0", "v -1 2 4 0", "v -1 -2 -4 0"
    layouts = [read_answer(board, text).layout for text in (wrong, right, none)]
    assert [broken_rules(board, layout) for layout in layouts if layout] == [("U",), ("U",), ("Q",)]
    with pytest.raises(ValueError, match="the layout is 1x1, the board 2x2"):
        broken_rules(board, Layout([[True]]))
    done = logicsweep("decode", "-", "--board", path, stdin=f"{wrong}\n")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.endswith(
        "The layout has 2 mines and does not agree with the board:\n  the rule U does not hold\n"
    )
    done = logicsweep("decode", "-", "--board", path, stdin=f"{none}\n")
    assert "  the clue at (1,0) is 3, but its true value would be 0\n" in done.stdout
    said = json.loads(logicsweep("decode", "-", "--board", path, "--json", stdin=wrong).stdout)
    assert (said["agrees"], said["mismatches"], said["broken_rules"]) == (False, [], ["U"])
    assert said["error"] == "the layout does not agree with the board"


def test_wrong_clues_and_constraints_are_checked(logicsweep: Run, tmp_path: Path) -> None:
    """As every layout of the board is judged by enumeration, and each of its other layouts."""
    path = tmp_path / "own.board"
    path.write_text("mines: 3\nliars: 1\nconstraint: a: 1 of row 0\n\n?2?\n???\n??1\n")
    board = Board.parse(path.read_text())
    kept = {mask.tobytes() for mask in KnowledgeBase(board).layouts()}
    assert len(kept) == 18
    said = set()
    covered = [board.number(cell) for cell in board.covered]
    for mines in list(combinations(covered, 3))[::4]:
        mask = np.zeros((3, 3), dtype=np.bool_)
        mask.ravel()[list(mines)] = True
        held = sum(int(mask[0, place]) for place in range(3)) == 1
        near = [int(mask[:2].sum()) != 2, int(mask[1:, 1:].sum()) != 1]
        agrees = held and sum(near) <= 1
        assert agrees == (mask.tobytes() in kept)
        signed = [cell + 1 if cell in mines else -(cell + 1) for cell in covered]
        model = f"v {' '.join(map(str, signed))} 0\n"
        done = logicsweep("decode", "-", "--board", path, stdin=model)
        assert done.returncode == int(not agrees), done.stdout
        assert ("the constraint a does not hold" in done.stdout) == (not held)
        assert ("which allows for 1 wrong clue:" in done.stdout) == (agrees and any(near))
        as_json = json.loads(
            logicsweep("decode", "-", "--board", path, "--json", stdin=model).stdout
        )
        assert (as_json["agrees"], as_json["broken_rules"]) == (agrees, [] if held else ["a"])
        said.add((agrees, held, sum(near)))
    assert len(said) > 3
