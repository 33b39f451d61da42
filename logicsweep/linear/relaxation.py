"""The linear relaxation of constraints: cells may hold parts of a mine.

Cells in the same statements, with the same coefficients, are one column, a *box*. A statement in
its own form is a row. Of any other the convex hull is meant: each assignment that it allows is a
column, its share, and the shares add up to 1 (Balas 1998). Farkas' multipliers then give the facet
of the hull that a proof needs, so that no hull is ever listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.constraints.cardinality import Constraint
from logicsweep.limits import Budget
from logicsweep.linear.sums import Addend, Roles, Row, Table, roles_of, row_of, table_of

Bounds = tuple[int | None, int | None]
"""A least and a largest value; None where there is none."""

# Entries up to this size can be multiplied in 64 bits, with the sum of two products.
_SMALL: Final = 1 << 30
# With values up to this size together, sums of entries times values fit in 64 bits, too.
_NEAR: Final = 1 << 32


Conflict = dict[int, int]
"""Whole multipliers of variables, by number, that refute the bounds (Farkas' lemma).

The sum of multiplier times variable is 0 for all values of the columns, but its upper bound is
below 0. Above 0 the upper bound of a variable is used, below 0 the lower one; they have no common
divisor.
"""


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
        return {place: value // common for place, value in multipliers.items()}

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


class _Hull(NamedTuple):
    """A table, the constraint behind it, and the number of its first variable among the rows."""

    constraint: Constraint
    table: Table
    first: int


class Relaxation:
    """The relaxation of some constraints, asked about one cell after the other.

    Constraints that have neither a row nor a table are left out, which only weakens it.

    Attributes:
        rows: The rows in their own form.
        boxes: The cells of each box; the box of a cell is `box_of[cell]`.
        has_hulls: Whether any constraint is there by its hull.
    """

    def __init__(
        self,
        constraints: Iterable[Constraint],
        *,
        earlier: Sequence[Row] = (),
        hulls: bool = False,
        alone: int | None = None,
    ) -> None:
        """Make the relaxation.

        Args:
            constraints: The constraints.
            earlier: Rows beside those of the constraints.
            hulls: Whether to take the hull of all constraints but those that count mines.
            alone: A cell that is a box of its own beside hulls. Of a hull, that cells can change
                places is no reason to know only their sum where one of them is asked about.
        """
        self.rows = list(earlier)
        others: list[Constraint] = []
        statements: list[Roles] = [dict(row.terms) for row in earlier]
        for constraint in constraints:
            row = row_of(constraint)
            if row is not None and hulls and {value for _, value in row.terms} != {1}:
                row = None
            statements.append(roles_of(constraint, row))
            if row is None:
                others.append(constraint)
            else:
                self.rows.append(row)
        if others and alone is not None:
            statements.append({alone: 0})
        self._group(statements)
        tables = [(constraint, table_of(constraint, self.boxes)) for constraint in others]
        self._columns = len(self.boxes)
        self._build([(constraint, table) for constraint, table in tables if table is not None])
        self.has_hulls = bool(self._hulls)

    def _group(self, statements: Sequence[Roles]) -> None:
        """Partition the cells into boxes."""
        signatures: dict[int, list[tuple[int, int]]] = {}
        for number, roles in enumerate(statements):
            for cell, role in roles.items():
                signatures.setdefault(cell, []).append((number, role))
        boxes: dict[tuple[tuple[int, int], ...], list[int]] = {}
        for cell in sorted(signatures):
            boxes.setdefault(tuple(signatures[cell]), []).append(cell)
        self.boxes = [tuple(cells) for cells in boxes.values()]
        self.box_of = {cell: box for box, cells in enumerate(self.boxes) for cell in cells}

    def _build(self, tables: Sequence[tuple[Constraint, Table]]) -> None:
        """Make the matrix: the rows, then for each table a row a box and one for the shares."""
        columns = len(self.boxes) + sum([len(table.allowed) for _, table in tables])
        matrix: list[list[int]] = []
        bounds: list[Bounds] = [(0, len(cells)) for cells in self.boxes]
        bounds += [(0, 1)] * (columns - len(self.boxes))
        for row in self.rows:
            entries = [0] * columns
            for cell, coefficient in row.terms:
                entries[self.box_of[cell]] = coefficient
            matrix.append(entries)
            bounds.append((row.lower, row.upper))
        self._hulls: list[_Hull] = []
        first_share = len(self.boxes)
        for constraint, table in tables:
            self._hulls.append(_Hull(constraint, table, columns + len(matrix)))
            shares = range(first_share, first_share + len(table.allowed))
            for place, box in enumerate(table.boxes):
                entries = [0] * columns
                entries[box] = 1
                for share, counts in zip(shares, table.allowed, strict=True):
                    entries[share] = -counts[place]
                matrix.append(entries)
                bounds.append((0, 0))
            entries = [0] * columns
            entries[first_share : shares.stop] = [1] * len(shares)
            matrix.append(entries)
            bounds.append((1, 1))
            first_share = shares.stop
        self._simplex = Simplex(matrix, bounds)

    def refuted(self, cell: int, *, mine: bool, budget: Budget) -> list[Addend] | None:
        """Return parts of a sum that refute the opposite of a verdict; None if none do.

        `values` is a point with the opposite then. Raises `LimitError`.
        """
        if cell not in self.box_of:
            return None
        box = self.box_of[cell]
        size = len(self.boxes[box])
        before = self._simplex.bound(box, (0, size - 1) if mine else (1, size))
        try:
            return self.contradiction(budget)
        finally:
            self._simplex.bound(box, before)

    def contradiction(self, budget: Budget) -> list[Addend] | None:
        """Return parts of a sum that refute the rows; None if they have a point.

        Raises `LimitError`.
        """
        conflict = self._simplex.conflict(budget)
        return None if conflict is None else self._parts(conflict)

    def values(self) -> tuple[list[int], int]:
        """Return the mines in each box at the last point, as numerators of one denominator."""
        numerators, denominator = self._simplex.numerators()
        return numerators[: len(self.boxes)], denominator

    def _parts(self, multipliers: Conflict) -> list[Addend]:
        """Turn the multipliers of a conflict into those of rows, of hulls their inequality."""
        first = self._simplex.columns
        parts = [
            Addend(multipliers[first + place], row)
            for place, row in enumerate(self.rows)
            if first + place in multipliers
        ]
        for constraint, table, place in self._hulls:
            by_box = [multipliers.get(place + at, 0) for at in range(len(table.boxes))]
            common = gcd(*by_box)
            if not common:
                continue
            weights = [value // common for value in by_box]
            terms = sorted(
                (cell, weight)
                for box, weight in zip(table.boxes, weights, strict=True)
                if weight
                for cell in self.boxes[box]
            )
            most = max(
                [
                    sum([weight * count for weight, count in zip(weights, counts, strict=True)])
                    for counts in table.allowed
                ],
                default=-1,
            )
            parts.append(_hull_part(common, Row(constraint.source, tuple(terms), None, most)))
        common = gcd(*[part.multiplier for part in parts])
        return [part._replace(multiplier=part.multiplier // common) for part in parts]


def _hull_part(multiplier: int, row: Row) -> Addend:
    """Make the part of an upper bound; where most cells are taken off, of the lower one."""
    if sum([coefficient for _, coefficient in row.terms]) >= 0 or row.upper is None:
        return Addend(multiplier, row)
    turned = tuple([(cell, -coefficient) for cell, coefficient in row.terms])
    return Addend(-multiplier, Row(row.source, turned, -row.upper, None))
