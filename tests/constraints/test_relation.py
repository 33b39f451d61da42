"""Relations against their definitions: weights, conditions, boxes, layers."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pytest

from logicsweep import LimitError
from logicsweep.constraints import Relation, Source
from logicsweep.constraints.cardinality import checked_constraints
from logicsweep.constraints.diagram import WORK, diagram_of, layers, roles
from logicsweep.limits import CancelScope, limited_to
from logicsweep.system import boxes, components
from logicsweep.system.system import ConstraintSystem
from tests.conftest import seeds
from tests.judges.countdown import Countdown
from tests.judges.refusals import refused
from tests.judges.relations import Judged, some_constraint

CELLS = range(7)


def some_relation(seed: int) -> tuple[Random, Judged, Relation]:
    rng = Random(seed)
    while True:
        judged = some_constraint(rng, CELLS, "r")
        if isinstance(judged.constraint, Relation):
            return rng, judged, judged.constraint


def assignments(cells: tuple[int, ...]) -> list[frozenset[int]]:
    every = product((False, True), repeat=len(cells))
    return [
        frozenset(cell for cell, mine in zip(cells, bits, strict=True) if mine) for bits in every
    ]


@pytest.mark.parametrize("seed", seeds(range(300), fast=60))
def test_weights_are_those_of_the_definition_but_for_a_factor(seed: int) -> None:
    _, judged, relation = some_relation(seed)
    weights = [
        (relation.weight(mines), judged.weight(mines)) for mines in assignments(relation.cells)
    ]
    ratios = {Fraction(own) / true for own, true in weights if true}
    assert len(ratios) <= 1
    assert all((own == 0) == (true == 0) for own, true in weights)
    assert relation.is_impossible == (not any(true for _, true in weights))
    assert relation.is_weighted == (len({true for _, true in weights} - {0}) > 1)
    plain = relation.unweighted()
    assert [plain.weight(mines) for mines in assignments(relation.cells)] == [
        int(true > 0) for _, true in weights
    ]
    assert pickle.loads(pickle.dumps(relation)) == relation  # noqa: S301


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_what_is_known_is_taken_out(seed: int) -> None:
    rng, _, relation = some_relation(seed)
    known = {cell: rng.random() < 0.5 for cell in CELLS if rng.random() < 0.4}
    left = relation.conditioned(known)
    assert not set(left.cells) & set(known)
    found = []
    for mines in assignments(tuple(cell for cell in relation.cells if cell not in known)):
        whole = mines | {cell for cell, mine in known.items() if mine}
        found.append((left.weight(mines), relation.weight(whole)))
    ratios = {Fraction(own, true) for own, true in found if true}
    assert len(ratios) <= 1
    assert all((own == 0) == (true == 0) for own, true in found)


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_cells_of_a_box_can_change_places(seed: int) -> None:
    _, judged, relation = some_relation(seed)
    system = ConstraintSystem(tuple(CELLS), (relation,))
    home = {cell: box.cells for box in boxes(system) for cell in box.cells}
    for one, other in permutations(relation.cells, 2):
        swap = {one: other, other: one}
        alike = all(
            judged.weight(mines) == judged.weight(frozenset(swap.get(cell, cell) for cell in mines))
            for mines in assignments(relation.cells)
        )
        assert (home[one] == home[other]) == alike


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_layers_read_the_cells_in_any_order(seed: int) -> None:
    rng, _, relation = some_relation(seed)
    alike: dict[int, list[int]] = {}
    for place, role in enumerate(roles(relation.diagram)):
        alike.setdefault(role, []).append(place)
    groups = rng.sample([*alike.values()], len(alike))
    made = layers(relation.diagram, groups)
    for mines in assignments(relation.cells):
        state, weight = 0, 1
        for layer, group in zip(made, groups, strict=True):
            count = sum(relation.cells[place] in mines for place in group)
            if layer.weights is not None:
                weight = layer.weights[state][count]
            state = layer.after[state][count]
            if state < 0:
                weight = 0
                break
        assert weight == relation.weight(mines)


def test_a_relation_that_says_nothing_ties_no_cells() -> None:
    nothing = Relation.pattern([0, 1], [(a, b) for a in (False, True) for b in (False, True)], "n")
    assert nothing.says_nothing
    either = Relation.pattern([0, 1], [(False, True), (True, False)], "one")
    (component,) = components([either])
    assert [box.cells for box in component.boxes] == [(0, 1)]


def test_wide_rows_are_no_trouble_and_too_wide_ones_are_refused() -> None:
    steps = {(0, False): 0, (0, True): 1, (1, True): 1, (1, False): 2, (2, False): 2}
    row = Relation.automaton(range(400), 0, steps, [1, 2], "one run")
    assert len(row.diagram.nodes) < 1200
    assert row.weight(frozenset(range(100, 200))) == 1
    assert row.weight(frozenset([1, 3])) == 0
    with pytest.raises(LimitError, match="expected at most 400"):
        Relation.automaton(range(401), 0, steps, [1, 2], "one run")


def counted_states(most: list[int], monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """A step of a machine whose states are all different; `most` are those between two looks."""
    since = [0]

    def look() -> None:
        most[0] = max(most[0], since[0])
        since[0] = 0

    def step(_: int, state: int, mine: bool) -> int:
        most[1] += not mine
        since[0] += not mine
        return 2 * state + mine

    monkeypatch.setattr("logicsweep.constraints.diagram.look", look)
    return step


def test_states_of_all_cells_together_have_a_ceiling(monkeypatch: pytest.MonkeyPatch) -> None:
    most = [0, 0]
    step = counted_states(most, monkeypatch)
    with pytest.raises(LimitError, match="a constraint needs more than 250,000 states"):
        diagram_of(60, 0, step, lambda state: state)
    between_two_looks, states = most
    assert states == 250_000
    assert between_two_looks == WORK


def test_diagrams_read_the_clock_of_the_question_around_them() -> None:
    rng = Random(5)
    coefficients = [rng.randint(1, 20) for _ in range(60)]
    relation = Relation.weighted_sum(range(60), coefficients, [sum(coefficients) // 2], "sum")
    assert len(relation.diagram.nodes) > WORK
    over = Countdown(None, entries=1)
    Countdown.looks = 1
    with limited_to(over), refused(LimitError, limit="the countdown"):
        roles(relation.diagram)
    with limited_to(over), refused(LimitError, limit="the countdown"):
        Relation.weighted_sum(range(60), coefficients, [sum(coefficients) // 2 + 1], "other sum")
    with refused(LimitError, limit="the countdown"):
        components([relation], budget=over)
    with CancelScope() as scope:
        scope.cancel()
        with pytest.raises(LimitError, match="cancelled"):
            roles(relation.diagram)


@pytest.mark.parametrize(
    ("make", "error", "match"),
    [
        (lambda: Relation.weighted_sum([0, 0], [1, 1], [1], "s"), ValueError, "cell 0 .* twice"),
        (lambda: Relation.weighted_sum([0, 1], [1], [1], "s"), ValueError, "1 coefficients for 2"),
        (lambda: Relation.weighted_sum([0], [1], {1: -1}, "s"), ValueError, "likelihood is -1"),
        (lambda: Relation.weighted_sum([0], [0.5], [1], "s"), TypeError, "integer"),
        (lambda: Relation.pattern(range(13), [], "p"), ValueError, "pattern of 13 cells"),
        (lambda: Relation.pattern([0, 1], [(True,)], "p"), ValueError, "an assignment of 1 cells"),
        (lambda: Relation.pattern([0], [(True,)], ""), ValueError, "not a name"),
        (lambda: Source.named("a\nb"), ValueError, "expected a line of text"),
    ],
)
def test_what_is_no_constraint(make: object, error: type[Exception], match: str) -> None:
    with pytest.raises(error, match=match):
        make()  # type: ignore[operator]


def test_whoever_makes_a_relation_names_each_cell_once() -> None:
    either = Relation.pattern([0, 1], [(False, True), (True, False)], "one")
    with refused(ValueError):
        Relation.by_diagram([1, 1], either.diagram, "twice")
    with refused(ValueError):
        Relation.by_diagram([0, 1, 2], either.diagram, "three")
    assert Relation.by_diagram([0, 1], either.diagram, "one") == either
    by_hand = Relation((1, 1), either.diagram, either.source)
    with refused(ValueError):
        checked_constraints([by_hand], 2)
