"""The judge: every layout of a small board, by trying all of them.

It starts from the board's grid alone and shares no code with what it judges.
"""

from __future__ import annotations

from fractions import Fraction

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
        if (row, column) in board.uncertain:
            clue = board.uncertain[row, column]
            agrees &= [clue.chance(count) > 0 for count in _around(mines, row, column).tolist()]
        elif grid[row][column] >= 0:
            agrees &= _around(mines, row, column) == grid[row][column]
    if board.total_mines is not None:
        total = board.total_mines
        lower, upper = (total, total) if isinstance(total, int) else total
        counts = mines.sum(axis=(1, 2))
        agrees &= (lower <= counts) & (counts <= upper)
    return mines[agrees].astype(np.bool_)


def _around(mines: NDArray[np.int16], row: int, column: int) -> NDArray[np.int16]:
    """How many mines are next to a cell, in each layout."""
    top, left = max(row - 1, 0), max(column - 1, 0)
    around: NDArray[np.int16] = mines[:, top : row + 2, left : column + 2].sum(axis=(1, 2))
    return around - mines[:, row, column]


def posterior(board: Board) -> tuple[NDArray[np.bool_], list[Fraction]]:
    """Every layout, and how likely it is: the product of the likelihoods, and of the prior.

    The prior is the board's density when the total is unknown, else uniform.
    """
    found = layouts(board)
    covered = len(board.covered)
    weights = []
    for layout in found.astype(np.int16):
        weight = Fraction(1)
        for (row, column), clue in board.uncertain.items():
            weight *= clue.chance(int(_around(layout[None], row, column)[0]))
        if board.total_mines is None and board.density is not None:
            held = int(layout.sum()) - len(board.known_mines)
            weight *= board.density**held * (1 - board.density) ** (covered - held)
        weights.append(weight)
    whole = sum(weights)
    return found, [weight / whole for weight in weights]


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


def wrong_clues(board: Board, layout: NDArray[np.bool_]) -> list[Cell]:
    """The clues that a layout contradicts."""
    mines = layout.astype(np.int16)[None]
    wrong = []
    for cell, clue in board.clues.items():
        count = int(_around(mines, *cell)[0])
        right = count == clue if isinstance(clue, int) else clue.chance(count) > 0
        if not right:
            wrong.append(cell)
    return wrong
