"""Experiments with forced survival: records, reports, and what does not go with it."""

from __future__ import annotations

import json
import random
from bisect import bisect_right
from functools import cache
from math import isclose
from pathlib import Path
from statistics import mean, stdev

import numpy as np
import pytest
from jsonschema_rs import Draft202012Validator

from logicsweep import Game, play
from logicsweep.cli.schemas import schema
from logicsweep.errors import SpecificationError
from logicsweep.games import agent_of
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.metrics import METRICS
from logicsweep.lab.experiments.records import GameRow, key_of, line_of, record_of
from logicsweep.lab.experiments.reporting import report
from logicsweep.lab.experiments.statistics import paired
from logicsweep.lab.experiments.store import GAMES, read_games
from logicsweep.lab.experiments.summary import RANGES, Group, Groups
from logicsweep.lab.play import survive
from tests.judges.refusals import refused
from tests.lab.experiments.small import fill, specification, without_times

FORCED = """
title = "Forced"
agents = ["single-point", "exact", "strategist"]
first_click = ["safe"]
forced_survival = true
games = 4
time_limit = 30
metrics = ["win_rate", "seconds"]
boards = [{ size = "5x6", mines = 6 }]
"""
HEAD = 'agents = ["exact"]\nforced_survival = true\n'


@cache
def records() -> list[GameRow]:
    played = [play_game(task) for task in specification(FORCED).tasks()]
    assert not any(one.error for one in played)
    return played


def test_a_record_says_what_survive_says() -> None:
    validator = Draft202012Validator(schema("game"))
    for record in records():
        setting = record.condition.setting()
        found = survive(agent_of(record.agent, seed=record.seed), setting, seed=record.seed)
        values = record.values
        assert values["win_rate"] == found.chance
        assert record.costs == found.guesses
        assert values["guesses"] == len(found.guesses)
        assert (values["replaced"], values["is_cut"]) == (found.replaced, found.is_cut)
        game = Game(setting, seed=record.seed)
        play(game, agent_of(record.agent, seed=record.seed))
        assert values["is_won"] == game.is_won
        line = line_of(record)
        assert record_of(line) == record
        assert record_of(json.dumps(json.loads(line)).encode()) == record  # with spaces
        validator.validate(json.loads(line))


def test_what_is_wrong_with_a_record_is_said() -> None:
    value = json.loads(line_of(records()[0]))
    value["costs"][0]["weight"] = 1.5
    with pytest.raises(ValueError, match=r"`float` <= 1\.0 - at `\$\.costs\[0\]\.weight`"):
        record_of(json.dumps(value).encode())


def test_metrics() -> None:
    values = records()[0].values
    assert {*values} & {*METRICS} == {"win_rate", "seconds"}
    assert {*values} - {*METRICS} == {"is_won", "guesses", "replaced", "is_cut"}


def test_games_are_lost_where_the_weight_goes() -> None:
    played = [one for one in records() if one.agent == "single-point"]
    group = Group(is_forced=True)
    assert group.off() is None
    wanted = dict.fromkeys(RANGES, 0.0)
    for record in played:
        group.add(record)
        weight = 1.0
        for move in record.costs:
            assert move.weight == weight
            place = bisect_right([1, 2, 3, 4, 6, 10, 15, 25, 40, 60], move.layouts)
            wanted[RANGES[place]] += weight * move.cost
            weight *= 1 - move.cost
        assert isclose(weight, record.values["win_rate"], abs_tol=1e-12)
    lost = {name: group.total(name) for name in RANGES}
    assert lost == pytest.approx(wanted)
    assert isclose(sum(lost.values()), len(played) - group.total("win_rate"))
    off = group.off()
    assert off is not None
    assert isclose(off.mean, mean(one.values["win_rate"] - one.values["is_won"] for one in played))


@pytest.mark.slow("scipy")
def test_means_are_compared_by_the_t_test() -> None:
    stats = pytest.importorskip("scipy.stats")
    rng = random.Random(4)
    one = [rng.random() for _ in range(50)]
    other = [value - rng.gauss(0.05, 0.1) for value in one]
    difference, p, test = paired(one, other, is_of_means=True)
    assert test == "paired t"
    assert isclose(p, stats.ttest_rel(one, other).pvalue, rel_tol=1e-9)
    assert isclose(difference.deviation, stdev(np.subtract(one, other).tolist()))
    assert paired(one, one, is_of_means=True)[1] == 1
    assert paired([0.5], [0.25], is_of_means=True)[1] == 1


@pytest.mark.usefixtures("plain_reports")
def test_the_report(tmp_path: Path) -> None:
    fill(tmp_path, FORCED)
    report(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "In these games the player survives every guess" in text
    assert "## `strategist` minus the others, game by game" in text
    assert "Test: paired t, two-sided." in text
    groups = Groups.of(read_games(tmp_path))
    [condition] = {condition for condition, _ in groups}
    for agent in ("single-point", "exact", "strategist"):
        group = groups[condition, agent]
        found = group.estimate("win_rate")
        assert found is not None
        own = [one.values["win_rate"] for one in records() if one.agent == agent]
        assert isclose(found.mean, mean(own))
        assert f"{100 * found.mean:.2f} [{100 * found.low:.2f}, {100 * found.high:.2f}]" in text
        plain = mean(one.values["is_won"] for one in records() if one.agent == agent)
        assert f"| 5x6/6 | {agent} | {100 * found.mean:.2f} | {100 * plain:.2f} | " in text
    pair = groups.compared(condition, "strategist", "exact", "win_rate")
    assert pair is not None
    assert pair.games == 4
    lost = text[text.index("## Where games are lost") :]
    for name in RANGES:
        assert (name in lost) == any(group.total(name) for group in groups.values())


def test_a_run_goes_on(tmp_path: Path) -> None:
    fill(tmp_path, FORCED)
    kept = (tmp_path / GAMES).read_bytes().splitlines(keepends=True)
    (tmp_path / GAMES).write_bytes(b"".join(kept[:7]))
    played = [play_game(task) for task in specification(FORCED).tasks()]
    with (tmp_path / GAMES).open("ab") as stream:
        done = {key_of(one) for one in read_games(tmp_path)}
        stream.writelines(line_of(one) for one in played if key_of(one) not in done)
    assert without_times(list(read_games(tmp_path))) == without_times(played)


def test_a_game_that_takes_too_long_has_no_outcome() -> None:
    task = next(specification(FORCED).tasks())._replace(time_limit=1e-9)
    record = play_game(task)
    assert record.error == "longer than 1e-09 s"
    assert record.values["win_rate"] == 0


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ('rule = ["classic", "search"]\nboards = ["beginner"]', 3),
        ('boards = ["beginner"]\ntrace = true', 4),
        ('boards = [\n"beginner",\n{ file = "a.board" }]', 3),
        ('boards = ["beginner"]\nmetrics = ["win_rate", "opened"]', 4),
        ('boards = ["beginner"]\n[[plots]]\nx = "board"\ny = "opened"', 4),
    ],
)
def test_what_does_not_go_with_it(text: str, line: int) -> None:
    with refused(SpecificationError, line=line):
        specification(HEAD + text)


def test_it_cannot_be_turned_on_in_a_folder_of_other_games() -> None:
    forced, plain = specification(FORCED), specification(FORCED.replace("true", "false"))
    older = specification(FORCED.replace("forced_survival = true\n", ""))
    assert not forced.continues(plain)
    assert not forced.continues(older)
    assert plain.continues(older)
