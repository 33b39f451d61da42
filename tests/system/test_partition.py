"""Boxes and components, and constraints over the same cells, by their models."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from logicsweep.constraints import Cardinality
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.system import boxes, components, constraints_of
from logicsweep.system.partition import merged
from logicsweep.system.system import ConstraintSystem
from tests.conftest import seeds
from tests.judges.making import random_board
from tests.judges.systems import models, weigh


@pytest.mark.parametrize("seed", seeds(range(100)))
def test_components_share_no_cell_and_boxes_share_all_constraints(seed: int) -> None:
    system = constraints_of(random_board(seed, covered=16))
    parts = components(system.constraints)
    together = [row for part, *_ in parts for row in part.constraints]
    assert sorted(together, key=repr) == sorted(system.constraints, key=repr)
    for part, own, _ in parts:
        assert list(own) == boxes(part)
        assert part.cells == tuple(sorted({cell for row in part.constraints for cell in row.cells}))
        # Connected: growing from the first constraint reaches them all.
        reached = set(part.constraints[0].cells)
        for _ in part.constraints:
            for row in part.constraints:
                if reached & set(row.cells):
                    reached |= set(row.cells)
        assert reached == set(part.cells)
        for box in boxes(part):
            for cell in box.cells:
                standing = tuple(i for i, row in enumerate(part.constraints) if cell in row.cells)
                assert standing == box.constraints
        assert sorted(cell for box in boxes(part) for cell in box.cells) == list(part.cells)
        assert len({box.constraints for box in boxes(part)}) == len(boxes(part))
    for one, other in ((a, b) for a, *_ in parts for b, *_ in parts if a is not b):
        assert not set(one.cells) & set(other.cells)


@pytest.mark.parametrize("seed", seeds(range(100)))
def test_merged_constraints_say_the_same(seed: int) -> None:
    """The same models, weighing as much in relation to one another."""
    rng = random.Random(seed)
    groups = [tuple(sorted(rng.sample(range(6), rng.randint(1, 4)))) for _ in range(2)]
    constraints = []
    for place in range(rng.randint(1, 5)):
        cells = rng.choice(groups)
        lower = rng.randint(0, len(cells))
        upper = rng.randint(lower, len(cells))
        weights = tuple(rng.randint(1, 3) for _ in range(lower, upper + 1))
        source = Source(SourceKind.CLUE, place)
        constraints.append(Cardinality(cells, lower, upper, source, rng.choice([None, weights])))
    together = merged(constraints)
    assert len({one.cells for one in together}) == len(together)
    cells = tuple(range(6))
    before = ConstraintSystem(cells, tuple(constraints))
    after = ConstraintSystem(cells, tuple(together))
    found = models(before)
    assert models(after) == found
    factors = {Fraction(weigh(before, mines), weigh(after, mines)) for mines in found}
    assert len(factors) == bool(found)
