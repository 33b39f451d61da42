"""Families of instances: every expected answer against other programs."""

from __future__ import annotations

import json
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

from logicsweep import Board, encode, load
from logicsweep.errors import UnknownNameError
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.instances.families import FAMILIES, family_of
from logicsweep.lab.instances.folder import MANIFEST, write_instances
from logicsweep.lab.instances.instance import Instance, instance_of
from tests.conftest import Run, seeds, some
from tests.judges.answers import validator
from tests.judges.refusals import refused

SCALES = {name: 4 for name, family in FAMILIES.items() if family.scale is not None}
CASES = [(name, to) for name, family in FAMILIES.items() for to in family.formats]
FAST = [case for case in CASES if case[0] in SCALES]
# Ganak takes minutes for the first guess of an expert game.
SLOW = [case for case in CASES if case[0] not in SCALES and case != ("expert", "mcc")]


def made(family: str, to: Any, seed: int) -> Instance:
    return instance_of(family_of(family), seed, to, scale=SCALES.get(family))


def is_satisfiable(found: Instance) -> bool:
    """By a SAT solver, or by clingo."""
    if found.to == "opb":
        return "s SATISFIABLE" in clasp(found.text)
    if found.to == "lp":
        control = clingo.Control(["--warn=none"])
        control.add("base", [], found.text)
        control.ground([("base", [])])
        return bool(control.solve().satisfiable)
    formula = CNF(from_string=encode(found.board, "cnf").to_text())
    if found.to == "cnf":
        assert formula.clauses == CNF(from_string=found.text).clauses
    with Solver("cadical195", bootstrap_with=formula) as solver:
        return bool(solver.solve())


def clasp(text: str) -> str:
    """What clasp, a part of clingo, says of a pseudo-Boolean formula."""
    words = [sys.executable, "-m", "clingo", "--mode=clasp", "-"]
    return subprocess.run(words, input=text, capture_output=True, text=True, check=False).stdout


def weight_of(text: str) -> Fraction:
    """What the models of a formula weigh together, by its own lines, one model after the other."""
    words = [line.split() for line in text.splitlines()]
    weights = {int(one[3]): Fraction(one[4]) for one in words if one[:3] == ["c", "p", "weight"]}
    with Solver("cadical153", bootstrap_with=CNF(from_string=text)) as solver:
        shown = {frozenset(weights.keys() & {*model}) for model in solver.enum_models()}
    return Fraction(sum(prod(weights[one] for one in model) for model in shown))


def check(found: Instance, counting: str = "models") -> None:
    """Hold the expected answer against what other programs say."""
    if found.question == "decide":
        assert found.expected == ("SAT" if is_satisfiable(found) else "UNSAT")
    elif found.question == "count":
        assert int(found.expected) == KnowledgeBase(found.board).count(engine=counting).total
    elif found.question == "weighted-count":
        assert Fraction(found.expected) == weight_of(found.text)
    else:
        with RC2(WCNF(from_string=found.text)) as solver:
            assert solver.compute() is not None
            assert int(found.expected) == solver.cost


@pytest.mark.parametrize("seed", seeds(range(16)))
@pytest.mark.parametrize(("family", "to"), some(FAST, every=2))
def test_expected_answers(family: str, to: str, seed: int) -> None:
    found = made(family, to, seed)
    check(found)
    again = made(family, to, seed)
    assert (again.text, again.expected) == (found.text, found.expected)
    assert made(family, to, seed + 1).text != found.text


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(24), fast=0))
@pytest.mark.parametrize(("family", "to"), SLOW)
def test_expected_answers_of_expert_boards(family: str, to: str, seed: int) -> None:
    pytest.importorskip("pyganak")
    found = made(family, to, seed)
    check(found, "ganak")
    if family == "expert-total" and found.expected == "UNSAT":
        text = encode(found.board.without_total(), "opb").to_text()
        assert is_satisfiable(found._replace(to="opb", text=text))


def test_the_weights_of_a_formula() -> None:
    text = made("density", "mcc", 1).text
    assert text.startswith("c t pwmc\n")
    lines = text.splitlines()
    shown = next(line for line in lines if line.startswith("c p show"))
    cells = shown.split()[3:-1]
    weights = {line.split()[3]: line.split()[4] for line in lines if line.startswith("c p weight")}
    assert weights == dict.fromkeys(cells, "0.2") | {f"-{one}": "0.8" for one in cells}


@pytest.mark.parametrize(
    ("density", "shown", "other"),
    [
        ("33/160", "0.20625", "0.79375"),
        ("0.000000000000000001234567", "0.000000000000000001234567", "0.999999999999999998765433"),
        ("1/3", "1/3", "2/3"),
    ],
)
def test_weights_are_exact(density: str, shown: str, other: str) -> None:
    board = Board.parse(f"density: {density}\n\n1?\n")
    lines = encode(board, "mcc", weighted=True).to_text().splitlines()
    assert lines[0] == "c t pwmc"
    weights = [line for line in lines if line.startswith("c p weight")]
    (number,) = (line.split()[3] for line in lines if line.startswith("c p show"))
    assert weights == [f"c p weight {number} {shown} 0", f"c p weight -{number} {other} 0"]
    assert not any("weight" in line for line in encode(board, "mcc").lines())


def test_a_folder(tmp_path: Path) -> None:
    """Its manifest has the checksum of each file, and the board is the one that is encoded."""
    folder = tmp_path / "new"
    manifest = write_instances(folder, family_of("square"), range(3, 6), "cnf", scale=6)
    read = json.loads((folder / MANIFEST).read_bytes())
    validator("instances").validate(read)
    assert [one["seed"] for one in read["instances"]] == [3, 4, 5]
    assert len(manifest.instances) == 3
    for one in read["instances"]:
        data = (folder / one["file"]).read_bytes()
        assert (sha256(data).hexdigest(), len(data)) == (one["sha256"], one["bytes"])
        formula = CNF(from_string=data.decode())
        assert len(formula.clauses) == one["clauses"]
        assert encode(load(folder / one["board"])).to_text() == data.decode()
    assert len(list(folder.iterdir())) == 7
    other = write_instances(tmp_path / "other", family_of("square"), range(3, 6), "cnf", scale=6)
    assert other == manifest


def test_what_cannot_be_made() -> None:
    with refused(UnknownNameError, kind="family", name="sphere"):
        family_of("sphere")
    with pytest.raises(ValueError, match="scale is 501; expected 2 to 500"):
        instance_of(family_of("square"), 1, "cnf", scale=501)


def test_the_command(logicsweep: Run, tmp_path: Path) -> None:
    listed = logicsweep("instances")
    assert listed.returncode == 0
    assert all(name in listed.stdout for name in FAMILIES)
    found = json.loads(logicsweep("instances", "--json").stdout)
    assert [one["name"] for one in found["families"]] == list(FAMILIES)
    folder = tmp_path / "new"
    words = ("instances", "--family", "liars", "--seeds", "2-3", "--scale", "5")
    done = logicsweep(*words, "-o", str(folder))
    assert done.stdout == f"{folder}: 2 instances to optimize, and manifest.json\n"
    manifest = json.loads((folder / MANIFEST).read_bytes())
    assert manifest["question"] == "optimum"
    again = logicsweep(*words, "-o", str(tmp_path / "again"), "--json")
    assert json.loads(again.stdout) == manifest
    for changed, said in (
        (("-o", str(folder)), "is there already"),
        (("--to", "cnf", "-o", str(tmp_path / "x")), "expected wcnf for the family liars"),
        (("--seeds", "5-1", "-o", str(tmp_path / "x")), "ascending"),
        (("--seeds", "a", "-o", str(tmp_path / "x")), "expected a number, or a range"),
        (("--family", "sphere", "-o", str(tmp_path / "x")), "unknown family"),
        (("--scale", "1", "-o", str(tmp_path / "x")), "--scale: scale is 1"),
    ):
        done = logicsweep(*words, *changed)
        assert done.returncode == 2
        assert said in done.stderr
    assert not (tmp_path / "x").exists()
    missing = logicsweep("instances", "-o", str(tmp_path / "x"))
    assert (missing.returncode, missing.stdout) == (2, "")
    assert "--family is missing; expected one of expert," in missing.stderr


@pytest.mark.parametrize("to", ["cnf", "wcnf", "mcc"])
@pytest.mark.parametrize("cardinality", ["seqcounter", "native"])
def test_formulas_of_pysat(to: Any, cardinality: Any) -> None:
    """The same as PySAT reads from the text."""
    if cardinality == "native" and to != "cnf":
        return
    for name in ("square", "torus", "liars"):
        board = family_of(name).board(3, 5)
        encoding = encode(board, to, cardinality=cardinality)
        own = encoding.to_pysat()
        if to == "wcnf":
            theirs = WCNF(from_string=encoding.to_text())
            assert (own.hard, own.soft, own.wght) == (theirs.hard, theirs.soft, theirs.wght)
        elif cardinality == "native":
            assert len(own.clauses) + len(own.atmosts) == encoding.statistics.clauses
            with Solver("minicard", bootstrap_with=own) as solver:
                assert solver.solve() is KnowledgeBase(board).has_layout()
        else:
            assert own.clauses == CNF(from_string=encoding.to_text()).clauses
