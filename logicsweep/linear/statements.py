"""Constraints as linear statements: rows in their own form, or tables of what they allow."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import product
from math import prod
from typing import Final, NamedTuple

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.linear.rows import Row

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
