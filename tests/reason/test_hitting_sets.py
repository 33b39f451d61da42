"""Minimal hitting sets, against all of them found by trying every set."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from logicsweep.reason.solvers.calls import hitting_sets
from tests.conftest import seeds


@pytest.mark.parametrize("seed", seeds(range(30)))
def test_all_minimal_hitting_sets_come_by_size(seed: int) -> None:
    rng = random.Random(seed)
    universe = range(1, rng.randint(3, 7))
    family = [
        frozenset(rng.sample(universe, rng.randint(1, len(universe))))
        for _ in range(rng.randint(1, 6))
    ]
    hitting = [
        set(chosen)
        for size in range(len(universe) + 1)
        for chosen in combinations(universe, size)
        if all(members & set(chosen) for members in family)
    ]
    minimal = {frozenset(one) for one in hitting if not any(other < one for other in hitting)}
    told = rng.randint(0, len(family))

    def missed(numbers: frozenset[int]) -> frozenset[int] | None:
        """Tell the rest of the family one by one, as a set that is not hit."""
        return next((members for members in family[told:] if not members & numbers), None)

    found = list(hitting_sets(map(sorted, family[:told]), missed))
    assert len(found) == len(set(found))
    assert set(found) == minimal
    assert sorted(map(len, found)) == list(map(len, found))


def test_nothing_hits_an_empty_set() -> None:
    assert list(hitting_sets([(1, 2), ()])) == []
    assert list(hitting_sets([(1, 2)], lambda _: ())) == []
