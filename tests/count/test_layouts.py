"""Distributions, joint chances and samples, against all layouts."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from logicsweep import (
    Board,
    Cell,
    IllegalMoveError,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    State,
)
from logicsweep.errors import MissingDensityError
from tests.conftest import asp_is_slow, seeds
from tests.judges import oracle
from tests.judges.making import clue, opened_at_random, random_board

pytestmark = pytest.mark.usefixtures("either_engine")

DENSITY = Fraction(2, 9)


def weighed_layouts(board: Board) -> list[tuple[np.ndarray, Fraction]]:
    """The layouts, each with its chance."""
    layouts = oracle.layouts(board)
    if board.total_mines is None:
        odds = DENSITY / (1 - DENSITY)
        weights = [odds ** int(layout.sum()) for layout in layouts]
    else:
        weights = [Fraction(1)] * len(layouts)
    mass = sum(weights)
    return [(layout, weight / mass) for layout, weight in zip(layouts, weights, strict=True)]


@pytest.mark.parametrize("block", seeds(range(15)))
def test_clue_distributions(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        board = random_board(seed, covered=10)
        if not oracle.is_consistent(board):
            continue
        kb = KnowledgeBase(board)
        count = kb.count(density=DENSITY)
        layouts = weighed_layouts(board)
        for cell in board.covered:
            found = kb.clue_distribution(cell, density=DENSITY)
            expected: Counter[int] = Counter()
            for layout, chance in layouts:
                expected[-1 if layout[cell] else clue(layout, cell)] += chance
            assert found.mine == expected[-1] == count.probability(cell), seed
            assert len(found.clues) == len(board.neighbours(cell)) + 1
            assert list(found.clues) == [expected[n] for n in range(len(found.clues))], seed
            assert found.mine + sum(found.clues) == 1


@pytest.mark.parametrize("seed", seeds(range(80)))
def test_joint_chances(seed: int) -> None:
    board = random_board(seed, covered=10)
    if not oracle.is_consistent(board):
        return
    cells = [cell for number, cell in enumerate(board.cells) if number % 3 == seed % 3][:8]
    expected: Counter[tuple[bool, ...]] = Counter()
    for layout, chance in weighed_layouts(board):
        expected[tuple(bool(layout[cell]) for cell in cells)] += chance
    assert KnowledgeBase(board).joint(cells, density=DENSITY) == dict(expected)


def test_joint_chances_of_a_large_board_agree_with_those_of_single_cells() -> None:
    kb = KnowledgeBase(opened_at_random(7, 30, 30, 180, 0.3))
    count = kb.count()
    cells = [cell for cell, chance in count.fractions().items() if 0 < chance < 1][::25][:8]
    joint = kb.joint(cells)
    assert sum(joint.values()) == 1
    for place, cell in enumerate(cells):
        assert sum(p for key, p in joint.items() if key[place]) == count.probability(cell)
    pairs = kb.joint(cells[:2])
    for key in product((False, True), repeat=2):
        assert pairs.get(key, 0) == sum(p for long, p in joint.items() if long[:2] == key)


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
    sample = KnowledgeBase(board).sample(draws, seed=11, density=DENSITY)
    assert sample.shape == (draws, board.height, board.width)
    found = Counter(one.tobytes() for one in sample)
    freedom = len(layouts) - 1
    # Chi-square has mean `freedom` and variance 2 * freedom; five deviations are beyond chance.
    assert abs(chi_square(found, expected, draws) - freedom) < 5 * (2 * freedom) ** 0.5


@pytest.mark.parametrize("seed", seeds(range(30)))
def test_samples_agree_with_the_board(seed: int) -> None:
    board = random_board(seed, covered=12)
    allowed = {layout.tobytes() for layout in oracle.layouts(board)}
    if not allowed:
        with pytest.raises(InconsistentBoardError):
            KnowledgeBase(board).sample(1, 0)
        return
    sample = KnowledgeBase(board).sample(40, seed, density=DENSITY)
    assert {one.tobytes() for one in sample} <= allowed


@asp_is_slow
def test_samples_of_a_large_board() -> None:
    board = opened_at_random(5, 60, 60, 740, 0.4)
    kb = KnowledgeBase(board)
    sample = kb.sample(40, 3)
    np.testing.assert_array_equal(sample, kb.sample(40, 3))
    assert not np.array_equal(sample, kb.sample(40, 4))
    assert (sample.sum(axis=(1, 2)) == 740).all()
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


def test_questions_that_cannot_be_answered() -> None:
    kb = KnowledgeBase(Board.parse("?1???\n??_*?\n"))
    with pytest.raises(IllegalMoveError, match="not covered"):
        kb.clue_distribution((0, 1), density=DENSITY)
    with pytest.raises(ValueError, match="off the board"):
        kb.clue_distribution((9, 9), density=DENSITY)
    with pytest.raises(ValueError, match="at most 8"):
        kb.joint([Cell(0, 0)] * 9, density=DENSITY)
    for ask in (
        lambda: kb.sample(1, 1),
        lambda: kb.joint([(0, 4)]),
        lambda: kb.clue_distribution((0, 3)),
    ):
        with pytest.raises(MissingDensityError):
            ask()
    with pytest.raises(ValueError, match="number of samples"):
        kb.sample(-1, 1, density=DENSITY)
    assert kb.sample(0, 1, density=DENSITY).shape == (0, 2, 5)
    assert kb.joint([], density=DENSITY) == {(): 1}
    assert kb.joint([(0, 1), (1, 3)], density=DENSITY) == {(False, True): 1}
    wide = KnowledgeBase(opened_at_random(2, 30, 30, 180, 0.2), max_entries=20)
    with pytest.raises(LimitError, match="table entries"):
        wide.sample(1, 1)
    assert State.COVERED == -1
