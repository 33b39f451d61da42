"""Minimal hitting sets, against all of them found by trying every set."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from logicsweep.reason.solvers.calls import HittingSets
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
    with HittingSets() as enumerator:
        for members in family:
            enumerator.add(sorted(members))
        first = enumerator.next()
        found = list(enumerator)
    assert first == found[0]
    assert len(found) == len(set(found))
    assert set(found) == minimal
    assert sorted(map(len, found)) == list(map(len, found))
