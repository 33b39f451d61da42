"""Layouts at hand one by one, and mixtures of several lots of them, against the posterior."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, State
from logicsweep.errors import MissingDensityError
from logicsweep.system.hidden import NO_HIDDEN
from logicsweep.tables.enumerated import EnumeratedLayouts
from logicsweep.tables.layouts import LayoutMixture, Layouts
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import first_board, random_board, uncertain_board

DENSITY = Fraction(2, 9)


def flat(board: Board, masks: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Layouts as rows of mines in covered cells."""
    rows = masks.reshape(len(masks), board.grid.size).copy()
    rows[:, ~board.covered_mask.ravel()] = False
    return rows


def with_prior(board: Board) -> Board:
    """The board, with a density if neither that nor the total is known."""
    if board.mines is None and board.density is None:
        return Board(board.grid, density=DENSITY, uncertain=board.uncertain)
    return board


def some_mixture(board: Board, masks: NDArray[np.bool_], rng: random.Random) -> Layouts:
    """The layouts dealt out to one to three parts, none of them empty."""
    homes = np.array([rng.randrange(3) for _ in masks])
    parts = [
        EnumeratedLayouts(board, flat(board, masks[homes == part]), board.density)
        for part in sorted(set(homes.tolist()))
    ]
    return LayoutMixture(board, NO_HIDDEN, parts)


@pytest.mark.parametrize("seed", seeds(range(120), fast=60))
def test_a_mixture_is_the_posterior_of_all_its_layouts(seed: int) -> None:
    rng = random.Random(seed)
    make = uncertain_board if seed % 2 else random_board
    board = with_prior(first_board(seed, lambda one: make(one, covered=9), oracle.is_consistent))
    masks, chances = oracle.posterior(board)
    whole = EnumeratedLayouts(board, flat(board, masks), board.density)
    for layouts in (whole, some_mixture(board, masks, rng)):
        count = layouts.count()
        assert count.total == len(masks)
        floats = count.probabilities()
        fractions = count.fractions()
        for cell in board.covered:
            expected = sum(
                (chance for mask, chance in zip(masks, chances, strict=True) if mask[cell]),
                Fraction(0),
            )
            assert count.probability(cell) == fractions[cell] == expected
            assert abs(floats[cell] - expected) < 1e-12
            assert (floats[cell] in (0, 1)) == (expected in (0, 1))
        mines = masks.sum(axis=(1, 2)).tolist()
        assert count.expected_mines == sum(
            chance * held for held, chance in zip(mines, chances, strict=True)
        )
        numbers = [
            [number for number in range(board.grid.size) if rng.random() < 0.4] for _ in range(2)
        ]
        joint: Counter[tuple[int, ...]] = Counter()
        for mask, chance in zip(masks, chances, strict=True):
            joint[tuple(int(mask.ravel()[some].sum()) for some in numbers)] += chance
        found = layouts.joint_marginal(numbers)
        assert found == +joint
        assert list(found) == sorted(found)
    mixed = some_mixture(board, masks, rng)
    assert mixed.mass() == whole.mass()
    drawn = {one.tobytes() for one in mixed.sample(30, rng)}
    assert drawn <= {mask.tobytes() for mask, chance in zip(masks, chances, strict=True) if chance}


def test_many_parts_are_as_precise_as_one() -> None:
    """However many there are, their mean is rounded as often as one of two."""
    board = Board(np.full((1, 12), State.COVERED), density=Fraction(2, 7))
    masks = oracle.layouts(board)
    parts = [EnumeratedLayouts(board, flat(board, masks[[one]]), DENSITY) for one in range(1000)]
    count = LayoutMixture(board, NO_HIDDEN, parts).count()
    exact = count.fractions()
    floats = count.probabilities()
    assert max(abs(Fraction(float(floats[cell])) - exact[cell]) for cell in exact) <= 2**-51


def test_parts_are_drawn_as_often_as_they_weigh() -> None:
    board = Board(np.full((1, 5), State.COVERED), mines=2)
    masks = oracle.layouts(board)
    parts = [EnumeratedLayouts(board, flat(board, some), None) for some in (masks[:2], masks[2:])]
    drawn = LayoutMixture(board, NO_HIDDEN, parts).sample(5000, random.Random(3))
    found = Counter(one.tobytes() for one in drawn)
    assert set(found) == {mask.tobytes() for mask in masks}
    # Ten layouts alike, 500 each, with a deviation of 21.
    assert all(abs(count - 500) < 5 * 21 for count in found.values())


def test_what_a_mixture_cannot_say() -> None:
    board = Board(np.full((1, 3), State.COVERED))
    masks = oracle.layouts(board)
    parts = [EnumeratedLayouts(board, flat(board, some), None) for some in (masks[:3], masks[3:])]
    mixture = LayoutMixture(board, NO_HIDDEN, parts)
    assert mixture.count().total == 8
    with pytest.raises(MissingDensityError):
        mixture.count().probabilities()
    assert mixture.sample(0, random.Random(1)).shape == (0, 1, 3)
