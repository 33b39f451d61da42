"""Means, intervals, tests and metrics, against numbers worked out otherwise."""

from __future__ import annotations

import dataclasses
import random
from math import comb, isclose, sqrt
from statistics import mean, stdev
from types import SimpleNamespace

import numpy as np
import pytest
from msgspec.structs import replace

from logicsweep.games.keys import Condition
from logicsweep.games.loop import Outcome
from logicsweep.lab.experiments import statistics
from logicsweep.lab.experiments.export import summary_of
from logicsweep.lab.experiments.game_run import play_game
from logicsweep.lab.experiments.metrics import METRICS, RECORDED, Ended, values_of
from logicsweep.lab.experiments.records import key_of
from logicsweep.lab.experiments.statistics import agrees, estimate, paired
from logicsweep.lab.experiments.summary import Groups
from tests.conftest import ROOT
from tests.lab.experiments.small import draw_nothing, specification


def test_means_have_their_intervals() -> None:
    wins = [1.0] * 37 + [0.0] * 63
    found = estimate(wins, is_yes_or_no=True)
    z, n, p = 1.959963984540054, 100, 0.37
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert isclose(found.low, middle - half, rel_tol=1e-9)
    assert isclose(found.high, middle + half, rel_tol=1e-9)
    rng = random.Random(3)
    values = [rng.gauss(5, 2) for _ in range(400)]
    found = estimate(values, is_yes_or_no=False)
    normal = 1.96 * stdev(values) / 20
    assert isclose(found.mean, mean(values))
    assert isclose(found.mean - found.low, normal, rel_tol=0.15)
    assert isclose(found.high - found.mean, normal, rel_tol=0.15)
    many = [rng.gauss(5, 2) for _ in range(10_001)]  # too many to be drawn
    wide = estimate(many, is_yes_or_no=False)
    half = z * stdev(many) / sqrt(10_001)
    assert (wide.low, wide.high) == pytest.approx((mean(many) - half, mean(many) + half))
    assert estimate(values, is_yes_or_no=False) == found
    assert estimate([0.5] * 4, is_yes_or_no=False)[1:] == (0.5, 0.5, 0.5, 0)
    with pytest.raises(ValueError, match="no values"):
        estimate([], is_yes_or_no=True)


@pytest.mark.slow("scipy")
@pytest.mark.parametrize("games", [2, 17, 100, 500])
def test_intervals_of_few_games_are_those_of_another_library(games: int) -> None:
    stats = pytest.importorskip("scipy.stats")
    values = np.random.default_rng(games).random(games)
    interval = stats.bootstrap(
        (values,),
        np.mean,
        n_resamples=2000,
        batch=50,
        method="percentile",
        random_state=np.random.default_rng(2026),
    ).confidence_interval
    ours = estimate(values, is_yes_or_no=False)
    assert (ours.low, ours.high) == pytest.approx((interval.low, interval.high), abs=1e-12)


@pytest.mark.parametrize("games", [501, pytest.param(5_000, marks=pytest.mark.slow)])
def test_intervals_of_many_games_are_those_of_the_bootstrap(games: int) -> None:
    """Values that differ seldom are drawn by their numbers; so many others have the normal one."""
    rng = random.Random(games)
    for values in (
        [float(rng.randrange(12) ** 2) for _ in range(games)],
        [rng.expovariate(1) for _ in range(games)],
    ):
        found = estimate(values, is_yes_or_no=False)
        sample = np.array(values)
        source = np.random.default_rng(5)
        means = [sample[source.integers(games, size=games)].mean() for _ in range(2000)]
        wide = float(np.quantile(means, 0.975) - np.quantile(means, 0.025))
        assert abs(found.low - np.quantile(means, 0.025)) < 0.06 * wide
        assert abs(found.high - np.quantile(means, 0.975)) < 0.06 * wide


@pytest.mark.slow("scipy")
def test_paired_tests() -> None:
    pytest.importorskip("scipy")
    one = [1.0] * 12 + [0.0] * 3 + [1.0] * 20
    other = [0.0] * 12 + [1.0] * 3 + [1.0] * 20
    difference, p, test = paired(one, other, is_yes_or_no=True)
    exact = 2 * sum(comb(15, k) for k in range(12, 16)) / 2**15
    assert isclose(p, exact, rel_tol=1e-9)
    assert (difference.games, test) == (35, "exact McNemar")
    assert isclose(difference.mean, 9 / 35)
    difference, p, _ = paired(one, one, is_yes_or_no=True)
    assert (p, difference.mean) == (1, 0)
    # Five differences of one sign: the smallest p of the signed ranks is 2 / 2^5.
    _, p, _ = paired([1, 2, 3, 4, 5], [0, 0, 0, 0, 0], is_yes_or_no=False)
    assert isclose(p, 2 / 32, rel_tol=1e-9)
    assert paired([1.0, 2.0], [1.0, 2.0], is_yes_or_no=False)[1] == 1


def test_pairs_are_counted_by_their_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def tested(*given: object) -> SimpleNamespace:
        asked.append(given)
        return SimpleNamespace(pvalue=0.25)

    libraries = SimpleNamespace(binomtest=tested, wilcoxon=tested)
    monkeypatch.setattr(statistics, "scipy_stats", lambda: libraries)
    one, other = [1.0] * 12 + [0.0] * 3 + [1.0] * 20, [0.0] * 12 + [1.0] * 23
    difference, p, test = paired(one, other, is_yes_or_no=True)
    assert (difference.games, p, test) == (35, 0.25, "exact McNemar")
    assert isclose(difference.mean, 9 / 35)
    assert paired([1, 2], [0, 0])[1] == 0.25
    assert asked[0] == (12, 15)
    assert [each.tolist() for each in asked[1]] == [[1, 2]]  # type: ignore[attr-defined]
    assert paired([1.0, 0.0], [1.0, 0.0], is_yes_or_no=True)[1] == 1
    assert paired([1.0, 2.0], [1.0, 2.0])[1] == 1
    assert len(asked) == 2


def test_published_means_agree_within_both_intervals() -> None:
    found = estimate([1.0] * 50 + [0.0] * 50, is_yes_or_no=True)
    assert agrees(found, 0.55, 0)
    assert not agrees(found, 0.62, 0)
    assert agrees(found, 0.62, 50)
    assert not agrees(found, 0.75, 50)


def test_games_are_brought_together(monkeypatch: pytest.MonkeyPatch) -> None:
    draw_nothing(monkeypatch)
    records = [play_game(task) for task in specification().tasks()]
    groups = Groups.of([*records, *records])  # a game counts once
    assert len(groups) == 4
    for (condition, agent), group in groups.items():
        own = [r for r in records if key_of(r)[:2] == (condition, agent)]
        assert group.games == len(own) == 6
        found = group.estimate("flag_rate")
        assert found is not None
        assert isclose(found.mean, mean(r.values["right_flags"] / int(str(r.mines)) for r in own))
    condition = Condition(5, 6, 6, "continue", "unprotected", False)
    pair = groups.compared(condition, "exact", "single-point", "flag_rate")
    assert pair is not None
    assert pair.games == 6
    assert groups.compared(condition, "exact", "rref", "flag_rate") is None
    rows = summary_of(groups).decode().splitlines()
    assert len(rows) == 5
    assert all(len(row.split(",")) == len(rows[0].split(",")) for row in rows)


def test_published_summaries_have_the_columns_of_new_ones() -> None:
    stored = list((ROOT / "docs" / "results").glob("*/summary.csv"))
    assert stored
    for path in stored:
        with path.open(encoding="utf-8") as stream:
            names = stream.readline().rstrip("\n").split(",")
        # What is not always there: rules, judged moves, causes of losses, and later metrics.
        rare = {"rules", "density", "liars", "constraints", "judge", "playouts", "start"}
        keys = [key for key in Condition.__struct_fields__ if key in names or key not in rare]
        metrics = [name for name in METRICS if name in names]
        ends = [f"{name}{end}" for name in metrics for end in ("", "_low", "_high")]
        assert names == [*keys, "agent", "games", "unfinished", *ends]


def test_every_metric_of_a_game() -> None:
    setting = Condition(5, 6, 3, "continue", "unprotected", False)
    end = Outcome(30, 3, 2, 1, 1, 20, 12, 8, 6, is_won=False)
    values = values_of(Ended(end, 0.5), setting)
    assert values["flag_rate"] == 2 / 3
    assert values["opened_share"] == 21 / 30
    assert values["certain_share"] == 6 / 8
    assert values["accuracy"] == 6
    assert values["wrong_rate"] == 1 / 3
    assert (values["seconds"], values["win_rate"], values["all_moves"]) == (0.5, 0, 12)
    assert {*values} <= {*RECORDED}
    nothing = values_of(
        Ended(dataclasses.replace(end, mines=0, openings=0, right_flags=0), 0.5), setting
    )
    assert nothing["flag_rate"] == 1
    assert not {"certain_share", "wrong_rate"} & {*nothing}


def test_a_quotient_of_sums_has_the_interval_of_its_bootstrap() -> None:
    record = play_game(next(specification().tasks()))
    assert not record.error
    rng = np.random.default_rng(5)
    openings = rng.integers(1, 40, 300)
    certain = rng.binomial(openings, 0.8)
    key = key_of(record)[:2]
    groups = Groups.of(
        replace(record, seed=seed, values={"openings": opened, "certain": sure, "accuracy": sure})
        for seed, (opened, sure) in enumerate(zip(openings, certain, strict=True))
    )
    accuracy = groups[key].estimate("accuracy")
    assert accuracy is not None
    assert isclose(accuracy.mean, certain.sum() / openings.sum())
    drawn = rng.integers(0, 300, (2000, 300))
    quotients = certain[drawn].sum(axis=1) / openings[drawn].sum(axis=1)
    assert (accuracy.low, accuracy.high) == pytest.approx(
        np.quantile(quotients, [0.025, 0.975]), abs=0.004
    )
