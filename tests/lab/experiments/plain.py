"""Experiments at their plainest: no plots, and p-values of our own."""

from __future__ import annotations

from math import comb
from types import SimpleNamespace

import pytest

from logicsweep.lab.experiments import plots, statistics


def chance(heads: int, throws: int) -> float:
    """Return how likely fair coins fall as one-sidedly, or more so."""
    least = min(heads, throws - heads)
    return min(1.0, 2 * sum(comb(throws, number) for number in range(least + 1)) / 2**throws)


def _of_coins(heads: int, throws: int) -> SimpleNamespace:
    return SimpleNamespace(pvalue=chance(heads, throws))


def _of_ranks(_: object) -> SimpleNamespace:
    return SimpleNamespace(pvalue=0.5)


STATS = SimpleNamespace(
    binomtest=_of_coins, wilcoxon=_of_ranks, t=SimpleNamespace(sf=lambda *_: 0.25)
)


@pytest.fixture
def plain_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have reports draw nothing, and tests of means say 1/2; McNemar's is what it is."""
    monkeypatch.setattr(plots, "pyplot", lambda: None)
    monkeypatch.setattr(plots, "draw", lambda *_: [])
    monkeypatch.setattr(statistics, "scipy_stats", lambda: STATS)
