"""Comparing by moves: its mean is the difference of two chances to win, whatever the agents."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest
from jsonschema_rs import Draft202012Validator

from logicsweep import Agent, Game, Layout, Setting, compare, play
from logicsweep.board import FirstClick
from logicsweep.board.board import Board
from logicsweep.cli.schemas import schema
from logicsweep.errors import SpecificationError
from logicsweep.games import AGENTS, agent_of
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.exact import Exact
from logicsweep.games.agents.strategist import Strategist
from logicsweep.games.view import View
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.records import key_of, line_of, record_of
from logicsweep.lab.experiments.reporting import report
from logicsweep.lab.play import by_moves, survive
from logicsweep.strategy.recipe import STANDARD
from tests.games.making import bare
from tests.judges.refusals import refused
from tests.lab.experiments.small import fill, specification

SMALL = bare(height=3, width=4, mines=3)


class Blunder(Exact):
    """Opens the riskiest cell at its second guess, and remembers that it did."""

    def begin(self, view: View) -> None:
        super().begin(view)
        self._guesses = 0

    def _guess(self, view: View) -> Move | None:
        self._guesses += 1
        if self._guesses != 2:
            return super()._guess(view)
        risks = self._kb.count().probabilities()
        return Move(max(view.choices, key=lambda cell: (float(risks[cell]), cell)))


class Flagging(Exact):
    """Flags the mines that it knows, although the rule wants none."""

    def choose(self, view: View) -> Move:
        move = super().choose(view)
        mines = [cell for cell, mine in self._found.items() if mine and view.can_open(cell)]
        return Move(mines[0], flags=True) if mines else move


class Weak(Strategist):
    """Has other numbers alone."""

    recipe = STANDARD._replace(layouts=0)


OWN: dict[str, type[Agent]] = {"blunder": Blunder, "flagging": Flagging}


def agent(name: str, seed: int) -> Agent:
    return OWN[name](seed) if name in OWN else agent_of(name, seed=seed)


def won_share(setting: Setting, name: str, seeds: int) -> tuple[float, float]:
    """The share of all layouts that an agent wins, and its standard error over seeds."""
    shares = []
    for seed in range(seeds):
        won = []
        for mines in combinations(range(setting.cells), int(str(setting.mines))):
            mask = np.zeros(setting.cells, dtype=np.bool_)
            mask[list(mines)] = True
            layout = Layout(mask.reshape(setting.height, setting.width))
            game = Game(setting, seed=seed, layout=layout)
            play(game, agent(name, seed))
            won.append(game.is_won)
        shares.append(fmean(won))
    return fmean(shares), stdev(shares) / seeds**0.5 if seeds > 1 else 0.0


def costs(setting: Setting, player: str, judge: str, games: int, playouts: int = 3) -> list[float]:
    return [
        by_moves(
            agent(player, seed), agent(judge, seed), setting, seed=seed, playouts=playouts
        ).cost
        for seed in range(games)
    ]


# By how many seeds games differ that are played on one layout.
RANDOM = {"single-point": 8, "explore": 8}
# How many games of the first, judged by the second.
PAIRS = {
    ("exact", "strategist"): 20,
    ("strategist", "exact"): 15,
    ("single-point", "exact"): 25,
    ("exact", "single-point"): 30,
    ("blunder", "exact"): 30,
    ("exact", "blunder"): 15,
    ("flagging", "single-point"): 15,
    ("explore", "exact"): 15,
}
TINY = bare(height=2, width=3, mines=2)
MEDIUM = bare(height=3, width=3, mines=3)
# Which of them CI takes.
TAKEN = [("strategist", "exact"), ("flagging", "single-point")]


@pytest.mark.parametrize(
    ("setting", "player", "judge", "games"),
    [
        (TINY, "blunder", "exact", 6),
        (TINY, "exact", "single-point", 4),
        *(
            pytest.param(
                *(MEDIUM, *pair, games),
                marks=pytest.mark.slow if pair in TAKEN else pytest.mark.night,
            )
            for pair, games in PAIRS.items()
        ),
    ],
)
def test_the_mean_is_the_difference_of_the_chances_to_win(
    setting: Setting, player: str, judge: str, games: int
) -> None:
    """All layouts are played by both; within four standard errors."""
    found = costs(setting, player, judge, games)
    ours, our_error = won_share(setting, judge, RANDOM.get(judge, 1))
    theirs, their_error = won_share(setting, player, RANDOM.get(player, 1))
    error = (stdev(found) ** 2 / len(found) + our_error**2 + their_error**2) ** 0.5
    assert abs(fmean(found) - (ours - theirs)) < 4 * error + 1e-9, (fmean(found), ours - theirs)


@pytest.mark.night
def test_it_agrees_with_paired_forced_survival() -> None:
    """On a board with a protected first click, and by both ways around."""
    setting = Setting(height=5, width=5, mines=5, first_click="safe")
    paired = [
        survive(agent_of("exact", seed=seed), setting, seed=seed).chance
        - survive(agent_of("single-point", seed=seed), setting, seed=seed).chance
        for seed in range(40)
    ]
    for player, judge, sign in (("single-point", "exact", 1), ("exact", "single-point", -1)):
        found = [sign * cost for cost in costs(setting, player, judge, 10, 2)]
        error = (stdev(found) ** 2 / len(found) + stdev(paired) ** 2 / len(paired)) ** 0.5
        assert abs(fmean(found) - fmean(paired)) < 4 * error
        assert stdev(found) < 1


@pytest.mark.parametrize("name", ["exact", "strategist", "single-point", "random"])
def test_an_agent_costs_nothing_against_itself(name: str) -> None:
    setting = Setting(height=6, width=6, mines=8, first_click="safe")
    for seed in range(3):
        found = by_moves(agent_of(name, seed=seed), agent_of(name, seed=seed), setting, seed=seed)
        assert (found.cost, found.costs, found.differing) == (0, (), 0)
        assert found.guesses


def test_where_both_know_their_chance_nothing_is_played() -> None:
    """And where the agent alone does, its chance stands for all the rest of its game."""
    setting = bare(height=3, width=4, mines=3, first_click=FirstClick.SAFE)
    [cost] = by_moves("strategist", Weak(), setting, seed=4).costs
    assert (cost.weight, cost.playouts > 2) == (1, True)
    found = by_moves(Strategist(), Strategist(1), setting, seed=4)
    assert found.costs == ()


def test_the_same_seed_gives_the_same_result() -> None:
    setting = Setting(height=5, width=5, mines=6)
    first, second = (
        by_moves("exact", "single-point", setting, seed=3, playouts=2) for _ in range(2)
    )
    assert first == second
    assert first.cost == sum(move.weighted for move in first.costs)
    for move in first.costs:
        assert -1 <= move.cost <= 1
        assert Board.parse(move.board).is_covered(move.cell)


def test_what_is_promised_is_inherited_without_methods_alone() -> None:
    assert Weak.is_complete
    assert not Blunder.is_complete
    assert not Blunder.is_positional
    assert AGENTS["single-point"].is_positional
    assert not AGENTS["explore"].is_positional


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name == "logic-asp" else ())
        for name in AGENTS
        if AGENTS[name].is_positional or AGENTS[name].is_complete
    ],
)
def test_positional_agents_play_on_alike_wherever_they_begin(name: str) -> None:
    """Whoever begins anew at each move plays the game of whoever plays it all."""
    setting = Setting(height=5, width=5, mines=5, first_click="safe")
    for seed in range(2):
        game, again = Game(setting, seed=seed), Game(setting, seed=seed)
        play(game, agent_of(name, seed=seed))
        while not again.is_over:
            fresh = View(again.board, first_click=again.setting.first_click)
            other = agent_of(name, seed=seed)
            other.begin(fresh)
            again.open(other.choose(fresh).cell)
        assert again.board == game.board


@pytest.mark.parametrize(
    "options",
    [
        *(
            pytest.param(options, marks=pytest.mark.slow)
            for options in (
                {"mines": 2, "clues": "random-reveal(1/2)", "first_click": "opening"},
                {"density": 0.25},
            )
        ),
        *(
            pytest.param(options, marks=pytest.mark.night)
            for options in (
                {"mines": (2, 3)},
                {"mines": 3, "clues": "noisy(1/4)"},
                {"mines": 3, "rules": "Q"},
            )
        ),
    ],
    ids=str,
)
def test_other_settings(options: dict[str, object]) -> None:
    """By moves and by paired forced survival, within four standard errors."""
    setting = bare(**{"height": 2, "width": 4, **options})
    found = costs(setting, "logic", "exact", 6 if "clues" in options else 10, playouts=2)
    paired = [
        survive(agent_of("exact", seed=seed), setting, seed=seed).chance
        - survive(agent_of("logic", seed=seed), setting, seed=seed).chance
        for seed in range(30)
    ]
    error = (stdev(found) ** 2 / len(found) + stdev(paired) ** 2 / len(paired)) ** 0.5
    assert abs(fmean(found) - fmean(paired)) < 4 * error + 1e-9


MOVES = """
title = "By moves"
agents = ["exact", "single-point", "strategist"]
first_click = ["safe"]
games = 4
playouts = 2
metrics = ["moves", "seconds"]
boards = [{ size = "6x6", mines = 7 }]
"""


def test_records_say_what_by_moves_says() -> None:
    validator = Draft202012Validator(schema("game"))
    tasks = list(specification(MOVES).tasks())
    assert [task.key.agent for task in tasks[:2]] == ["single-point", "strategist"]
    for task in tasks[:2]:
        record = play_game(task)
        assert not record.error
        seed, name = record.seed, record.agent
        setting = record.condition.setting()
        found = by_moves(
            agent_of(name, seed=seed), agent_of("exact", seed=seed), setting, seed=seed, playouts=2
        )
        assert [record.values[name] for name in ("moves", "guesses", "differing")] == [
            found.cost,
            found.guesses,
            found.differing,
        ]
        assert [move.cost for move in record.costs] == [move.cost for move in found.costs]
        assert sum(bool(move.board) for move in record.costs) == min(5, len(found.costs))
        line = line_of(record)
        assert record_of(line) == record
        assert record_of(json.dumps(json.loads(line)).encode()) == record
        assert key_of(record) == task.key
        validator.validate(json.loads(line))


@pytest.mark.slow
@pytest.mark.usefixtures("plain_reports")
def test_a_report(tmp_path: Path) -> None:
    fill(tmp_path, MOVES)
    assert {path.name for path in report(tmp_path)} >= {"report.md", "summary.csv"}
    text = (tmp_path / "report.md").read_text()
    assert "## `exact` minus the others, game by game" in text
    assert "## What moves cost\n" in text
    assert "## Moves of single-point on 6x6/7" in text
    assert "A: agent opened (" in text
    head = (tmp_path / "summary.csv").read_text().splitlines()[0]
    assert head.endswith("unfinished,seconds,seconds_low,seconds_high,moves,moves_low,moves_high")


def test_the_judge_plays_no_games() -> None:
    asked = specification(MOVES)
    [condition] = asked.conditions
    assert [asked.games_of(condition, agent) for agent in asked.agents] == [0, 4, 4]


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ('"exact", "single-point", "strategist"', '"exact"', 3),
        ('"seconds"', '"opened"', 7),
        ("games = 4", 'rule = "search"', 5),
        ("games = 4", "forced_survival = true", 5),
        ("games = 4", "trace = true", 5),
        ("playouts = 2", "playouts = 1", 6),
    ],
)
def test_what_does_not_go_with_moves(old: str, new: str, line: int) -> None:
    with refused(SpecificationError, line=line):
        specification(MOVES.replace(old, new))


@pytest.mark.night
def test_both_ways_around_and_workers() -> None:
    setting = Setting(height=4, width=4, mines=4, first_click="safe")
    options = {"games": 8, "metric": "moves", "playouts": 2}
    there = compare(["exact", "single-point"], setting, **options)  # type: ignore[arg-type]
    back = compare(["single-point", "exact"], setting, **options)  # type: ignore[arg-type]
    (first,), (second,) = (both.differences for both in (there, back))
    means = first.difference, second.difference
    error = sum(((mean.high - mean.low) / 4) ** 2 for mean in means) ** 0.5
    assert abs(sum(mean.mean for mean in means)) < 4 * error
    spread = compare(["exact", "single-point"], setting, workers=2, **options)  # type: ignore[arg-type]
    assert spread == there
    lines = list(there.lines(positions=1))
    assert any(line.startswith("moves of single-point, as exact would play on: ") for line in lines)
    (moves,) = there.moves
    cost = sum(part.mean for part in moves.ranges.values())
    assert cost == pytest.approx(first.difference.mean)
