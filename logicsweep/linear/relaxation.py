"""The linear relaxation of constraints: cells may hold parts of a mine.

Cells in the same statements, with the same coefficients, are one column, a *box*. A statement in
its own form is a row. Of any other the convex hull is meant: each assignment that it allows is a
column, its share, and the shares add up to 1 (Balas 1998). Farkas' multipliers then give the facet
of the hull that a proof needs, so that no hull is ever listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd
from typing import NamedTuple

from logicsweep.constraints.constraint import Constraint
from logicsweep.limits import Budget
from logicsweep.linear.rows import Row
from logicsweep.linear.simplex import Bounds, Conflict, Simplex
from logicsweep.linear.statements import Roles, Table, roles_of, row_of, table_of
from logicsweep.linear.sums import Addend


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

    def _parts(self, conflict: Conflict) -> list[Addend]:
        """Turn the multipliers of a conflict into those of rows, of hulls their inequality."""
        multipliers = conflict.multipliers
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
