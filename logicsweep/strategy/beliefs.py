"""The game tree where a layout allows a clue several values: branches with weights.

A belief of the player has a weight for each layout, which each clue multiplies by the layout's
chance to show it. The value of a belief is the weight of the layouts that the best player wins; it
is in proportion to the belief.
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

# The weight of each layout.
Belief = tuple[int, ...]
# A common denominator, and for each value that a cell may show the chance of it in each layout.
_Shown = tuple[int, list[Belief]]

STEPS_IN_PLAY: Final = 100_000
"""The most layouts of all beliefs together, each counted anew, of a part solved in play."""
STEPS_WHEN_ASKED: Final = 5_000_000
"""The same of a part that is solved because that was asked."""


class ManyBeliefsError(LimitError):
    """The tree has too many beliefs."""


class Beliefs:
    """The search of the tree; the values of beliefs that were found are kept.

    Args:
        board: The board.
        sight: The clues to come.
        rows: The layouts, with their hidden cells.
        cells: The cells that can be opened; methods take their places here.
        most: The most layouts of all beliefs together, beyond which `ManyBeliefsError` is raised.
        budget: The time limit of the search.
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
        # The safe cells of each layout, as bits.
        self._safe = [
            sum([1 << place for place, cell in enumerate(cells) if not row[cell]]) for row in rows
        ]
        place = {cell: place for place, cell in enumerate(cells)}
        covered = board.covered_mask.ravel()
        near = [board.adjacency.neighbours(cell) for cell in cells]
        self._covered = [int(covered[list(numbers)].sum()) for numbers in near]
        self._near = [
            sum([1 << place[number] for number in numbers if number in place]) for numbers in near
        ]
        # Whether the clue of a cell depends on the cells opened before, so that not even a safe one
        # can be opened first.
        self._is_ordered = sight.model is not EXACT
        self._shown: dict[tuple[int, int], _Shown] = {}
        self._known: dict[tuple[int, Belief], Fraction] = {}
        self._steps = 0

    def after(self, belief: Belief, place: int, opened: int = 0) -> Fraction:
        """Return the weight that is won if a cell is opened next; `opened` cells are bits.

        Raises `LimitError` when the budget is spent.
        """
        common, by_value = self._values(place, opened)
        opened |= 1 << place
        won = Fraction(0)
        for shares in by_value:
            after = tuple([weight * share for weight, share in zip(belief, shares, strict=True)])
            won += self._value(after, opened)
        return won / common

    def _values(self, place: int, opened: int) -> _Shown:
        """Return the chances of the values that a cell may show when these are opened."""
        covered = self._covered[place] - (opened & self._near[place]).bit_count()
        key = place, covered if self._is_ordered else -1
        shown = self._shown.get(key)
        if shown is None:
            options = self._sight.options(self._rows, self._cells[place], covered)
            common = lcm(*[share.denominator for option in options for share in option.shares])
            by_value = [
                tuple([int(share * common) for share in option.shares]) for option in options
            ]
            shown = self._shown[key] = common, by_value
        return shown

    def _value(self, belief: Belief, opened: int) -> Fraction:
        """Return the weight of the layouts that the best player wins.

        Layouts that are won already are taken out, and the rest is kept in lowest terms.
        """
        are_won = [safe & ~opened == 0 for safe in self._safe]
        won = sum([weight for weight, is_won in zip(belief, are_won, strict=True) if is_won])
        rest = tuple(
            [0 if is_won else weight for weight, is_won in zip(belief, are_won, strict=True)]
        )
        unit = reduce(gcd, rest)
        if not unit:
            return Fraction(won)
        rest = tuple([weight // unit for weight in rest])
        value = self._known.get((opened, rest))
        if value is None:
            self._count_steps(len(rest))
            value = self._known[opened, rest] = self._searched(rest, opened)
        return won + unit * value

    def _searched(self, belief: Belief, opened: int) -> Fraction:
        """Return the value of a belief by trying its cells, the safest first."""
        best, total = Fraction(0), sum(belief)
        for safe_weight, place in sorted(self._choices(belief, opened), reverse=True):
            if safe_weight == total and not self._is_ordered:
                return self.after(belief, place, opened)
            if safe_weight <= best:
                break
            best = max(best, self.after(belief, place, opened))
        return best

    def _choices(self, belief: Belief, opened: int) -> Iterator[tuple[int, int]]:
        """Yield each cell that is not open, after the weight of the layouts where it is safe."""
        for place in range(len(self._cells)):
            bit = 1 << place
            if not opened & bit:
                pairs = zip(belief, self._safe, strict=True)
                yield sum([weight for weight, safe in pairs if safe & bit]), place

    def _count_steps(self, steps: int) -> None:
        """Add steps to those taken. Raises `LimitError` and `ManyBeliefsError`."""
        self._budget.check()
        self._steps += steps
        if self._steps > self._most:
            raise ManyBeliefsError(
                f"what clues may show has too many branches: more than {self._most:,} layouts in "
                f"all beliefs"
            )
