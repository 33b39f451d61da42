"""`Sum`: a verdict as a weighted sum of linear statements; it checks itself by adding up.

The rules are those of cutting planes (Cook, Coullard and Turan 1987): inequalities are multiplied
and added, `0 <= x <= 1` is added for cells, and a sum is divided and its bound rounded. Everything
is a whole number.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple

from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation


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


# The most rows of a table; one clue of 8 cells, each of another box, has 256.
_MOST: Final = 1024

Roles = dict[int, int]
"""A number for each cell of a statement; cells with the same number can change places."""


def row_of(constraint: Constraint) -> Row | None:
    """Write a constraint as a row that allows the same assignments, if there is such a row."""
    cells, source = constraint.cells, constraint.source
    if isinstance(constraint, Cardinality):
        if constraint.gaps:
            return None
        terms = tuple([(cell, 1) for cell in cells])
        lower, upper = constraint.lower, constraint.upper
        if lower == upper:
            return Row(source, terms, lower, upper)
        return Row(
            source, terms, lower if lower > 0 else None, upper if upper < len(cells) else None
        )
    if isinstance(constraint, Relation) and constraint.linear is not None:
        coefficients, allowed = constraint.linear
        reachable = {0}
        for coefficient in coefficients:
            reachable |= {value + coefficient for value in reachable}
        used = reachable.intersection(allowed)
        if not used or any(min(used) < value < max(used) for value in reachable - used):
            return None
        terms = tuple(sorted([pair for pair in zip(cells, coefficients, strict=True) if pair[1]]))
        return Row(source, terms, min(used), max(used))
    return None


def roles_of(constraint: Constraint, row: Row | None) -> Roles:
    """Return the role of each cell: its coefficient in a row, else as the constraint says."""
    if row is not None:
        return dict(row.terms)
    return dict(zip(constraint.cells, constraint.roles or [0] * len(constraint.cells), strict=True))


class Table(NamedTuple):
    """The assignments that a constraint allows, as numbers of mines in boxes.

    Attributes:
        boxes: The numbers of the boxes.
        allowed: The allowed numbers of mines in these boxes.
    """

    boxes: tuple[int, ...]
    allowed: tuple[tuple[int, ...], ...]


def table_of(constraint: Constraint, boxes: Sequence[Collection[int]]) -> Table | None:
    """List the assignments that a constraint allows; None if there are too many to try.

    Its cells are those of some boxes; the cells of a box can change places.
    """
    if isinstance(constraint, Regional):
        return None
    cells = set(constraint.cells)
    inside = [
        (number, sorted(box)) for number, box in enumerate(boxes) if not cells.isdisjoint(box)
    ]
    if prod([len(box) + 1 for _, box in inside]) > _MOST:
        return None
    allowed = []
    for counts in product(*[range(len(box) + 1) for _, box in inside]):
        mines = [
            cell for count, (_, box) in zip(counts, inside, strict=True) for cell in box[:count]
        ]
        if constraint.weight(frozenset(mines)):
            allowed.append(counts)
    return Table(tuple([number for number, _ in inside]), tuple(allowed))


EARLIER: Final = SourceKind.STEP
"""The kind of the source of a row that an earlier line of the same sum proved.

Its source is `Source(EARLIER, part=n)` with the number n of the line, counted from 0.
"""


class Inequality(NamedTuple):
    """An inequality over cells: the sum of coefficient times cell is at most the bound.

    Attributes:
        coefficients: The coefficients by cell number, none of them 0.
        bound: The upper bound.
    """

    coefficients: Mapping[int, int]
    bound: int


class Addend(NamedTuple):
    """A row and its multiplier: above 0 its upper bound is used, below 0 its lower bound."""

    multiplier: int
    row: Row


class Line(NamedTuple):
    """A line of a sum: rows and bounds of cells are added, then divided and rounded.

    Attributes:
        parts: The rows with their multipliers, none of which is 0.
        bounds: Pairs of a cell number and a multiplier: above 0 that many times `x <= 1` are added,
            below 0 that many times `-x <= 0`.
        divisor: The divisor, at least 1; it divides every coefficient of the sum.
    """

    parts: tuple[Addend, ...]
    bounds: tuple[tuple[int, int], ...] = ()
    divisor: int = 1

    @property
    def added(self) -> Inequality:
        """The sum of the rows alone."""
        coefficients: dict[int, int] = {}
        for multiplier, row in self.parts:
            for cell, coefficient in row.terms:
                coefficients[cell] = coefficients.get(cell, 0) + multiplier * coefficient
        bound = sum([row.bound(multiplier) for multiplier, row in self.parts])
        return Inequality(_nonzero(coefficients.items()), bound)

    @property
    def total(self) -> Inequality:
        """The sum of the rows and the bounds of cells."""
        coefficients, bound = self.added
        changed = dict(coefficients)
        for cell, multiplier in self.bounds:
            changed[cell] = changed.get(cell, 0) + multiplier
            bound += max(multiplier, 0)
        return Inequality(_nonzero(sorted(changed.items())), bound)

    @property
    def result(self) -> Inequality:
        """The sum divided, its bound rounded down, which whole numbers allow.

        Raises ValueError where the divisor does not divide a coefficient.
        """
        coefficients, bound = self.total
        if self.divisor < 1 or any(value % self.divisor for value in coefficients.values()):
            raise ValueError(f"{self.divisor} does not divide every coefficient")
        divided = {cell: value // self.divisor for cell, value in coefficients.items()}
        return Inequality(divided, bound // self.divisor)


class Sum(NamedTuple):
    """A proof of a verdict by lines of sums, each of which may use those before it.

    Attributes:
        cell: The number of the cell that the verdict is about.
        mine: True for a mine, False for a safe cell.
        lines: The lines; the result of the last one is `x <= 0` for a safe cell and `-x <= -1` for
            a mine.
    """

    cell: int
    mine: bool
    lines: tuple[Line, ...]

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources of the rows, each once, in their order; earlier lines are none."""
        return tuple(
            dict.fromkeys(
                part.row.source
                for line in self.lines
                for part in line.parts
                if part.row.source.kind is not EARLIER
            )
        )

    def check(self) -> None:
        """Add everything up again, and compare.

        Raises:
            ValueError: A line does not add up, refers to a line that says something else, or the
                last one is not the verdict.
        """
        results: list[Inequality] = []
        for line in self.lines:
            for _, row in line.parts:
                if row.source.kind is EARLIER:
                    number = row.source.part
                    if number is None or not 0 <= number < len(results):
                        raise ValueError(f"there is no line {number} before")
                    if row != earlier_row(number, results[number]):
                        raise ValueError(f"line {number} says something else")
            results.append(line.result)
        sign = -1 if self.mine else 1
        if not results or results[-1] != Inequality({self.cell: sign}, -self.mine):
            raise ValueError("the last line is not the verdict")


def earlier_row(number: int, result: Inequality) -> Row:
    """Make the row of the result of a line, for a later line to use."""
    terms = tuple(sorted(result.coefficients.items()))
    return Row(Source(EARLIER, part=number), terms, None, result.bound)


def _nonzero(items: Iterable[tuple[int, int]]) -> dict[int, int]:
    return {cell: value for cell, value in items if value}
