"""The checker's definitions, held against the judge's layouts of small boards of any kind.

The judge writes down all layouts of boards with every rule, pairs of rules for clues, liars,
constraints, keys and topologies. `tools/soak --only definitions` draws as many as you like.
"""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from logicsweep import Board
from logicsweep.checker import rules as definitions
from logicsweep.checker.demands import Demand, OrWrong, Regions, Sum, Table, given, unless_wrong
from logicsweep.checker.faults import CheckError, Clock
from tests.conftest import seeds, some
from tests.judges import claims
from tests.judges.features import Position

# Other layouts than those of a board that are tried.
TRIED = 12


def compare(case: Position, rng: Random) -> bool:
    """Every layout satisfies all demands, with some key, and nothing else does."""
    board = claims.read(case)
    try:
        demands = claims.demands(board)
    except CheckError as error:  # it says so
        assert "there are no certificates with" in error.text or "needs a board" in error.text
        return False
    masks = case.worlds.masks
    for number in rng.sample(range(len(masks)), min(len(masks), 5)):
        values = claims.values_of(case, board, number)
        assert claims.some_key_fits(demands, board, values) is not None, (case, masks[number])
    layouts = {mask.tobytes() for mask in masks}
    covered = [cell for cell, sign in enumerate(board.cells) if sign == "?"]
    for _ in range(0 if board.liars else TRIED):
        mask = masks[rng.randrange(len(masks))].copy()
        for cell in rng.sample(covered, min(len(covered), rng.randint(1, 3))):
            mask.flat[cell] = not mask.flat[cell]
        if mask.tobytes() not in layouts:
            values = {at: bool(mine) for at, mine in enumerate(mask.ravel(), start=1)}
            assert claims.some_key_fits(demands, board, values) is None, (case, mask)
    return True


@pytest.mark.parametrize("seed", seeds(range(3_000), fast=400))
def test_a_board_demands_what_its_layouts_have_in_common(seed: int) -> None:
    case = claims.drawn(seed)
    if case is not None:
        compare(case, Random(f"compared {seed}"))


@pytest.mark.slow
@pytest.mark.parametrize("first", some(claims.CLUES, every=9))
def test_every_pair_of_rules_for_clues(first: str) -> None:
    """Each rule as the first one with each other one, where the package takes them together."""
    asked = 0
    for second in claims.CLUES:
        rng = Random(f"{first} {second}")
        case = None if first == second else claims.position((first, second), rng)
        asked += case is not None and compare(case, rng)
    assert asked > len(claims.CLUES) // 2


@pytest.mark.parametrize("name", claims.LAYOUTS)
def test_every_rule_for_layouts(name: str) -> None:
    for seed in range(6):
        rng = Random(f"{name} {seed}")
        case = claims.position((name, *rng.choice([(), ("range",), ("V", "1W")])), rng)
        assert case is None or compare(case, rng)


def drawn_demand(rng: Random) -> Demand:
    """A demand of any kind on up to six variables."""
    variables = tuple(range(1, rng.randint(2, 6)))
    kind = rng.randrange(4)
    if kind < 2:
        weights = {each: rng.choice([-2, -1, 1, 1, 1, 2]) for each in variables}
        allowed = frozenset(rng.sample(range(-4, 7), rng.randint(0, 4)))
        demand = Sum(weights, allowed)
        return demand if kind else unless_wrong(demand, 9)
    if kind == 2:
        allowed_too = {tuple(rng.random() < 0.5 for _ in variables) for _ in range(5)}
        table = Table(
            variables, lambda values: tuple(values[each] for each in variables) in allowed_too
        )
        return rng.choice([table, unless_wrong(table, 9)])
    links: dict[int, list[int]] = {each: [] for each in variables}
    for first, second in product(variables, repeat=2):
        if first < second and rng.random() < 0.5:
            links[first].append(second)
            links[second].append(first)
    says = rng.choice(
        [{"is_one": True}, {"is_some": True}, {"size": 2}, {"reach_rim": True}, {"at_rim": 2}]
    )
    rim = frozenset(rng.sample(variables, 1))
    return Regions(
        links, of_mines=rng.random() < 0.5, rim=rim, has_rings=rng.random() < 0.5, **says
    )


@pytest.mark.parametrize("block", seeds(range(40), fast=10))
def test_what_follows_from_a_demand(block: int) -> None:
    """By trying all values: what is refuted, and the least value of a sum."""
    refuted = 0
    for seed in range(block * 100, block * 100 + 100):
        rng = Random(seed)
        demand, clock = drawn_demand(rng), Clock()
        variables = demand.variables
        worlds = [
            values
            for tried in product((False, True), repeat=len(variables))
            if demand.holds(values := dict(zip(variables, tried, strict=True)))
        ]
        known = {each: rng.random() < 0.5 for each in variables if rng.random() < 0.5}
        agreeing = [values for values in worlds if known.items() <= values.items()]
        if demand.refutes(known, clock):
            refuted += 1
            assert not agreeing, seed
        else:  # of regions not everything is seen that follows
            assert agreeing or isinstance(demand, Regions), seed
        if isinstance(demand, Regions):
            continue
        if not isinstance(demand, OrWrong):
            left = given(demand, known)
            assert {*left.variables} == {*variables} - {*known}
            assert bool(agreeing) is not left.refutes({}, clock)
        terms = {each: rng.choice([-3, -1, 1, 2]) for each in rng.sample(range(1, 8), 3)}
        about = {each: value for each, value in terms.items() if each in variables}
        sums = [sum(about[each] for each in about if values[each]) for values in worlds]
        assert demand.least(about, clock) == min(sums, default=None), seed
    assert refuted > 10


def test_a_source_with_many_open_cells_is_refused_in_words() -> None:
    table = Table(tuple(range(13)), lambda values: any(values.values()))
    with pytest.raises(CheckError, match=r"13 variables of its source open; .* for at most 12"):
        table.refutes({}, Clock())
    assert not table.refutes({0: False}, Clock())


def test_rules_that_a_board_does_not_fit() -> None:
    for text, said in (
        ("topology: hexagon\nrules: 1W\n\n???\n?1?\n???", "needs a board of squares"),
        ("topology: torus\nrules: 1E\n\n???\n?1?\n???", "is for no torus"),
        ("rules: LW\n\n???\n?1?\n???", "L is joined to W"),
        ("rules: MP\n\n???\n?1?\n???", "M or N is joined to P"),
    ):
        board = claims.read_board(text.split("\n"))
        with pytest.raises(CheckError, match=said):
            definitions.clue_demand(board, 4)
    board = claims.read_board(["topology: grid 3x3x3", "rules: Q", "", *["???"] * 9])
    with pytest.raises(CheckError, match="does not fit the topology"):
        definitions.layout_demands(board, "Q")


@pytest.mark.parametrize(
    "names", ["1N V", "1M V", "1W V", "2X V", "1N V C", "2I V", "2E V", "V 1N"]
)
def test_a_clue_of_a_later_rule_says_what_its_rule_says(names: str) -> None:
    """The number of such a clue in a grid is another than the number that it shows."""
    for seed in range(3):
        rng = Random(f"{names} {seed}")
        case = claims.position(tuple(names.split()), rng)
        assert case is not None
        assert compare(case, rng)


def test_the_forgery_of_the_two_rules() -> None:
    """A clue that is read as a code of a grid allowed no number, from which everything follows."""
    board = claims.read_board(str(Board.parse("rules: 1N V\n\n? ? 1@V\n")).split("\n"))
    (demand,) = claims.demands(board)["clue(0,2)"]
    assert not demand.refutes({}, Clock())
