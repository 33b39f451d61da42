"""Single components with weights and queries, against Python's elimination; large exact counts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Clue, KnowledgeBase
from logicsweep.board.adjacency import Adjacency
from logicsweep.constraints.factors import Factor
from logicsweep.kernel.component import (
    JointCounts,
    counts_of_signature,
    forget,
    joint_counts_of_signature,
    marginals_of_signature,
)
from logicsweep.kernel.context import Status
from logicsweep.kernel.exact import counted_board
from logicsweep.kernel.whole import marginals_of
from logicsweep.limits import Budget
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.system.signature import Signature
from logicsweep.system.system import Position, position_of
from logicsweep.tables.component_counts import weighted_counts_of
from logicsweep.tables.elimination import TOLERANCE
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.trellis import trellis_of
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.making import first_board, opened_at_random

pytestmark = needs_kernel

NEVER = Budget(None)
BLOCK = 40


def draw(rng: Random, queries: int, largest: int) -> Signature:
    """Boxes and factors that need not come from any board; `largest` bounds most weights."""
    count = rng.randint(1, 5)
    sizes = [rng.randint(1, 4) for _ in range(rng.randint(1, 8))]
    scopes = [sorted(rng.sample(range(count), rng.randint(1, min(count, 3)))) for _ in sizes]
    for factor in range(count):
        if not any(factor in scope for scope in scopes):
            scopes[0] = sorted({*scopes[0], factor})
    for scope in scopes:
        scope += [count + query for query in range(queries) if rng.random() < 0.5]
    factors = []
    for factor in range(count + queries):
        cells = sum(s for s, scope in zip(sizes, scopes, strict=True) if factor in scope)
        lower = rng.randint(0, cells)
        length = rng.randint(1, cells - lower + 1)
        weights = tuple(rng.choice([0, 1, 2, rng.randint(1, largest)]) for _ in range(length))
        if factor >= count:
            factors.append(Factor(0, (1,) * (cells + 1)))
        elif rng.random() < 0.5:
            factors.append(Factor(lower, (1,)))
        elif rng.random() < 0.3 or not any(weights):
            factors.append(Factor(lower, (1,) * length))
        else:
            factors.append(Factor(lower, weights))
    unary = None
    if rng.random() < 0.4:
        unary = tuple(
            (rng.randint(1, 5), *(rng.randint(0, 5) for _ in range(size)))
            if rng.random() < 0.4
            else None
            for size in sizes
        )
    touching = tuple(map(tuple, scopes))
    return Signature(tuple(sizes), touching, tuple(factors), queries, unary)


def nonzero(lowest: int, numbers: tuple[int, ...]) -> dict[int, int]:
    return {mines: number for mines, number in enumerate(numbers, lowest) if number}


@pytest.mark.parametrize("largest", [3, 10**30])
@pytest.mark.parametrize("block", seeds(range(40), fast=6))
def test_counts_and_marginals(block: int, largest: int) -> None:
    forget()
    some = 0
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        rng = Random(seed)
        signature = draw(rng, 0, largest)
        expected = weighted_counts_of(signature, budget=NEVER)
        found = counts_of_signature(signature, NEVER)
        if not expected.counts:
            assert found is None, seed
            continue
        some += 1
        assert found is not None, seed
        assert type(found) is type(expected), seed
        assert nonzero(found.lowest, found.counts) == nonzero(expected.lowest, expected.counts), (
            seed
        )
        inside = expected.boxes(NEVER)
        assert [nonzero(found.lowest, one) for one in found.boxes(NEVER)] == [
            nonzero(expected.lowest, one) for one in inside
        ], seed
        check_marginals(signature, found, rng, seed)
    assert some


def check_marginals(
    signature: Signature,
    counts: WeightedCounts,
    rng: Random,
    seed: int,
) -> None:
    """Under any message, against fractions; None only where weights differ by 2^59 or more."""
    message = [rng.uniform(0.01, 1) for _ in counts.counts]
    marginals = marginals_of_signature(signature, counts.lowest, message, NEVER)
    if marginals is None:
        assert max(w for factor in signature.factors for w in factor.weights) > 2**59, seed
        return
    exact = list(map(Fraction, message))
    mass = sum(w * count for w, count in zip(exact, counts.counts, strict=True))
    for size, found, held in zip(signature.sizes, marginals, counts.boxes(NEVER), strict=True):
        expected = sum(w * n for w, n in zip(exact, held, strict=True)) / (mass * size)
        assert abs(Fraction(found) - expected) <= TOLERANCE, seed


def joint_by_tables(signature: Signature) -> JointCounts:
    """The same by Python's tables."""
    return CountingPass(trellis_of(signature, NEVER), NEVER).by_query()


@pytest.mark.parametrize("block", seeds(range(40), fast=6))
def test_joint_counts(block: int) -> None:
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        rng = Random(seed)
        signature = draw(rng, rng.randint(1, 3), 10**6)
        assert joint_counts_of_signature(signature, NEVER) == joint_by_tables(signature), seed


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
        bounded = Board(
            np.full((1, cells + 1), -1), adjacency=adjacency, total_mines=cells // 2 + 1
        )
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
    count = KnowledgeBase(Board(np.full((1, cells), -1), total_mines=mines)).count()
    assert count.total == comb(cells, mines)
    assert count.probability((0, 0)) == Fraction(mines, cells)
    np.testing.assert_allclose(count.probabilities(), mines / cells, rtol=0, atol=TOLERANCE)
    few = Board(np.full((1, cells), -1), total_mines=(mines, min(mines + 5, cells)))
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
