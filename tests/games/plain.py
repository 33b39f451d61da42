"""Experiments at their plainest: no processes, no plots, and p-values of our own."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from math import comb
from types import SimpleNamespace

import pytest

from logicsweep.games import executors
from logicsweep.games.executors import Place
from logicsweep.games.experiments import plots, statistics


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


@contextmanager
def _threads(workers: int) -> Iterator[Place]:
    yield Place(partial(ThreadPoolExecutor, workers), workers, lambda _: False)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers be threads of this process, which start at once."""
    monkeypatch.setattr(executors, "processes", _threads)


@pytest.fixture
def plain_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have reports draw nothing, and tests of means say 1/2; McNemar's is what it is."""
    monkeypatch.setattr(plots, "load", lambda: None)
    monkeypatch.setattr(plots, "draw", lambda *_: [])
    monkeypatch.setattr(statistics, "_stats", lambda: STATS)
