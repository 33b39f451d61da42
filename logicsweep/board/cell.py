"""A place on the board."""

from __future__ import annotations

from contextlib import suppress
from operator import index
from typing import NamedTuple, Self, TypeVar

import numpy as np


class Cell(NamedTuple):
    """A place on the board; sorts in reading order.

    Attributes:
        row: Counted from 0, from the top.
        column: Counted from 0, from the left.
    """

    row: int
    column: int

    def __str__(self) -> str:
        return f"({self.row},{self.column})"

    @classmethod
    def of(cls, cell: object) -> Self:
        """A cell from any pair of whole numbers, those of numpy included.

        Raises TypeError for anything else: a number that is cut off would name another cell.
        """
        if isinstance(cell, tuple | list | np.ndarray):  # other iterables have no order, or letters
            with suppress(TypeError, ValueError):
                row, column = cell
                return cls(index(row), index(column))
        raise TypeError(f"{cell!r} is no cell; expected two whole numbers, (row, column)")


# A mapping's keys are of one type, and a pair is no `Cell`: so either may be given.
AnyCell = TypeVar("AnyCell", bound=tuple[int, int])
