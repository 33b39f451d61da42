"""What an undecided component can hold, whoever is asked, against all of its models."""

from __future__ import annotations

import pickle
import random
from collections.abc import Sequence

import pytest

from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION, SAT
from logicsweep.reason.under_total import Parts, decided_under_total
from logicsweep.tables.component_counts import are_weighted, counts_of
from logicsweep.tables.total import Allowed
from tests.conftest import seeds
from tests.judges.systems import models, parts_of, weigh, weighted

NEVER = Budget(None)


class Allowing(Parts):
    """One component, whose numbers of mines are the bits of `upper`."""

    def allowed(self, supports: Sequence[int]) -> Allowed:
        del supports
        return Allowed([self.upper], (0, 0))


@pytest.mark.parametrize("block", seeds(range(20), fast=8))
@pytest.mark.usefixtures("either_kernel")
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
        known = UndecidedComponent(part, min(held), max(held))
        assert known.support(NEVER) == support
        allowed = sum(1 << count for count in held if rng.random() < 0.6) or support
        left = [model for model in agreeing if allowed >> len(model) & 1]
        counted = UndecidedComponent(part, min(held), max(held), counts_of(part, NEVER))
        assert counted.support(NEVER) == support
        lower, upper = min(map(len, left)), max(map(len, left))
        between = [model for model in agreeing if lower <= len(model) <= upper]
        for each in (known, counted, pickle.loads(pickle.dumps(counted))):  # noqa: S301
            for reasoner in (SAT, ELIMINATION):
                is_counted = each.counted is not None and reasoner == ELIMINATION
                is_one = is_counted or not are_weighted(part.system.constraints)
                parts = [(Parts([each], [], lower, upper), between)]
                # Some numbers between may be ruled out, too, if it is asked as one.
                parts += [(Allowing([each], [], lower, allowed), left)] * is_one
                for asked, models_left in parts:
                    mines, safe = decided_under_total(asked, engine_of(reasoner), NEVER)
                    assert set(mines) == frozenset.intersection(*models_left)
                    assert set(safe) == cells - frozenset.union(*models_left)
                    each.checked = None
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
