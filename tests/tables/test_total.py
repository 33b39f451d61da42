"""Which counts agree with the total, against all combinations of counts."""

from __future__ import annotations

import random
from itertools import product

import pytest

from logicsweep.tables.total import allowed_counts, members, sums
from tests.conftest import seeds


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
