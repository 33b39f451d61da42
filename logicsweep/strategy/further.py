"""The click after the next: cells of nearly the same score are compared by three clicks.

The score of a cell counts the probability to survive the next click, and takes every cell that is
safe then for as good as another. Two clicks more tell how far that goes on. minesolve (ac52303)
searches clicks in this way; its players three and four clicks deep won 0.4 and 0.5 points more on
expert than that of two.
"""

from __future__ import annotations

from collections.abc import Sequence

from logicsweep.strategy.candidates import units
from logicsweep.strategy.recipe import Recipe
from logicsweep.strategy.score import CLOSE, Score, best_of, next_safety, tells
from logicsweep.strategy.whatif import WhatIf


def best_by_clicks(
    root: WhatIf, scored: Sequence[Score], recipe: Recipe
) -> tuple[Score, Sequence[Score]]:
    """Return the best score, and all of them: those of contenders with their third click.

    Contenders are the cells that score about as much as the best, if there are several, on ordinary
    boards alone: elsewhere what-ifs take longer. Raises as a `WhatIf`.
    """
    best = best_of(scored)
    if best.is_dead or not recipe.contenders or not root.situation.is_ordinary:
        return best, scored
    least = best.total * (1 - recipe.margin)
    living = [score for score in scored if not score.is_dead and score.total >= least]
    living.sort(key=lambda score: (-units(score.total), score.cell))
    contenders = living[: recipe.contenders]
    if len(contenders) < 2:
        return best, scored
    further: dict[int, Score] = {}
    most = -1.0
    looked = _look_further(root, contenders, recipe)
    for contender, (survival, is_behind) in zip(contenders, looked, strict=True):
        total = survival * contender.factor(recipe)
        score = contender._replace(third=survival, is_behind=is_behind)
        further[score.cell] = score
        if not is_behind and total > most + CLOSE:
            best, most = score, total
    return best, [further.get(score.cell, score) for score in scored]


def _look_further(
    root: WhatIf, contenders: Sequence[Score], recipe: Recipe
) -> list[tuple[float, bool]]:
    """Compute the probability to survive each cell and two more, and whether it is a bound."""
    factors = [score.factor(recipe) for score in contenders]
    cells = [score.cell for score in contenders]
    if root.hand is not None:
        looked = root.hand.look_further(
            list(zip(cells, factors, strict=True)),
            root.marginals,
            replies=recipe.replies,
            second=recipe.second,
            close=CLOSE,
            budget=root.situation.budget.renewed(),
        )
        if looked is not None:
            return looked
    clicks = _Clicks(root, recipe)
    best = 0.0
    looked = []
    for cell, factor in zip(cells, factors, strict=True):
        goal = best / factor
        survival = clicks.opened(root, cell, 1 - float(root.marginals[cell]), goal)
        looked.append((survival, survival < goal - CLOSE))
        best = max(best, survival * factor)
    return looked


class _Clicks:
    """Three clicks from a position on."""

    def __init__(self, root: WhatIf, recipe: Recipe) -> None:
        self._root = root
        self._recipe = recipe

    def opened(self, before: WhatIf, cell: int, reach: float, goal: float) -> float:
        """Return the probability to survive all clicks if a cell is opened next.

        `reach` is the probability to survive that click. An upper bound once it is below the goal.
        """
        remaining, survived = reach, 0.0
        for value in before.situation.sight.values(cell, before.marginals):
            after = before.suppose({cell: value})
            if not after.is_possible:
                continue
            chance: float = 2.0 ** (after.log2_mass - self._root.log2_mass)
            remaining -= chance
            survived += self._rest(after, chance, goal - survived - max(remaining, 0.0))
            if remaining > CLOSE and survived + remaining < goal - CLOSE:
                return survived + remaining
        return survived

    def _rest(self, after: WhatIf, reach: float, goal: float) -> float:
        """Return what a position comes to that is reached with a probability."""
        marginals = after.marginals
        if len(after.changes) == 2:
            return reach * next_safety(after.board, marginals, self._recipe)
        replies = self._replies(after)
        if not replies:
            return reach
        if marginals[replies[0]] <= 0:
            return self.opened(after, replies[0], reach, goal)
        best = 0.0
        for cell in replies:
            safe = reach * (1 - float(marginals[cell]))
            if safe <= best + CLOSE:
                break
            best = max(best, self.opened(after, cell, safe, best))
        return best

    def _replies(self, after: WhatIf) -> list[int]:
        """Return the safest cells that tell something, in order."""
        marginals = after.marginals
        cells = (tells(after.board, marginals) & (marginals < 1)).nonzero()[0]
        order = units(marginals[cells]).argsort(kind="stable")[: self._recipe.replies]
        safest: list[int] = cells[order].tolist()
        return safest
