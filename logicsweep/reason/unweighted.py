"""The mine counts of a component that only likelihoods tie together.

For what is possible, only bounds matter. Without its weights a component may split into pieces that
share no clue, and cells that no clue constrains; the numbers of mines that these can hold add up.
"""

from __future__ import annotations

from functools import reduce

from logicsweep.limits import Budget
from logicsweep.system.partition import Component, components, merged
from logicsweep.system.system import Decided
from logicsweep.tables.support import SupportTables, check_allowed
from logicsweep.tables.total import members, sums


def mine_counts_of(component: Component, budget: Budget) -> SupportTables | SummedCounts:
    """Find what the board's mine count needs to know of a component. Raises `LimitError`."""
    if not any(constraint.is_weighted for constraint in component.system.constraints):
        return SupportTables(component, budget=budget)
    return SummedCounts(component, budget)


class SummedCounts:
    """See `SupportTables`."""

    def __init__(self, component: Component, budget: Budget) -> None:
        system = component.system
        unweighted = merged([constraint.unweighted() for constraint in system.constraints])
        pieces = components(unweighted, hidden_from=component.hidden_from)
        self._pieces = [SupportTables(piece, budget=budget) for piece in pieces]
        tied = {cell for piece in pieces for cell in piece.system.cells}
        free = [cell for cell in system.cells if cell not in tied]
        self._free = free[: component.mines(free)]
        self._any_number = (2 << len(self._free)) - 1
        self.support = reduce(sums, [piece.support for piece in self._pieces], self._any_number)

    def decided(self, allowed: int, *, budget: Budget) -> Decided[list[int]]:
        check_allowed(self.support, allowed)
        mines: list[int] = []
        safe: list[int] = []
        counts = [piece.support for piece in self._pieces]
        before = self._any_number
        for place, piece in enumerate(self._pieces):
            others = reduce(sums, counts[place + 1 :], before)
            in_piece = piece.decided(_fitting(piece.support, others, allowed), budget=budget)
            mines += in_piece.mines
            safe += in_piece.safe
            before = sums(before, piece.support)
        if self._free:
            inside = _fitting(self._any_number, reduce(sums, counts, 1), allowed)
            if inside == 1:
                safe += self._free
            elif inside == 1 << len(self._free):
                mines += self._free
        return Decided(mines, safe)


def _fitting(counts: int, others: int, allowed: int) -> int:
    """Return the counts to which another can be added so that the sum is allowed."""
    fitting = 0
    for count in members(counts):
        if (others << count) & allowed:
            fitting |= 1 << count
    return fitting
