"""`Numbered`: the cells of a grid as pairs (row, column) and as numbers, row by row from 0."""

from __future__ import annotations

from collections.abc import Iterator
from operator import index

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import Cell, Grid, State, cells_in, covered_mask


class Numbered:
    """Something with a `grid` whose cells have numbers."""

    __slots__ = ()

    grid: Grid

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of rows and columns, (height, width)."""
        height, width = self.grid.shape
        return height, width

    @property
    def height(self) -> int:
        """The number of rows."""
        height: int = self.grid.shape[0]
        return height

    @property
    def width(self) -> int:
        """The number of columns."""
        width: int = self.grid.shape[1]
        return width

    @property
    def cells(self) -> Iterator[Cell]:
        """Every cell in reading order."""
        width = self.width
        return (Cell(*divmod(number, width)) for number in range(self.grid.size))

    @property
    def covered(self) -> tuple[Cell, ...]:
        """The covered cells, flagged ones included, in reading order."""
        return cells_in(self.covered_mask)

    @property
    def covered_mask(self) -> NDArray[np.bool_]:
        """The covered cells as a boolean array of shape (height, width)."""
        return covered_mask(self.grid)

    @property
    def known_mines(self) -> tuple[Cell, ...]:
        """The mines that were dug up or shown, in reading order."""
        return cells_in(self.grid == State.KNOWN_MINE)

    def number(self, cell: tuple[int, int]) -> int:
        """Return the number of a cell, counted row by row from 0.

        Raises:
            ValueError: The cell is off the board.
            TypeError: The cell is not a pair of whole numbers. All methods that take a cell raise
                these two errors.
        """
        row, column = Cell.of(cell)
        shape: tuple[int, ...] = self.grid.shape
        height, width = shape
        if not (0 <= row < height and 0 <= column < width):
            raise ValueError(
                f"({row},{column}) is off the board; rows are 0 to {height - 1}, "
                f"columns 0 to {width - 1}"
            )
        return row * width + column

    def cell(self, number: int) -> Cell:
        """Return the cell with a number; the inverse of `number`.

        Raises:
            ValueError: There is no cell with this number.
        """
        checked = index(number)
        grid = self.grid
        if not 0 <= checked < grid.size:
            raise ValueError(f"cell number {number} is not in 0..{grid.size - 1}")
        # Half the time of named tuples' own way: answers name very many cells.
        return tuple.__new__(Cell, divmod(checked, grid.shape[1]))

    def __iter__(self) -> Iterator[Cell]:
        """Yield every cell in reading order, as `cells`. A board has no length."""
        return self.cells

    def __contains__(self, cell: object) -> bool:
        """Tell whether something is a pair (row, column) of whole numbers that is on the board."""
        try:
            row, column = Cell.of(cell)
        except TypeError:
            return False
        return 0 <= row < self.height and 0 <= column < self.width
