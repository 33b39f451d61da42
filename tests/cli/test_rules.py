"""Boards with rules on the command line, and the list of rules."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from logicsweep.board import RULE_NAMES
from tests.conftest import Run
from tests.judges import keys, rules as judge

RUNS = "mines: 6\nrules: 1W Q\n\n? ? 1+2 ?\n? ? ? ?\n? ? ? ?\n2 ? ? ?\n"


def test_every_rule_is_listed(logicsweep: Run) -> None:
    done = logicsweep("list", "rules")
    assert done.returncode == 0
    listed = [line.split()[0] for line in done.stdout.splitlines()[1:] if line[0] != " "]
    assert listed == list(RULE_NAMES)


@pytest.mark.parametrize("name", [*RULE_NAMES, "LM", "MX", "MN", "NX"])
def test_the_example_of_a_rule_is_right(name: str, logicsweep: Run) -> None:
    (rule,) = json.loads(logicsweep("list", "rules", name, "--json").stdout)["rows"]
    mask = np.zeros((5, 5), dtype=np.bool_)
    for row, column in rule["example"]["mines"]:
        mask[row, column] = True
    assert rule["name"] == name
    if rule["kind"] == "layouts":
        assert judge.satisfies(name, mask)
        return
    cell = tuple(rule["example"]["cell"])
    if name in keys.SHOWS:  # with any key
        codes = {
            code for key in keys.keys(name, mask) for code in keys.SHOWS[name](mask, cell, key)
        }
        shown = {chr(ord("a") + code) if "E" in name else str(code) for code in codes}
    else:
        shown = {token_of(name, value) for value in judge.may_show(name, mask, cell)}
    assert shown == set(rule["example"]["shows"])
    assert " or ".join(rule["example"]["shows"]) in logicsweep("list", "rules", name).stdout


def token_of(name: str, value: int | tuple[int, ...]) -> str:
    if name == "2P":
        return {1: "1", 2: "√2", 4: "2", 5: "√5"}[value]  # type: ignore[index]
    if isinstance(value, int):
        return str(value)
    return ("/" if name == "2X" else "+").join(map(str, value))


@pytest.mark.parametrize(("given", "nearest"), [("1w", "1W"), ("q", "Q"), ("W", "1W")])
def test_an_unknown_rule_comes_with_the_nearest(given: str, nearest: str, logicsweep: Run) -> None:
    done = logicsweep("list", "rules", given)
    assert done.returncode == 2
    assert f"unknown rule '{given}' (did you mean {nearest}?); known: V, 1M, " in done.stderr


def test_an_answer_names_the_rules_that_it_uses(logicsweep: Run) -> None:
    found = json.loads(logicsweep("explain", "-", "0,0", "--json", stdin=RUNS).stdout)
    assert found["further"] == [{"name": "the rule Q", "cells": [[2, 2], [2, 3], [3, 2], [3, 3]]}]
    text = logicsweep("explain", "-", "0,0", stdin=RUNS).stdout
    assert "  the rule Q needs a mine in (2,2), (2,3), (3,2) or (3,3)" in text
    hint = json.loads(logicsweep("hint", "-", "--json", stdin=RUNS).stdout)
    assert hint["step"]["safe"] == [[0, 0], [1, 0]]
    layouts = [
        mask
        for mask in judge.layouts(4, 4)
        if mask.sum() == 6
        and not (mask[0, 2] or mask[3, 0])
        and judge.satisfies("Q", mask)
        and judge.shows("1W", mask, (0, 2)) == (1, 2)
        and judge.shows("1W", mask, (3, 0)) == (2,)
    ]
    assert layouts
    assert not any(mask[0, 0] or mask[1, 0] for mask in layouts)


def test_a_conflict_with_a_rule_is_named(logicsweep: Run) -> None:
    board = "rules: H\n\n1?0\n1?0\n???\n"
    done = logicsweep("solve", "-", "--json", stdin=board)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["core_further"] in ([], ["the rule H"])
    assert "rule" in logicsweep("diagnose", "-", stdin="rules: U\n\n3?\n??\n").stdout


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("rules: R\n\n??\n", "1:8: unknown rule 'R'; known: V, 1M"),
        ("rules: 2E 2L\n\n??\n", "1:8: the rules 2E and 2L hide a key each; expected one"),
        ("rules: 1M 1W 1M\n\n??\n", "1:8: the rule 1M is there twice"),
        ("rules: V 1W\n\n1+2 ?\n? ?\n", "3:1: '1+2' is no clue under the rule V"),
        ("rules: V 1W\n\n1+2@1X ?\n? ?\n", "3:1: '1+2@1X' names the rule '1X'; expected V or 1W"),
        ("rules: V 1M\n\n>=2@1M ?\n? ?\n", "3:1: '>=2@1M' is uncertain; expected an exact"),
        ("rules: Q Q\n\n??\n", "1:8: the rule Q is there twice"),
        ("rules: MW\n\n??\n", "1:8: the rule MW does not go together"),
        ("rules: 1W\n\n9 ?\n? ?\n", "3:1: '9' is no clue under the rule 1W"),
        ("rules: 2X\n\n1+1 ?\n? ?\n", "3:1: '1+1' is no clue under the rule 2X"),
        ("rules: Q\ntopology: hexagon\n\n??\n??\n", "1:8: the rule Q needs a board of squares"),
        (
            "mines: 3\nrules: B\n\n??\n??\n",
            "1:8: the mine count is 3, but with the rule B all rows",
        ),
        ("rules: 1E\n\n" + "?" * 130 + "\n", "1:8: a board of 130x1 is too large for the rule 1E"),
        ("rules: D'\ntopology: torus\n\n???\n???\n???\n", "is too small for the rule D'"),
    ],
)
def test_what_does_not_fit(board: str, message: str, logicsweep: Run, tmp_path: Path) -> None:
    (tmp_path / "a.board").write_text(board)
    done = logicsweep("solve", "a.board", folder=tmp_path)
    assert done.returncode == 2
    assert message in done.stderr


def test_only_text_and_json_hold_rules(logicsweep: Run, tmp_path: Path) -> None:
    (tmp_path / "a.board").write_text(RUNS)
    done = logicsweep("show", "a.board", "-o", "a.csv", folder=tmp_path)
    assert done.returncode == 2
    assert "csv cannot hold rules" in done.stderr
    assert logicsweep("show", "a.board", "-o", "a.json", folder=tmp_path).returncode == 0
    back = logicsweep("show", "a.json", "--to", "board", folder=tmp_path).stdout
    assert "rules: 1W Q" in back
    assert "1+2" in back


def test_clues_with_a_key_are_diagnosed(logicsweep: Run, tmp_path: Path) -> None:
    (tmp_path / "a.board").write_text("rules: 2E\nmines: 3\n\n??a\n?a?\n???\n")
    assert logicsweep("solve", "a.board", folder=tmp_path).returncode == 1
    done = logicsweep("diagnose", "a.board", folder=tmp_path)
    assert (done.returncode, done.stderr) == (1, "")
    # All three mines are around it, and the letters a, b and c stand for 0, 1 and 2.
    assert "  the a at (1,1) and the mine count\n" in done.stdout
    assert "100 %  the a at (1,1) should be blank\n" in done.stdout
