"""Techniques on rows of cells, against every model to place mines in them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import pytest

from logicsweep.constraints.factors import TOTAL
from logicsweep.reasons.techniques import (
    Row,
    case_split,
    decided_either_way,
    pair,
    row_of,
)
from tests.conftest import seeds
from tests.judges.systems import models, random_system


def some_rows(rng: random.Random, count: int) -> list[Row]:
    rows = []
    for _ in range(count):
        cells = rng.sample(range(7), rng.randint(1, 5))
        rows.append(Row(cells, rng.getrandbits(len(cells) + 1), TOTAL))
    return rows


def models_of(rows: list[Row]) -> Iterator[dict[int, bool]]:
    """Every model of some rows: what each cell is."""
    cells = sorted({cell for row in rows for cell in row.cells})
    for chosen in product((False, True), repeat=len(cells)):
        model = dict(zip(cells, chosen, strict=True))
        if all(row.allowed >> sum(model[cell] for cell in row.cells) & 1 for row in rows):
            yield model


def alike(found: list[dict[int, bool]]) -> dict[int, bool]:
    """The cells that are the same in all models."""
    return {
        cell: mine for cell, mine in found[0].items() if all(model[cell] is mine for model in found)
    }


@pytest.mark.parametrize("block", seeds(range(20)))
def test_two_rows_decide_what_is_the_same_in_all_models(block: int) -> None:
    rng = random.Random(block)
    for _ in range(60):
        first, second = some_rows(rng, 2)
        found = list(models_of([first, second]))
        if not found:
            continue
        decided, is_subset = pair(first, second)
        assert decided == alike(found)
        assert is_subset == (first.cells <= second.cells or second.cells <= first.cells)


@pytest.mark.parametrize("block", seeds(range(20)))
def test_a_row_forces_all_its_cells_or_none(block: int) -> None:
    rng = random.Random(block)
    for _ in range(60):
        (row,) = some_rows(rng, 1)
        found = list(models_of([row]))
        if found:
            forced = row.forces
            assert alike(found) == ({} if forced is None else dict.fromkeys(row.cells, forced))
        cell, mine = rng.choice(sorted(row.cells)), rng.random() < 0.5
        shorter = row.copy()
        shorter.decide(cell, mine=mine)
        rest = [
            {one: model[one] for one in model if one != cell}
            for model in found
            if model[cell] is mine
        ]
        assert list(models_of([shorter])) == rest
        assert cell in row.cells


@pytest.mark.parametrize("block", seeds(range(20)))
def test_a_case_split_decides_its_target(block: int) -> None:
    """Not everything is found so, but what is found is the same in all models."""
    rng = random.Random(block)
    splits = 0
    for _ in range(60):
        rows = some_rows(rng, 3)
        found = list(models_of(rows))
        if not found:
            continue
        same = alike(found)
        for target in sorted(found[0]):
            mine = rng.random() < 0.5
            split = case_split(rows, target, mine=mine)
            if split is not None:
                splits += 1
                assert same[target] is mine
                either = decided_either_way(rows, split)
                assert either[target] is mine
                assert either.items() <= same.items()
    assert splits


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_the_row_of_a_constraint_allows_what_it_does(seed: int) -> None:
    system = random_system(seed)
    for constraint in system.constraints:
        row = row_of(constraint)
        own = system._replace(cells=constraint.cells, constraints=(constraint,))
        expected = {len(model) for model in models(own)}
        assert {
            mines for mines in range(len(row.cells) + 1) if row.allowed >> mines & 1
        } == expected
