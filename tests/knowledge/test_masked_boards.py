"""What an array hides is no evidence, and a call about arrays has a limit of cells and of time."""

from __future__ import annotations

import random
import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, LimitError, probabilities, verdicts
from logicsweep.errors import ArgumentError
from logicsweep.knowledge import arrays
from logicsweep.limits import MOST_CELLS
from tests.judges import oracle
from tests.judges.making import deal
from tests.judges.refusals import refused

Question = Callable[..., Any]
ASKED: list[Question] = [probabilities, verdicts]


def hidden(rng: random.Random, total: int) -> tuple[Any, Board]:
    """A masked array with the truth below its mask, 9 for a mine, and the board that is seen."""
    mines, _ = deal(rng, 3, 4, total)
    numbers = np.full((3, 4), 9)
    seen = np.full((3, 4), -1)
    for row, column in np.argwhere(~mines).tolist():
        near = mines[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
        numbers[row, column] = near.sum()
        if rng.random() < 0.5:
            seen[row, column] = near.sum()
    return np.ma.array(numbers, mask=seen < 0), Board(seen, mines=total)


def test_hidden_numbers_prove_nothing() -> None:
    """The board with which it was noticed: a mine was proved in (0,2), which is safe."""
    array = np.ma.array([[0, 1, 9, 1], [0, 1, 1, 1]], mask=[[0, 0, 1, 1], [0, 0, 1, 0]])
    expected = [[-2, -2, -1, 0], [-2, -2, -1, -2]]
    assert verdicts(array, covered=9, mines=1).tolist() == expected


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", range(8))
def test_verdicts_are_those_of_what_is_seen(seed: int) -> None:
    rng = random.Random(seed)
    drawn = [hidden(rng, 3) for _ in range(4)]
    masked = [array for array, _ in drawn]
    for many in (masked, np.ma.stack(masked), [array.tolist() for array in masked]):
        decided = verdicts(many, mines=3)
        chances = probabilities(many, mines=3)
        for index, (array, board) in enumerate(drawn):
            layouts = oracle.layouts(board)
            shares = np.where(board.covered_mask, layouts.mean(axis=0), np.nan)
            np.testing.assert_allclose(chances[index], shares, atol=1e-12)
            expected = np.select([np.isnan(shares), shares == 0, shares == 1], [-2, 0, 1], -1)
            assert (decided[index] == expected).all()
            assert (verdicts(array, mines=3) == expected).all()
            assert (verdicts(array, covered=9, mines=3, rules="V") == expected).all()
            np.testing.assert_array_equal(probabilities(array, mines=3), chances[index])


@pytest.mark.parametrize("question", ASKED)
def test_a_masked_mine_count_is_refused(question: Question) -> None:
    with refused(ArgumentError, argument="mines"):
        question(np.full((2, 2, 2), -1), mines=np.ma.array([1, 2], mask=[0, 1]))


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize(
    ("shape", "words"),
    [
        ((MOST_CELLS + 1, 1), r"more than 10,000,000 cells in the array"),
        ((2, MOST_CELLS + 1, 1), r"more than 10,000,000 cells in each board"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"rules": "1M"}, {"time_limit": 1.0}])
def test_too_many_cells_are_refused_before_they_take_memory(
    question: Question, shape: tuple[int, ...], words: str, options: dict[str, Any]
) -> None:
    boards = np.broadcast_to(np.int8(-1), shape)
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=words):
            question(boards, mines=1, **options)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("question", ASKED)
def test_all_boards_of_a_call_have_a_limit_as_well(
    question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrays, "MOST_CELLS_IN_ALL", 810)
    assert question(np.full((10, 9, 9), -1), mines=1).shape == (10, 9, 9)
    with refused(ArgumentError, argument="the array"):
        question(np.full((11, 9, 9), -1), mines=1)


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize("options", [{}, {"rules": "1M"}])
def test_the_time_limit_is_heard_while_boards_are_read(
    question: Question, options: dict[str, Any]
) -> None:
    boards = np.full((3, 2, 2), -1)
    boards[-1, 1, 1] = 77  # is not reached
    with refused(LimitError):
        question(boards, mines=1, time_limit=1e-9, **options)
    with refused(ValueError):
        question(boards, mines=1, **options)
