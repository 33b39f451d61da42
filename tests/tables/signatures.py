"""Signatures for tests, and all of their count vectors with what each weighs."""

from __future__ import annotations

import random
from itertools import product
from math import comb

from logicsweep.constraints.factors import Factor
from logicsweep.limits import Budget
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.system.signature import Signature

NEVER = Budget(None)


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
