"""Random layouts, against the probabilities of all of them."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from logicsweep import Board, InconsistentBoardError, KnowledgeBase
from logicsweep.tables.elimination import convolution
from logicsweep.tables.listing import Sampler
from tests.conftest import asp_is_slow, seeds
from tests.judges import oracle
from tests.judges.making import clue, opened_at_random, random_board
from tests.tables.counting import NEVER, counted_components
from tests.tables.weighed import DENSITY, weighed_layouts

pytestmark = pytest.mark.usefixtures("either_engine")


def chi_square(found: Counter[bytes], expected: dict[bytes, Fraction], draws: int) -> float:
    assert set(found) <= set(expected)
    return sum(
        (found[key] - float(chance) * draws) ** 2 / (float(chance) * draws)
        for key, chance in expected.items()
    )


@pytest.mark.parametrize(
    "text",
    [
        "mines: 4\n\n??1??\n?21??\n?????\n",  # one total: uniform
        "mines: 3..5\n\n?1???\n?????\n",  # a range: uniform over all of it
        "?1?\n???\n?2?\n",  # a density: as likely as it makes them
    ],
)
def test_samples_are_as_likely_as_the_layouts(text: str) -> None:
    board = Board.parse(text)
    layouts = weighed_layouts(board)
    expected = {layout.tobytes(): chance for layout, chance in layouts}
    draws = 60 * len(layouts)
    sample = KnowledgeBase(board).sample(n=draws, seed=11, density=DENSITY)
    assert sample.shape == (draws, board.height, board.width)
    found = Counter(one.tobytes() for one in sample)
    freedom = len(layouts) - 1
    # Chi-square has mean `freedom` and variance 2 * freedom; five deviations are beyond chance.
    assert abs(chi_square(found, expected, draws) - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", seeds(range(30)))
def test_samples_agree_with_the_board(seed: int) -> None:
    board = random_board(seed, covered=12)
    allowed = {layout.tobytes() for layout in oracle.layouts(board)}
    if not allowed:
        with pytest.raises(InconsistentBoardError):
            KnowledgeBase(board).sample(n=1, seed=0)
        return
    sample = KnowledgeBase(board).sample(n=40, seed=seed, density=DENSITY)
    assert {one.tobytes() for one in sample} <= allowed


@asp_is_slow
def test_samples_of_a_large_board() -> None:
    board = opened_at_random(5, 40, 40, 330, 0.4)
    kb = KnowledgeBase(board)
    sample = kb.sample(n=40, seed=3)
    np.testing.assert_array_equal(sample, kb.sample(n=40, seed=3))
    assert not np.array_equal(sample, kb.sample(n=40, seed=4))
    assert (sample.sum(axis=(1, 2)) == 330).all()
    for layout in sample[:5]:
        for cell, shown in board.clues.items():
            assert not layout[cell]
            assert clue(layout, cell) == shown
    chance = kb.count().probabilities()
    undecided = (chance > 0) & (chance < 1)
    off = sample.mean(axis=0)[undecided] - chance[undecided]
    deviations = off / np.sqrt(chance[undecided] * (1 - chance[undecided]) / 40)
    # Cells of one layout hang together, so that this mean itself has a deviation of some 0.08.
    assert abs(np.mean(deviations**2) - 1) < 0.3


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", seeds(range(12)))
def test_samples_of_counted_components(seed: int) -> None:
    """Any weights, bounds and interiors: every possible set of mines comes, and no other does."""
    for one in range(100 * seed, 100 * seed + 100):
        made = counted_components(one)
        if made is None or not 3 < len(made.weights) < 120:
            continue
        counted, weights = made
        odds = DENSITY / (1 - DENSITY) if counted.bounds is None else Fraction(1)
        mass = sum(weight * odds ** len(mines) for mines, weight in weights.items())
        expected = {
            mines: float(weight * odds ** len(mines) / mass) for mines, weight in weights.items()
        }
        # With so many draws the rarest is missed in one of a billion runs.
        draws = int(21 / min(expected.values()))
        if draws <= 40_000:
            break
    else:
        raise AssertionError(f"seed {seed}: no components whose sets of mines are all likely")
    prior = convolution(counted.bounds, DENSITY, lambda: NEVER)(
        counted.counts, len(counted.interior)
    )
    drawn = Sampler(counted, prior).draw(draws, Random(seed), NEVER)
    found = Counter(frozenset(np.flatnonzero(layout).tolist()) for layout in drawn)
    assert set(found) == set(expected)
    chi_square = sum(
        (found[mines] - draws * chance) ** 2 / (draws * chance)
        for mines, chance in expected.items()
    )
    freedom = len(expected) - 1
    assert chi_square < freedom + 6 * (2 * freedom) ** 0.5
