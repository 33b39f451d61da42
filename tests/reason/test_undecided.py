"""What an undecided component can hold, whoever is asked, against all of its models."""

from __future__ import annotations

import pickle
import random

import pytest

from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.settle import Undecided
from logicsweep.reason.unweighted import mine_counts_of
from tests.conftest import seeds
from tests.judges.systems import models, parts_of, weigh, weighted

NEVER = Budget(None)


@pytest.mark.parametrize("block", seeds(range(20), fast=8))
def test_support_and_what_a_total_decides(block: int) -> None:
    """With weights as well, which tie cells together that proofs do not."""
    rng = random.Random(block)
    tried = 0
    for plain in [part for seed in range(block * 60, block * 60 + 60) for part in parts_of(seed)]:
        part = weighted(plain, rng)
        agreeing = [model for model in models(part.system) if weigh(part.system, model)]
        cells = set(part.system.cells)
        if not agreeing or frozenset.intersection(*agreeing) or frozenset.union(*agreeing) != cells:
            continue  # its own constraints decide a cell: such a component is decided first
        held = {len(model) for model in agreeing}
        support = sum(1 << count for count in held)
        known = UndecidedComponent(Undecided(part, min(held), max(held)))
        asked = mine_counts_of(part, NEVER)
        assert known.support(NEVER) == asked.support == support
        allowed = sum(1 << count for count in held if rng.random() < 0.6) or support
        left = [model for model in agreeing if allowed >> len(model) & 1]
        if not known.is_weighted:
            counts = known.counts(NEVER)
            assert counts.support == support
        for found in (
            known.decided(allowed, NEVER),
            asked.decided(allowed, budget=NEVER),
            pickle.loads(pickle.dumps(known)).decided(allowed, NEVER),  # noqa: S301
        ):
            assert set(found.mines) == frozenset.intersection(*left)
            assert set(found.safe) == cells - frozenset.union(*left)
        tried += 1
    assert tried


@pytest.mark.parametrize("seed", seeds(range(30)))
def test_without_weights_the_same_counts_are_allowed(seed: int) -> None:
    for plain in parts_of(seed):
        for row in weighted(plain, random.Random(seed)).system.constraints:
            bare = row.unweighted()
            assert (bare.cells, bare.source, bare.gaps) == (row.cells, row.source, row.gaps)
            assert (bare.lower, bare.upper) == (row.lower, row.upper)
            assert bare.weights is None or set(bare.weights) == {0, 1}
