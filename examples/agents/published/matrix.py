"""Gauss-Jordan elimination: linear equations in reduced row echelon form, kept up to date.

Exact and free of fractions: coefficients are whole numbers in lowest terms. A row is a dictionary
from columns to coefficients, with the right side under `RIGHT`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import gcd
from typing import Final

Row = dict[int, int]

RIGHT: Final = -1


class Matrix:
    """Rows by their pivots; no pivot stands in another row.

    `changed` are the pivots of rows that changed since whoever uses them took them out. Equations
    that contradict the others are left out, and noted in `contradicts`.
    """

    def __init__(self) -> None:
        self.rows: dict[int, Row] = {}
        self.changed: dict[int, None] = {}
        self.contradicts = False
        self._in: dict[int, set[int]] = {}  # the pivots of the rows that a column stands in

    @property
    def columns(self) -> list[int]:
        """The columns that stand in any row, ascending."""
        return sorted(column for column, pivots in self._in.items() if pivots)

    def __contains__(self, column: int) -> bool:
        return bool(self._in.get(column))

    def add(self, equation: Mapping[int, int]) -> None:
        """Take in an equation."""
        row = dict(equation)
        self.reduce(row)
        columns = [column for column in row if column != RIGHT]
        if not columns:
            self.contradicts |= row[RIGHT] != 0
            return
        pivot = min(columns)
        for reduced in sorted(self._in.get(pivot, ())):
            self._eliminate(reduced, row, pivot)
        self.rows[pivot] = row
        for column in columns:
            self._in.setdefault(column, set()).add(pivot)
        self.changed[pivot] = None

    def reduce(self, row: Row) -> None:
        """Eliminate every pivot from a row that is none of the matrix."""
        for column in sorted(column for column in row if column in self.rows):
            combine(row, self.rows[column], column)

    def fix(self, column: int, value: int) -> None:
        """Take a column whose value is known out of every row."""
        pivot_row = self.rows.pop(column, None)
        if pivot_row is not None:
            self.changed.pop(column, None)
            for term in pivot_row:
                if term != RIGHT:
                    self._in[term].discard(column)
            pivot_row[RIGHT] -= pivot_row.pop(column) * value
            self.add(pivot_row)
        for pivot in self._in.pop(column, ()):
            row = self.rows[pivot]
            row[RIGHT] -= row.pop(column) * value
            _lowest(row)
            self.changed[pivot] = None

    def _eliminate(self, pivot: int, by: Row, column: int) -> None:
        """Take a column out of the row of a pivot, with a row that is to have it as its pivot."""
        row = self.rows[pivot]
        before = set(row)
        combine(row, by, column)
        for gone in before - row.keys():
            self._in[gone].discard(pivot)
        for new in row.keys() - before:
            self._in.setdefault(new, set()).add(pivot)
        self.changed[pivot] = None


def combine(row: Row, added: Row, column: int) -> None:
    """Take a column out of a row by adding a multiple of a second row."""
    mine, theirs = row[column], added[column]
    divisor = gcd(mine, theirs)
    times, minus = theirs // divisor, mine // divisor
    if times != 1:
        for key in row:
            row[key] *= times
    for key, value in added.items():
        left = row.get(key, 0) - value * minus
        if left or key == RIGHT:
            row[key] = left
        else:
            row.pop(key, None)
    _lowest(row)


def _lowest(row: Row) -> None:
    common = gcd(*row.values())
    if common > 1:
        for key in row:
            row[key] //= common


def forced(row: Row, sizes: Mapping[int, int]) -> tuple[list[int], list[int]]:
    """The columns (mines, safe) that a row forces; a column is one cell unless `sizes` has it.

    That is all of them where the right side is the sum of the positive (or of the negative)
    coefficients: the most (or the least) that the left side can be.
    """
    positive = [column for column, value in row.items() if column != RIGHT and value > 0]
    negative = [column for column, value in row.items() if column != RIGHT and value < 0]
    right = row[RIGHT]
    if right == sum([row[column] * sizes.get(column, 1) for column in positive]):
        return positive, negative
    if right == sum([row[column] * sizes.get(column, 1) for column in negative]):
        return negative, positive
    return [], []
