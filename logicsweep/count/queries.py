"""The marginal queries that every counting engine answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from logicsweep.count.counted import FloatArray


class MarginalQueries(Protocol):
    """The marginals of a board's cells, as an engine has them. Cells are numbers, and covered.

    `marginal` knows hidden cells as well: the probability that one is marked.
    """

    def layouts(self) -> int:
        """How many layouts agree with the board."""
        ...

    def marginal(self, number: int) -> Fraction:
        """The probability of a mine in a cell."""
        ...

    def fractions(self) -> dict[int, Fraction]:
        """The marginal of every covered cell, exactly."""
        ...

    def marginals(self) -> FloatArray:
        """The same in floats: a flat array of the board's cells, nan where none is covered."""
        ...

    def expected_mines(self) -> Fraction:
        """The mean number of mines on the whole board."""
        ...
