"""The marginal queries that every counting engine answers."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from logicsweep.tables.counted import FloatArray


class MarginalQueries(Protocol):
    """The marginals of a board's cells, as an engine has them. Cells are numbers, and covered.

    `marginal` knows hidden cells as well: the probability that one is marked.
    """

    def layouts(self) -> int:
        """Count the layouts that agree with the board."""
        ...

    def marginal(self, number: int) -> Fraction:
        """Compute the probability of a mine in a cell."""
        ...

    def fractions(self) -> dict[int, Fraction]:
        """Return the marginal of every covered cell, exactly, in ascending order of the cells."""
        ...

    def marginals(self) -> FloatArray:
        """Return the marginals as floats, a flat array with nan where no cell is covered."""
        ...

    def expected_mines(self) -> Fraction:
        """Return the mean number of mines on the whole board."""
        ...
