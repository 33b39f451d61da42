"""Frontier elimination against all assignments, on random graphs, and against known counts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from logicsweep import LimitError
from logicsweep.constraints import TOTAL, Cardinality, Joined, Regional, Regions
from logicsweep.constraints.cardinality import Constraint
from logicsweep.limits import Budget
from logicsweep.system import boxes
from logicsweep.system.partition import Component
from logicsweep.system.signature import signature_of
from logicsweep.system.system import ConstraintSystem
from logicsweep.tables import frontier_order
from logicsweep.tables.component_counts import decided_cells, weighted_counts_of
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.trellis import TooLargeError, trellis_of
from tests.conftest import seeds, some
from tests.judges.relations import Judged, models, regional, some_constraint

CONNECTED = Regions(Joined.SIDES, least=1, most=1)


NEVER = Budget(None)


def component_of(constraints: list[Constraint], size: int) -> Component:
    system = ConstraintSystem(tuple(range(size)), tuple(constraints))
    return Component(system, tuple(boxes(system)))


def case(seed: int) -> tuple[list[Judged], int]:
    """One or two constraints on regions of all cells, and up to three others."""
    rng = Random(seed)
    size = rng.randint(4, 9)
    judged = [regional(rng, range(size), f"r{n}") for n in range(rng.randint(1, 2))]
    judged += [some_constraint(rng, range(size), f"c{n}") for n in range(rng.randint(0, 3))]
    return judged, size


@pytest.mark.parametrize("seed", seeds(range(600), fast=120))
def test_counts_are_those_of_all_assignments(seed: int) -> None:
    judged, size = case(seed)
    component = component_of([one.constraint for one in judged], size)
    signature = signature_of(component)
    counts = weighted_counts_of(signature, budget=Budget())
    expected = models(judged, range(size))
    if not expected:
        assert not any(counts.counts)
        return
    own = {n: w for n, w in enumerate(counts.counts, counts.lowest) if w}
    mass = Counter[int]()
    for mines, weight in expected.items():
        mass[len(mines)] += weight  # type: ignore[assignment]
    scale = sum(own.values()) / sum(mass.values())
    assert own == {n: weight * scale for n, weight in mass.items()}
    inside = counts.boxes(Budget())
    for (cells, _), found in zip(component.boxes, inside, strict=True):
        for n, weight in enumerate(found, counts.lowest):
            mines = sum(w * len(m.intersection(cells)) for m, w in expected.items() if len(m) == n)
            assert weight == mines * scale


@pytest.mark.parametrize("seed", seeds(range(300), fast=60))
def test_supports_and_what_they_decide(seed: int) -> None:
    judged, size = case(seed)
    component = component_of([one.constraint for one in judged], size)
    counts = weighted_counts_of(signature_of(component), budget=NEVER)
    expected = models(judged, range(size))
    numbers = {len(mines) for mines in expected}
    assert counts.support == sum(1 << number for number in numbers)
    if numbers:
        rng = Random(seed)
        some = rng.sample(sorted(numbers), rng.randint(1, len(numbers)))
        left = [mines for mines in expected if len(mines) in some]
        allowed = sum(1 << number for number in some)
        found = decided_cells(component, counts, NEVER, allowed)
        assert set(found.mines) == frozenset.intersection(*left)
        assert set(found.safe) == set(range(size)) - frozenset().union(*left)


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_queries_keep_apart_what_they_count(seed: int) -> None:
    judged, size = case(seed)
    rng = Random(seed)
    queries = [tuple(sorted(rng.sample(range(size), rng.randint(1, 3)))) for _ in range(2)]
    marks = [Cardinality(cells, 0, len(cells), TOTAL) for cells in queries]
    component = component_of([*[one.constraint for one in judged], *marks], size)
    signature = signature_of(component, len(marks))
    if signature.has_empty_factor:
        return
    found = Counter[tuple[tuple[int, ...], int]]()
    for values, counts in (
        CountingPass(trellis_of(signature, Budget()), Budget()).by_query().items()
    ):
        for mines, weight in counts.items():
            found[values, mines] += weight
    expected = Counter[tuple[tuple[int, ...], int]]()
    for mines, weight in models(judged, range(size)).items():
        values = tuple(len(mines.intersection(cells)) for cells in queries)
        expected[values, len(mines)] += weight  # type: ignore[assignment]
    scale = sum(found.values()) / sum(expected.values()) if expected else 1
    assert +found == {key: weight * scale for key, weight in expected.items()}


def grid(height: int, width: int, says: Regions) -> Component:
    """Cells of a rectangle that share a side are joined."""
    links = {
        row * width + column: [
            *([row * width + column + 1] if column + 1 < width else []),
            *([(row + 1) * width + column] if row + 1 < height else []),
        ]
        for row in range(height)
        for column in range(width)
    }
    return component_of([Regional.of(links, says, "regions")], height * width)


def number_of(component: Component) -> int:
    signature = signature_of(component)
    return sum(weighted_counts_of(signature, budget=Budget(entries=10**8)).counts)


@pytest.mark.parametrize(
    ("height", "width", "number"),
    some(
        [
            pytest.param(8, 8, 51016818604894742, marks=pytest.mark.night),
            pytest.param(9, 9, 1980555831431088025753, marks=pytest.mark.night),
        ],
        every=2,
        besides=[
            pytest.param(6, 7, 66037462454, marks=pytest.mark.slow),
            pytest.param(7, 7, 4872949974666, marks=pytest.mark.slow),
            *[(2, 2, 13), (3, 3, 218), (4, 4, 11506), (5, 5, 2301877), (6, 6, 1732082741)],
            (5, 7, 889477656),
        ],
    ),
)
def test_connected_sets(height: int, width: int, number: int) -> None:
    """OEIS A059525 and A287151."""
    assert number_of(grid(height, width, CONNECTED)) == number


@pytest.mark.parametrize(("height", "width"), [(2, 12), (3, 20), (4, 9)])
def test_a_long_board_is_read_along_its_shorter_side(height: int, width: int) -> None:
    found = [grid(height, width, CONNECTED), grid(width, height, CONNECTED)]
    assert number_of(found[0]) == number_of(found[1])
    for component in found:
        signature = signature_of(component)
        joins = trellis_of(signature, Budget()).joins
        assert max(join.rows for join in joins) < 2 ** (2 * height + 3)


@pytest.mark.parametrize("starts", [1, 2, 20])
def test_the_order_makes_no_difference(starts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier_order, "_STARTS", starts)
    for seed in range(20):
        judged, size = case(seed)
        component = component_of([one.constraint for one in judged], size)
        signature = signature_of(component)
        if signature.has_empty_factor:
            continue
        monkeypatch.setattr(frontier_order, "_OPEN", Random(seed).random())
        lowest, counts = CountingPass(trellis_of(signature, Budget()), Budget()).counts()
        possible = {len(mines) for mines in models(judged, range(size))}
        assert {mines for mines, weight in enumerate(counts, lowest) if weight} == possible, seed


def test_limits() -> None:
    component = grid(8, 8, CONNECTED)
    signature = signature_of(component)
    with pytest.raises(TooLargeError):
        weighted_counts_of(signature, budget=Budget(entries=5000))
    with pytest.raises(LimitError):
        weighted_counts_of(signature, budget=Budget(0.05))
