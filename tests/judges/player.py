"""The best player, by brute force: every cell is tried in every state of the game.

It starts from layouts alone and shares no code with what it judges. A state is the set of layouts
that are left and the set of cells that are open; nothing is pruned. Where a layout allows a cell
several values, a state has a weight for each layout.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from tests.judges import oracle

# For each layout, what each cell shows; None for a mine.
Shown = list[tuple[int | None, ...]]


def shown(masks: NDArray[np.bool_], near: oracle.Near = None) -> Shown:
    """What each cell of some layouts shows, row by row."""
    columns = []
    for row in range(masks.shape[1]):
        for column in range(masks.shape[2]):
            counts = oracle.around(masks, oracle.Cell(row, column), near).tolist()
            mines = masks[:, row, column].tolist()
            columns.append(
                [None if mine else count for mine, count in zip(mines, counts, strict=True)]
            )
    return list(zip(*columns, strict=True))


class Player:
    """Plays from a set of layouts with these weights; `start` are the cells that are open."""

    def __init__(
        self, layouts: Shown, weights: Sequence[Fraction | int], start: frozenset[int] = frozenset()
    ) -> None:
        self._layouts = layouts
        self._weights = weights
        self._known: dict[tuple[frozenset[int], frozenset[int]], Fraction] = {}
        self.all = frozenset(range(len(layouts)))
        self.start = start
        self.weight = Fraction(sum(weights))

    def chance(self) -> Fraction:
        """The probability to win with the best play."""
        return self.value(self.all, self.start) / self.weight

    def value(self, left: frozenset[int], opened: frozenset[int]) -> Fraction:
        """The weight of the layouts that the best player wins."""
        known = self._known.get((left, opened))
        if known is not None:
            return known
        won = [one for one in left if self._is_won(one, opened)]
        rest = left.difference(won)
        found = Fraction(sum(self._weights[one] for one in won))
        if rest:
            cells = set(range(len(self._layouts[0]))) - opened
            found += max(self.after(rest, opened, cell) for cell in cells)
        self._known[left, opened] = found
        return found

    def after(self, left: frozenset[int], opened: frozenset[int], cell: int) -> Fraction:
        """The weight that is won if a cell is opened next, in a game that is not over."""
        parts: dict[int, set[int]] = {}
        for one in left:
            value = self._layouts[one][cell]
            if value is not None:
                parts.setdefault(value, set()).add(one)
        return sum(
            [self.value(frozenset(part), opened | {cell}) for part in parts.values()], Fraction(0)
        )

    def unfinished(self) -> frozenset[int]:
        """The layouts that are not won already."""
        return frozenset(one for one in self.all if not self._is_won(one, self.start))

    def _is_won(self, layout: int, opened: frozenset[int]) -> bool:
        return all(
            value is None or cell in opened for cell, value in enumerate(self._layouts[layout])
        )


# From a layout, a cell and the cells that are open to how likely it shows each value; no value for
# a mine.
Shows = Callable[[int, int, frozenset[int]], Mapping[object, Fraction]]


class Believer:
    """Plays from layouts with these weights, `hits[layout][cell]` saying what is a mine."""

    def __init__(
        self,
        hits: Sequence[Sequence[bool]],
        weights: Sequence[Fraction],
        shows: Shows,
        start: frozenset[int],
    ) -> None:
        self._safe = [frozenset(cell for cell, hit in enumerate(row) if not hit) for row in hits]
        self._weights = weights
        self._shows = shows
        self._cells = frozenset(range(len(hits[0])))
        self._start = start
        self._known: dict[tuple[frozenset[int], tuple[tuple[int, Fraction], ...]], Fraction] = {}

    def chance(self) -> Fraction:
        """The probability to win with the best play."""
        total = sum(self._weights, Fraction(0))
        return self._value(self._start, dict(enumerate(self._weights))) / total

    def chance_after(self, cell: int) -> Fraction:
        """The same if a cell is opened next; what is won already counts whatever is opened."""
        every = dict(enumerate(self._weights))
        ended = [one for one in every if self._safe[one] <= self._start]
        left = {one: weight for one, weight in every.items() if one not in ended}
        won = sum((every[one] for one in ended), Fraction(0))
        return (won + self._after(self._start, left, cell)) / sum(self._weights, Fraction(0))

    def _value(self, opened: frozenset[int], belief: Mapping[int, Fraction]) -> Fraction:
        """The weight that the best player wins."""
        ended = [one for one in belief if self._safe[one] <= opened]
        found = sum((belief[one] for one in ended), Fraction(0))
        left = {one: weight for one, weight in belief.items() if one not in ended}
        if not left:
            return found
        total = sum(left.values(), Fraction(0))
        state = opened, tuple((one, weight / total) for one, weight in sorted(left.items()))
        if state not in self._known:
            cells = self._cells - opened
            most = max(self._after(opened, left, cell) for cell in cells)
            self._known[state] = most / total
        return found + total * self._known[state]

    def _after(self, opened: frozenset[int], belief: Mapping[int, Fraction], cell: int) -> Fraction:
        """The weight that is won if a cell is opened next."""
        branches: dict[object, dict[int, Fraction]] = {}
        for one, weight in belief.items():
            if cell in self._safe[one]:
                for value, share in self._shows(one, cell, opened).items():
                    branches.setdefault(value, {})[one] = weight * share
        values = [self._value(opened | {cell}, branch) for branch in branches.values()]
        return sum(values, Fraction(0))
