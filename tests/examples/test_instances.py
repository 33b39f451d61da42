"""The script that writes families of formulas: every answer of its index against other programs."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
from fractions import Fraction
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

import clingo
import pytest
from pysat.examples.rc2 import RC2
from pysat.formula import CNF, WCNF
from pysat.solvers import Solver

from logicsweep import KnowledgeBase, encode, load
from tests.conftest import ROOT, run_script, some
from tests.judges import oracle

SCRIPT = ROOT / "examples" / "instances.py"
FAMILIES = runpy.run_path(str(SCRIPT))["FAMILIES"]
CASES = [(name, to) for name, family in FAMILIES.items() for to in family.formats]
FAST = [case for case in CASES if FAMILIES[case[0]].scale]
# Ganak takes minutes for the first guess of an expert game.
SLOW = [case for case in CASES if case not in FAST and case != ("expert", "mcc")]


def instances(family: str, *words: str, folder: Path) -> list[dict[str, Any]]:
    """The index of a folder that the script writes; its files are those that are listed."""
    done = run_script(SCRIPT, folder, family, *words)
    assert (done.returncode, done.stderr) == (0, "")
    written = folder / family
    index: list[dict[str, Any]] = json.loads((written / "index.json").read_bytes())
    assert done.stdout == f"{family}: {len(index)} formulas, and index.json with their answers\n"
    names = [name for row in index for name in (row["file"], row["board"])]
    assert sorted([*names, "index.json"]) == sorted(path.name for path in written.iterdir())
    return index


def is_satisfiable(text: str, to: str) -> bool:
    """By a SAT solver, by clasp, which is a part of clingo, or by clingo."""
    if to == "opb":
        words = [sys.executable, "-m", "clingo", "--mode=clasp", "-"]
        done = subprocess.run(words, input=text, capture_output=True, text=True, check=False)
        return "s SATISFIABLE" in done.stdout
    if to == "lp":
        control = clingo.Control(["--warn=none"])
        control.add("base", [], text)
        control.ground([("base", [])])
        return bool(control.solve().satisfiable)
    with Solver("cadical195", bootstrap_with=CNF(from_string=text)) as solver:
        return bool(solver.solve())


def weight_of(text: str) -> Fraction:
    """What the models of a formula weigh together, by its own lines, one model after the other."""
    words = [line.split() for line in text.splitlines()]
    weights = {int(one[3]): Fraction(one[4]) for one in words if one[:3] == ["c", "p", "weight"]}
    with Solver("cadical153", bootstrap_with=CNF(from_string=text)) as solver:
        shown = {frozenset(weights.keys() & {*model}) for model in solver.enum_models()}
    return Fraction(sum(prod(weights[one] for one in model) for model in shown))


def models_of(text: str) -> int:
    """How many models a formula has on the variables that its own line shows."""
    shown = re.search(r"^c p show (.*) 0$", text, re.MULTILINE)
    assert shown
    variables = {int(word) for word in shown[1].split()}
    with Solver("cadical153", bootstrap_with=CNF(from_string=text)) as solver:
        return len({frozenset(variables & {*model}) for model in solver.enum_models()})


def check(folder: Path, row: dict[str, Any], to: Any) -> None:
    """Hold an answer against what other programs say of the formula, and of its board."""
    data = (folder / row["file"]).read_bytes()
    assert sha256(data).hexdigest() == row["sha256"]
    text, board, expected = data.decode(), load(folder / row["board"]), row["expected"]
    if row["question"] == "decide":
        assert expected == ("SAT" if is_satisfiable(text, to) else "UNSAT")
        assert encode(board, to).to_text() == text
    elif row["question"] == "optimum":
        with RC2(WCNF(from_string=text)) as solver:
            assert solver.compute() is not None
            assert int(expected) == solver.cost
    elif row["question"] == "weighted-count":
        assert Fraction(expected) == weight_of(text)
    elif board.grid.size <= 16:
        assert int(expected) == models_of(text) == len(oracle.layouts(board))
    else:
        assert int(expected) == KnowledgeBase(board).count(engine="ganak").total


@pytest.mark.parametrize(("family", "to"), some(FAST, every=2))
def test_answers(family: str, to: str, tmp_path: Path) -> None:
    words = ("--scale", "4", "--to", to, "--seeds", "0", "7")
    index = instances(family, *words, folder=tmp_path)
    for row in index:
        check(tmp_path / family, row, to)
    assert len({row["sha256"] for row in index}) == len(index) == 8
    again = tmp_path / "again"
    again.mkdir()
    assert instances(family, *words, folder=again) == index


@pytest.mark.slow
@pytest.mark.parametrize(("family", "to"), SLOW)
def test_answers_of_expert_boards(family: str, to: str, tmp_path: Path) -> None:
    pytest.importorskip("pyganak")
    for row in instances(family, "--to", to, "--seeds", "1", "12", folder=tmp_path):
        check(tmp_path / family, row, to)
        if family == "expert-total" and row["expected"] == "UNSAT":
            board = load(tmp_path / family / row["board"]).without_total()
            assert is_satisfiable(encode(board, "opb").to_text(), "opb")


def test_the_families_are_listed(tmp_path: Path) -> None:
    done = run_script(SCRIPT, tmp_path)
    assert [line.split()[0] for line in done.stdout.splitlines()] == list(FAMILIES)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("liars --to cnf", "--to is cnf; liars has wcnf"),
        ("square --scale 2", "--scale is 2; expected 3 to 500"),
        ("expert --scale 16", "--scale is 16; expected 3 to 500, or none for the expert board"),
        ("sphere", "argument family: invalid choice: 'sphere'"),
        ("square --out .", "File exists"),
    ],
)
def test_what_cannot_be_made(words: str, said: str, tmp_path: Path) -> None:
    done = run_script(SCRIPT, tmp_path, *words.split())
    assert done.returncode != 0
    assert said in done.stderr
    assert not list(tmp_path.iterdir())
