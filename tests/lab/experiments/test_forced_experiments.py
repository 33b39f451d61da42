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

from logicsweep import Game, agent_of, play
from logicsweep.cli.schemas import schema
from logicsweep.errors import SpecificationError
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.losses import RANGES, Losses
from logicsweep.lab.experiments.metrics import METRICS, value_of
from logicsweep.lab.experiments.records import (
    Failed,
    Finished,
    Survived,
    key_of,
    line_of,
    record_of,
)
from logicsweep.lab.experiments.reporting import report
from logicsweep.lab.experiments.statistics import paired
from logicsweep.lab.experiments.store import GAMES, read_games
from logicsweep.lab.experiments.summary import compared, groups_of
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
def records() -> list[Survived]:
    played = [play_game(task) for task in specification(FORCED).tasks()]
    assert all(isinstance(one, Survived) for one in played)
    return [one for one in played if isinstance(one, Survived)]


def test_a_record_says_what_survive_says() -> None:
    validator = Draft202012Validator(schema("game"))
    for record in records():
        setting = record.condition.setting()
        found = survive(setting, record.seed, agent_of(record.agent, record.seed))
        assert record.chance == found.chance
        guesses = [(guess.layouts, guess.risk) for guess in found.guesses]
        assert [tuple(guess) for guess in record.guesses] == guesses
        assert (record.replaced, record.is_cut) == (found.replaced, found.is_cut)
        game = Game(setting, record.seed)
        play(game, agent_of(record.agent, record.seed))
        assert record.is_won == game.is_won
        line = line_of(record)
        assert record_of(line) == record
        assert record_of(json.dumps(json.loads(line)).encode()) == record  # with spaces
        validator.validate(json.loads(line))


def test_only_games_with_forced_survival_have_such_records() -> None:
    record = records()[0]
    plain = json.loads(line_of(record)) | {"forced_survival": False}
    with pytest.raises(ValueError, match="cells is missing"):
        record_of(json.dumps(plain).encode())
    task = next(specification(FORCED.replace("true", "false")).tasks())
    finished = play_game(task)
    assert isinstance(finished, Finished)
    wrong = json.loads(line_of(finished)) | {"forced_survival": True}
    for separators in ((",", ":"), (", ", ": ")):
        with pytest.raises(ValueError, match="chance is missing"):
            record_of(json.dumps(wrong, separators=separators).encode())
    with pytest.raises(ValueError, match=r"chance is 1\.5; expected a number from 0 to 1"):
        record_of(json.dumps(json.loads(line_of(record)) | {"chance": 1.5}).encode())


def test_metrics() -> None:
    record = records()[0]
    values = {name: value_of(name, record) for name in METRICS}
    assert values["win_rate"] == record.chance
    assert values["seconds"] == record.seconds
    assert {name for name, value in values.items() if value is not None} == {"win_rate", "seconds"}


def test_games_are_lost_where_the_weight_goes() -> None:
    played = [one for one in records() if one.agent == "single-point"]
    losses = Losses()
    wanted = [0.0] * len(RANGES)
    for record in played:
        losses.add(record)
        weight = 1.0
        for layouts, risk in record.guesses:
            wanted[bisect_right([1, 2, 3, 4, 6, 10, 15, 25, 40, 60], layouts)] += weight * risk
            weight *= 1 - risk
        assert isclose(weight, record.chance, abs_tol=1e-12)
    assert np.allclose(losses.lost, wanted)
    assert isclose(sum(losses.lost), len(played) - sum(one.chance for one in played))
    off = losses.off()
    assert off is not None
    assert isclose(off.mean, mean(one.chance - one.is_won for one in played))
    assert Losses().off() is None


@pytest.mark.slow("scipy")
def test_means_are_compared_by_the_t_test() -> None:
    stats = pytest.importorskip("scipy.stats")
    rng = random.Random(4)
    one = [rng.random() for _ in range(50)]
    other = [value - rng.gauss(0.05, 0.1) for value in one]
    found = paired(one, other, is_of_means=True)
    assert found.test == "paired t"
    assert isclose(found.p, stats.ttest_rel(one, other).pvalue, rel_tol=1e-9)
    assert isclose(found.difference.deviation, stdev(np.subtract(one, other).tolist()))
    assert paired(one, one, is_of_means=True).p == 1
    assert paired([0.5], [0.25], is_of_means=True).p == 1


@pytest.mark.usefixtures("plain_reports")
def test_the_report(tmp_path: Path) -> None:
    fill(tmp_path, FORCED)
    report(tmp_path)
    text = (tmp_path / "report.md").read_text()
    assert "In these games the player survives every guess" in text
    assert "## `strategist` minus the others, game by game" in text
    assert "Test: paired t, two-sided." in text
    groups = groups_of(read_games(tmp_path))
    [condition] = {condition for condition, _ in groups}
    for agent in ("single-point", "exact", "strategist"):
        group = groups[condition, agent]
        found = group.estimate("win_rate")
        assert found is not None
        own = [one.chance for one in records() if one.agent == agent]
        assert isclose(found.mean, mean(own))
        assert f"{100 * found.mean:.2f} [{100 * found.low:.2f}, {100 * found.high:.2f}]" in text
        plain = mean(one.is_won for one in records() if one.agent == agent)
        assert f"| 5x6/6 | {agent} | {100 * found.mean:.2f} | {100 * plain:.2f} | " in text
    pair = compared(groups, condition, "strategist", "exact", "win_rate")
    assert pair is not None
    assert pair.games == 4
    lost = text[text.index("## Where games are lost") :]
    assert all(name in lost for name in RANGES)


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
    assert isinstance(record, Failed)
    assert value_of("win_rate", record) == 0


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
