"""The calls that are named as commands: each returns what the command prints with --json."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, InconsistentBoardError, KnowledgeBase, LimitError, encode, load
from logicsweep.answers.asking import (
    certify,
    check,
    count,
    decode,
    diagnose,
    explain,
    hint,
    solve,
)
from logicsweep.answers.base import as_object
from logicsweep.board import load_rules
from logicsweep.errors import AnswerSyntaxError, ArgumentError, ArgumentTypeError, UnknownNameError
from logicsweep.formats.given import board_of
from tests.conftest import Run

ROWS = "?????\n121??"
TEXT = f"mines: 3\n\n{ROWS}"
NUMBERS = [[-1, -1, -1, -1, -1], [1, 2, 1, -1, -1]]
BOARD = Board.parse(TEXT)
CONFLICT = "mines: 1\n\n?????\n121??"
CALLS: dict[str, tuple[Callable[[Any], object], list[str]]] = {
    "solve": (solve, []),
    "solve, uncounted": (lambda board: solve(board, count=False), ["--no-count"]),
    "count": (count, []),
    "count, of a cell": (
        lambda board: count(board, [(0, 4)], distribution=True),
        ["0,4", "--distribution"],
    ),
    "explain": (lambda board: explain(board, (0, 2)), ["0,2"]),
    "explain, either way": (lambda board: explain(board, (0, 4)), ["0,4"]),
    "explain, by a sum": (lambda board: explain(board, (0, 2), by="sum"), ["0,2", "--by", "sum"]),
    "hint": (hint, []),
    "hint, of a level": (lambda board: hint(board, level=1), ["--level", "1"]),
    "diagnose": (diagnose, []),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_returns_what_the_command_prints(name: str, logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.board"
    path.write_text(CONFLICT if name == "diagnose" else TEXT, encoding="utf-8")
    call, words = CALLS[name]
    printed = json.loads(logicsweep(name.partition(",")[0], path, *words, "--json").stdout)
    assert printed.pop("board") == str(path)
    assert json.loads(json.dumps(as_object(call(path)))) == printed


@pytest.mark.parametrize(
    ("given", "keys"),
    [
        (BOARD, {}),
        (Board.parse(ROWS), {"mines": 3}),
        (NUMBERS, {"mines": 3}),
        (np.array(NUMBERS), {"mines": 3}),
        (np.where(np.array(NUMBERS) < 0, 9, NUMBERS), {"mines": 3, "covered": 9}),
        (np.where(np.array(NUMBERS) < 0, np.nan, NUMBERS), {"mines": (3, 3)}),
        (TEXT, {}),
        (TEXT.encode(), {}),
        (ROWS, {"mines": 3}),
        (ROWS.replace("?", "#"), {"mines": 3, "covered": "#"}),
        (f"density: 1/5\n\n{ROWS}", {"mines": 3, "density": None}),
    ],
)
def test_whatever_stands_for_a_board(given: Any, keys: Any) -> None:
    assert board_of(given, **keys) == BOARD
    assert solve(given, **keys) == solve(BOARD)


def test_files_and_what_may_be_said_of_a_board(tmp_path: Path) -> None:
    path = tmp_path / "a.board"
    path.write_text(TEXT, encoding="utf-8")
    assert board_of(path) == board_of(str(path)) == BOARD
    board = board_of(NUMBERS, density="1/5", rules="Q", topology="cylinder", liars=1)
    assert (str(board.density), board.liars, str(board.rules)) == ("1/5", 1, "Q")
    assert "cylinder" in str(board)
    ruled = board_of(NUMBERS, constraints="last: 0 of column 4\n# a comment\ntop: 2 of row 0")
    assert ruled == board_of(NUMBERS, constraints=ruled.constraints)
    assert [each.source.name for each in ruled.constraints] == ["last", "top"]
    # (0,4) and (1,4) are covered, and no clue says anything of them.
    assert (count(ruled).models, count(ruled, constraints="").models) == (1, 4)
    assert board_of(BOARD, density="1/5").mines is None
    assert board_of("example:small") == load("example:small")
    with pytest.raises(UnknownNameError, match=r"example 'smal' \(did you mean small\?\)"):
        board_of("example:smal")
    for missing in (tmp_path / "b.board", "b.board"):
        with pytest.raises(FileNotFoundError, match=r"b\.board"):
            board_of(missing)


def test_what_stands_for_no_board() -> None:
    with pytest.raises(ArgumentTypeError, match="board is 5; expected a Board, an array, a text"):
        board_of(5)
    with pytest.raises(ArgumentTypeError, match="no argument mine_count; boards have covered"):
        solve(NUMBERS, mine_count=3)  # type: ignore[call-arg]
    with pytest.raises(ArgumentError, match="flag is for arrays"):
        board_of(BOARD, flag=9)


def test_a_program_may_be_a_path(tmp_path: Path) -> None:
    path = tmp_path / "own.lp"
    path.write_text(":- mine((0,4)).", encoding="utf-8")
    words: dict[str, Any] = {"mines": 3, "reasoner": "asp"}
    ruled = solve(NUMBERS, **words, program=path)
    assert ruled == solve(NUMBERS, **words, program=path.read_text("utf-8"))
    assert ruled != solve(NUMBERS, **words)


def test_what_is_encoded_may_be_an_array() -> None:
    assert encode(NUMBERS, "opb", mines=3).to_text() == encode(BOARD, "opb").to_text()
    with pytest.raises(ArgumentTypeError, match="no argument mine_count; boards have covered"):
        encode(NUMBERS, mine_count=3)  # type: ignore[call-arg]


def test_a_knowledge_base_is_asked_as_it_is() -> None:
    kb = KnowledgeBase(BOARD)
    assert solve(kb) == solve(BOARD)
    with pytest.raises(
        ArgumentError, match="mines is for boards; a knowledge base has all it needs"
    ):
        solve(kb, mines=3)


@pytest.mark.parametrize("ask", [solve, count, hint, lambda board: explain(board, (0, 0))])
def test_an_inconsistent_board_is_an_error(ask: Callable[[str], object]) -> None:
    with pytest.raises(InconsistentBoardError, match=r"\(1,1\) and the mine count"):
        ask(CONFLICT)


def test_a_limit_is_an_error_and_no_answer() -> None:
    wide = Board(np.full((12, 12), -1)).altered(mines=None, density="1/5", rules="B")
    assert solve(wide, count=False).undetermined == 144
    with pytest.raises(LimitError, match="limit reached"):
        solve(wide, max_entries=1)


def test_certificates_are_written_and_checked(tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    written = certify(NUMBERS, folder, mines=3)
    assert (written.verdicts, written.folder) == (5, str(folder))
    for board in (None, BOARD, TEXT):
        answer = check(folder, board)
        assert (answer.valid, len(answer.verdicts)) == (True, 5)
    other = check(folder, ROWS)
    assert (other.valid, other.kind) == (False, "inconsistent")
    assert certify(BOARD, tmp_path / "one", (0, 2), proof="veripb").veripb == 1
    with pytest.raises(OSError, match="not empty"):
        certify(BOARD, folder)
    with pytest.raises(ValueError, match=r"\(0,4\) is undetermined"):
        certify(BOARD, tmp_path / "none", (0, 4))
    with pytest.raises(FileNotFoundError, match="no such folder"):
        check(tmp_path / "no such folder")


def test_keys_that_a_check_has_no_use_for_are_refused(tmp_path: Path) -> None:
    certify(BOARD, tmp_path / "proofs")
    with pytest.raises(ArgumentError, match="mines does not go with a board"):
        check(tmp_path / "proofs", mines=3)


def test_rules_of_a_file_are_taken_as_by_the_command(logicsweep: Run, tmp_path: Path) -> None:
    """A text may name some of them; where it names none, all hold."""
    file = tmp_path / "own.toml"
    lines = ["[[layout]]", 'name = "K"', 'about = "every two cells in a row have a mine"']
    lines += ['windows = [{ cells = ["xx"], at_least = 1 }]']
    file.write_text("\n".join(lines), encoding="utf-8")
    own = load_rules(file)
    text = "density: 1/5\n\n????\n??4?"
    path = tmp_path / "a.board"
    path.write_text(text, encoding="utf-8")
    printed = json.loads(logicsweep("count", path, "--rules", file, "--json").stdout)
    for given in (text, path, Board.parse(text)):
        assert count(given, rules=own).models == int(printed["models"]) != count(text).models
    assert count(f"rules: K\n{text}", rules=own).models == int(printed["models"])


def test_answers_of_solvers_are_decoded(tmp_path: Path) -> None:
    assert "p cnf" in "\n".join(encode(BOARD).lines())
    right = decode("s SATISFIABLE\nv 1 -2 3 -4 5 -6 -7 -8 -9 -10 0\n", TEXT)
    assert (right.agrees, right.mines) == (True, ((0, 0), (0, 2), (0, 4)))
    wrong = decode("s SATISFIABLE\nv 1 2 3 -4 -5 -6 -7 -8 -9 -10 0\n", NUMBERS, mines=3)
    assert (wrong.agrees, wrong.kind) == (False, "inconsistent")
    whole = "s OPTIMUM FOUND\nv 1 -2 3 -4 5 -6 -7 -8 -9 -10\n"  # as PySAT's rc2.py prints it
    assert decode(whole, TEXT) == right
    for cut_off in (whole.removesuffix("\n"), whole.replace("OPTIMUM FOUND", "SATISFIABLE")):
        with pytest.raises(AnswerSyntaxError, match="without a 0"):
            decode(cut_off, TEXT)
    path = tmp_path / "solver.out"
    path.write_text("s SATISFIABLE\nv 1 -2 3 -4 5 -6 -7 -8 -9 -10 0\n", encoding="utf-8")
    assert decode(path, TEXT) == right
    none = decode("s UNSATISFIABLE\n", BOARD)
    assert none.consistent is True
    assert "its answer is wrong" in str(none.error)
