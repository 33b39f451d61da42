"""Counted components, against all of their models weighed one by one."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from logicsweep import LimitError
from logicsweep.kernel.component import counts_of_signature
from logicsweep.limits import Budget
from logicsweep.system import Component, constraints_of
from logicsweep.system.partition import components
from logicsweep.system.signature import signature_of
from logicsweep.tables.component_counts import UncountableError, counts_of, models_of, try_counts
from tests.conftest import needs_kernel, seeds
from tests.judges.making import opened_at_random
from tests.judges.systems import models, parts_of, weigh, weighted

NEVER = Budget(None)


def by_mines(lowest: int, counts: tuple[int, ...]) -> dict[int, int]:
    return {lowest + place: count for place, count in enumerate(counts) if count}


@pytest.mark.parametrize("seed", seeds(range(150)))
def test_counts_are_the_weights_of_all_models(seed: int) -> None:
    rng = random.Random(seed)
    for plain in parts_of(seed):
        part = weighted(plain, rng)
        expected: Counter[int] = Counter()
        number: Counter[int] = Counter()
        for model in models(part.system):
            expected[len(model)] += weigh(part.system, model)
            number[len(model)] += bool(weigh(part.system, model))
        found = counts_of(part, NEVER)
        assert by_mines(*models_of(part, NEVER)[:2]) == +number
        # The weights are right up to a factor that all of them share.
        counts = by_mines(*found[:2])
        assert set(counts) == set(+expected)
        assert len({(expected[mines] / count) for mines, count in counts.items()}) <= 1


def wide_component() -> Component:
    """A component of a large board, with more cells than are remembered by the process."""
    system = constraints_of(opened_at_random(1, 20, 20, 80, 0.2))
    return max(components(system.constraints[:-1]), key=lambda part: len(part.system.cells))


def test_what_takes_more_than_the_budget_names_its_component() -> None:
    part = wide_component()
    with pytest.raises(UncountableError, match="clues needs more table entries") as caught:
        counts_of(part, Budget(entries=50))
    assert caught.value.component is part
    assert isinstance(caught.value, LimitError)
    assert try_counts(part, Budget(entries=50)) is None


@needs_kernel
def test_the_kernel_counts_by_box_or_not_at_all() -> None:
    """Unless only the counts are asked for, which take less."""
    signature = signature_of(wide_component())
    counted = [0, 0]
    for power in range(6, 24):
        budget = Budget(entries=1 << power)
        for by_box in (False, True):
            found = counts_of_signature(signature, budget, by_box=by_box)
            counted[by_box] += found is not None
            assert found is None or len(found.boxes(NEVER)) == by_box * len(signature.sizes)
    assert counted[False] > counted[True] > 0


def test_counts_do_not_depend_on_where_a_component_lies() -> None:
    rows = constraints_of(opened_at_random(3, 9, 9, 10, 0.4)).constraints[:-1]
    for part in components(rows):
        shifted = [
            row._replace(cells=tuple(cell + 1000 for cell in row.cells))
            for row in part.system.constraints
        ]
        (elsewhere,) = components(shifted)
        assert counts_of(part, NEVER)[:2] == counts_of(elsewhere, NEVER)[:2]
