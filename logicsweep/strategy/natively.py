"""The question for a guess of the kernel alone, which plays games with forced survival in one call.

The kernel decides as `decide` does, its twin, where a board is ordinary and has one mine count, but
for blank boards that are small enough to be solved. It gives no score, and chances to win in
floats.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.board.total import Total
from logicsweep.kernel import headers
from logicsweep.strategy.first import first_cell, next_corner
from logicsweep.strategy.recipe import Recipe


class Plan:
    """The facts that the neighbours, the mine count and the first click of a board determine.

    The first cell is that of the book, or the given one, after which the book has another corner
    or none.

    Attributes:
        native: The same for the kernel, as long as this lives.
    """

    def __init__(self, board: Board, first_click: FirstClick, first: int | None = None) -> None:
        blank = board.with_grid(board.grid * 0 + State.COVERED, {})
        first = first_cell(blank, first_click) if first is None else first
        second = next_corner(blank.replace({blank.cell(first): 1}), first_click)
        self.native = headers.ls_board_plan(first, -1 if second is None else second)


def plan_of(board: Board, first_click: FirstClick, first: int | None = None) -> Plan:
    """Return the plan of an ordinary board with one mine count, made once for many games."""
    return _plan(board.own_adjacency, board.shape, board.mines, first_click, first)


@lru_cache(maxsize=64)
def _plan(
    adjacency: Adjacency | None,
    shape: tuple[int, int],
    total: Total,
    first_click: FirstClick,
    first: int | None,
) -> Plan:
    grid = np.full(shape, State.COVERED, dtype=np.int8)
    return Plan(Board(grid, mines=total, adjacency=adjacency), first_click, first)


def numbers_of(recipe: Recipe) -> headers.ls_recipe:
    """Return the numbers of a recipe as the kernel takes them. Raises ValueError for bad ones."""
    recipe.check()
    return headers.ls_recipe(**recipe._asdict())
