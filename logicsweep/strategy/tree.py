"""The game tree over sets of layouts, in Python: the twin of the kernel's `endgame.c`.

A player who knows that the layout is one of a set opens a cell: it is a mine in some layouts, and
the others fall into parts by the value that it shows. The value of a set is the weight of the
layouts that the best player wins.

- A cell that is safe in all layouts is opened at once if it tells something.
- A dead cell shows the same in all layouts where it is safe. To put it off never costs anything.
- If a cell is a mine only in layouts in which a second one is, too, it is as good as the second:
  after that, it is safe.

The tree and its cache of positions are those of the brute force of JSMinesweeper and of the
"macros" of PSEQ. The kernel also bounds sets by rivals, of which one at most can be won.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from operator import itemgetter
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
        hits = values == HIT
        self._is_even = len(set(hits.sum(axis=1).tolist())) == 1
        self._weights = weights
        self._columns = [_column(column) for column in values.T]
        self._every = (1 << len(values)) - 1
        self._budget = budget
        self._upper: dict[int, int] = {}
        self._exact: dict[int, int] = {}
        self._nodes = 0

    def after(self, cell: int, alpha: int) -> int:
        """Compute the weight won if a cell is opened first: exactly if above alpha, else a bound.

        Raises `LimitError` when the budget is spent.
        """
        return self._opened(self._every, cell, range(len(self._columns)), alpha)

    def _value(self, layouts: int, cells: Sequence[int], bound: int, alpha: int) -> int:
        """Return the value of a set of layouts if it is above alpha, else an upper bound.

        `bound` is an upper bound already; only `cells` may tell the layouts apart.
        """
        if bound <= alpha:
            return bound
        if layouts in self._exact:
            return self._exact[layouts]
        upper = self._upper.get(layouts, bound)
        if upper <= alpha:
            return upper
        if not self._nodes % _STRIDE:
            self._budget.check()
        self._nodes += 1
        value = self._searched(layouts, cells, alpha)
        if value > alpha:
            self._exact[layouts] = value
        else:
            self._upper[layouts] = min(value, upper)
        return value

    def _searched(self, layouts: int, cells: Sequence[int], alpha: int) -> int:
        """Search the value of a set; as `_value`, without the values that are kept."""
        undecided: list[int] = []
        choices: list[tuple[int, int, int]] = []  # minus the weight where it is safe, cell, mines
        for cell in cells:
            column = self._columns[cell]
            mines = column.mines & layouts
            if mines == layouts:
                continue
            safe = layouts ^ mines
            is_living = all(shown & safe != safe for shown in column.shown)
            if mines:
                undecided.append(cell)
                # If layouts differ in their number of mines, one may be won before all is known,
                # and then a dead cell may come first.
                if is_living or not self._is_even:
                    choices.append((-self._weight(safe), cell, mines))
            elif is_living:
                return self._opened(layouts, cell, cells, alpha)
        won = 0 if self._is_even else self._won(layouts, undecided)
        if not won:
            return self._best(layouts, self._ordered(layouts, choices), undecided, alpha)
        won_weight, rest = self._weight(won), layouts ^ won
        return won_weight + (
            self._value(rest, cells, self._weight(rest), alpha - won_weight) if rest else 0
        )

    def _ordered(self, layouts: int, choices: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
        """List an upper bound and the cell of each choice, the highest bound first.

        Cells than which another one is as good are left out.
        """
        bounded: list[tuple[int, int]] = []
        kept: list[int] = []
        for _, cell, mines in sorted(choices):
            if not any(fewer_mines & ~mines == 0 for fewer_mines in kept):
                kept.append(mines)
                bounded.append((sum(map(self._weight, self._parts(layouts, cell))), cell))
        bounded.sort(key=itemgetter(0), reverse=True)
        return bounded

    def _best(
        self, layouts: int, bounded: Sequence[tuple[int, int]], undecided: Sequence[int], alpha: int
    ) -> int:
        """Return the value of a set by trying its cells, given with their bounds; as `_value`."""
        best = bound = self._heaviest(layouts)
        for upper, cell in bounded:
            goal = max(best, alpha)
            if upper <= goal:
                bound = max(bound, upper)
                break
            value = self._opened(layouts, cell, undecided, goal)
            best = value if value > goal else best
            bound = max(bound, value)
        return best if best > alpha else bound

    def _opened(self, layouts: int, cell: int, cells: Sequence[int], alpha: int) -> int:
        """Compute the weight won after opening a cell: the sum over the parts; as `_value`."""
        parts = self._parts(layouts, cell)
        bounds = list(map(self._weight, parts))
        total = sum(bounds)
        for part, bound in zip(parts, bounds, strict=True):
            if total <= alpha:
                break
            total += self._value(part, cells, bound, alpha - total + bound) - bound
        return total

    def _parts(self, layouts: int, cell: int) -> list[int]:
        """Split a set by the value that a cell shows, without the layouts in which it is a mine."""
        return [part for shown in self._columns[cell].shown if (part := shown & layouts)]

    def _won(self, layouts: int, undecided: Sequence[int]) -> int:
        """Return the layout, as a set, that is won already: all undecided cells are its mines."""
        for cell in undecided:
            layouts &= self._columns[cell].mines
        return layouts

    def _weight(self, layouts: int) -> int:
        if self._weights is None:
            return layouts.bit_count()
        return sum([self._weights[place] for place in _places(layouts)])

    def _heaviest(self, layouts: int) -> int:
        if self._weights is None:
            return 1
        return max([self._weights[place] for place in _places(layouts)])


def _column(shown: Values) -> _Column:
    """Make the column of a cell from the values that it shows, by layout."""
    sets: dict[int, int] = {HIT: 0}
    for value in sorted(set(shown.tolist())):
        bits = np.packbits(shown == value, bitorder="little").tobytes()
        sets[value] = int.from_bytes(bits, "little")
    mines = sets.pop(HIT)
    return _Column(mines, tuple(sets.values()))


def _places(layouts: int) -> Iterator[int]:
    """Yield the places of the layouts in a set, ascending."""
    while layouts:
        lowest = layouts & -layouts
        yield lowest.bit_length() - 1
        layouts ^= lowest
