"""The judge of rules is held against drawings, published counts and other words for the rules."""

from __future__ import annotations

import random
from itertools import combinations, product
from math import comb

import numpy as np
import pytest

from logicsweep import Cell
from tests.conftest import seeds, some
from tests.judges import oracle, rules, rules_at_once
from tests.judges.rules import CLUE_RULES, CROSS, LAYOUT_RULES, LIARS, RING, Mask, Shown

DRAWN = """
*..*.
.*...
...*.
**..*
.*..*
"""

# What cells show, counted by hand: the middle, the lower left and the upper right corner of the
# drawing, and the middle of three by three cells with all the others or none of them mines. Of
# liars the true number.
MIDDLE, CORNER, TOP = (2, 2), (4, 0), (0, 4)
SHOWN: dict[str, list[Shown]] = {
    "V": [3, 3, 1, 8, 0],
    "1M": [4, 5, 2, 12, 0],
    "1L": [3, 3, 1, 8, 0],
    "1W": [(1, 1, 1), (3,), (1,), (8,), (0,)],
    "1N": [1, 1, 1, 0, 0],
    "1X": [1, 2, 1, 4, 0],
    "1X'": [1, 2, 1, 4, 0],
    "1P": [3, 1, 1, 1, 0],
    "1E": [7, 1, 3, 1, 5],
    "1E'": [2, 0, 2, 0, 0],
    "1K": [4, 0, 1, 0, 0],
    "1W'": [1, 3, 1, 8, 0],
    "2X": [(1, 2), (1, 2), (0, 1), (4, 4), (0, 0)],
    "2D": [3, 3, 1, 5, 0],
    "2P": [2, 1, 5, 1, 0],
    "2M": [0, 0, 1, 2, 0],
    "2A": [1, 3, 1, 8, 0],
    "LM": [4, 5, 2, 12, 0],
    "MX": [2, 4, 2, 8, 0],
    "MN": [0, 3, 2, 4, 0],
    "NX": [1, 2, 1, 4, 0],
}

# How many layouts of 1x1 to 4x4 cells obey a rule, with any number of mines.
ALLOWED = {
    "Q": [2, 15, 417, 42176],
    "T": [2, 16, 230, 10732],  # OEIS A181224
    "A": [2, 16, 94, 1365],  # OEIS A141243
    "H": [2, 9, 125, 4096],
    "U": [2, 7, 63, 1234],  # OEIS A006506
    "D": [1, 5, 25, 314],
    "B": [2, 4, 14, 140],
    "C": [1, 15, 388, 37196],
    "O": [2, 14, 214, 9350],
    "S": [0, 8, 94, 1004],
    "2C": [1, 11, 100, 1882],
    "2G": [1, 2, 37, 402],
    "2G'": [1, 5, 27, 357],
    "2B": [2, 6, 46, 876],
}
SHAPES = [(1, 1), (1, 6), (6, 1), (2, 5), (5, 2), (3, 4), (4, 3)]
# Of a larger board's layouts so many are drawn, of a middling one's so many.
_MOST, _MOST_QUICKLY = 1600, 400
every_clue_rule = pytest.mark.parametrize("rule", [*CLUE_RULES, *LIARS])


def drawn(text: str) -> Mask:
    return np.array([[sign == "*" for sign in line] for line in text.split()])


def some_mask(rng: random.Random) -> Mask:
    height, width, density = rng.randint(1, 7), rng.randint(1, 7), rng.random()
    return np.array([[rng.random() < density for _ in range(width)] for _ in range(height)])


@every_clue_rule
def test_clues_of_drawings(rule: str) -> None:
    mask, full = drawn(DRAWN), drawn("*** *.* ***")
    empty = np.zeros_like(full)
    asked = [(mask, MIDDLE), (mask, CORNER), (mask, TOP), (full, (1, 1)), (empty, (1, 1))]
    for (layout, cell), value in zip(asked, SHOWN[rule], strict=True):
        shown = rules.may_show(rule, layout, cell)
        if rule not in LIARS:
            assert shown == {value}
            assert rules.shows(rule, layout, cell) == value
        else:
            assert isinstance(value, int)
            assert shown == {value - 1, value + 1} - {-1}


def test_the_drawings_are_of_every_rule() -> None:
    assert {*SHOWN} == {*CLUE_RULES, *LIARS}


@pytest.mark.parametrize(
    ("rule", "cells"),
    [
        ("V", "..... .***. .*.*. .***. ....."),
        ("1X", "..*.. ..*.. **.** ..*.. ..*.."),
        ("1X'", "..... ..*.. .*.*. ..*.. ....."),
        ("1K", ".*.*. *...* ..... *...* .*.*."),
        ("2D", ".***. .***. .*.*. ..... ....."),
    ],
)
def test_cells_that_a_clue_counts(rule: str, cells: str) -> None:
    """One mine after the other is the only one, and the middle cell shows the clue."""
    counted = np.zeros((5, 5), dtype=np.bool_)
    for number in {*range(25)} - {12}:
        one = np.zeros((5, 5), dtype=np.bool_)
        one.flat[number] = True
        counted.flat[number] = rules.shows(rule, one, (2, 2)) == 1
    assert counted.tolist() == drawn(cells).tolist()


def test_more_in_sight_along_the_row_is_below_zero() -> None:
    assert rules.shows("1E'", drawn(DRAWN), (0, 1)) == -1
    assert rules.shows("1E'", drawn("....."), (0, 1)) == -4


def test_the_block_above_ends_at_the_border() -> None:
    mask = drawn("*.* *** ***")
    assert rules.shows("2D", mask, (0, 1)) == 2


def test_values_that_a_clue_can_have() -> None:
    rings = rules.layouts(3, 3)
    rings = rings[~rings[:, 1, 1]]
    assert len(rings) == 256
    values = {rule: {rules.shows(rule, ring, (1, 1)) for ring in rings} for rule in CLUE_RULES}
    assert values["V"] == set(range(9))
    assert values["1M"] == set(range(13))
    assert len(values["1W"]) == 23
    assert values["2X"] == {(one, two) for one in range(5) for two in range(one, 5)}
    assert values["1P"] == set(range(5))
    assert values["1N"] == set(range(5))
    assert values["1W'"] == set(range(9))
    assert values["2M"] == {0, 1, 2}


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_clues_agree_with_each_other(seed: int) -> None:
    mask = some_mask(random.Random(seed))
    for row, column in map(tuple, np.argwhere(~mask).tolist()):
        shown = {rule: rules.shows(rule, mask, (row, column)) for rule in CLUE_RULES}
        runs, pair = shown["1W"], shown["2X"]
        assert isinstance(runs, tuple)
        assert isinstance(pair, tuple)
        around = oracle.around(mask[None], Cell(row, column)).item()
        assert shown["V"] == sum(runs) == sum(pair) == around
        assert shown["2M"] == around % 3
        assert shown["1N"] == pair[1] - pair[0]
        assert shown["1W'"] == runs[-1]
        assert shown["1P"] == len([run for run in runs if run])
        assert shown["1M"] in (around + pair[0], around + pair[1])
        assert shown["MN"] in (abs(2 * pair[0] - pair[1]), abs(2 * pair[1] - pair[0]))


@pytest.mark.parametrize("seed", seeds(range(40), fast=20))
def test_clues_are_the_same_at_once(seed: int) -> None:
    rng = random.Random(seed)
    height, width = rng.choice([(3, 4), (2, 5), (4, 3), (1, 7)])
    masks = rules.layouts(height, width)
    some = masks[rng.sample(range(len(masks)), 60)]
    cell = rng.randrange(height), rng.randrange(width)
    for rule in (*CLUE_RULES, *LIARS):
        shown = [set[Shown]() if mask[cell] else rules.may_show(rule, mask, cell) for mask in some]
        for value in {*set[Shown]().union(*shown), 99}:
            which = rules_at_once.which_may_show(rule, some, cell, value)
            assert which.tolist() == [value in each for each in shown]


@pytest.mark.parametrize(("rule", "counts"), some(ALLOWED.items(), every=3))
def test_counts_of_empty_boards(rule: str, counts: list[int]) -> None:
    for size in range(1, 4):
        assert len(rules_at_once.obeying(rule, size, size)) == counts[size - 1]
        masks = rules.layouts(size, size)
        assert sum(rules.satisfies(rule, mask) for mask in masks) == counts[size - 1]


@pytest.mark.slow
@pytest.mark.parametrize("place", some(range(3), every=3))
def test_counts_of_empty_boards_of_four_by_four_cells(place: int) -> None:
    for rule in [*ALLOWED][place::3]:
        assert len(rules_at_once.obeying(rule, 4, 4)) == ALLOWED[rule][3], rule


@pytest.mark.parametrize(
    ("rule", "shape"),
    some(product(LAYOUT_RULES, SHAPES), every=8, besides=product(LAYOUT_RULES, [(4, 4)])),
)
def test_layouts_are_the_same_at_once(rule: str, shape: tuple[int, int]) -> None:
    masks = rules.layouts(*shape)
    most = _MOST if shape == (4, 4) else _MOST_QUICKLY
    if len(masks) > most:
        masks = masks[random.Random(len(masks)).sample(range(len(masks)), most)]
    expected = [rules.satisfies(rule, mask) for mask in masks]
    assert rules_at_once.which_satisfy(rule, masks).tolist() == expected


@pytest.mark.parametrize("seed", seeds(range(60), fast=15))
def test_larger_layouts_are_the_same_at_once(seed: int) -> None:
    """One mine after the other is taken away, since sparse layouts obey more of the rules."""
    rng = random.Random(seed)
    mask = some_mask(rng)
    while mask.any():
        for rule in LAYOUT_RULES:
            obeys = rules.satisfies(rule, mask)
            assert rules_at_once.which_satisfy(rule, mask[None]).tolist() == [obeys], rule
        mask[rng.choice(rules.all_mines(mask))] = False


@pytest.mark.parametrize("rule", sorted(rules_at_once.CLOSED))
def test_row_by_row_finds_the_same(rule: str) -> None:
    for shape in [(1, 4), (3, 4), (4, 3), (5, 2)]:
        found = rules_at_once.obeying_by_rows(rule, *shape)
        assert {mask.tobytes() for mask in found} == {
            mask.tobytes() for mask in rules_at_once.obeying(rule, *shape)
        }
        assert len(found) == len(rules_at_once.obeying(rule, *shape))


@pytest.mark.parametrize("size", [1, 2, 3, 4, pytest.param(5, marks=pytest.mark.slow)])
def test_rules_of_rows_count_as_products(size: int) -> None:
    """No row minds the others, so the rows' number of choices is taken to the power of the rows."""
    apart, beside = [1, 2, 3, 5, 8, 13], [1, 1, 2, 4, 7, 12]
    expected = {
        "H": apart[size],
        "2H": beside[size],
        "2S": size * (size + 1) // 2,
        "2Z": comb(size, size // 2),
    }
    found = {rule: len(rules_at_once.obeying_by_rows(rule, size, size)) for rule in expected}
    assert found == {rule: choices**size for rule, choices in expected.items()}


@pytest.mark.parametrize(
    ("rule", "count"),
    some(
        [
            pytest.param("T", 1495392, marks=pytest.mark.slow),  # OEIS A181224
            ("A", 55213),  # OEIS A141243
            ("U", 55447),  # OEIS A006506
        ],
        every=2,
    ),
)
def test_counts_of_five_by_five_cells(rule: str, count: int) -> None:
    assert len(rules_at_once.obeying_by_rows(rule, 5, 5)) == count


def test_five_knights_of_five_by_five_cells() -> None:
    """OEIS A201540."""
    masks = np.zeros((comb(25, 5), 25), dtype=np.bool_)
    for mask, mines in zip(masks, combinations(range(25), 5), strict=True):
        mask[list(mines)] = True
    assert rules_at_once.which_satisfy("A", masks.reshape(-1, 5, 5)).sum() == 9386


def test_snakes_by_their_length() -> None:
    """OEIS A331968: there are 84 longest snakes on four by four cells, of 11 cells."""
    lengths = rules_at_once.obeying("S", 4, 4).sum(axis=(1, 2))
    assert lengths.min() == 2
    assert lengths.max() == 11
    assert (lengths == 2).sum() == 2 * 4 * 3
    assert (lengths == 11).sum() == 84


@pytest.mark.parametrize(("size", "count"), [(1, 1), (2, 13), (3, 218), (4, 11506)])
def test_counts_of_connected_sets(size: int, count: int) -> None:
    """OEIS A059525, with the steps of O and S; C has eight steps and another count."""
    sets = rules.layouts(size, size)
    assert rules_at_once.one_region(sets, CROSS).sum() == count
    if size < 4:
        regions = [rules.regions(rules.all_mines(each), CROSS) for each in sets]
        assert [len(found) for found in regions].count(1) == count


def test_only_mines_leave_no_safe_cell_inside() -> None:
    full = np.ones((4, 4), dtype=np.bool_)
    assert rules.satisfies("O", full)
    assert rules.satisfies("O", ~full)


def test_no_mine_is_not_connected_and_no_snake() -> None:
    empty = np.zeros((4, 4), dtype=np.bool_)
    assert not rules.satisfies("C", empty)
    assert not rules.satisfies("S", empty)


def test_a_single_mine_is_connected_and_no_snake() -> None:
    one = drawn("... .*. ...")
    assert rules.satisfies("C", one)
    assert not rules.satisfies("S", one)


@pytest.mark.parametrize("bar", [4, 5])
def test_bars_have_at_most_four_cells(bar: int) -> None:
    mask = drawn("*" * bar)
    assert rules.satisfies("D'", mask) == rules.satisfies("D'", mask.T) == (bar == 4)


def test_regions_touch_by_their_steps_only() -> None:
    mines = rules.all_mines(drawn(DRAWN))
    assert sorted(map(len, rules.regions(mines, CROSS))) == [1, 1, 1, 1, 2, 3]
    assert sorted(map(len, rules.regions(mines, RING))) == [1, 2, 3, 3]
