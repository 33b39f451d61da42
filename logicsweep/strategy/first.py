"""The first cells of a game that is too large to be solved, from a book of two lines.

Where only the first cell is kept free, a corner opens a region most often, since it has the fewest
neighbours; after a corner with a number, another corner does. Where the neighbours are free as
well, it is the third cell on a diagonal, or the fourth if a fifth of the cells are mines: the
starts of the strongest solvers, PSEQ and JSMinesweeper.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State, covered_mask
from logicsweep.board.total import bounds_of


def first_of(board: Board, first_click: FirstClick) -> int | None:
    """Return the book's first cell, or another corner; None if the book has no cell."""
    covered = int(np.count_nonzero(covered_mask(board.grid)))
    if covered == board.grid.size:
        return first_cell(board, first_click)
    return next_corner(board, first_click) if covered == board.grid.size - 1 else None


def first_cell(board: Board, first_click: FirstClick) -> int:
    """Return the number of the first cell to open on a board that is all covered.

    A corner is a cell with the fewest neighbours. Where there are not eight around a cell, the
    first click that keeps neighbours free goes where there are most of them.
    """
    if first_click is not FirstClick.OPENING:
        return int(_neighbours(board).argmin())
    if not board.has_eight_neighbours:
        return int(_neighbours(board).argmax())
    height, width = board.shape
    bounds = bounds_of(board.mines)
    is_dense = bounds is not None and 5 * bounds[0] >= board.grid.size
    step = 3 if is_dense else 2
    return board.number((min(step, height // 2), min(step, width // 2)))


def where_first(board: Board, first_click: FirstClick) -> str:
    """Say in words where `first_cell` is."""
    opens = first_click is FirstClick.OPENING
    if board.has_eight_neighbours:
        return "near a corner" if opens else "a corner"
    return f"no other has {'more' if opens else 'fewer'} neighbours"


def next_corner(board: Board, first_click: FirstClick) -> int | None:
    """Return another corner if a single corner is open and shows a number above 0; else None.

    Where all cells have equally many neighbours there are no corners. A corner next to the open
    cell does not count, since the number is about it.
    """
    covered = covered_mask(board.grid.ravel())
    if first_click is FirstClick.OPENING or int(covered.sum()) != board.grid.size - 1:
        return None
    near = _neighbours(board)
    opened = int(np.flatnonzero(~covered)[0])
    states = board.grid.ravel()
    if near[opened] > near.min() or near.min() == near.max() or states[opened] <= 0:
        return None
    is_corner = (near == near.min()) & (states == State.COVERED)
    is_corner[list(board.adjacency.neighbours(opened))] = False
    corners = np.flatnonzero(is_corner)
    return int(corners[0]) if corners.size else None


def _neighbours(board: Board) -> NDArray[np.intp]:
    """Count the neighbours of each cell."""
    counts: NDArray[np.intp] = (board.adjacency.table < board.grid.size).sum(axis=0)
    return counts
