"""Which mine counts are possible, against all models."""

from __future__ import annotations

import random
from itertools import product

import pytest

from logicsweep import ConstraintSystem, LimitError, boxes, components, constraints_of
from logicsweep.count import order
from logicsweep.count.order import elimination_order
from logicsweep.count.possible import CountTables
from logicsweep.count.total import allowed_counts, members, sums
from logicsweep.limits import Deadline
from logicsweep.partition import Box
from tests.making import opened_at_random
from tests.test_constraints import models
from tests.test_reasoner import random_system


def parts_of(seed: int) -> list[ConstraintSystem]:
    """Components of random systems whose constraints can each be met."""
    rows = [
        row
        for row in random_system(seed).constraints
        if max(row.lower, 0) <= min(row.upper, len(row.cells)) and row.cells
    ]
    return components(rows)


@pytest.mark.parametrize("seed", range(300))
def test_possible_counts_and_what_they_decide(seed: int) -> None:
    rng = random.Random(seed)
    for part in parts_of(seed):
        found = models(part)
        tables = CountTables(part)
        assert set(members(tables.possible)) == {len(model) for model in found}
        allowed = rng.getrandbits(len(part.cells) + 1)
        left = [model for model in found if allowed >> len(model) & 1]
        mines, safe = tables.decided(allowed)
        if left:
            assert set(mines) == frozenset.intersection(*left)
            assert set(safe) == set(part.cells) - frozenset.union(*left)
        else:
            assert set(mines) == set(safe) == set(part.cells)


@pytest.mark.parametrize("seed", range(300))
def test_allowed_counts(seed: int) -> None:
    rng = random.Random(seed)
    possible = [rng.getrandbits(5) for _ in range(rng.randint(0, 4))]
    interior = rng.randint(0, 4)
    lower = rng.randint(-3, 12)
    upper = lower + rng.choice([0, 0, 0, 1, 3])
    ways = [
        counts
        for counts in product(*map(members, possible), range(interior + 1))
        if lower <= sum(counts) <= upper
    ]
    allowed, inside = allowed_counts(possible, interior, lower, upper)
    for place, counts in enumerate(allowed):
        assert set(members(counts)) == {way[place] for way in ways}
    inner = [way[-1] for way in ways]
    assert inside == ((min(inner), max(inner)) if ways else None)


def test_sums() -> None:
    for first, second in product(range(32), repeat=2):
        expected = {a + b for a in members(first) for b in members(second)}
        assert set(members(sums(first, second))) == expected


@pytest.mark.parametrize("seed", range(20))
def test_an_order_names_each_box_once(seed: int) -> None:
    for part in components(constraints_of(opened_at_random(seed, 9, 9, 10, 0.3)).constraints[:-1]):
        found = boxes(part)
        assert sorted(elimination_order(found, Deadline(None))) == list(range(len(found)))


def test_an_order_of_a_component_with_a_thousand_open_constraints(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(order, "_STARTS", 1)
    # One cell in eleven hundred constraints, each with a cell of its own.
    hub = [Box((0,), tuple(range(1100)))]
    rays = [Box((number + 1,), (number,)) for number in range(1100)]
    assert sorted(elimination_order(hub + rays, Deadline(None))) == list(range(1101))
    with pytest.raises(LimitError):
        elimination_order(hub + rays, Deadline(1e-9))


def test_budgets() -> None:
    system = constraints_of(opened_at_random(1, 20, 20, 80, 0.2))
    part = max(components(system.constraints[:-1]), key=lambda part: len(part.cells))
    with pytest.raises(LimitError, match="more than 50 rows"):
        CountTables(part, max_rows=50)
    late = Deadline(1e-9)
    with pytest.raises(LimitError, match="within 1e-09 s"):
        CountTables(part, deadline=late)


def test_bounds_that_nothing_meets_are_refused() -> None:
    part = next(
        part
        for seed in range(100)
        for part in components(random_system(seed).constraints)
        if any(row.lower > len(row.cells) or row.upper < 0 for row in part.constraints)
    )
    with pytest.raises(ValueError, match="nothing meets"):
        CountTables(part)
