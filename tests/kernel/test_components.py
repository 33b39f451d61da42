"""Single components with long numbers: chains, wide boxes and weights, against closed forms."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.board import Clue
from logicsweep.board.adjacency import Adjacency
from logicsweep.constraints.factors import Factor
from logicsweep.kernel.component import (
    counts_of_signature,
    joint_counts_of_signature,
    marginals_of_signature,
)
from logicsweep.kernel.context import Status
from logicsweep.kernel.exact import counted_board
from logicsweep.kernel.whole import marginals_of
from logicsweep.limits import Budget
from logicsweep.system.signature import Signature
from logicsweep.system.system import Position, position_of
from logicsweep.tables.model_count import TOLERANCE
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.making import first_board, opened_at_random

pytestmark = needs_kernel

NEVER = Budget(None)


def nonzero(lowest: int, numbers: tuple[int, ...]) -> dict[int, int]:
    return {mines: number for mines, number in enumerate(numbers, lowest) if number}


def chain(cells: int, width: int = 1) -> Position:
    """A row of groups of `width` cells, and between each two a clue that says 1."""
    groups = cells
    size = groups * width + groups - 1
    near: list[set[int]] = [set() for _ in range(size)]
    states = np.full(size, -1, dtype=np.int8)
    for place in range(groups - 1):
        clue = groups * width + place
        states[clue] = 1
        for cell in range(place * width, (place + 2) * width):
            near[clue].add(cell)
            near[cell].add(clue)
    board = Board(states.reshape(1, -1), adjacency=Adjacency.of(near))
    return position_of(board)


@pytest.mark.parametrize(("groups", "width"), [(2, 5), (30, 1), (41, 7), (80, 12), (201, 3)])
def test_chains_of_ones(groups: int, width: int) -> None:
    """Every second group has a mine: the first, the third ..., or the second, the fourth ..."""
    found = counted_board(chain(groups, width), NEVER)
    assert found is not None
    (component,) = found.components
    counts = component.counts
    odd, even = (groups + 1) // 2, groups // 2
    expected = Counter({odd: width**odd})
    expected[even] += width**even
    assert nonzero(counts.lowest, counts.counts) == expected
    for cells, held in zip(component.boxes, counts.boxes(NEVER), strict=True):
        if groups > 2:  # else both are in one box
            mines = even if cells[0] // width % 2 else odd
            assert nonzero(counts.lowest, held) == {mines: width**mines}


@pytest.mark.parametrize("cells", [8, 46, 47, 60, 64, 100, 126])
def test_one_clue(cells: int) -> None:
    """All numbers of mines that one clue can have, up to numbers of two limbs."""
    near = [set(range(1, cells + 1)), *([{0}] * cells)]
    adjacency = Adjacency.of(near)
    for mines in (0, 1, 2, cells // 2, cells - 1, cells):
        states = np.full((1, cells + 1), -1, dtype=np.int8)
        states[0, 0] = mines
        count = KnowledgeBase(Board(states, adjacency=adjacency)).count(density=Fraction(1, 3))
        assert count.total == comb(cells, mines)
        assert count.probability((0, 1)) == Fraction(mines, cells)
        bounded = Board(np.full((1, cells + 1), -1), adjacency=adjacency, mines=cells // 2 + 1)
        bounded = bounded.replace({(0, 0): Clue.at_least(mines)})
        expected = comb(cells, cells // 2 + 1) if cells // 2 + 1 >= mines else 0
        kb = KnowledgeBase(bounded)
        assert kb.has_layout() == (expected > 0)
        if expected:
            assert kb.count().total == expected


@pytest.mark.parametrize(
    ("cells", "mines"), [(1, 0), (70, 35), (480, 99), (2500, 1250), (10000, 1)]
)
def test_only_interior(cells: int, mines: int) -> None:
    count = KnowledgeBase(Board(np.full((1, cells), -1), mines=mines)).count()
    assert count.total == comb(cells, mines)
    assert count.probability((0, 0)) == Fraction(mines, cells)
    np.testing.assert_allclose(count.probabilities(), mines / cells, rtol=0, atol=TOLERANCE)
    few = Board(np.full((1, cells), -1), mines=(mines, min(mines + 5, cells)))
    total = sum(comb(cells, n) for n in range(mines, min(mines + 5, cells) + 1))
    ranged = KnowledgeBase(few).count()
    assert ranged.total == total
    expected = sum(n * comb(cells, n) for n in range(mines, min(mines + 5, cells) + 1))
    share = Fraction(expected, total * cells)
    assert ranged.probability((0, 0)) == share
    assert abs(Fraction(ranged.probabilities()[0, 0]) - share) <= TOLERANCE


@pytest.mark.parametrize("seed", seeds(range(8), fast=2))
def test_counts_above_what_doubles_hold(seed: int) -> None:
    """Exact fractions of components with more than 2^53 models, and their floats."""

    def is_large(board: Board) -> bool:
        found = counted_board(position_of(board), NEVER)
        assert found is not None
        return any(sum(one.counts.counts) > 2**53 for one in found.components)

    board = first_board(seed, lambda one: opened_at_random(one, 30, 30, 150, 0.2), is_large)
    count = KnowledgeBase(board).count()
    with without_kernel():
        python = KnowledgeBase(board).count()
        fractions, total = python.fractions(), python.total
    assert count.total == total
    assert count.fractions() == fractions
    floats = count.probabilities()
    for cell, chance in fractions.items():
        assert abs(Fraction(floats[cell]) - chance) <= TOLERANCE


@pytest.mark.parametrize("exponent", [100, 320, 400, 3000])
@pytest.mark.parametrize("number", [0, 1, 2])
def test_a_likelihood_that_no_double_holds(exponent: int, number: int) -> None:
    """What is all but impossible is possible."""
    likelihood = [Fraction(1)] * 3
    likelihood[number] = Fraction(1, 10**exponent)
    board = Board.parse("density: 1/2\n\n???\n").replace({(0, 1): Clue(0, 2, tuple(likelihood))})
    chance = Fraction(likelihood[1] + likelihood[2], sum(likelihood) + likelihood[1])
    for reasoner in ("sat", "elimination"):
        kb = KnowledgeBase(board, reasoner=reasoner)
        assert not kb.consequences().safe
        assert not kb.consequences().mines
        count = kb.count()
        assert count.probability((0, 0)) == chance
        assert 0 < count.probabilities()[0, 0] < 1
        assert abs(Fraction(count.probabilities()[0, 0]) - chance) <= TOLERANCE
    found = marginals_of(position_of(board), None, NEVER)
    assert found is not None
    assert found.status in (Status.OK, Status.IMPRECISE)
    assert (found.status == Status.IMPRECISE) == (exponent > 300)


@pytest.mark.parametrize("shuffle", seeds(range(12)))
def test_products_that_no_double_holds(shuffle: int) -> None:
    """Two halves of a component that both are all but impossible, and the one implies the other.

    Each cell comes with another that is its opposite, so that all models have as many mines.
    """
    links, tiny = 10, Fraction(1, 2**59)
    first = [f"first {n}" for n in range(links + 1)]
    second = [f"second {n}" for n in range(links + 1)]
    alike = Clue(0, 2, (Fraction(1), Fraction(0), tiny))
    clues: list[tuple[list[str], int | Clue]] = [
        ([row[n], row[n + 1]], alike) for row in (first, second) for n in range(links)
    ]
    clues += [([cell, f"not {cell}"], 1) for cell in (*first, *second)]
    clues.append(([first[-1], f"not {second[0]}"], Clue.at_most(1)))
    names = [*first, *second, *(f"not {cell}" for cell in (*first, *second))]
    places = list(range(len(names) + len(clues)))
    Random(shuffle).shuffle(places)
    number = dict(zip(names, places, strict=False))
    near: list[set[int]] = [set() for _ in places]
    shown = {}
    for place, (cells, clue) in zip(places[len(names) :], clues, strict=True):
        shown[0, place] = clue
        for cell in cells:
            near[place].add(number[cell])
            near[number[cell]].add(place)
    board = Board(np.full((1, len(places)), -1), adjacency=Adjacency.of(near)).replace(shown)
    # Both halves are alike within: none, the second alone, or both.
    half = tiny**links
    mass = 1 + half + half**2
    expected = {first[0]: half**2 / mass, second[-1]: (half + half**2) / mass}
    for reasoner in ("sat", "elimination"):
        kb = KnowledgeBase(board, reasoner=reasoner)
        count = kb.count(density=Fraction(1, 2))
        for cell, chance in expected.items():
            assert 0 < count.probabilities()[0, number[cell]] < 1
            assert count.probability((0, number[cell])) == chance
        assert not kb.consequences().safe


@pytest.mark.parametrize(
    ("side", "mines", "matrices"),
    [
        (4, 2, 90),
        (8, 2, 187_530_840),
        pytest.param(9, 3, 12_025_780_892_160, marks=pytest.mark.slow),
    ],
)
def test_rows_and_columns(side: int, mines: int, matrices: int) -> None:
    """Matrices of 0 and 1 with equal sums (OEIS A001499, A001501); the last takes a line."""
    cells = [(cell // side, side + cell % side) for cell in range(side**2)]
    factors = (Factor(mines, (1,)),) * (2 * side)
    signature = Signature((1,) * side**2, tuple(cells), factors, 0, None)
    assert joint_counts_of_signature(signature, NEVER) == {(): {side * mines: matrices}}


def test_a_signature_without_factors_is_left_to_python() -> None:
    signature = Signature((2,), ((),), (), 0, None)
    assert counts_of_signature(signature, NEVER) is None
    assert joint_counts_of_signature(signature, NEVER) is None
    assert marginals_of_signature(signature, 0, [1.0, 1.0, 1.0], NEVER) is None
