"""The game tree where a layout allows a clue several values: branches with weights.

What a player knows is a belief: a weight for each layout, which is multiplied by how likely the
layout is to show what was shown. The value of a belief is the weight of the layouts that the best
player wins; of one that is as many times as heavy it is as many times as large.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from typing import Final

from logicsweep.board.board import Board
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.strategy.sight import EXACT, Rows, Sight

# A belief: what each layout weighs.
Belief = tuple[int, ...]
# What a cell may show: how likely each layout shows it, over a common denominator.
_Shown = tuple[int, list[Belief]]

STEPS_IN_PLAY: Final = 100_000
"""How many layouts are looked at in all beliefs of a part that is solved in play."""
STEPS_WHEN_ASKED: Final = 5_000_000
"""How many they may be when a part is solved because that was asked."""


class ManyBeliefsError(LimitError):
    """The tree has too many beliefs."""


class Beliefs:
    """What is known of the beliefs that were met.

    Args:
        board: The board.
        sight: What the clues to come show.
        rows: The layouts, with their hidden cells.
        cells: The cells that can be opened; they are given by their places here.
        most: How many layouts of all beliefs are looked at, before `ManyBeliefsError` is raised.
        budget: How long the search may take.
    """

    def __init__(
        self,
        board: Board,
        sight: Sight,
        rows: Rows,
        cells: Sequence[int],
        *,
        most: int,
        budget: Budget,
    ) -> None:
        self._sight = sight
        self._rows = rows
        self._cells = cells
        self._most = most
        self._budget = budget
        # Which cells are safe, by layout, as bits.
        self._safe = [
            sum([1 << place for place, cell in enumerate(cells) if not row[cell]]) for row in rows
        ]
        place = {cell: place for place, cell in enumerate(cells)}
        covered = board.covered_mask.ravel()
        near = [board.adjacency.neighbours(cell) for cell in cells]
        self._covered = [int(covered[list(some)].sum()) for some in near]
        self._near = [
            sum([1 << place[number] for number in some if number in place]) for some in near
        ]
        # Where what a cell shows depends on what was opened before it, nothing can be put first.
        self._is_ordered = sight.model is not EXACT
        self._shown: dict[tuple[int, int], _Shown] = {}
        self._known: dict[tuple[int, Belief], Fraction] = {}
        self._steps = 0

    def after(self, belief: Belief, place: int, opened: int = 0) -> Fraction:
        """Return the weight that is won if a cell is opened next; `opened` cells are bits.

        Raises `LimitError` when the budget is spent.
        """
        common, every = self._values(place, opened)
        opened |= 1 << place
        won = Fraction(0)
        for shares in every:
            left = tuple([weight * share for weight, share in zip(belief, shares, strict=True)])
            won += self._value(left, opened)
        return won / common

    def _values(self, place: int, opened: int) -> _Shown:
        covered = self._covered[place] - (opened & self._near[place]).bit_count()
        key = place, covered if self._is_ordered else -1
        shown = self._shown.get(key)
        if shown is None:
            options = self._sight.options(self._rows, self._cells[place], covered)
            common = lcm(*[share.denominator for option in options for share in option.shares])
            every = [tuple([int(share * common) for share in option.shares]) for option in options]
            shown = self._shown[key] = common, every
        return shown

    def _value(self, belief: Belief, opened: int) -> Fraction:
        """Return the weight of the layouts that the best player wins."""
        ended = [safe & ~opened == 0 for safe in self._safe]
        won = sum([weight for weight, is_won in zip(belief, ended, strict=True) if is_won])
        left = tuple(
            [0 if is_won else weight for weight, is_won in zip(belief, ended, strict=True)]
        )
        unit = reduce(gcd, left)
        if not unit:
            return Fraction(won)
        left = tuple([weight // unit for weight in left])
        value = self._known.get((opened, left))
        if value is None:
            self._look(len(left))
            value = self._known[opened, left] = self._searched(left, opened)
        return won + unit * value

    def _searched(self, belief: Belief, opened: int) -> Fraction:
        best, total = Fraction(0), sum(belief)
        for most, place in sorted(self._choices(belief, opened), reverse=True):
            if most == total and not self._is_ordered:
                return self.after(belief, place, opened)
            if most <= best:
                break
            best = max(best, self.after(belief, place, opened))
        return best

    def _choices(self, belief: Belief, opened: int) -> Iterator[tuple[int, int]]:
        """Yield the cells that are left, each with the weight of the layouts where it is safe."""
        for place in range(len(self._cells)):
            bit = 1 << place
            if not opened & bit:
                pairs = zip(belief, self._safe, strict=True)
                yield sum([weight for weight, safe in pairs if safe & bit]), place

    def _look(self, steps: int) -> None:
        self._budget.check()
        self._steps += steps
        if self._steps > self._most:
            raise ManyBeliefsError(
                f"what clues may show has too many branches: more than {self._most:,} layouts in "
                f"all beliefs"
            )
