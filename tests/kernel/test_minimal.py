"""Minimal sets of clues from the kernel, against Python."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Clue, KnowledgeBase, State, Verdict
from logicsweep.kernel import context
from logicsweep.kernel.proposal import forcing
from logicsweep.limits import Budget
from logicsweep.system.system import position_of
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.fuzz import draw_board

pytestmark = needs_kernel

NEVER = Budget(None)


def strip(length: int) -> Board:
    """A row of clues each of which is needed to decide the first cell."""
    grid = np.full((1, 2 * length + 1), State.COVERED, dtype=np.int8)
    grid[0, 1::2] = 1
    grid[0, -2] = 0
    return Board(grid)


@pytest.mark.parametrize("block", seeds(range(40), fast=8))
def test_explanations_on_any_board(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        board, _ = draw_board(Random(f"minimal {seed}"))
        kb = KnowledgeBase(board)
        if not kb.has_layout():
            continue
        proved = kb.consequences()
        ours = {cell: kb.explain(cell) for cell in sorted(proved.mines | proved.safe)}
        with without_kernel():
            twin = KnowledgeBase(board)
            theirs = {cell: twin.explain(cell) for cell in ours}
        assert ours == theirs, seed


@pytest.mark.parametrize(("length", "is_proposed"), [(4, True), (40, True), (300, False)])
def test_sets_that_are_too_large_are_left_to_python(length: int, is_proposed: bool) -> None:
    board = strip(length)
    kb = KnowledgeBase(board)
    mine = kb.verdict((0, 0)) is Verdict.MINE
    proposed = forcing(position_of(board), 0, mine=mine, budget=NEVER)
    assert (proposed is not None) is is_proposed
    assert kb.explain((0, 0)).clues == tuple(board.clues)


def test_clues_with_gaps_are_left_to_python() -> None:
    """Two mines or none: bounds do not say this."""
    gaps = Clue(0, 2, (Fraction(1), Fraction(0), Fraction(1)))
    board = Board.parse("???1\n").replace({(0, 1): gaps})
    assert forcing(position_of(board), 0, mine=True, budget=NEVER) is None
    assert KnowledgeBase(board).explain((0, 0)).clues == ((0, 1), (0, 3))


def test_the_board_at_hand_stays() -> None:
    """Marginals can be asked for again after minimal sets."""
    kernel = context.context()
    assert kernel is not None
    kb = KnowledgeBase(Board.parse("????\n1221\n0000\n"))
    decided = kb.consequences().mines
    chances = kb.probabilities()
    at_hand = kernel.loaded
    kb.difficulty()
    kb.explain(min(decided))
    assert kernel.loaded is at_hand
    assert np.array_equal(chances, kb.probabilities(), equal_nan=True)
