"""Frontier elimination against all assignments, on random graphs, and against known counts."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from logicsweep import LimitError
from logicsweep.constraints import TOTAL, Cardinality, Joined, Regional, Regions, Source
from logicsweep.constraints.cardinality import Constraint
from logicsweep.eliminate import frontier_order
from logicsweep.eliminate.counts import weighted_counts_of
from logicsweep.eliminate.memory import Memory
from logicsweep.eliminate.messages import backward_message, counting, forward_message
from logicsweep.eliminate.plan import WORK, TooWideError
from logicsweep.eliminate.planning import plan
from logicsweep.eliminate.polynomial import unpack
from logicsweep.eliminate.signature import signature_of
from logicsweep.eliminate.step import Step, Table, Transition
from logicsweep.eliminate.support import SupportTables
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import Budget
from logicsweep.system import boxes
from logicsweep.system.partition import Component
from logicsweep.system.system import ConstraintSystem
from tests.conftest import seeds, some
from tests.judges.relations import Judged, models, regional, some_constraint

CONNECTED = Regions(Joined.SIDES, least=1, most=1)


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
    signature = signature_of(component.boxes, component.system.constraints)
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
    tables = SupportTables(component)
    expected = models(judged, range(size))
    numbers = {len(mines) for mines in expected}
    assert tables.support == sum(1 << number for number in numbers)
    if numbers:
        rng = Random(seed)
        some = rng.sample(sorted(numbers), rng.randint(1, len(numbers)))
        left = [mines for mines in expected if len(mines) in some]
        found = tables.decided(sum(1 << number for number in some))
        assert set(found.mines) == frozenset.intersection(*left)
        assert set(found.safe) == set(range(size)) - frozenset().union(*left)


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_queries_keep_apart_what_they_count(seed: int) -> None:
    judged, size = case(seed)
    rng = Random(seed)
    queries = [tuple(sorted(rng.sample(range(size), rng.randint(1, 3)))) for _ in range(2)]
    marks = [Cardinality(cells, 0, len(cells), TOTAL) for cells in queries]
    component = component_of([*[one.constraint for one in judged], *marks], size)
    signature = signature_of(component.boxes, component.system.constraints, len(marks))
    if signature.has_empty_factor:
        return
    tables = Tables(signature, budget=Budget())
    found = Counter[tuple[tuple[int, ...], int]]()
    for values, packed in tables.by_query().items():
        for mines, weight in enumerate(unpack(packed, tables.slot, size + 1)):
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


def sums(size: int, length: int) -> Component:
    """Cells in a row, of which any so many that lie together have about half as many mines."""
    starts = range(size - length + 1)
    bounds = length // 2 - 1, length // 2 + 1
    return component_of(
        [
            Cardinality(tuple(range(start, start + length)), *bounds, Source.named(f"{start}"))
            for start in starts
        ],
        size,
    )


def number_of(component: Component) -> int:
    signature = signature_of(component.boxes, component.system.constraints)
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
        signature = signature_of(component.boxes, component.system.constraints)
        tables = Tables(signature, budget=Budget())
        assert max(map(len, tables.forward)) < 2 ** (2 * height + 3)


@pytest.mark.parametrize("starts", [1, 2, 20])
def test_the_order_makes_no_difference(starts: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frontier_order, "_STARTS", starts)
    for seed in range(20):
        judged, size = case(seed)
        component = component_of([one.constraint for one in judged], size)
        signature = signature_of(component.boxes, component.system.constraints)
        if signature.has_empty_factor:
            continue
        monkeypatch.setattr(frontier_order, "_OPEN", Random(seed).random())
        tables = Tables(signature, budget=Budget())
        counts = unpack(tables.total(), tables.slot, size + 1)
        possible = {len(mines) for mines in models(judged, range(size))}
        assert [bool(weight) for weight in counts] == [
            mines in possible for mines in range(len(counts))
        ], seed


def test_limits() -> None:
    component = grid(8, 8, CONNECTED)
    signature = signature_of(component.boxes, component.system.constraints)
    with pytest.raises(TooWideError):
        weighted_counts_of(signature, budget=Budget(entries=5000))
    with pytest.raises(LimitError):
        weighted_counts_of(signature, budget=Budget(0.05))


@pytest.mark.parametrize("says", [CONNECTED, None], ids=["regions", "counts"])
def test_the_clock_is_read_by_the_work_that_is_done(
    says: Regions | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two readings no more states are made, and no longer moves found, than said."""
    # Without regions, a row of cells each of which is in a sum over the next dozen.
    component = grid(6, 6, CONNECTED) if says else sums(30, 15)
    signature = signature_of(component.boxes, component.system.constraints)
    work = [0]
    most = [0]

    def read(*_: object, **__: object) -> None:
        most[0] = max(most[0], work[0])
        work[0] = 0

    def counted(value: int, mines: int, weight: int) -> int:
        work[0] += 1
        return counts.extend(value, mines, weight)

    def expanded(self: Step, masked: int) -> list[Transition]:
        found = expand(self, masked)
        work[0] += 64 * self.moves * len(found)
        return found

    counts, expand = counting(128), Step.expand
    own = counts._replace(extend=counted, pull=counted)
    monkeypatch.setattr(Budget, "check", read)
    monkeypatch.setattr(Step, "expand", expanded)
    start, steps, _ = plan(signature, Budget())
    tables: list[Table] = [{start: 1}]
    for step in steps:
        tables.append(forward_message(tables[-1], step, own, Memory(), Budget()))
    read()
    assert 0 < most[0] <= WORK
    assert max(map(len, tables)) > 4 * WORK // (64 if says else 1) // 8
    message = dict.fromkeys(tables[-1], 1)
    most[0] = 0
    for step, table in zip(reversed(steps), reversed(tables[:-1]), strict=True):
        message, _ = backward_message(message, step, table, own, Budget())
    read()
    assert 0 < most[0] <= WORK
