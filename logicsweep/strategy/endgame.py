"""Exact endgames: the best play of a part of a position, as a number, with all its best cells."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import State
from logicsweep.errors import MissingDensityError
from logicsweep.kernel import endgame as native
from logicsweep.kernel.endgame import HIT
from logicsweep.limits import Budget
from logicsweep.strategy.parts import Part
from logicsweep.strategy.tree import Tree, Values

Layouts = NDArray[np.bool_]

IN_PLAY: Final = 10_000
"""How many layouts an endgame may have to be solved in play."""
WHEN_ASKED: Final = 50_000
"""How many it may have when it is asked for."""


class Endgame(NamedTuple):
    """A solved part.

    Attributes:
        cells: The numbers of the cells that the part consists of.
        layouts: How many layouts it has.
        chance: The probability that the best player opens all safe cells of the part and no mine.
        best: The cells that the best player may open next, ascending; all of them if that was
            asked, else one. None are left to open if it is empty.
    """

    cells: tuple[int, ...]
    layouts: int
    chance: Fraction
    best: tuple[int, ...]


def solve(
    board: Board,
    part: Part,
    *,
    limit: int,
    budget: Budget,
    density: Fraction | None = None,
    every: bool = False,
) -> Endgame:
    """Solve a part of a board with exact clues: the game tree over its layouts.

    The future clues are exact, too; under rules, each has to show one value. With `every`, all best
    cells are found, which takes longer. The density counts where the mine count is unknown. Raises
    `LimitError` for more layouts than the limit, and when the budget is spent;
    `MissingDensityError`.
    """
    layouts = with_known_mines(board, part.listed(limit, budget))
    weights = weights_of(board, layouts[:, list(part.undecided)], density)
    total = len(layouts) if weights is None else sum(weights)
    values = shown(layouts, part.cells, board.adjacency, board.placed_rules)
    # Without one number of mines, there may be a layout without any cell to open: it is won.
    ends = (values == HIT).all(axis=1)
    won = sum(_some(weights, ends) or ends.tolist())
    if not ends.all():
        values, weights = values[~ends], _some(weights, ~ends)
    safe = [place for place, cell in enumerate(part.cells) if cell not in set(part.undecided)]
    tried = safe or _worth_trying(values, weights, every=every)
    found = won_after(values, weights, tried[:1] if safe else tried, budget=budget)
    most = max(found)
    best = safe or [place for place, one in zip(tried, found, strict=True) if one == most]
    best = sorted(best) if every else best[:1]
    cells = tuple([part.cells[place] for place in best])
    return Endgame(part.cells, len(layouts), Fraction(won + most, total), cells)


def _some(weights: Sequence[int] | None, rows: NDArray[np.bool_]) -> list[int] | None:
    if weights is None:
        return None
    return [weight for weight, row in zip(weights, rows.tolist(), strict=True) if row]


def _worth_trying(values: Values, weights: Sequence[int] | None, *, every: bool) -> list[int]:
    """The cells to try first, as columns, the safest first: all of them, or such as suffice."""
    number = (values == HIT).sum(axis=1)
    suffice = undominated(values) if not every and number.min() == number.max() else []
    return safest_first(values, weights, suffice or range(values.shape[1]))


def with_known_mines(board: Board, layouts: Layouts) -> Layouts:
    """Layouts with the known mines of the board as well."""
    layouts[:, board.grid.ravel() == State.KNOWN_MINE] = True
    return layouts


def shown(
    layouts: Layouts,
    cells: Sequence[int],
    adjacency: Adjacency,
    ruled: PlacedRules | None = None,
) -> Values:
    """What each of some cells would show in each layout, `HIT` for a mine; shape (layouts, cells).

    `layouts` has the shape (layouts, cells of the board). Where rules let clues show very many
    values, these have numbers of their own in each cell, which say no more than which are alike.
    Raises ValueError where rules let a clue show one of two values.
    """
    if ruled is not None:
        return _shown_by(ruled, layouts, cells)
    number, size = layouts.shape
    columns = list(cells)
    padded = np.zeros((size + 1, number), dtype=np.uint8)
    padded[:size] = layouts.T
    values = padded[adjacency.table[:, columns]].sum(axis=0, dtype=np.uint8)
    values[padded[columns] > 0] = HIT
    return np.ascontiguousarray(values.T)


def _shown_by(ruled: PlacedRules, layouts: Layouts, cells: Sequence[int]) -> Values:
    """`shown` under rules: each combination of mines that a clue may speak of is read once."""
    values = np.full((len(layouts), len(cells)), HIT, dtype=np.uint16)
    for column, cell in enumerate(cells):
        safe = np.flatnonzero(~layouts[:, cell])
        if not safe.size:
            continue
        near = [*ruled.scope(cell).cells, cell]
        every, places = np.unique(layouts[safe][:, near], axis=0, return_inverse=True)
        codes = np.array(
            [ruled.shown(cell, dict(zip(near, one, strict=True)), None) for one in every.tolist()]
        )
        if ruled.values.highest >= HIT:
            codes = np.unique(codes, return_inverse=True)[1]
            codes[codes >= HIT] += 1
        values[safe, column] = codes[places.ravel()]
    return values.astype(np.uint8) if values.max(initial=HIT) == HIT else values


def safest_first(values: Values, weights: Sequence[int] | None, tried: Sequence[int]) -> list[int]:
    """Some cells, given as columns, in the order in which they are tried."""
    safe = values != HIT
    own = np.ones(len(values), dtype=np.int64) if weights is None else np.array(weights, object)
    sums = [int(own[safe[:, cell]].sum()) for cell in tried]
    return [cell for _, cell in sorted(zip([-one for one in sums], tried, strict=True))]


def undominated(values: Values) -> list[int]:
    """The cells that suffice, as columns: living ones, of those with comparable mines one each.

    Of two cells, where the mines of the first are among the mines of the second (by layout), the
    first is as good. Dead cells tell nothing, and can be put off.
    """
    hits = values == HIT
    number = hits.sum(axis=0)
    highest = np.where(hits, 0, values).max(axis=0)
    lowest = np.where(hits, highest, values).min(axis=0)
    mines = np.packbits(hits, axis=0).T
    found: list[int] = []
    for cell in np.argsort(number, kind="stable").tolist():
        if highest[cell] > lowest[cell] and number[cell] < len(values):
            own = ~mines[cell]
            if not any(not (mines[other] & own).any() for other in found):
                found.append(cell)
    return found


def won_after(
    values: Values,
    weights: Sequence[int] | None,
    tried: Sequence[int],
    *,
    budget: Budget,
    alpha: int = -1,
) -> list[int]:
    """What the best player wins, by weight, after opening each of some cells, given as columns.

    What is above `alpha`, and no less than what comes before it, is exact; else it is a bound, no
    greater than these. A layout that is won before any cell is opened does not count.
    """
    hits = (values == HIT).sum(axis=1)
    if hits.min() == hits.max():
        found = native.won_after(values, weights, tried, alpha=alpha, budget=budget)
        if found is not None:
            return found
    tree = Tree(values, weights, budget)
    won = []
    for cell in tried:
        won.append(tree.after(cell, alpha))
        alpha = max(alpha, won[-1] - 1)
    return won


def weights_of(board: Board, layouts: Layouts, density: Fraction | None) -> list[int] | None:
    """What layouts weigh by their number of mines; None if all weigh the same."""
    mines = layouts.sum(axis=1).tolist()
    if board.total_mines is not None or len(set(mines)) <= 1:
        return None
    if density is None:
        raise MissingDensityError
    mine, safe = density.numerator, density.denominator - density.numerator
    cells = layouts.shape[1]
    return [mine**number * safe ** (cells - number) for number in mines]
