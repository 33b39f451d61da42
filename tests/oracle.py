"""The judge: every layout of a small board, by trying all of them.

It starts from the board's grid alone and shares no code with what it judges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from logicsweep.board import Board, Cell, State


def layouts(board: Board) -> NDArray[np.bool_]:
    """Every layout that agrees with the board, shape (layouts, height, width)."""
    height, width = board.height, board.width
    grid = board.grid.tolist()
    cells = [(row, column) for row in range(height) for column in range(width)]
    covered = [
        (row, column)
        for row, column in cells
        if grid[row][column] in (State.COVERED, State.FLAGGED)
    ]
    assert len(covered) <= 16, "too large for the oracle"
    choices = (np.arange(2 ** len(covered))[:, None] >> np.arange(len(covered))) & 1
    mines = np.zeros((len(choices), height, width), dtype=np.int16)
    for place, (row, column) in enumerate(covered):
        mines[:, row, column] = choices[:, place]
    for row, column in cells:
        if grid[row][column] == State.KNOWN_MINE:
            mines[:, row, column] = 1
    agrees = np.ones(len(choices), dtype=np.bool_)
    for row, column in cells:
        if grid[row][column] >= 0:
            top, left = max(row - 1, 0), max(column - 1, 0)
            around = mines[:, top : row + 2, left : column + 2].sum(axis=(1, 2))
            agrees &= around == grid[row][column]
    if board.total_mines is not None:
        total = board.total_mines
        lower, upper = (total, total) if isinstance(total, int) else total
        counts = mines.sum(axis=(1, 2))
        agrees &= (lower <= counts) & (counts <= upper)
    return mines[agrees].astype(np.bool_)


def verdicts(board: Board) -> tuple[set[Cell], set[Cell]] | None:
    """The covered cells that are mines in every layout, and those in none; None without layouts."""
    found = layouts(board)
    if not len(found):
        return None
    always, ever = found.all(axis=0), found.any(axis=0)
    return (
        {cell for cell in board.covered if always[cell]},
        {cell for cell in board.covered if not ever[cell]},
    )


def is_consistent(board: Board) -> bool:
    """Whether any layout agrees."""
    return len(layouts(board)) > 0
