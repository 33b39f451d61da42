"""Forward and backward messages: marginals in every semiring, against all models."""

from __future__ import annotations

import random

import pytest

from logicsweep.eliminate.marginals import TOLERANCE, box_marginals
from logicsweep.eliminate.polynomial import unpack
from logicsweep.eliminate.signature import Signature
from logicsweep.eliminate.tables import Tables
from tests.conftest import seeds
from tests.eliminate.signatures import NEVER, all_models, random_signature


def satisfiable(seed: int) -> tuple[Signature, dict[tuple[int, ...], int]] | None:
    """A random signature and its models, unless it has none."""
    signature = random_signature(seed)
    models = {} if signature.has_empty_factor else all_models(signature)
    return (signature, models) if models else None


@pytest.mark.parametrize("block", seeds(range(20), fast=8))
def test_forward_times_backward_is_the_same_between_any_two_steps(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        found = satisfiable(seed)
        if found is None:
            continue
        signature, models = found
        tables = Tables(signature, budget=NEVER)
        counts = [0] * (sum(signature.sizes) + 1)
        for vector, weight in models.items():
            counts[sum(vector)] += weight
        for forward, backward in zip(tables.forward, tables.backward(NEVER), strict=True):
            mass = sum(value * backward.get(key, 0) for key, value in forward.items())
            assert unpack(mass, tables.slot, len(counts)) == counts, seed


@pytest.mark.parametrize("block", seeds(range(20), fast=8))
def test_marginals_in_floats(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        found = satisfiable(seed)
        if found is None:
            continue
        signature, models = found
        rng = random.Random(seed)
        lowest = min(map(sum, models))
        # Counts from above are left out, as a small total leaves them out.
        for most in range(lowest, max(map(sum, models)) + 1):
            weights = [rng.randint(1, 1 << rng.randint(1, 80)) for _ in range(lowest, most + 1)]
            left = {
                vector: weight * weights[sum(vector) - lowest]
                for vector, weight in models.items()
                if sum(vector) <= most
            }
            mass = sum(left.values())
            tables = Tables(signature, budget=NEVER, most=most)
            marginals = box_marginals(tables, weights, lowest, budget=NEVER)
            assert marginals is not None
            for box, (size, marginal) in enumerate(zip(signature.sizes, marginals, strict=True)):
                mines = sum(weight * vector[box] for vector, weight in left.items())
                assert abs(marginal - mines / (mass * size)) <= TOLERANCE, seed


@pytest.mark.parametrize("block", seeds(range(20), fast=8))
def test_counts_above_a_limit_can_be_left_out(block: int) -> None:
    for seed in range(block * 20, block * 20 + 20):
        found = satisfiable(seed)
        if found is None:
            continue
        signature, _ = found
        most = random.Random(seed).randint(0, sum(signature.sizes))
        every = Tables(signature, budget=NEVER)
        some = Tables(signature, budget=NEVER, most=most)
        mask = (1 << (most + 1) * every.slot) - 1
        assert some.total() == every.total() & mask, seed
        assert some.by_box(NEVER) == [packed & mask for packed in every.by_box(NEVER)], seed
