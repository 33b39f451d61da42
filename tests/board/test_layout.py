"""Complete placements of mines: what is seen of them, against the oracle."""

from __future__ import annotations

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, Layout
from logicsweep.board import Mismatch
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import random_board

BOARD = Board.parse("mines: 2\n\n?F??\n1211\n0000\n")


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_layouts_are_checked_against_the_board(seed: int) -> None:
    board = random_board(seed, covered=8)
    grid = board.grid.copy()
    grid[np.isin(grid, range(9))] = -4
    for mask in oracle.layouts(Board(grid)):
        layout = Layout(mask)
        agrees = any(np.array_equal(mask, other) for other in oracle.layouts(board))
        assert (not layout.mismatches(board)) == agrees
        assert KnowledgeBase(board).allows(layout) == agrees
        shown = layout.on(board)
        assert not shown.covered
        assert set(shown.known_mines) == layout.mines


def test_a_layout_is_a_value() -> None:
    layout = Layout(np.array([[True, False, True, False], [False] * 4, [False] * 4]))
    assert str(layout) == "*_*_\n____\n____"
    assert repr(layout) == "<Layout 4x3, 2 mines>"
    assert {layout: 1}[Layout(layout.mask.copy())] == 1
    assert layout != Layout([[True]])
    other = Layout(np.array([[True, True, True, False], [False] * 4, [False] * 4]))
    assert other.mismatches(BOARD) == (
        Mismatch(Cell(1, 0), 1, 1, 2),
        Mismatch(Cell(1, 1), 2, 2, 3),
        Mismatch(Cell(1, 2), 1, 1, 2),
        Mismatch(None, 2, 2, 3),
    )
    with pytest.raises(AttributeError, match="immutable"):
        layout.mask = layout.mask  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        layout.mask[0, 0] = False
    with pytest.raises(ValueError, match="two-dimensional array of bool"):
        Layout([1, 0])
    with pytest.raises(ValueError, match="the layout is 1x1, the board 4x3"):
        Layout([[True]]).mismatches(BOARD)
    with pytest.raises(ValueError, match=r"\(1,0\) is open"):
        Layout(np.ones((3, 4), dtype=np.bool_)).mismatches(BOARD)
    with pytest.raises(ValueError, match=r"\(0,0\) is a known mine"):
        Layout([[False]]).mismatches(Board.parse("*"))
