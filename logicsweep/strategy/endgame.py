"""Exact endgames: the best play of a part of a position, as a number, with all its best cells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np

from logicsweep.kernel import winning as native
from logicsweep.kernel.winning import HIT, values_of_part
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.strategy.beliefs import STEPS_WHEN_ASKED, Beliefs
from logicsweep.strategy.parts import Part
from logicsweep.strategy.sight import EXACT, Rows, Values
from logicsweep.strategy.situation import Situation
from logicsweep.strategy.tree import Tree
from logicsweep.system.system import position_of

WHEN_ASKED: Final = 50_000
"""The most layouts of a part that is solved when that is asked for."""
UNKNOWN: Final[Mapping[int, Fraction]] = MappingProxyType({})


class Endgame(NamedTuple):
    """A solved part.

    Attributes:
        cells: The numbers of the cells that the part consists of.
        layouts: The number of its layouts.
        chance: The probability that the best player opens all safe cells of the part and no mine.
        best: The cells that the best player may open next, ascending: all of them if that was
            asked, else one; empty if none is left to open.
        chances: By cell number, the probability to win the part if that cell is opened next, as far
            as it was worked out.
        has_rivals: Whether a cell that is not among the best may be as good.
    """

    cells: tuple[int, ...]
    layouts: int
    chance: Fraction
    best: tuple[int, ...]
    chances: Mapping[int, Fraction] = UNKNOWN
    has_rivals: bool = False


def solve_part(
    situation: Situation,
    part: Part,
    *,
    limit: int,
    budget: Budget,
    every: bool = False,
    steps: int = STEPS_WHEN_ASKED,
) -> Endgame:
    """Solve a part of a position: the game tree over its layouts, with their weights.

    With `every`, which takes longer, all best cells are found, and the chances of all other cells,
    too, unless the part has more layouts than one that is solved in play. Raises `LimitError` for
    more layouts than the limit, and when the budget is spent; `ManyBeliefsError` for more than
    `steps` steps where a layout allows a clue several values; `MissingDensityError`.
    """
    play = Playing(situation, part, limit=limit, budget=budget, steps=steps)
    # If layouts differ in their number of mines, there may be one that is won already.
    is_won = play.hits.all(axis=1)
    won = play.weight(is_won)
    if is_won.all():
        return Endgame(part.cells, play.layouts, Fraction(1), ())
    safe = [] if play.is_ordered else np.flatnonzero(~play.hits.any(axis=0)).tolist()
    tried = safe[:1] or play.worth_trying(~is_won, every=every)
    each = every and play.layouts <= IN_PLAY
    weights: Sequence[int | Fraction] = play.won_after(~is_won, tried, each=each)
    most = max(weights)
    best = safe or [place for place, weight in zip(tried, weights, strict=True) if weight == most]
    best = sorted(best) if every else best[:1]
    total = Fraction(play.weight())
    chances = {
        part.cells[place]: (won + weight) / total
        for place, weight in zip(tried, weights, strict=True)
        if each or weight == most
    }
    cells = tuple([part.cells[place] for place in best])
    return Endgame(part.cells, play.layouts, (won + most) / total, cells, chances)


class Playing:
    """The layouts of a part, with the weight that can be won on them. Raises as `solve_part`.

    Attributes:
        hits: Whether each cell is a mine in each layout; shape (layouts, cells).
        layouts: The number of layouts.
        is_ordered: Whether the clue of a cell depends on the cells that were opened before it.
    """

    def __init__(
        self, situation: Situation, part: Part, *, limit: int, budget: Budget, steps: int
    ) -> None:
        sight = situation.sight
        self.is_ordered = sight.model is not EXACT
        self._budget = budget
        self._values: Values | None = even_values(situation, part, limit, budget)
        self._beliefs: Beliefs | None = None
        self.weights: Sequence[int] | None = None
        if self._values is not None:
            self.layouts = len(self._values)
            self.hits = self._values == HIT
            return
        rows, weights = part.weighed(limit, budget)
        self.layouts = len(rows)
        if sight.is_certain:
            values = sight.shown(rows, part.cells)
            if rows.shape[1] > situation.board.grid.size:
                values, weights = _each_once(values, weights)
            self._values = values
            self.hits = values == HIT
        else:
            board = situation.board
            self._beliefs = Beliefs(board, sight, rows, part.cells, most=steps, budget=budget)
            self.hits = rows[:, list(part.cells)]
        self.weights = weights

    def weight(self, which: Rows | None = None) -> int:
        """Weigh some layouts together; all of them by default."""
        if which is None:
            return len(self.hits) if self.weights is None else sum(self.weights)
        return int(which.sum()) if self.weights is None else sum(_some(self.weights, which) or ())

    def worth_trying(self, which: Rows, *, every: bool) -> list[int]:
        """List the cells to try, as columns, the safest first; with `every` all of them.

        Else cells that cannot be the only best ones may be left out.
        """
        hits, weights = self.hits[which], _some(self.weights, which)
        sufficient: list[int] = []
        if self._values is not None and not every and weights is None:
            mines = hits.sum(axis=1)
            # Otherwise a dead cell may be the last one to open in a layout with a large weight.
            if mines.min() == mines.max():
                sufficient = undominated(self._values[which])
        return safest_first(hits, weights, sufficient or range(hits.shape[1]))

    def won_after(
        self, which: Rows, tried: Sequence[int], *, alpha: int = -1, each: bool = False
    ) -> list[int] | list[Fraction]:
        """Compute the weight that the best player wins on some layouts after opening each cell.

        See the function `won_after`.
        """
        weights = _some(self.weights, which)
        if self._values is not None:
            return won_after(
                self._values[which], weights, tried, budget=self._budget, alpha=alpha, each=each
            )
        if self._beliefs is None:
            raise RuntimeError("neither values nor beliefs")
        every = [1] * len(which) if self.weights is None else self.weights
        belief = tuple([weight if here else 0 for weight, here in zip(every, which, strict=True)])
        return [self._beliefs.after(belief, place) for place in tried]


def even_values(situation: Situation, part: Part, limit: int, budget: Budget) -> Values | None:
    """Show the layouts of an even part of an ordinary board, which weigh the same, by the kernel.

    None for any other part, where the kernel cannot, and for more layouts than the limit.
    """
    is_plain = situation.is_ordinary and not situation.board.uncertain_by_number
    if not (is_plain and part.is_even and part.layouts <= limit):
        return None
    return values_of_part(position_of(situation.board), part.cells, limit, budget)


def _each_once(values: Values, weights: Sequence[int] | None) -> tuple[Values, list[int] | None]:
    """Merge layouts that look alike under several keys, and add up their weights."""
    rows, places = np.unique(values, axis=0, return_inverse=True)
    if len(rows) == len(values):
        return values, None if weights is None else list(weights)
    sums = [0] * len(rows)
    given = [1] * len(values) if weights is None else weights
    for place, weight in zip(places.ravel().tolist(), given, strict=True):
        sums[place] += weight
    return np.ascontiguousarray(rows), sums


def _some(weights: Sequence[int] | None, rows: Rows) -> list[int] | None:
    if weights is None:
        return None
    return [weight for weight, row in zip(weights, rows.tolist(), strict=True) if row]


def safest_first(hits: Rows, weights: Sequence[int] | None, tried: Sequence[int]) -> list[int]:
    """Order cells, given as columns, as they are tried: the safest first."""
    if weights is None:
        every = (~hits).sum(axis=0).tolist()
        sums = [every[cell] for cell in tried]
    else:
        array_of_weights = np.array(weights, object)
        sums = [int(array_of_weights[~hits[:, cell]].sum()) for cell in tried]
    return [cell for _, cell in sorted(zip([-weight for weight in sums], tried, strict=True))]


def undominated(values: Values) -> list[int]:
    """List the cells of which one is the best, as columns: neither dead nor dominated ones.

    If a cell is a mine only in layouts in which a second one is, too, it is as good as the second.
    Dead cells tell nothing, and can be put off.
    """
    hits = values == HIT
    mine_layouts = hits.sum(axis=0)
    highest = np.where(hits, 0, values).max(axis=0)
    lowest = np.where(hits, highest, values).min(axis=0)
    mines = np.packbits(hits, axis=0).T
    kept: list[int] = []
    for cell in np.argsort(mine_layouts, kind="stable").tolist():
        if highest[cell] > lowest[cell] and mine_layouts[cell] < len(values):
            survives = ~mines[cell]
            if not any(not (mines[rival] & survives).any() for rival in kept):
                kept.append(cell)
    return kept


def won_after(
    values: Values,
    weights: Sequence[int] | None,
    tried: Sequence[int],
    *,
    budget: Budget,
    alpha: int = -1,
    each: bool = False,
) -> list[int]:
    """Compute the weight that the best player wins after opening each of some cells, as columns.

    A weight is exact if it is above `alpha` and no earlier one is greater; else it is an upper
    bound, not greater than these. With `each`, which takes longer, all above `alpha` are exact.
    Layouts that are won before any cell is opened do not count.
    """
    hits = (values == HIT).sum(axis=1)
    if hits.min() == hits.max():
        natively = native.won_after(values, weights, tried, alpha=alpha, each=each, budget=budget)
        if natively is not None:
            return natively
    tree = Tree(values, weights, budget)
    won = []
    for cell in tried:
        won.append(tree.after(cell, alpha))
        if not each:
            alpha = max(alpha, won[-1] - 1)
    return won
