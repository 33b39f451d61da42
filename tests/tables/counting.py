"""Counted components made from random systems, with everything that they have for models."""

from __future__ import annotations

import random
from itertools import product
from typing import NamedTuple

import numpy as np

from logicsweep.limits import Budget
from logicsweep.system.signature import signature_of
from logicsweep.tables.component_counts import weighted_counts_of
from logicsweep.tables.counted import CountedComponents
from tests.judges.systems import models, parts_of, weigh, weighted

NEVER = Budget(None)
# The interior's cells have numbers above those of all systems.
_INTERIOR = 1000


class Counted(NamedTuple):
    """Counted components, and what each set of mines in their cells weighs that has any weight."""

    components: CountedComponents
    weights: dict[frozenset[int], int]

    @property
    def cells(self) -> list[int]:
        """The numbers of all cells, those of the interior last."""
        parts = map(self.components.component, range(len(self.components.counts)))
        return [cell for part in parts for cell in part.system.cells] + (
            self.components.interior.tolist()
        )


def counted_components(seed: int, *, has_weights: bool = True) -> Counted | None:
    """At most three components and an interior of up to four cells; None when they have no model.

    The bounds are those of some of the models, or None; then every model weighs what it weighs.
    """
    rng = random.Random(seed)
    parts = parts_of(seed)[:3]
    if has_weights:
        parts = [weighted(part, rng) for part in parts]
    interior = list(range(_INTERIOR, _INTERIOR + rng.randint(0, 4)))
    if sum(len(part.system.cells) for part in parts) + len(interior) > 11:
        return None
    every = [
        [(model, weight) for model in models(part.system) if (weight := weigh(part.system, model))]
        for part in parts
    ]
    free = [
        frozenset(cell for cell, mine in zip(interior, chosen, strict=True) if mine)
        for chosen in product((False, True), repeat=len(interior))
    ]
    weights = {}
    for chosen in product(*every, [(mines, 1) for mines in free]):
        mines = frozenset().union(*(model for model, _ in chosen))
        weights[mines] = int(np.prod([weight for _, weight in chosen], dtype=object))
    if not weights:
        return None
    bounds = None
    if rng.random() < 0.7:
        lower, upper = sorted(len(rng.choice(sorted(weights, key=sorted))) for _ in range(2))
        bounds = (lower, upper) if rng.random() < 0.5 else (lower, lower)
        weights = {
            mines: weight
            for mines, weight in weights.items()
            if bounds[0] <= len(mines) <= bounds[1]
        }
    signatures = [signature_of(part) for part in parts]
    return Counted(
        CountedComponents(
            boxes=[[box.cells for box in part.boxes] for part in parts],
            counts=[weighted_counts_of(signature, budget=NEVER) for signature in signatures],
            interior=np.array(interior, dtype=np.intp),
            bounds=bounds,
            known=0,
            settled=np.full(_INTERIOR + len(interior), np.nan),
            component=parts.__getitem__,
        ),
        weights,
    )
