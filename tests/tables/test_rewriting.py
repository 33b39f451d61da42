"""Tests with few results over many items: noisy group testing, a table of two states a pool."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, State
from logicsweep.constraints import Cardinality, Relation, Source
from tests.conftest import seeds

DENSITY = Fraction(1, 10)
MISSED, FALSE_ALARM = 5, 10  # results out of a hundred


def items(number: int) -> Board:
    """Items that nothing is known of, each positive with the same probability."""
    apart = Adjacency.of([()] * number)
    return Board([[State.COVERED] * number], density=DENSITY, adjacency=apart)


def weights(size: int, *, is_positive: bool) -> tuple[int, ...]:
    """How likely a result is, by the number of positive items in its pool."""
    none = FALSE_ALARM if is_positive else 100 - FALSE_ALARM
    some = 100 - MISSED if is_positive else MISSED
    return (none, *[some] * size)


def pools(rng: Random, number: int, most: int, size: int) -> list[Cardinality]:
    found = []
    for place in range(number):
        cells = tuple(sorted(rng.sample(range(most), size)))
        result = weights(size, is_positive=rng.random() < 0.5)
        found.append(Cardinality(cells, 0, size, Source.named(f"pool {place}"), result))
    return found


@pytest.mark.usefixtures("python_kernel")
@pytest.mark.parametrize("seed", seeds(range(40), fast=8))
def test_group_testing_is_bayes_rule(seed: int) -> None:
    rng = Random(seed)
    number = rng.randint(6, 9)
    tests = pools(rng, rng.randint(2, 5), number, rng.randint(3, 6))
    mass, with_item = Fraction(0), [Fraction(0)] * number
    for positive in product((0, 1), repeat=number):
        weight = Fraction(1)
        for is_in in positive:
            weight *= DENSITY if is_in else 1 - DENSITY
        for cells, _, _, _, results in tests:
            assert results is not None
            weight *= results[sum(positive[cell] for cell in cells)]
        mass += weight
        with_item = [
            sum_so_far + weight * is_in
            for sum_so_far, is_in in zip(with_item, positive, strict=True)
        ]
    count = KnowledgeBase(items(number), constraints=tests).count()
    for item in range(number):
        assert count.probability((0, item)) == with_item[item] / mass


@pytest.mark.parametrize(
    ("number", "of_pools", "most"),
    [(24, 14, 30_000), pytest.param(30, 16, 100_000, marks=pytest.mark.slow)],
)
def test_many_items_in_pools(number: int, of_pools: int, most: int) -> None:
    """Within tables that hold two states for a pool, and not seven."""
    tests = pools(Random(5), of_pools, number, 6)
    as_relations = [
        Relation.weighted_sum(cells, [1] * 6, dict(enumerate(results or ())), source)
        for cells, _, _, source, results in tests
    ]
    board = items(number)
    found = KnowledgeBase(board, constraints=tests, max_entries=most).count()
    other = KnowledgeBase(board, constraints=as_relations).count()
    assert found.fractions() == other.fractions()
    assert found.total == 2**number
