"""The checker's definitions, held against the judge's layouts of small boards of any kind.

The judge writes down all layouts of boards with every rule, pairs of rules for clues, liars,
constraints, keys and topologies. `tools/soak --only definitions` draws as many as you like.
"""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import pytest

from logicsweep import Adjacency, Board
from logicsweep.checker import rules as definitions
from logicsweep.checker.demands import Demand, OrWrong, Regions, Sum, Table, given, unless_wrong
from logicsweep.checker.faults import CheckError, Clock
from tests.conftest import seeds, some
from tests.judges import claims, keys, rules
from tests.judges.features import Position
from tests.judges.near_rules import NEAR_RULES, which_satisfy
from tests.judges.worlds import codes, may_show

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


def marked(rule: str, key: keys.AnyKey) -> set[int]:
    """The places of a key that are marked, as the page of rules counts them."""
    if key is None:
        return set()
    if rule == "2I":
        return {rules.RING.index(key)}
    return {row * len(key) + column for row, column in enumerate(key)}


@pytest.mark.parametrize("rule", claims.CLUES)
def test_what_a_clue_says(rule: str) -> None:
    """A layout and a key are as the clue says if and only if they may show it."""
    rng, size = Random(f"says {rule}"), 5
    for density in (0.02, 0.1, 0.2, 0.3, 0.5, 0.7) * 2:
        mask = np.array([rng.random() < density for _ in range(size**2)])
        mask = mask.reshape(size, size)
        cell = rng.randrange(size), rng.randrange(size)
        mask[cell] = False
        every_key = list(keys.keys(rule, mask & False)) if rule in keys.SHOWS else [None]
        shown = may_show(rule, mask, cell, rng.choice(every_key), None)
        if not shown:
            continue  # no letter stands for it
        value = rng.choice(sorted(shown))
        board = Board([[-1] * size] * size, rules=rule)
        board = board.replace({cell: codes(board, [value])[0]})
        read = claims.read_board(str(board).split("\n"))
        demand = definitions.clue_demand(read, board.number(cell))
        for _ in range(50):
            other, key = mask.copy(), rng.choice(every_key)
            for place in rng.sample([each for each in board if each != cell], rng.randint(0, 4)):
                other[place] = not other[place]
            ones = {at for at, mine in enumerate(other.flat, start=1) if mine}
            ones |= {size**2 + place + 1 for place in marked(rule, key)}
            values = {each: each in ones for each in range(1, 2 * size**2 + 9)}
            is_shown = value in may_show(rule, other, cell, key, None)
            assert demand.holds(values) is is_shown, (board, other, key)
            for is_wrong in (False, True):
                values[0] = is_wrong
                if not isinstance(demand, Regions):  # liars cannot be combined with these
                    assert unless_wrong(demand, 0).holds(values) is not (is_shown is is_wrong)


@pytest.mark.parametrize("rule", keys.SHOWS)
def test_what_a_key_is_like(rule: str) -> None:
    """Each key of the judge, and what changes of it the demands take without a clue."""
    size = 3
    read = claims.read_board([f"rules: {rule}", "", *["???"] * size])
    demands, rng = definitions.key_demands(read), Random(rule)
    for mask in rng.sample(list(rules.layouts(size, size)), 40):
        mines = {at for at, mine in enumerate(mask.flat) if mine}
        possible = [marked(rule, key) for key in keys.keys(rule, mask)]
        places = definitions.key_places(read)
        drawn = [set(rng.sample(range(places), rng.randint(0, min(places, 3)))) for _ in range(9)]
        for places_marked in (*possible[:9], *drawn):
            ones = mines | {size**2 + place for place in places_marked}
            values = {each + 1: each in ones for each in range(size**2 + places)}
            is_key = all(demand.holds(values) for demand in demands)
            assert is_key is (places_marked in possible), (mask, places_marked)


@pytest.mark.parametrize("name", claims.LAYOUTS)
@pytest.mark.parametrize(("height", "width", "mines"), [(3, 3, None), (3, 3, 3), (2, 6, None)])
def test_which_layouts_a_rule_allows(name: str, height: int, width: int, mines: int | None) -> None:
    """All of 3x3 cells, and of 2x6 some that are allowed, and their neighbours."""
    header = [f"rules: {name}", *([] if mines is None else [f"mines: {mines}"]), ""]
    read = claims.read_board([*header, *["?" * width] * height])
    demands = [demand for _, demand in definitions.layout_demands(read, name)]
    masks = list(rules.layouts(height, width))
    if width > height:
        rng = Random(name)
        rng.shuffle(masks)
        masks = [mask for mask in masks if rules.satisfies(name, mask)][:60]
        for mask in masks[:60]:
            masks.append(mask.copy())
            place = rng.randrange(mask.size)
            masks[-1].flat[place] = not masks[-1].flat[place]
    for mask in masks:
        if mines is None or mask.sum() == mines:
            values = {at: bool(mine) for at, mine in enumerate(mask.flat, start=1)}
            is_allowed = all(demand.holds(values) for demand in demands)
            assert is_allowed is rules.satisfies(name, mask), mask


@pytest.mark.parametrize("name", claims.LAYOUTS)
def test_every_rule_for_layouts(name: str) -> None:
    """On boards with clues, and where cells have other neighbours."""
    for seed in range(9):
        rng = Random(f"{name} {seed}")
        beside = rng.choice([(), ("range",), ("V", "1W"), ("hexagon",), ("torus",), ("graph",)])
        case = claims.position((name, *beside), rng)
        assert case is None or compare(case, rng)


@pytest.mark.parametrize("name", NEAR_RULES)
def test_which_layouts_a_rule_allows_where_cells_are_hexagons(name: str) -> None:
    board = Board([[-1] * 3] * 3, rules=name, adjacency=Adjacency.hexagon(3, 3))
    near = [{*map(board.number, board.neighbours(cell))} for cell in board]
    demands = definitions.layout_demands(claims.read_board(str(board).split("\n")), name)
    masks = rules.layouts(3, 3)
    for mask, is_allowed in zip(masks, which_satisfy(name, masks, near), strict=True):
        values = {at: bool(mine) for at, mine in enumerate(mask.flat, start=1)}
        assert all(demand.holds(values) for _, demand in demands) is bool(is_allowed), mask


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
