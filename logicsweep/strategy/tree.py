"""The game tree over sets of layouts, in Python: the twin of the kernel's `endgame.c`.

A player who knows that the layout is one of a set opens a cell: it is a mine in some layouts, and
in the others what it shows says which part of the set is left. The value of a set is the weight of
the layouts that the best player wins.

- A cell that is safe in all layouts is opened at once if it tells something.
- A dead cell shows the same in all layouts where it is safe. To put it off never costs anything.
- Of two cells, where the mines of the first are among the mines of the second (by layout), the
  first is as good: after the second, it is safe.
- Two layouts are rivals if no cell that is safe in both shows something else: whoever wins the one
  plays the same in the other, and opens a mine. Of a clique of rivals one layout can be won, which
  bounds what a set is worth.

The tree and its cache of positions are those of the brute force of JSMinesweeper and of the
"macros" of PSEQ; the bound by rivals is our own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import Final, NamedTuple

import numpy as np

from logicsweep.kernel.endgame import HIT
from logicsweep.limits import Budget
from logicsweep.strategy.sight import Values

# Sets between two looks at the clock.
_STRIDE: Final = 256


class _Column(NamedTuple):
    """A cell: the layouts in which it is a mine, and those in which it shows each of its values."""

    mines: int
    shown: tuple[int, ...]


class Tree:
    """Sets of layouts as bits, and what is known of those that were met.

    Args:
        values: What each cell would show in each layout, `HIT` for a mine; shape (layouts, cells).
            No two layouts are alike.
        weights: What the layouts weigh, positive whole numbers; None if each weighs 1.
        budget: How long the search may take.
    """

    def __init__(self, values: Values, weights: Sequence[int] | None, budget: Budget) -> None:
        hits = values == HIT
        self._is_even = len(set(hits.sum(axis=1).tolist())) == 1
        cliques = list(_cliques(values)) if self._is_even and weights is None else []
        order = [place for clique in cliques for place in clique] or list(range(len(values)))
        self._weights = None if weights is None else [weights[place] for place in order]
        self._columns = [_column(column) for column in values[order].T]
        self._every = (1 << len(values)) - 1
        # The last layout of each clique, as bits.
        self._last = sum([1 << end - 1 for end in accumulate(map(len, cliques))])
        self._budget = budget
        self._upper: dict[int, int] = {}
        self._exact: dict[int, int] = {}
        self._nodes = 0

    def after(self, cell: int, alpha: int) -> int:
        """Compute what is won if a cell is opened first: exactly if that is above alpha, else a
        bound.

        Raises `LimitError` when the budget is spent.
        """
        return self._opened(self._every, cell, range(len(self._columns)), alpha)

    def _value(self, some: int, cells: Sequence[int], bound: int, alpha: int) -> int:
        """Return the value of a set if it is above alpha, else an upper bound.

        `cells` are those that may tell its layouts apart, `bound` is an upper bound as well.
        """
        if bound <= alpha:
            return bound
        if some in self._exact:
            return self._exact[some]
        known = self._upper.get(some, bound)
        if known <= alpha:
            return known
        if not self._nodes % _STRIDE:
            self._budget.check()
        self._nodes += 1
        value = self._searched(some, cells, alpha)
        if value > alpha:
            self._exact[some] = value
        else:
            self._upper[some] = min(value, known)
        return value

    def _searched(self, some: int, cells: Sequence[int], alpha: int) -> int:
        left: list[int] = []  # cells that are not decided
        choices: list[tuple[int, int, int]] = []  # how much is lost, the cell, its mines
        for cell in cells:
            column = self._columns[cell]
            mines = column.mines & some
            if mines == some:
                continue
            safe = some ^ mines
            is_living = all(shown & safe != safe for shown in column.shown)
            if mines:
                left.append(cell)
                # Without one number of mines a layout may be won before all is known, and then a
                # dead cell may come first.
                if is_living or not self._is_even:
                    choices.append((-self._weight(safe), cell, mines))
            elif is_living:
                return self._opened(some, cell, cells, alpha)
        won = 0 if self._is_even else self._won(some, left)
        if not won:
            return self._tried(some, self._in_turn(some, choices), left, alpha)
        won_weight, rest = self._weight(won), some ^ won
        return won_weight + (
            self._value(rest, cells, self._bound(rest), alpha - won_weight) if rest else 0
        )

    def _in_turn(self, some: int, choices: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
        """List the cells that suffice, the best first, each after the most that it may win."""
        turns: list[tuple[int, int]] = []
        tried: list[int] = []
        for _, cell, mines in sorted(choices):
            if not any(others & ~mines == 0 for others in tried):
                tried.append(mines)
                turns.append((sum(map(self._bound, self._parts(some, cell))), cell))
        turns.sort(key=itemgetter(0), reverse=True)
        return turns

    def _tried(
        self, some: int, turns: Sequence[tuple[int, int]], left: Sequence[int], alpha: int
    ) -> int:
        """Return the value of a set after trying its cells in turn; as `_value`."""
        best = bound = self._heaviest(some)
        for most, cell in turns:
            goal = max(best, alpha)
            if most <= goal:
                bound = max(bound, most)
                break
            value = self._opened(some, cell, left, goal)
            best = value if value > goal else best
            bound = max(bound, value)
        return best if best > alpha else bound

    def _opened(self, some: int, cell: int, cells: Sequence[int], alpha: int) -> int:
        """Compute what is won after opening a cell: the sum over what it may show."""
        parts = self._parts(some, cell)
        bounds = list(map(self._bound, parts))
        total = sum(bounds)
        for part, bound in zip(parts, bounds, strict=True):
            if total <= alpha:
                break
            total += self._value(part, cells, bound, alpha - total + bound) - bound
        return total

    def _parts(self, some: int, cell: int) -> list[int]:
        """Split a set by the clue in a cell, without the layouts in which it is a mine."""
        return [part for shown in self._columns[cell].shown if (part := shown & some)]

    def _won(self, some: int, left: Sequence[int]) -> int:
        """Return the layout, as a set, that is won already: all cells left are mines in it."""
        for cell in left:
            some &= self._columns[cell].mines
        return some

    def _bound(self, some: int) -> int:
        """Return an upper bound: of each clique one layout, or all that the set weighs."""
        if not self._last:
            return self._weight(some)
        # A clique has neighbouring bits. Adding all but its last one carries into the last one
        # unless none of them is set.
        others = self._every ^ self._last
        return ((((some & others) + others) | some) & self._last).bit_count()

    def _weight(self, some: int) -> int:
        if self._weights is None:
            return some.bit_count()
        return sum([self._weights[place] for place in _places(some)])

    def _heaviest(self, some: int) -> int:
        if self._weights is None:
            return 1
        return max([self._weights[place] for place in _places(some)])


def _column(shown: Values) -> _Column:
    sets: dict[int, int] = {HIT: 0}
    for value in sorted(set(shown.tolist())):
        bits = np.packbits(shown == value, bitorder="little").tobytes()
        sets[value] = int.from_bytes(bits, "little")
    mines = sets.pop(HIT)
    return _Column(mines, tuple(sets.values()))


def _places(some: int) -> Iterator[int]:
    while some:
        lowest = some & -some
        yield lowest.bit_length() - 1
        some ^= lowest


def _cliques(values: Values) -> Iterator[list[int]]:
    """Split all layouts into cliques of rivals; each takes in what it meets first."""
    columns = list(map(_column, values.T))
    left = (1 << len(values)) - 1
    while left:
        clique: list[int] = []
        rivals = left
        while rivals:
            first = rivals & -rivals
            clique.append(first.bit_length() - 1)
            rivals ^= first
            for mines, shown in columns:
                if not mines & first:
                    rivals &= mines | next(same for same in shown if same & first)
        yield clique
        left &= ~sum([1 << place for place in clique])
