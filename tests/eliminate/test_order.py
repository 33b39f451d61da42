"""Orders of elimination, where the best one is known."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations, permutations

import pytest

from logicsweep import LimitError
from logicsweep.eliminate import order
from logicsweep.eliminate.order import elimination_order
from logicsweep.limits import Budget
from logicsweep.system import components, constraints_of
from tests.conftest import seeds
from tests.eliminate.signatures import NEVER
from tests.judges.countdown import Countdown
from tests.judges.making import opened_at_random


@pytest.mark.parametrize("seed", seeds(range(20)))
def test_an_order_names_each_factor_once(seed: int) -> None:
    for part in components(constraints_of(opened_at_random(seed, 9, 9, 10, 0.3)).constraints[:-1]):
        touching = [box.constraints for box in part.boxes]
        count = len(part.system.constraints)
        assert sorted(elimination_order(touching, count, NEVER)) == list(range(count))


def test_an_order_of_a_component_with_a_thousand_open_factors(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order, "_STARTS", 1)
    # One cell in eleven hundred factors, each with a cell of its own.
    touching = [tuple(range(1100)), *[(number,) for number in range(1100)]]
    assert sorted(elimination_order(touching, 1100, NEVER)) == list(range(1100))
    with pytest.raises(LimitError):
        elimination_order(touching, 1100, Budget(1e-9))


def test_the_clock_is_looked_at_factor_by_factor(monkeypatch: pytest.MonkeyPatch) -> None:
    # A chain: all factors are reached from the first, as on a wide board under a rule for layouts.
    chain = [(box, box + 1) for box in range(99)]
    monkeypatch.setattr(Countdown, "looks", 50)
    with pytest.raises(LimitError):
        elimination_order(chain, 100, Countdown(None, entries=1))


def most_open(touching: list[tuple[int, ...]], order: list[int]) -> int:
    """How many factors are open at once, at most: begun by a box that is gone, and not done."""
    done: set[int] = set()
    begun: set[int] = set()
    most = 0
    for factor in order:
        done.add(factor)
        begun |= {other for around in touching if factor in around for other in around}
        most = max(most, len(begun - done))
    return most


def chain(count: int) -> list[tuple[int, ...]]:
    return [(factor, factor + 1) for factor in range(count - 1)]


def ring(count: int) -> list[tuple[int, ...]]:
    return [*chain(count), (0, count - 1)]


def every_pair(count: int) -> list[tuple[int, ...]]:
    return list(combinations(range(count), 2))


@pytest.mark.parametrize("count", [4, 9, 40])
@pytest.mark.parametrize(("graph", "pathwidth"), [(chain, 1), (ring, 2), (every_pair, None)])
@pytest.mark.parametrize("seed", seeds(range(5)))
def test_orders_of_graphs_whose_pathwidth_is_known(
    seed: int, graph: Callable[[int], list[tuple[int, ...]]], pathwidth: int | None, count: int
) -> None:
    rng = random.Random(seed)
    names = rng.sample(range(count), count)
    touching = [tuple(sorted(names[one] for one in pair)) for pair in graph(count)]
    rng.shuffle(touching)
    found = elimination_order(touching, count, NEVER)
    assert sorted(found) == list(range(count))
    assert most_open(touching, found) == (count - 1 if pathwidth is None else pathwidth)


@pytest.mark.parametrize("count", [4, 9, 40])
def test_a_factor_that_meets_all_others_is_not_eliminated_first(count: int) -> None:
    """One open factor would do; the last two leaves are opened together, which costs no more."""
    star = [(0, factor) for factor in range(1, count)]
    assert most_open(star, elimination_order(star, count, NEVER)) <= 2


@pytest.mark.parametrize("seed", seeds(range(40), fast=15))
def test_orders_of_small_graphs_are_near_the_best(seed: int) -> None:
    """Against all orders: at most one factor more is open than has to be."""
    rng = random.Random(seed)
    touching = [tuple(sorted(rng.sample(range(6), rng.randint(1, 3)))) for _ in range(6)]
    best = min(most_open(touching, list(order)) for order in permutations(range(6)))
    found = elimination_order(touching, 6, NEVER)
    assert best <= most_open(touching, found) <= best + 1


def test_queries_are_never_eliminated() -> None:
    touching = [*chain(8), (3, 8), (5, 9)]
    assert sorted(elimination_order(touching, 8, NEVER)) == list(range(8))
