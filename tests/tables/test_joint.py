"""Joint marginals of counted components, against all sets of mines."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from logicsweep.constraints import Cardinality
from logicsweep.constraints.factors import TOTAL
from logicsweep.limits import Budget
from logicsweep.system import components
from logicsweep.system.signature import signature_of
from logicsweep.tables.component_counts import UncountableError, weighted_counts_of
from logicsweep.tables.counted import CountedComponents
from logicsweep.tables.elimination import convolution
from logicsweep.tables.joint import joint_marginal
from tests.conftest import seeds
from tests.tables.counting import NEVER, counted_components

DENSITY = Fraction(3, 8)


@pytest.mark.parametrize("block", seeds(range(20), fast=10))
def test_values_of_queries_are_as_likely_as_in_all_models(block: int) -> None:
    tried = 0
    for seed in range(block * 15, block * 15 + 15):
        made = counted_components(seed)
        if made is None:
            continue
        tried += 1
        rng = random.Random(seed)
        counted, weights = made
        odds = DENSITY / (1 - DENSITY) if counted.bounds is None else Fraction(1)
        queries = [
            frozenset(cell for cell in made.cells if rng.random() < 0.4)
            for _ in range(rng.randint(0, 3))
        ]
        expected: Counter[tuple[int, ...]] = Counter()
        for mines, weight in weights.items():
            values = tuple(len(query & mines) for query in queries)
            expected[values] += weight * odds ** len(mines)
        mass = sum(expected.values())
        convolve = convolution(counted.bounds, DENSITY, lambda: NEVER)
        found = joint_marginal(counted, queries, convolve, budget=NEVER)
        assert found == {values: weight / mass for values, weight in expected.items()}, seed
        assert list(found) == sorted(found)
    assert tried


def test_queries_that_tell_too_much_apart() -> None:
    (part,) = components([Cardinality(tuple(range(20)), 9, 11, TOTAL)])
    counts = weighted_counts_of(signature_of(part), budget=NEVER)
    none = np.zeros(0, dtype=np.intp)
    counted = CountedComponents(
        boxes=[[box.cells for box in part.boxes]],
        counts=[counts],
        interior=none,
        bounds=None,
        known=0,
        settled=np.zeros(0),
        component=lambda _: part,
    )
    convolve = convolution(None, DENSITY, lambda: NEVER)
    queries = [frozenset([cell]) for cell in range(12)]
    with pytest.raises(UncountableError, match="a component of 20 cells") as caught:
        joint_marginal(counted, queries, convolve, budget=Budget(entries=1000))
    assert caught.value.component.system.cells == part.system.cells
