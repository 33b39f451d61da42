"""CountingPass components: tables and sets of counts, against all models."""

from __future__ import annotations

import random
from collections import Counter
from math import comb

import pytest

from logicsweep import LimitError
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import TOTAL
from logicsweep.limits import Budget
from logicsweep.system import boxes, components, constraints_of
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.system.signature import signature_of
from logicsweep.system.system import Decided
from logicsweep.tables.component_counts import decided_cells, weighted_counts_of, without
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.total import members
from logicsweep.tables.trellis import TooLargeError, trellis_of
from tests.conftest import seeds
from tests.judges.making import opened_at_random
from tests.judges.refusals import refused
from tests.judges.systems import models, parts_of
from tests.tables.signatures import NEVER, all_models, by_mines, held_by, random_signature


@pytest.mark.parametrize("block", seeds(range(20), fast=8))
def test_counts_of_any_signature(block: int) -> None:
    for seed in range(block * 40, block * 40 + 40):
        signature = random_signature(seed)
        expected = all_models(signature)
        found = weighted_counts_of(signature, budget=NEVER)
        counts: Counter[int] = Counter()
        for vector, weight in expected.items():
            counts[sum(vector)] += weight
        assert by_mines(found) == dict(counts), seed
        for box, held in enumerate(found.boxes(NEVER)):
            for place, total in enumerate(held):
                assert total == sum(
                    weight * vector[box]
                    for vector, weight in expected.items()
                    if sum(vector) == found.lowest + place
                ), seed


@pytest.mark.parametrize("block", seeds(range(20)))
def test_queries_are_told_apart(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        signature = random_signature(seed, queries=2)
        expected: dict[tuple[int, ...], Counter[int]] = {}
        for vector, weight in all_models(signature).items():
            first = len(signature.factors) - 2
            key = (held_by(signature, first, vector), held_by(signature, first + 1, vector))
            expected.setdefault(key, Counter())[sum(vector)] += weight
        if not all(factor.weights for factor in signature.factors):
            continue
        found = CountingPass(trellis_of(signature, NEVER), NEVER).by_query()
        assert found == {key: dict(counts) for key, counts in expected.items()}, seed


@pytest.mark.parametrize("seed", seeds(range(300)))
def test_counts_of_components_and_what_they_decide(seed: int) -> None:
    rng = random.Random(seed)
    for part in parts_of(seed):
        found = models(part.system)
        cells = set(part.system.cells)
        counts = weighted_counts_of(signature_of(part), budget=NEVER)
        assert by_mines(counts) == Counter(map(len, found))
        assert set(members(counts.support)) == {len(model) for model in found}
        allowed = rng.getrandbits(len(cells) + 1)
        left = [model for model in found if allowed >> len(model) & 1]
        if not left:
            with refused(ValueError):
                decided_cells(part, counts, NEVER, allowed)
            continue
        mines, safe = decided_cells(part, counts, NEVER, allowed)
        assert set(mines) == frozenset.intersection(*left)
        assert set(safe) == cells - frozenset.union(*left)
        mines, safe = decided_cells(part, counts, NEVER)
        rest, fewer = without(part, counts, Decided(mines, safe), NEVER)
        assert by_mines(fewer) == Counter(map(len, models(rest.system)))
        assert sorted(rest.system.cells) == sorted(cells - {*mines} - {*safe})
        assert sorted(rest.boxes) == sorted(boxes(rest.system))


def test_budgets() -> None:
    system = constraints_of(opened_at_random(1, 20, 20, 80, 0.2))
    part = max(components(system.constraints[:-1]), key=lambda part: len(part.system.cells))
    late = Budget(1e-9)
    signature = signature_of(part)
    with pytest.raises(TooLargeError):
        weighted_counts_of(signature, budget=Budget(entries=50))
    with refused(LimitError):
        weighted_counts_of(signature, budget=late)


def test_bounds_that_nothing_meets() -> None:
    part = components([Cardinality((0, 1), 3, 3, TOTAL)])[0]
    signature = signature_of(part)
    assert weighted_counts_of(signature, budget=NEVER) == WeightedCounts(0, (), ())


def test_a_clue_of_many_boxes() -> None:
    # A sum over thirty cells that are all told apart by clues of their own.
    cells = tuple(range(30))
    rows = [Cardinality(cells, 7, 9, TOTAL)]
    rows += [Cardinality((cell, 100 + cell), 1, 1, TOTAL) for cell in cells]
    (part,) = components(rows)
    counts = weighted_counts_of(signature_of(part), budget=NEVER)
    # Each pair holds one mine, whichever it is.
    assert by_mines(counts) == {30: comb(30, 7) + comb(30, 8) + comb(30, 9)}
    place = next(p for p, box in enumerate(part.boxes) if box.cells == (0,))
    assert counts.boxes(NEVER)[place] == (comb(29, 6) + comb(29, 7) + comb(29, 8),)
