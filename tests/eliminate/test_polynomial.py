"""Packed polynomials, against sums and products term by term."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from logicsweep.eliminate.polynomial import Product, choose, pack, slot_for, unpack
from tests.conftest import seeds
from tests.eliminate.signatures import NEVER


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
