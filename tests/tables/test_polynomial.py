"""Packed polynomials, against sums and products term by term."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, strategies as st

from logicsweep import LimitError
from logicsweep.limits import Budget
from logicsweep.tables.polynomial import ProductTree, choose, pack, slot_for, unpack
from tests.conftest import seeds
from tests.tables.signatures import NEVER


@pytest.mark.parametrize("seed", seeds(range(100)))
def test_products_of_polynomials(seed: int) -> None:
    rng = random.Random(seed)
    factors = [
        [rng.randrange(1 << rng.randint(1, 90)) for _ in range(rng.randint(1, 5))] + [1]
        for _ in range(rng.randint(0, 6))
    ]
    product_of_all = ProductTree(factors, NEVER)
    assert product_of_all.whole == multiplied(factors)
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
    drawn = Counter(tuple(ProductTree(factors, NEVER).draw(rng, 2)) for _ in range(4000))
    weights = {(0, 2, 0): 1, (1, 0, 1): 6}
    assert set(drawn) == set(weights)
    # Two outcomes, 1 to 6: the mean is 571 of 4000, the standard deviation 22.
    assert abs(drawn[0, 2, 0] - 4000 / 7) < 4 * 22
    with pytest.raises(ValueError, match="empty range"):
        choose(rng, [0, 0])


@given(st.lists(st.integers(0, 2**200), min_size=1, max_size=12))
def test_packing_and_unpacking_are_inverse(coefficients: list[int]) -> None:
    slot = slot_for(max(coefficients))
    packed = pack(coefficients, slot)
    assert packed == sum(value << place * slot for place, value in enumerate(coefficients))
    assert unpack(packed, slot, len(coefficients)) == coefficients
    longer = [*coefficients, 0, 0]
    assert unpack(packed, slot, len(longer)) == longer


@given(st.integers(0, 2**300))
def test_a_slot_holds_what_it_is_for(largest: int) -> None:
    slot = slot_for(largest)
    assert slot % 8 == 0
    assert slot >= 64
    assert largest < 1 << slot


polynomials = st.lists(st.integers(0, 2**70), min_size=1, max_size=6).filter(any)


@given(polynomials, polynomials)
def test_whole_numbers_multiply_as_the_polynomials_do(first: list[int], second: list[int]) -> None:
    expected = multiplied([first, second])
    slot = slot_for(sum(first) * sum(second))
    product = pack(first, slot) * pack(second, slot)
    assert unpack(product, slot, len(expected)) == expected
    shorter = [a + b for a, b in zip(first, second, strict=False)]
    total = pack(first[: len(shorter)], slot_for(2**72)) + pack(
        second[: len(shorter)], slot_for(2**72)
    )
    assert unpack(total, slot_for(2**72), len(shorter)) == shorter


def test_a_product_within_a_budget() -> None:
    assert ProductTree([], NEVER).whole == [1]
    assert ProductTree([], NEVER).draw(random.Random(1), 0) == []
    assert ProductTree([[5, 7]], NEVER).draw(random.Random(1), 1) == [1]
    with pytest.raises(LimitError):
        ProductTree([[1, 2]] * 9, Budget(1e-9))
    assert ProductTree([[5, 7]], NEVER).without(0) == [1]
