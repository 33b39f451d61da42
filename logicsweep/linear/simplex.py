"""An exact simplex method: is a system of linear equations and bounds feasible, and if not, why.

It is the general simplex method of Dutertre and de Moura (CAV 2006): the value of each row is a
variable with bounds of its own, and bounds can be changed between questions. The tableau has whole
entries and one common denominator (Edmonds 1967; Bareiss 1968), so nothing is ever rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.limits import Budget

Bounds = tuple[int | None, int | None]
"""A least and a largest value; None where there is none."""

# Entries up to this size can be multiplied in 64 bits, with the sum of two products.
_SMALL: Final = 1 << 30
# With values up to this size together, sums of entries times values fit in 64 bits, too.
_NEAR: Final = 1 << 32


class Conflict(NamedTuple):
    """Whole multipliers of variables that refute the bounds (Farkas' lemma).

    The sum of multiplier times variable is 0 for all values of the columns, but its upper bound is
    below 0.

    Attributes:
        multipliers: The multipliers by variable: above 0 where the upper bound is used, below 0
            where it is the lower one. They have no common divisor.
    """

    multipliers: dict[int, int]


class Simplex:
    """A system of rows over columns: variables are the columns, then the values of the rows.

    Guaranteed: answers are exact, and the search ends (Bland's rule).

    Attributes:
        columns: The number of columns.
    """

    def __init__(self, matrix: Sequence[Sequence[int]], bounds: Sequence[Bounds]) -> None:
        """Make a system.

        Args:
            matrix: The whole coefficients of each row.
            bounds: The bounds of the columns, then those of the rows.
        """
        rows = len(matrix)
        self.columns = len(bounds) - rows
        is_near = sum([max(abs(lower or 0), abs(upper or 0)) for lower, upper in bounds]) <= _NEAR
        table = _table(matrix, is_near=is_near).reshape(rows, self.columns)
        # Basic variable i is the sum over j of table[i, j] times nonbasic variable j, divided by
        # the denominator.
        self._table: NDArray[Any] = table
        self._denominator = 1
        self._basic = list(range(self.columns, len(bounds)))
        self._free = list(range(self.columns))
        self._bounds = list(bounds)
        self._values = [_nearest(0, limits) for limits in self._bounds[: self.columns]]

    def bound(self, variable: int, bounds: Bounds) -> Bounds:
        """Change the bounds of a variable; return those before."""
        before = self._bounds[variable]
        self._bounds[variable] = bounds
        if variable in self._free:
            place = self._free.index(variable)
            self._values[place] = _nearest(self._values[place], bounds)
        return before

    def conflict(self, budget: Budget) -> Conflict | None:
        """Return a conflict of the bounds; None if all can hold. Raises `LimitError`."""
        while True:
            budget.check()
            sums = self._sums()
            wrong = [
                (variable, place)
                for place, variable in enumerate(self._basic)
                if self._is_outside(variable, sums[place])
            ]
            if not wrong:
                return None
            variable, row = min(wrong)
            lower, upper = self._bounds[variable]
            rises = lower is not None and sums[row] < lower * self._denominator
            entries = self._table[row].tolist()
            column = self._entering(entries if rises else [-entry for entry in entries])
            if column is None:
                return self._refuted(variable, entries, rises=rises)
            target = lower if rises else upper
            self._pivot(row, column)
            self._values[column] = target if target is not None else 0

    def numerators(self) -> tuple[list[int], int]:
        """Return the values of the columns, as numerators, and their common denominator.

        They are a vertex or a point between bounds; after `conflict` returned None it is feasible.
        """
        values = [0] * len(self._bounds)
        for variable, total in zip(self._basic, self._sums(), strict=True):
            values[variable] = total
        for variable, value in zip(self._free, self._values, strict=True):
            values[variable] = value * self._denominator
        return values[: self.columns], self._denominator

    def _sums(self) -> list[int]:
        """Compute the values of the basic variables, times the denominator."""
        sums: list[int] = (self._table @ np.array(self._values, dtype=self._table.dtype)).tolist()
        return sums

    def _is_outside(self, variable: int, scaled: int) -> bool:
        lower, upper = self._bounds[variable]
        denominator = self._denominator
        return (lower is not None and scaled < lower * denominator) or (
            upper is not None and scaled > upper * denominator
        )

    def _entering(self, entries: Sequence[int]) -> int | None:
        """Return the column of the first nonbasic variable that can move to raise a row."""
        best: int | None = None
        for column, entry in enumerate(entries):
            if entry == 0 or (best is not None and self._free[column] > self._free[best]):
                continue
            limit = self._bounds[self._free[column]][entry > 0]
            if limit is None or self._values[column] != limit:
                best = column
        return best

    def _refuted(self, variable: int, entries: Sequence[int], *, rises: bool) -> Conflict:
        """Make the conflict of a row in which no variable can move towards its bound."""
        sign = 1 if rises else -1
        multipliers = {
            free: sign * entry for free, entry in zip(self._free, entries, strict=True) if entry
        }
        multipliers[variable] = -sign * self._denominator
        common = gcd(*multipliers.values())
        return Conflict({place: value // common for place, value in multipliers.items()})

    def _pivot(self, row: int, column: int) -> None:
        """Make a basic variable nonbasic and a nonbasic one basic (fraction-free)."""
        table = self._table
        pivot = int(table[row, column])
        of_row, of_column = table[row].copy(), table[:, column].copy()
        changed = (table * pivot - np.multiply.outer(of_column, of_row)) // self._denominator
        changed[row] = -of_row
        changed[:, column] = of_column
        changed[row, column] = self._denominator
        if pivot < 0:
            changed, pivot = -changed, -pivot
        if changed.dtype != object and int(np.abs(changed).max()) > _SMALL:
            changed = changed.astype(object)  # the next products may not fit in 64 bits
        self._table, self._denominator = changed, pivot
        self._basic[row], self._free[column] = self._free[column], self._basic[row]


def _table(matrix: Sequence[Sequence[int]], *, is_near: bool) -> NDArray[Any]:
    """Make an array of numbers of 64 bits, or of any size where products may not fit."""
    if is_near:
        try:
            table = np.array(matrix, dtype=np.int64)
        except OverflowError:
            pass
        else:
            if not ((table > _SMALL) | (table < -_SMALL)).any():
                return table
    return np.array(matrix, dtype=object)


def _nearest(value: int, bounds: Bounds) -> int:
    """Return the value within the bounds that is nearest to one."""
    lower, upper = bounds
    if lower is not None and value < lower:
        return lower
    return upper if upper is not None and value > upper else value
