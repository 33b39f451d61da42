"""Techniques of deduction, by name, on rows of cells that hold a known number of mines.

Sets of mine counts are integers: bit n stands for n mines.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import Source


class Technique(Enum):
    """The way the sources of a step work together, from easy to hard among steps of one level."""

    SINGLE_CLUE = "single clue"
    """One clue has all its mines, or needs all its covered cells."""
    SUBSET = "subset"
    """Two clues; the covered cells around one are among those around the other."""
    DIFFERENCE = "difference"
    """Two clues that share some of their covered cells."""
    TOTAL = "total"
    """The mine count, alone or with clues."""
    CASE_SPLIT = "case split"
    """Whichever way one cell is, single clues in turn lead to the verdict; three clues or more."""
    RULE = "rule"
    """A rule or another constraint beside the clues, alone or with clues."""
    TOGETHER = "together"
    """Three clues or more that have to be taken together in some other way."""


class Row:
    """The cells around a source that are undecided, and the numbers of mines they can hold."""

    __slots__ = ("allowed", "cells", "source")

    def __init__(self, cells: Iterable[int], allowed: int, source: Source) -> None:
        self.cells = set(cells)
        self.allowed = allowed & ((2 << len(self.cells)) - 1)
        self.source = source

    def copy(self) -> Row:
        """Return an independent row with the same content."""
        return Row(self.cells, self.allowed, self.source)

    def decide(self, cell: int, *, mine: bool) -> None:
        """Take out a cell that is decided."""
        self.cells.remove(cell)
        self.allowed = (self.allowed >> mine) & ((2 << len(self.cells)) - 1)

    @property
    def forces(self) -> bool | None:
        """The value that the row forces on all of its cells, if any; None without cells."""
        if not self.cells:
            return None
        if self.allowed == 1:
            return False
        return True if self.allowed == 1 << len(self.cells) else None


class Pair(NamedTuple):
    """The verdicts from two rows, and whether the cells of one are among those of the other."""

    decided: dict[int, bool]
    is_subset: bool


def row_of(constraint: Cardinality) -> Row:
    """Return the row of a constraint."""
    cells, lower, upper, source, weights = constraint
    if weights is not None:
        allowed = sum([1 << number for number, weight in enumerate(weights) if weight]) << lower
    elif lower == upper:
        allowed = 1 << lower if lower >= 0 else 0
    else:
        first, last = max(lower, 0), min(upper, len(cells))
        allowed = ((1 << (last - first + 1)) - 1) << first if first <= last else 0
    return Row(cells, allowed, source)


def pair(first: Row, second: Row) -> Pair:
    """Find the verdicts from two rows that share cells.

    Three sets of cells are considered, the shared ones and those of each row alone, with the
    numbers of mines that they can have. A set is decided if and only if this is 0, or all of it.
    """
    shared = first.cells & second.cells
    only_first, only_second = first.cells - shared, second.cells - shared
    in_shared = in_first = in_second = 0
    all_first, all_second = (2 << len(only_first)) - 1, (2 << len(only_second)) - 1
    for mines in range(len(shared) + 1):
        rest_of_first = first.allowed >> mines & all_first
        rest_of_second = second.allowed >> mines & all_second
        if rest_of_first and rest_of_second:
            in_shared |= 1 << mines
            in_first |= rest_of_first
            in_second |= rest_of_second
    decided: dict[int, bool] = {}
    for cells, counts in ((shared, in_shared), (only_first, in_first), (only_second, in_second)):
        if cells and counts in (1, 1 << len(cells)):
            decided |= dict.fromkeys(cells, counts != 1)
    return Pair(decided, not only_first or not only_second)


def case_split(rows: Sequence[Row], target: int, *, mine: bool) -> int | None:
    """Return a cell of which both values lead to the verdict on the target, else None.

    A value leads to it if propagation by single rows reaches it, or a contradiction (failed-literal
    probing). The target itself, tried first, is such a cell if its opposite leads to a
    contradiction; the others follow in ascending order.
    """
    cells = sorted({cell for row in rows for cell in row.cells})
    for cell in [target, *[candidate for candidate in cells if candidate != target]]:
        for value in (False, True):
            if cell == target and value is mine:
                continue
            propagated = _propagated(rows, {cell: value})
            if propagated is not None and propagated.get(target) is not mine:
                break
        else:
            return cell
    return None


def decided_either_way(rows: Sequence[Row], split: int) -> dict[int, bool]:
    """Find the verdicts to which both values of a cell lead by single rows, its own included.

    A value that leads to a contradiction does not count; the other one must not.
    """
    branches = [_propagated(rows, {split: value}) for value in (False, True)]
    first, *second = [verdicts for verdicts in branches if verdicts is not None]
    return {
        cell: mine
        for cell, mine in first.items()
        if all(verdicts.get(cell) is mine for verdicts in second)
    }


def _propagated(rows: Sequence[Row], assumptions: Mapping[int, bool]) -> dict[int, bool] | None:
    """Propagate assumptions by single rows to a fixed point; None on a contradiction."""
    copies = [row.copy() for row in rows]
    known: dict[int, bool] = {}
    due: dict[int, bool] = dict(assumptions)
    while due:
        known |= due
        for row in copies:
            for cell in row.cells.intersection(due):
                row.decide(cell, mine=due[cell])
        due = {}
        for row in copies:
            if not row.allowed:
                return None
            forced = row.forces
            if forced is not None:
                if any(due.get(cell, forced) is not forced for cell in row.cells):
                    return None
                due |= dict.fromkeys(row.cells, forced)
    return known
