"""`Row`: a linear statement of a source over cells, with whole coefficients and bounds."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.constraints.source import Source


class Row(NamedTuple):
    """A linear statement: `lower <= sum of coefficient times cell <= upper`, a mine being 1.

    Attributes:
        source: The source that makes the statement, or `EARLIER` for the result of a line.
        terms: The pairs of a cell number and its coefficient, which is not 0; by cell, ascending.
        lower: The lower bound; None without one.
        upper: The upper bound; None without one.
    """

    source: Source
    terms: tuple[tuple[int, int], ...]
    lower: int | None
    upper: int | None

    def bound(self, multiplier: int) -> int:
        """Return the bound on the row times a multiplier: the upper one, times it, above 0.

        Raises ValueError for a multiplier of 0, or where the row has no such bound.
        """
        used = self.upper if multiplier > 0 else self.lower
        if used is None or multiplier == 0:
            raise ValueError(f"{self.source} has no bound for the multiplier {multiplier}")
        return multiplier * used
