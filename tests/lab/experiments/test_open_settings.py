"""Settings with open mine counts, liars and constraints: what is drawn, and what is refused."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from pathlib import Path
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Game, Setting
from logicsweep.board import FirstClick
from logicsweep.constraints import Cardinality, Source
from logicsweep.games.dealing.layouts import draw
from logicsweep.lab.experiments.toml import parse_specification
from tests.conftest import Run

DRAWN = 1_200
ONE = Cardinality((0, 1, 3), 1, 1, Source.named("one"))


def weight(setting: Setting, mask: tuple[bool, ...], free: set[int]) -> Fraction:
    """What a layout weighs, by definition."""
    mines = sum(mask)
    least, most = setting.mine_bounds
    if not least <= mines <= most or any(mask[cell] for cell in free):
        return Fraction(0)
    if setting.constraints and sum(mask[cell] for cell in (0, 1, 3)) != 1:
        return Fraction(0)
    density = setting.density or Fraction(1, 2)
    return density**mines * (1 - density) ** (len(mask) - mines)


@pytest.mark.parametrize(
    "options",
    [
        {"mines": (1, 3)},
        {"density": Fraction(1, 4)},
        {"mines": (1, 3), "density": Fraction(1, 4)},
        {"mines": (2, 3), "constraints": [ONE]},
        {"density": Fraction(2, 5), "constraints": [ONE]},
    ],
)
def test_layouts_are_drawn_by_their_weights(options: dict[str, object]) -> None:
    setting = Setting(height=2, width=3, first_click=FirstClick.SAFE, **options)  # type: ignore[arg-type]
    free = {4}
    weights = {
        mask: weight(setting, mask, free) for mask in product((False, True), repeat=setting.cells)
    }
    mass = sum(weights.values())
    source = Random(1)
    seen = Counter(tuple(draw(setting, free, source).ravel().tolist()) for _ in range(DRAWN))
    assert {mask for mask in seen if not weights[mask]} == set()
    for mask, own in weights.items():
        expected = float(own / mass) * DRAWN
        assert abs(seen[mask] - expected) <= 5 * expected**0.5 + 1, mask


def test_a_wrong_clue_is_any_other_number() -> None:
    """With no mine, every cell would show 0; each is as likely to lie, to show each number."""
    setting = Setting(height=2, width=2, mines=0, liars=1, first_click=FirstClick.UNPROTECTED)
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(480):
        game = Game(setting, seed=seed)
        for cell in Board(np.full((2, 2), -1)):
            if not game.is_over:
                game.open(cell)
        seen[tuple(game.board.grid.ravel().tolist())] += 1
    assert all(sorted(grid)[:3] == [0, 0, 0] for grid in seen)
    assert {max(grid) for grid in seen} == {1, 2, 3}
    assert len(seen) == 4 * 3
    assert all(abs(number - 40) <= 30 for number in seen.values())


def test_a_range_counts_layouts() -> None:
    setting = Setting(height=3, width=3, mines=(2, 4), first_click=FirstClick.UNPROTECTED)
    source = Random(2)
    seen = Counter(int(draw(setting, set(), source).sum()) for _ in range(DRAWN))
    ways = {mines: comb(9, mines) for mines in (2, 3, 4)}
    for mines, number in ways.items():
        expected = DRAWN * number / sum(ways.values())
        assert abs(seen[mines] - expected) <= 5 * expected**0.5


AT_FAULT: list[tuple[dict[str, object], str]] = [
    ({"size": "huge"}, "size"),
    ({"size": "0x3"}, "size"),
    ({"size": "3x3", "width": 3}, "size"),
    ({"height": 3}, "width"),
    ({"height": 9_999, "width": 9_999}, "height"),
    ({"size": "3x3"}, "mines"),
    ({"size": "3x3", "mines": "many"}, "mines"),
    ({"size": "3x3", "mines": 10}, "mines"),
    ({"size": "3x3", "mines": (3, 2)}, "mines"),
    ({"density": "2"}, "density"),
    ({"density": [[0.1]]}, "density"),
    ({"topology": "hexagons"}, "topology"),
    ({"size": "2x2", "mines": 1, "topology": "torus"}, "topology"),
    ({"rules": "no such"}, "rules"),
    ({"rules": "1M", "clues": "liar"}, "rules"),
    ({"clues": "noisy"}, "clues"),
    ({"liars": 1, "flood": True}, "liars"),
    ({"constraints": ["one: 1 of (99,0)"]}, "constraints"),
]


def test_errors_carry_their_argument(subtests: pytest.Subtests) -> None:
    for options, argument in AT_FAULT:
        with subtests.test(str(options)):
            with pytest.raises(ValueError) as caught:  # noqa: PT011 the words are in a table
                Setting(**options)  # type: ignore[arg-type]
            for error in (caught.value, pickle.loads(pickle.dumps(caught.value))):  # noqa: S301
                assert error.argument == argument


def test_names_make_the_same_setting() -> None:
    found = Setting(
        "3x2", mines="1..3", liars=1, constraints=["one: 1 of (0,0) (0,1) (1,0)"], rule="continue"
    )
    assert (found.mines, found.liars, found.flood) == ((1, 3), 1, False)
    assert list(found.constraints) == [ONE]
    assert found.constraint_lines == ["one: 1 of (0,0) (0,1) (1,0)"]
    assert Setting("3x2", density="1/5").carried["density"] == Fraction(1, 5)
    assert Setting("expert", density=0.25).mines is None


def test_rules_may_be_a_list() -> None:
    text = 'agents = ["exact"]\nboards = [{ size = "4x4", mines = 4 }]\nrules = '
    as_text, as_list = (
        parse_specification(text + rules, Path("a.toml")) for rules in ('"1M Q"', '["1M", "Q"]')
    )
    assert as_text.conditions == as_list.conditions


@pytest.mark.usefixtures("threads", "plain_reports")
def test_a_comparison_has_open_settings(logicsweep: Run, tmp_path: Path) -> None:
    words = ("compare", "exact", "logic", "--size", "4x3", "--density", "1/4", "--liars", "1")
    done = logicsweep(*words, "-n", "3", "-o", tmp_path, "--plain", "--json")
    assert done.returncode == 0, done.stderr
    lines = (tmp_path / "games.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 6
    under = [json.loads(line)["condition"] for line in lines]
    assert {(keys["density"], keys["liars"]) for keys in under} == {("1/4", 1)}
