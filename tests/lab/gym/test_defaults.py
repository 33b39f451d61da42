"""The rules of a game that says nothing of them: the same wherever games are made."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Adjacency, Board, Setting, best
from logicsweep.answers.requests import GameOf
from logicsweep.board import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.games import GameRule, View
from logicsweep.lab.experiments.toml import parse_specification
from logicsweep.site.game import _checked
from logicsweep.strategy import win_chance
from tests.conftest import Run
from tests.games.making import game_of

# By game rule and rules of the board: what the first click is guaranteed, and flood opening.
USUAL = {
    ("classic", ""): ("opening", True),
    ("continue", ""): ("opening", True),
    ("search", ""): ("safe", False),
    ("classic", "Q"): ("safe", True),
    ("search", "1M"): ("safe", False),
}
SIZE = {"height": 6, "width": 6, "mines": 10}
Told = tuple[str, bool]


def told(setting: Setting) -> Told:
    return setting.first_click.value, setting.flood


def in_python(rule: str, rules: str) -> Told:
    return told(Setting(**SIZE, rule=GameRule(rule), rules=Rules.of(rules)))


def in_an_experiment(rule: str, rules: str) -> Told:
    text = f'agents = ["exact"]\nrule = ["{rule}"]\nrules = "{rules}"\n'
    text += 'boards = [{ size = "6x6", mines = 10 }]\n'
    [condition] = parse_specification(text, Path("usual.toml")).conditions
    return condition.first_click, condition.flood


def by_names(rule: str, rules: str) -> Told | None:
    return told(Setting("6x6", mines=10, rules=rules)) if rule == "classic" else None


def in_gymnasium(rule: str, rules: str) -> Told | None:
    if rule != "classic":
        return None
    pytest.importorskip("gymnasium")
    from logicsweep.lab.gym import MinesweeperEnv, MinesweeperVectorEnv

    [one] = {
        told(made.setting)
        for made in (
            MinesweeperEnv("6x6", mines=10, rules=rules),
            MinesweeperVectorEnv(2, "6x6", mines=10, rules=rules),
        )
    }
    return one


def on_the_page(rule: str, rules: str) -> Told | None:
    game = GameOf(seed="0", rows=6, columns=6, mines=10, rules=rules or None)
    return told(_checked(game)[0]) if rule == "classic" else None


@pytest.mark.parametrize(
    "ask",
    [
        *(in_python, in_an_experiment, by_names, on_the_page),
        pytest.param(in_gymnasium, marks=pytest.mark.slow("gymnasium")),
    ],
)
@pytest.mark.parametrize(("rule", "rules"), USUAL)
def test_the_same_everywhere(ask: Callable[[str, str], Told | None], rule: str, rules: str) -> None:
    assert ask(rule, rules) in (USUAL[rule, rules], None)


@pytest.mark.usefixtures("plain_reports", "threads")
@pytest.mark.parametrize(("rule", "rules"), USUAL)
def test_the_command_line(logicsweep: Run, tmp_path: Path, rule: str, rules: str) -> None:
    """Commands that deal: `play`, `compare`, and by the rule `classic` two that only deal."""
    size = ["--size", "4x4", "--mines", "6", *(["--rules", rules] if rules else [])]
    agents = ["search-exact" if rule == "search" and not rules else "exact", "strategist"]
    game = ["--rule", rule, *size]

    def answer(*words: str) -> dict[str, Any]:
        done = logicsweep(*words, "--json")
        assert done.returncode == 0, done.stderr
        line: dict[str, Any] = json.loads(done.stdout)
        return line

    played = answer("play", "--agent", agents[0], *game, "--seed", "1")
    assert (played["first_click"], played["flood"]) == USUAL[rule, rules]
    few = ["-n", "1", "--workers", "1", "--plain", "-o", str(tmp_path / "games")]
    answer("compare", *agents, *game, *few)
    table = tomllib.loads((tmp_path / "games" / "experiment.toml").read_text())
    assert (table["first_click"], table["flood"]) == USUAL[rule, rules]
    if rule == "classic":
        for command in ("deal", "dataset"):
            line = answer(command, *size, "-n", "1", "--seed", "1")
            assert line["first_click"] == USUAL[rule, rules][0]


def test_one_rule_of_several() -> None:
    """In an experiment by several game rules each has its own; what is said holds for all."""
    text = 'agents = ["exact"]\nrule = ["classic", "search"]\nboards = ["beginner"]\n'
    path = Path("usual.toml")
    found = parse_specification(text, path)
    rules = [(one.rule, one.first_click, one.flood) for one in found.conditions]
    assert rules == [("classic", "opening", True), ("search", "safe", False)]
    assert found.games_in_all == 200
    said = f'{text}first_click = ["unprotected", "safe"]\nflood = true\n'
    found = parse_specification(said, path)
    assert {(one.first_click, one.flood) for one in found.conditions} == {
        ("unprotected", True),
        ("safe", True),
    }
    assert found.games_in_all == 400


def test_a_given_layout_protects_nothing() -> None:
    game = game_of("*__\n___\n___\n", first_click=FirstClick.SAFE)
    assert game.setting.first_click is FirstClick.UNPROTECTED
    game.open((0, 0))
    assert game.detonated == 1


BLANK = Board.parse("mines: 2\n\n????\n????\n????\n????\n")
# The same game after its first cell, which shows that it has a mine beside it.
BEGUN = Board.parse("mines: 2\n\n1???\n????\n????\n????\n")


def test_positions() -> None:
    """While no cell is open, the game is asked about; then the position alone is."""
    opening = win_chance(BLANK, first_click="opening")
    assert win_chance(BLANK) == opening > win_chance(BLANK, first_click="unprotected")
    assert best(BLANK).win_chance == opening
    assert View(BLANK).first_click is FirstClick.OPENING
    for protection in FirstClick:
        assert win_chance(BEGUN) == win_chance(BEGUN, first_click=protection)
    assert best(BEGUN).win_chance == win_chance(BEGUN)
    assert View(BEGUN).first_click is FirstClick.UNPROTECTED


def test_positions_under_layout_rules() -> None:
    board = Board.parse("rules: Q\nmines: 4\n\n????\n????\n????\n")
    assert win_chance(board) == win_chance(board, first_click="safe")


def test_a_board_of_mines_alone_is_won() -> None:
    full = Board.parse("mines: 4\n\n??\n??\n")
    assert win_chance(full, first_click="unprotected") == Fraction(1)


def test_settings_by_name() -> None:
    assert Setting("expert") == Setting(
        height=16, width=30, mines=99, first_click=FirstClick.OPENING, flood=True
    )
    found = Setting("8x7", mines=9, topology="torus", rules="1M", first_click="safe")
    near, rules = Adjacency.torus(7, 8), Rules.of("1M")
    own = {"height": 7, "width": 8, "mines": 9, "topology": near, "rules": rules}
    assert found == Setting(**own, first_click=FirstClick.SAFE, flood=True)
    assert Setting("6x6", mines=9, rules="Q").first_click is FirstClick.SAFE
    assert Board(found.board().grid).shape == (7, 8)
