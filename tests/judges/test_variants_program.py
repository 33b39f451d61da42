"""The judge of rules agrees with another program, PyPI's `minesweepervariants`.

It needs Python 3.12 or later and an environment of its own, which is named by a variable of the
environment: the interpreter that can import it.

    LOGICSWEEP_VARIANTS_PYTHON=elsewhere/bin/python pytest -m night tests/judges
"""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from tests.judges import rules, rules_at_once
from tests.judges.rules import CLUE_RULES, LAYOUT_RULES, LIARS, Mask, Shown

pytestmark = pytest.mark.night

VARIABLE: Final = "LOGICSWEEP_VARIANTS_PYTHON"
PROGRAM: Final = Path(__file__).with_name("variants_program.py")
KNOWN: Final = "1.2.3"

# What the program calls the compositions.
COMPOSED: Final = {"LM": "1L1M", "MX": "1M1X", "MN": "1M1N", "NX": "1N1X"}

Answer = Callable[[list[tuple[str, Mask, str]]], list[Any]]


@pytest.fixture(scope="module")
def answer(tmp_path_factory: pytest.TempPathFactory) -> Answer:
    """Asks the program many questions at once: a rule, a layout, and "allows" or "shows"."""
    python = interpreter()
    if python is None:
        pytest.skip(f"no Python here has minesweepervariants {KNOWN}; {VARIABLE} can name one")
    folder = tmp_path_factory.mktemp("variants")

    def ask(questions: list[tuple[str, Mask, str]]) -> list[Any]:
        asked = [
            ([COMPOSED.get(rule, rule)], "c", mask.astype(int).tolist(), what)
            for rule, mask, what in questions
        ]
        (folder / "questions.json").write_text(json.dumps(asked), encoding="utf-8")
        done = subprocess.run(
            [python, PROGRAM, "questions.json", "answers.json"],
            capture_output=True,
            check=False,
            cwd=folder,
            env=environment(),
            timeout=500,
        )
        assert done.returncode == 0, done.stderr.decode(errors="replace")[-2000:]
        answers: list[Any] = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
        assert len(answers) == len(questions)
        return answers

    return ask


@cache
def interpreter() -> str | None:
    """The first interpreter that has the program, in the version that these tests are about."""
    code = f"from importlib.metadata import version as v; exit(v('minesweepervariants')!='{KNOWN}')"
    named = os.environ.get(VARIABLE)
    for name in [named] if named else ["python3.12", "python3.13", "python3.14"]:
        path = shutil.which(name)
        if path is not None:
            done = subprocess.run(
                [path, "-c", code], capture_output=True, check=False, env=environment(), timeout=300
            )
            if done.returncode == 0:
                return path
    return None


def environment() -> dict[str, str]:
    """Without what belongs to the interpreter of the tests."""
    kept = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    return {**kept, "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}


def one_moved(mask: Mask, rng: random.Random) -> Mask:
    """The layout with one mine moved."""
    moved = mask.copy()
    mines, safe = rules.all_mines(mask), rules.all_mines(~mask)
    moved[rng.choice(mines)], moved[rng.choice(safe)] = False, True
    return moved


def tried(rule: str, shape: tuple[int, int], number: int) -> list[Mask]:
    """Layouts that obey the rule, as many with one mine moved, and random ones."""
    rng = random.Random(rule)
    obeying = rules_at_once.obeying(rule, *shape)
    mines = obeying.sum(axis=(1, 2))
    some = obeying[(mines > 0) & (mines < obeying[0].size)]
    good = [some[place] for place in rng.sample(range(len(some)), min(number, len(some)))]
    every = rules.layouts(*shape)
    others = [every[rng.randrange(len(every))] for _ in range(number // 3)]
    # Under O the program wants a safe cell, which the definition does not.
    ends = [every[0]] if rule == "O" else [every[0], every[-1]]
    return [*good, *(one_moved(mask, rng) for mask in good), *others, *ends]


@pytest.mark.parametrize(("shape", "number"), [((4, 4), 45), ((3, 6), 12)])
@pytest.mark.parametrize("rule", LAYOUT_RULES)
def test_layouts(rule: str, shape: tuple[int, int], number: int, answer: Answer) -> None:
    masks = tried(rule, shape, number)
    expected = [rules.satisfies(rule, mask) for mask in masks]
    assert {True, False} == {*expected}
    found = answer([(rule, mask, "allows") for mask in masks])
    assert [
        (mask.astype(int).tolist(), theirs)
        for mask, ours, theirs in zip(masks, expected, found, strict=True)
        if ours != theirs
    ] == []


def read(rule: str, text: str) -> Shown:
    """What a text of the program's stands for."""
    if rule == "1W":
        return tuple(sorted(map(int, text.split("."))))
    if rule == "2X":
        return tuple(sorted(map(int, text.split())))
    if rule == "2P":
        # Nothing is shown where there are fewer than two mines.
        outside, _, inside = text.replace("None", "0").partition("√")
        return int(outside or 1) ** 2 * int(inside or 1)
    return int(text)


def without_full_ring(rng: random.Random, mines: int) -> Mask:
    """A random layout in which no safe cell has eight mines around it.

    There the program shows 0 runs, and lengths of runs not at all.
    """
    while True:
        mask = np.zeros((6, 6), dtype=np.bool_)
        mask.flat[rng.sample(range(mask.size), mines)] = True
        if all(rules.shows("V", mask, cell) != 8 for cell in rules.all_mines(~mask)):
            return mask


@pytest.mark.parametrize("rule", [*CLUE_RULES, *LIARS])
def test_clues(rule: str, answer: Answer) -> None:
    rng = random.Random(rule)
    masks = [without_full_ring(rng, mines) for mines in (0, 5, 9, 13, 13, 18, 26)]
    compared = 0
    for mask, texts in zip(masks, answer([(rule, mask, "shows") for mask in masks]), strict=True):
        for cell in rules.all_mines(~mask):
            text = texts[cell[0]][cell[1]]
            assert read(rule, text) in rules.may_show(rule, mask, cell), (mask, cell)
            compared += 1
    assert compared == 7 * 36 - 84
