"""The game tree over sets of layouts, plainly: the kernel's `endgame.c` is held against it.

A player who knows that the layout is one of a set opens a cell: it is a mine in some layouts, and
the others fall into parts by the value that it shows. The value of a set is the weight of the
layouts that the best player wins: that of a cell which is safe in all layouts and tells something,
if there is one, else of the best cell. Values of sets are kept. The tree and its cache of positions
are those of the brute force of JSMinesweeper and of the "macros" of PSEQ; what makes the kernel
faster (bounds, dead cells, cells as good as others, rivals) is left out here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from logicsweep.kernel.winning import HIT
from logicsweep.limits import Budget
from logicsweep.strategy.sight import Values

# Sets between two looks at the clock.
_STRIDE: Final = 256


class _Column(NamedTuple):
    """A cell: the layouts in which it is a mine, and those in which it shows each of its values."""

    mines: int
    shown: tuple[int, ...]


class Tree:
    """The search of the game tree; sets of layouts are bits, and values that were found are kept.

    Args:
        values: The value that each cell would show in each layout, `HIT` for a mine; shape
            (layouts, cells). No two layouts are alike.
        weights: The weights of the layouts, positive whole numbers; None if each weighs 1.
        budget: The time limit of the search.
    """

    def __init__(self, values: Values, weights: Sequence[int] | None, budget: Budget) -> None:
        self._weights = weights
        self._columns = [_column(column) for column in values.T]
        self._every = (1 << len(values)) - 1
        self._budget = budget
        self._kept: dict[int, int] = {}

    def after(self, cell: int) -> int:
        """Compute the weight won if a cell is opened first.

        Raises `LimitError` when the budget is spent.
        """
        return self._opened(self._every, self._columns[cell])

    def _opened(self, layouts: int, column: _Column) -> int:
        """Sum the values of the parts into which a set falls when a cell is opened."""
        return sum([self._value(part) for shown in column.shown if (part := shown & layouts)])

    def _value(self, layouts: int) -> int:
        if layouts not in self._kept:
            if not len(self._kept) % _STRIDE:
                self._budget.check()
            self._kept[layouts] = self._searched(layouts)
        return self._kept[layouts]

    def _searched(self, layouts: int) -> int:
        """Compute the value of a set."""
        undecided = []
        won = layouts  # where all cells that may be safe are mines
        for column in self._columns:
            mines = column.mines & layouts
            if not mines:
                if all(shown & layouts != layouts for shown in column.shown):
                    return self._opened(layouts, column)
            elif mines != layouts:
                undecided.append(column)
                won &= mines
        rest = layouts ^ won
        if not rest:
            return self._weight(won)
        if won:
            return self._weight(won) + self._value(rest)
        return max([self._opened(layouts, column) for column in undecided])

    def _weight(self, layouts: int) -> int:
        if self._weights is None:
            return layouts.bit_count()
        return sum([weight for bit, weight in enumerate(self._weights) if layouts >> bit & 1])


def _column(shown: Values) -> _Column:
    """Make the column of a cell from the values that it shows, by layout."""
    sets: dict[int, int] = {HIT: 0}
    for value in sorted(set(shown.tolist())):
        bits = np.packbits(shown == value, bitorder="little").tobytes()
        sets[value] = int.from_bytes(bits, "little")
    mines = sets.pop(HIT)
    return _Column(mines, tuple(sets.values()))
