"""Convolutions with the prior, against closed forms and against all combinations of counts."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest

from logicsweep import LimitError
from logicsweep.errors import MissingDensityError
from logicsweep.limits import Budget
from logicsweep.system.model_counts import ModelCounts, WeightedCounts
from logicsweep.tables.prior import Convolution, IndependentCells, KnownTotal
from tests.conftest import seeds
from tests.judges.refusals import refused

DENSITY = Fraction(2, 7)


def never() -> Budget:
    return Budget(None)


def made_up(rng: random.Random) -> list[WeightedCounts]:
    """Counts of components that need not exist; the first and the last of each are not 0."""
    found = []
    for _ in range(rng.randint(0, 4)):
        counts = [rng.choice([0, 1, 2, 5]) for _ in range(rng.randint(1, 4))]
        counts[0], counts[-1] = counts[0] or 1, counts[-1] or 3
        found.append(WeightedCounts(rng.randint(0, 3), tuple(counts), ()))
    return found


def combinations_of(
    components: list[WeightedCounts], interior: int
) -> dict[tuple[int, ...], Fraction]:
    """What each combination of places in the counts, and of mines in the interior, weighs."""
    return {
        chosen: Fraction(
            prod(one.counts[place] for one, place in zip(components, chosen[:-1], strict=True))
            * comb(interior, chosen[-1])
        )
        for chosen in product(*(range(len(one.counts)) for one in components), range(interior + 1))
    }


def mines_of(components: list[WeightedCounts], chosen: tuple[int, ...]) -> int:
    return sum(chosen) + sum(one.lowest for one in components)


def check(
    convolved: Convolution,
    components: list[WeightedCounts],
    interior: int,
    weights: dict[tuple[int, ...], Fraction],
) -> None:
    """Messages and the marginal of the interior, from the weights of all combinations."""
    mass = sum(weights.values())
    for place, one in enumerate(components):
        message = convolved.message(place)
        assert len(message) == len(one.counts)
        together = sum(a * b for a, b in zip(message, one.counts, strict=True))
        for held, count in enumerate(one.counts):
            expected = sum(weight for chosen, weight in weights.items() if chosen[place] == held)
            assert Fraction(message[held] * count, together) == expected / mass
    if interior:
        held = sum(weight * chosen[-1] for chosen, weight in weights.items())
        assert convolved.interior_marginal == held / mass / interior


@pytest.mark.parametrize("seed", seeds(range(200)))
def test_a_total(seed: int) -> None:
    rng = random.Random(seed)
    components, interior = made_up(rng), rng.randint(0, 5)
    weights = combinations_of(components, interior)
    some = sorted(mines_of(components, rng.choice(list(weights))) for _ in range(2))
    bounds = (some[0], some[rng.randint(0, 1)])
    weights = {
        chosen: weight
        for chosen, weight in weights.items()
        if bounds[0] <= mines_of(components, chosen) <= bounds[1] and weight
    }
    convolved = KnownTotal(components, interior, bounds, never)
    if not weights:  # counts within the bounds, all of them 0
        assert convolved.mass() == 0
        return
    assert convolved.mass() == sum(weights.values())
    check(convolved, components, interior, weights)
    drawn = Counter((*one.places, one.interior) for one in (convolved.draw(rng) for _ in range(20)))
    assert set(drawn) <= set(weights)


@pytest.mark.parametrize("seed", seeds(range(100)))
def test_a_density(seed: int) -> None:
    rng = random.Random(seed)
    components, interior = made_up(rng), rng.randint(0, 5)
    odds = DENSITY / (1 - DENSITY)
    weights = {
        chosen: weight * odds ** sum(chosen)
        for chosen, weight in combinations_of(components, interior).items()
    }
    convolved = IndependentCells(components, interior, DENSITY)
    check(convolved, components, interior, weights)
    assert convolved.mass() == sum(combinations_of(components, interior).values())
    without = IndependentCells(components, interior, None)
    assert without.mass() == convolved.mass()
    if interior:
        with pytest.raises(MissingDensityError):
            _ = without.interior_marginal


@pytest.mark.parametrize("cells", [1, 7, 60, 480])
def test_the_interior_alone_is_a_binomial_coefficient(cells: int) -> None:
    for mines in {0, 1, cells // 5, cells - 1, cells}:
        convolved = KnownTotal([], cells, (mines, mines), never)
        assert convolved.mass() == comb(cells, mines)
        assert convolved.interior_marginal == Fraction(mines, cells)
    upper = cells // 2
    within = KnownTotal([], cells, (1, upper), never) if upper else KnownTotal([], 1, (0, 1), never)
    numbers = range(1, upper + 1) if upper else range(2)
    assert within.mass() == sum(comb(cells, mines) for mines in numbers)
    free = [ModelCounts(0, (1, 2, 1), ())]
    assert IndependentCells(free, cells, None).mass() == 2 ** (cells + 2)


@pytest.mark.parametrize("bounds", [(4, 4), (2, 5)])
def test_draws_are_as_likely_as_the_combinations(bounds: tuple[int, int]) -> None:
    components = [WeightedCounts(1, (2, 0, 3), ()), WeightedCounts(0, (1, 4), ())]
    weights = {
        chosen: weight
        for chosen, weight in combinations_of(components, 3).items()
        if bounds[0] <= mines_of(components, chosen) <= bounds[1] and weight
    }
    convolved = KnownTotal(components, 3, bounds, never)
    rng = random.Random(7)
    draws = 4000
    found = Counter(
        (*one.places, one.interior) for one in (convolved.draw(rng) for _ in range(draws))
    )
    assert set(found) == set(weights)
    mass = sum(weights.values())
    expected = {chosen: float(draws * weight / mass) for chosen, weight in weights.items()}
    chi_square = sum((found[one] - mean) ** 2 / mean for one, mean in expected.items())
    freedom = len(weights) - 1
    # Mean `freedom`, variance 2 * freedom: five deviations are beyond chance.
    assert chi_square < freedom + 5 * (2 * freedom) ** 0.5


def test_totals_that_cannot_be() -> None:
    with refused(ValueError):
        KnownTotal([WeightedCounts(2, (1, 1), ())], 1, (5, 9), never)
    with pytest.raises(LimitError, match="is too wide a range"):
        KnownTotal([], 1_000_000, (0, 1_000_000), never)
    late = KnownTotal([], 1000, (3, 900), lambda: Budget(1e-9))
    with pytest.raises(LimitError):
        late.mass()
