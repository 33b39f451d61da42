"""Uncertain clues on boards: verdicts and posteriors against all layouts, with both engines."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Cell, Clue, InconsistentBoardError, KnowledgeBase, State
from tests import oracle
from tests.making import MODELS, random_board, uncertain_board

SEEDS = range(150)


def judge(board: Board) -> None:
    """Every verdict and every chance of a board, held against all of its layouts."""
    kb = KnowledgeBase(board)
    expected = oracle.verdicts(board)
    assert kb.is_consistent() == (expected is not None)
    if expected is None:
        with pytest.raises(InconsistentBoardError):
            kb.consequences()
        return
    mines, safe = expected
    found = kb.consequences()
    assert (found.mines, found.safe) == (mines, safe)
    if board.total_mines is None and board.density is None:
        assert kb.count().total == len(oracle.layouts(board))
        return
    layouts, weights = oracle.posterior(board)
    count = kb.count()
    assert count.total == len(layouts)
    chances = {
        cell: sum(weight for layout, weight in zip(layouts, weights, strict=True) if layout[cell])
        for cell in board.covered
    }
    assert count.fractions() == chances
    assert {cell for cell, chance in chances.items() if chance == 0} == safe
    assert {cell for cell, chance in chances.items() if chance == 1} == mines
    floats = count.probabilities()
    assert all(abs(floats[cell] - float(chance)) < 1e-12 for cell, chance in chances.items())
    assert count.expected_mines == sum(
        weight * int(layout.sum()) for layout, weight in zip(layouts, weights, strict=True)
    )


@pytest.mark.parametrize("seed", SEEDS)
def test_any_uncertain_clues_agree_with_all_layouts(seed: int, either_engine: str) -> None:
    judge(uncertain_board(seed))


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("seed", range(25))
def test_every_clue_model_agrees_with_all_layouts(
    model: str, seed: int, either_engine: str
) -> None:
    judge(uncertain_board(seed, model=model))
