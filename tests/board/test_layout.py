"""Complete placements of mines: what is seen of them, against the oracle."""

from __future__ import annotations

import random

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, Layout
from logicsweep.board import Mismatch
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import clue, random_board, uncertain_board

BOARD = Board.parse("mines: 2\n\n?F??\n1211\n0000\n")


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_layouts_are_checked_against_the_board(seed: int) -> None:
    board = random_board(seed, covered=8)
    grid = board.grid.copy()
    grid[np.isin(grid, range(9))] = -4
    allowed = {mask.tobytes() for mask in oracle.layouts(board)}
    for mask in oracle.layouts(Board(grid)):
        layout = Layout(mask)
        agrees = mask.tobytes() in allowed
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
        Mismatch(Cell(1, 0), (1, 1), 2),
        Mismatch(Cell(1, 1), (2, 2), 3),
        Mismatch(Cell(1, 2), (1, 1), 2),
        Mismatch(None, (2, 2), 3),
    )
    with pytest.raises(AttributeError, match="immutable"):
        layout.mask = layout.mask  # type: ignore[misc]
    with pytest.raises(ValueError, match="read-only"):
        layout.mask[0, 0] = False


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_what_is_seen_of_a_layout(seed: int) -> None:
    """Against the neighbours of each cell counted one by one, and cells opened one by one."""
    rng = random.Random(seed)
    height, width = rng.randint(1, 7), rng.randint(1, 7)
    mask = np.array([[rng.random() < 0.2 for _ in range(width)] for _ in range(height)])
    layout = Layout(mask)
    seen = layout.revealed()
    assert Layout.of(seen) == layout
    assert seen.mines == mask.sum()
    safe = []
    for row, column in np.ndindex(height, width):
        assert layout.around[row, column] == clue(mask, (row, column)) - mask[row, column]
        if not mask[row, column]:
            assert seen.clue((row, column)) == clue(mask, (row, column))
            safe.append((row, column))
    first = rng.sample(safe, min(2, len(safe)))
    opened: set[tuple[int, int]] = set()
    waiting = list(first)
    while waiting:
        cell = waiting.pop()
        if cell not in opened:
            opened.add(cell)
            if clue(mask, cell) == 0:
                waiting += [(near.row, near.column) for near in seen.neighbours(cell)]
    position = layout.opened(first)
    assert set(position.clues) == opened
    assert set(position.covered) == set(seen.cells) - opened
    for cell in position.clues:
        assert position.clue(cell) == seen.clue(cell)
    for mine in layout.mines:
        with pytest.raises(ValueError, match="is a mine; expected a safe cell to open"):
            layout.opened([mine])


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_mismatches_are_those_of_the_oracle(seed: int) -> None:
    board = (uncertain_board if seed % 2 else random_board)(seed, covered=6)
    for mask in oracle.placements(board):
        mismatches = Layout(mask).mismatches(board)
        wrong = [one.cell for one in mismatches if one.cell is not None]
        assert wrong == oracle.wrong_clues(board, mask)
        is_met = bool(oracle.meets_total(board, mask[None])[0])
        assert (len(wrong) < len(mismatches)) == (not is_met)
        assert Layout(mask).mismatch(board) == (mismatches[0] if mismatches else None)
        for one in mismatches:
            cell = one.cell
            assert one.found == (mask.sum() if cell is None else oracle.around(mask[None], cell)[0])


@pytest.mark.parametrize("block", seeds(range(20), fast=4))
def test_3bv_is_the_number_of_clicks(block: int) -> None:
    """Against a game in which zeros are clicked first, then what is still covered."""
    for seed in range(block * 5, block * 5 + 5):
        rng = random.Random(seed)
        height, width = rng.randint(1, 9), rng.randint(1, 9)
        share = rng.random() * 0.6
        mask = np.array([[rng.random() < share for _ in range(width)] for _ in range(height)])
        layout = Layout(mask)
        clicks: list[tuple[int, int]] = []
        for zeros_only in (True, False):
            for cell in np.ndindex(height, width):
                if mask[cell] or (zeros_only and layout.around[cell]):
                    continue
                if not clicks or layout.opened(clicks).is_covered(cell):
                    clicks.append(cell)
        assert layout.three_bv == len(clicks), seed


def test_a_layout_that_does_not_fit_does_not_agree() -> None:
    kb = KnowledgeBase(Board.parse("mines: 2\n\n1?\n?*"))
    for rows, agrees in (("00/10", False), ("11/01", False), ("10/01", False), ("01/01", False)):
        mask = np.array([[sign == "1" for sign in row] for row in rows.split("/")])
        fits = bool(not mask[0, 0] and mask[1, 1])
        assert Layout(mask).fits(kb.board) == fits
        assert kb.allows(Layout(mask)) == agrees
    with pytest.raises(ValueError, match="the layout is 3x3, the board 2x2"):
        kb.allows(Layout(np.zeros((3, 3), dtype=np.bool_)))
