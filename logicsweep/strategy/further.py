"""The click after the next: cells of nearly the same score are compared by three clicks.

The score of a cell counts the probability to survive the next click, and takes every cell that is
safe then for as good as another. Two clicks more tell how far that goes on. minesolve (ac52303)
searches clicks in this way; its players three and four clicks deep won 0.4 and 0.5 points more on
expert than that of two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
    is_off = not recipe.survival or not recipe.contenders
    if is_off or best.is_dead or not root.situation.is_ordinary:
        return best, scored
    least = best.survival * (1 - recipe.margin)
    living = [score for score in scored if not score.is_dead and score.survival >= least]
    living.sort(key=lambda score: (-units(score.survival), score.cell))
    contenders = living[: recipe.contenders]
    if len(contenders) < 2:
        return best, scored
    further: dict[int, Score] = {}
    most = -1.0
    looked = _look_further(root, contenders, recipe)
    for contender, (survival, is_behind) in zip(contenders, looked, strict=True):
        score = contender._replace(third=survival, is_behind=is_behind)
        further[score.cell] = score
        if not is_behind and survival > most + CLOSE:
            best, most = score, survival
    return best, [further.get(score.cell, score) for score in scored]


def _look_further(
    root: WhatIf, contenders: Sequence[Score], recipe: Recipe
) -> list[tuple[float, bool]]:
    """Compute the probability to survive each cell and two more, and whether it is a bound."""
    cells = [score.cell for score in contenders]
    if root.hand is not None:
        looked = root.hand.look_further(
            *(cells, root.marginals),
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
    for cell in cells:
        survival = clicks.opened(cell, best)
        looked.append((survival, survival < best - CLOSE))
        best = max(best, survival)
    return looked


class _Clicks:
    """Three clicks from a position on."""

    def __init__(self, root: WhatIf, recipe: Recipe) -> None:
        self._root = root
        self._recipe = recipe

    def opened(self, cell: int, goal: float) -> float:
        """Return the probability to survive a cell and two clicks more.

        An upper bound once that is below the goal: after each clue, no more is survived than if the
        game ended with the safest cell.
        """
        shown = [
            (after, chance, chance * self._safest(after))
            for after, chance in self._outcomes(self._root, cell)
        ]
        remaining, survived = sum([most for _, _, most in shown]), 0.0
        for after, chance, most in shown:
            if survived + remaining < goal - CLOSE:
                break
            remaining -= most
            survived += self._best_reply(after, chance, goal - survived - remaining)
        return survived + max(remaining, 0.0)

    def _best_reply(self, after: WhatIf, reach: float, goal: float) -> float:
        """Return the probability of a clue and of surviving the clicks after it; or a bound."""
        replies = self._replies(after)
        if not replies:
            return reach
        risks = after.marginals[replies].tolist()
        if risks[0] <= 0:
            return self._reply(after, replies[0], reach, goal)
        best = 0.0
        for cell, risk in zip(replies, risks, strict=True):
            safe: float = reach * (1 - risk)
            if safe <= best + CLOSE:
                break
            if safe < goal - CLOSE:
                return safe  # no reply that is left survives more
            best = max(best, self._reply(after, cell, safe, max(best, goal)))
        return best

    def _reply(self, after: WhatIf, cell: int, reach: float, goal: float) -> float:
        """Return the probability to survive all clicks if a cell is opened second.

        `reach` is the probability to survive that one. An upper bound once it is below the goal.
        """
        remaining, survived = reach, 0.0
        for last, chance in self._outcomes(after, cell):
            remaining -= chance
            survived += chance * next_safety(last.board, last.marginals, self._recipe)
            if remaining > CLOSE and survived + remaining < goal - CLOSE:
                return survived + remaining
        return survived

    def _outcomes(self, before: WhatIf, cell: int) -> Iterator[tuple[WhatIf, float]]:
        """Yield what follows each clue that a cell may show, and the probability of all of it."""
        for value in before.situation.sight.values(cell, before.marginals):
            after = before.suppose({cell: value})
            if after.is_possible:
                yield after, 2.0 ** (after.log2_mass - self._root.log2_mass)

    def _safest(self, after: WhatIf) -> float:
        """Return the safety of the safest cell that tells something; 1 if there is none."""
        return next_safety(after.board, after.marginals, self._recipe._replace(second=0.0))

    def _replies(self, after: WhatIf) -> list[int]:
        """Return the safest cells that tell something, in order."""
        marginals = after.marginals
        cells = (tells(after.board, marginals) & (marginals < 1)).nonzero()[0]
        order = units(marginals[cells]).argsort(kind="stable")[: self._recipe.replies]
        safest: list[int] = cells[order].tolist()
        return safest
