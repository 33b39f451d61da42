"""What every engine that counts can be asked."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from logicsweep.count.counted import FloatArray


class Tally(Protocol):
    """What an engine has counted. Cells are numbers, and covered."""

    def layouts(self) -> int:
        """How many layouts agree with the board."""
        ...

    def chance(self, number: int) -> Fraction:
        """The chance of a mine in a cell."""
        ...

    def fractions(self) -> dict[int, Fraction]:
        """The chance of every covered cell, exactly."""
        ...

    def chances(self) -> FloatArray:
        """The chance of every covered cell in a flat array of the board's cells, nan elsewhere."""
        ...

    def expected_mines(self) -> Fraction:
        """The mean number of mines on the whole board."""
        ...
