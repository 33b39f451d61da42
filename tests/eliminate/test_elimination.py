"""Counting components: orders, tables and sets of counts, against all models."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from math import comb

import pytest

from logicsweep import Cell, LimitError
from logicsweep.constraints import Component, boxes, components, constraints_of
from logicsweep.constraints.position import Decided
from logicsweep.constraints.system import TOTAL, Cardinality
from logicsweep.eliminate import order, plan as elimination
from logicsweep.eliminate.counts import WeightedCounts, forget, weighted_counts_of
from logicsweep.eliminate.decided import decided_cells, without
from logicsweep.eliminate.order import elimination_order
from logicsweep.eliminate.plan import TooWideError
from logicsweep.eliminate.polynomial import Product, choose, pack, slot_for, unpack
from logicsweep.eliminate.signature import Factor, Signature, signature_of
from logicsweep.eliminate.support import SupportTables
from logicsweep.eliminate.tables import Tables
from logicsweep.eliminate.total import allowed_counts, members, sums
from logicsweep.limits import Budget
from logicsweep.reason.solvers.asp_counts import CountsByRules
from logicsweep.reason.solvers.engine import SAT, MineCounts, engine_of
from logicsweep.reason.unweighted import Pieces
from tests.conftest import seeds
from tests.constraints.test_constraints import models
from tests.judges.making import opened_at_random
from tests.reason.test_solvers import random_system

NEVER = Budget(None)


def parts_of(seed: int) -> list[Component]:
    """Components of random systems whose constraints can each be met."""
    rows = [
        row
        for row in random_system(seed).constraints
        if max(row.lower, 0) <= min(row.upper, len(row.cells)) and row.cells
    ]
    return components(rows)


def random_signature(seed: int, *, queries: int = 0) -> Signature:
    """Boxes and factors that need not come from any board; many have weights of all kinds."""
    rng = random.Random(seed)
    count = rng.randint(1, 6)
    sizes = tuple(rng.randint(1, 3) for _ in range(rng.randint(1, 6)))
    touching = tuple(
        tuple(sorted(rng.sample(range(count + queries), rng.randint(1, min(3, count)))))
        for _ in sizes
    )
    factors = []
    for factor in range(count + queries):
        cells = sum(s for s, around in zip(sizes, touching, strict=True) if factor in around)
        lower = rng.randint(0, cells)
        if factor >= count:
            factors.append(Factor(0, (1,) * (cells + 1)))
        elif rng.random() < 0.6:
            factors.append(Factor(lower, (1,)))
        else:
            width = rng.randint(1, cells - lower + 1)
            factors.append(Factor(lower, tuple(rng.randint(0, 3) for _ in range(width))))
    return Signature(sizes, touching, tuple(factors), queries)


def all_models(signature: Signature) -> dict[tuple[int, ...], int]:
    """The weight of every count vector over the boxes of a signature that has any."""
    found = {}
    for vector in product(*(range(size + 1) for size in signature.sizes)):
        weight = 1
        for size, mines in zip(signature.sizes, vector, strict=True):
            weight *= comb(size, mines)
        for number, (lower, weights) in enumerate(signature.factors):
            held = held_by(signature, number, vector) - lower
            weight *= weights[held] if 0 <= held < len(weights) else 0
        if weight:
            found[vector] = weight
    return found


def held_by(signature: Signature, factor: int, vector: tuple[int, ...]) -> int:
    """How many mines a factor's cells hold."""
    return sum(m for m, around in zip(vector, signature.touching, strict=True) if factor in around)


def by_mines(found: WeightedCounts) -> dict[int, int]:
    """The counts that are not 0, by the number of mines."""
    return {found.lowest + place: count for place, count in enumerate(found.counts) if count}


@pytest.mark.parametrize("choices", [1, 4, 256])
@pytest.mark.parametrize("block", seeds(range(20), fast=8))
def test_counts_of_any_signature(block: int, choices: int, monkeypatch: pytest.MonkeyPatch) -> None:
    # With few choices a step, factors are eliminated a box at a time.
    monkeypatch.setattr(elimination, "_CHOICES", choices)
    forget()
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
        tables = Tables(signature, budget=NEVER)
        found = {
            key: unpack(packed, tables.slot, sum(signature.sizes) + 1)
            for key, packed in tables.by_query().items()
        }
        found = {key: counts for key, counts in found.items() if any(counts)}
        assert found == {
            key: [counts[mines] for mines in range(sum(signature.sizes) + 1)]
            for key, counts in expected.items()
        }, seed


@pytest.mark.parametrize("seed", seeds(range(300)))
def test_counts_of_components_and_what_they_decide(seed: int) -> None:
    rng = random.Random(seed)
    for part in parts_of(seed):
        found = models(part.system)
        cells = set(part.system.cells)
        counts = weighted_counts_of(signature_of(part.boxes, part.system.constraints), budget=NEVER)
        assert by_mines(counts) == Counter(map(len, found))
        tables = SupportTables(part)
        assert set(members(tables.support)) == {len(model) for model in found}
        allowed = rng.getrandbits(len(cells) + 1)
        left = [model for model in found if allowed >> len(model) & 1]
        if not left:
            engines: list[MineCounts] = [tables, CountsByRules(part, NEVER)]
            if found:
                engines.append(Pieces(part, engine_of(SAT), NEVER))
            for engine in engines:
                with pytest.raises(ValueError, match="no model has an allowed number of mines"):
                    engine.decided(allowed, budget=NEVER)
            with pytest.raises(ValueError, match="no model has an allowed number of mines"):
                decided_cells(part, counts, NEVER, allowed)
            continue
        decided = tables.decided(allowed), decided_cells(part, counts, NEVER, allowed)
        for mines, safe in decided:
            assert set(mines) == frozenset.intersection(*left)
            assert set(safe) == cells - frozenset.union(*left)
        mines, safe = decided_cells(part, counts, NEVER)
        rest, fewer = without(part, counts, Decided(mines, safe), NEVER)
        assert by_mines(fewer) == Counter(map(len, models(rest.system)))
        assert sorted(rest.system.cells) == sorted(cells - {*mines} - {*safe})
        assert sorted(rest.boxes) == sorted(boxes(rest.system))


@pytest.mark.parametrize("seed", seeds(range(300)))
def test_allowed_counts(seed: int) -> None:
    rng = random.Random(seed)
    supports = [rng.getrandbits(5) for _ in range(rng.randint(0, 4))]
    interior = rng.randint(0, 4)
    lower = rng.randint(-3, 12)
    upper = lower + rng.choice([0, 0, 0, 1, 3])
    chosen = [
        counts
        for counts in product(*map(members, supports), range(interior + 1))
        if lower <= sum(counts) <= upper
    ]
    allowed, inside = allowed_counts(supports, interior, lower, upper)
    for place, counts in enumerate(allowed):
        assert set(members(counts)) == {one[place] for one in chosen}
    inner = [one[-1] for one in chosen]
    assert inside == ((min(inner), max(inner)) if chosen else None)


def test_sums() -> None:
    for first, second in product(range(32), repeat=2):
        expected = {a + b for a in members(first) for b in members(second)}
        assert set(members(sums(first, second))) == expected


@pytest.mark.parametrize("seed", seeds(range(100)))
def test_products_of_polynomials(seed: int) -> None:
    rng = random.Random(seed)
    factors = [
        [rng.randrange(1 << rng.randint(1, 90)) for _ in range(rng.randint(1, 5))] + [1]
        for _ in range(rng.randint(0, 6))
    ]
    product_of_all = Product(factors, NEVER)
    assert product_of_all.whole() == multiplied(factors)
    for place in range(len(factors)):
        assert product_of_all.without(place) == multiplied(factors[:place] + factors[place + 1 :])
    coefficients = [rng.randrange(1 << 70) for _ in range(rng.randint(1, 9))]
    slot = slot_for(max(coefficients))
    assert unpack(pack(coefficients, slot), slot, len(coefficients)) == coefficients


def multiplied(factors: list[list[int]]) -> list[int]:
    """The product of polynomials, term by term."""
    found = [1]
    for factor in factors:
        longer = [0] * (len(found) + len(factor) - 1)
        for i, a in enumerate(found):
            for j, b in enumerate(factor):
                longer[i + j] += a * b
        found = longer
    return found


def test_drawn_degrees_are_as_likely_as_the_coefficients_say() -> None:
    factors = [[1, 2], [3, 0, 1], [1, 1]]
    rng = random.Random(5)
    drawn = Counter(tuple(Product(factors, NEVER).draw(rng, 2)) for _ in range(4000))
    weights = {(0, 2, 0): 1, (1, 0, 1): 6}
    assert set(drawn) == set(weights)
    # Two outcomes, 1 to 6: the mean is 571 of 4000, the standard deviation 22.
    assert abs(drawn[0, 2, 0] - 4000 / 7) < 4 * 22
    with pytest.raises(ValueError, match="empty range"):
        choose(rng, [0, 0])


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


def test_budgets() -> None:
    system = constraints_of(opened_at_random(1, 20, 20, 80, 0.2))
    part = max(components(system.constraints[:-1]), key=lambda part: len(part.system.cells))
    with pytest.raises(LimitError, match="more than 50 rows"):
        SupportTables(part, max_rows=50)
    late = Budget(1e-9)
    with pytest.raises(LimitError, match="within 1e-09 s"):
        SupportTables(part, budget=late)
    signature = signature_of(part.boxes, part.system.constraints)
    with pytest.raises(TooWideError):
        weighted_counts_of(signature, budget=Budget(entries=50))
    with pytest.raises(LimitError, match="within 1e-09 s"):
        weighted_counts_of(signature, budget=late)


def test_bounds_that_nothing_meets() -> None:
    part = components([Cardinality((0, 1), 3, 3, TOTAL)])[0]
    with pytest.raises(ValueError, match="nothing meets"):
        SupportTables(part)
    signature = signature_of(part.boxes, part.system.constraints)
    assert weighted_counts_of(signature, budget=NEVER) == WeightedCounts(0, (), ())


def test_a_clue_of_many_boxes_is_eliminated_in_pieces() -> None:
    # A sum over thirty cells that are all told apart by clues of their own.
    cells = tuple(range(30))
    rows = [Cardinality(cells, 7, 9, TOTAL)]
    rows += [Cardinality((cell, 100 + cell), 1, 1, TOTAL) for cell in cells]
    (part,) = components(rows)
    counts = weighted_counts_of(signature_of(part.boxes, part.system.constraints), budget=NEVER)
    # Each pair holds one mine, whichever it is.
    assert by_mines(counts) == {30: comb(30, 7) + comb(30, 8) + comb(30, 9)}
    place = next(p for p, box in enumerate(part.boxes) if box.cells == (0,))
    assert counts.boxes(NEVER)[place] == (comb(29, 6) + comb(29, 7) + comb(29, 8),)
    assert Cell(0, 0) == (0, 0)
