"""The best cell to open next: one that is proved, one of a solved part, or the best guess."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from fractions import Fraction
from functools import partial
from math import log2, prod
from typing import Final, NamedTuple, TypeVar

import numpy as np

from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.state import covered_mask
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.strategy.beliefs import STEPS_IN_PLAY, ManyBeliefsError
from logicsweep.strategy.candidates import candidates, units
from logicsweep.strategy.endgame import Endgame, solve_part
from logicsweep.strategy.first import first_of
from logicsweep.strategy.further import best_by_clicks
from logicsweep.strategy.optima import listed_next, listed_start
from logicsweep.strategy.parts import Part
from logicsweep.strategy.policy import best_of_parts
from logicsweep.strategy.recipe import STANDARD, Recipe
from logicsweep.strategy.score import Score, scores_of
from logicsweep.strategy.situation import Situation
from logicsweep.strategy.whatif import WhatIf
from logicsweep.strategy.winning import best_start
from logicsweep.tables.component_counts import UncountableError

Answer = TypeVar("Answer")
# Where a layout allows a clue several values, a part is solved only if it may take this many
# steps for each of its layouts; with fewer it has too many beliefs anyway.
_STEPS_A_LAYOUT: Final = 500


class Why(Enum):
    """The reason why a cell is the best."""

    SAFE = "safe"
    """It is proved safe."""
    SOLVED = "solved"
    """No other cell wins more often; all that may follow in its part was searched."""
    FIRST = "first"
    """It is the first cell, or another corner after one that showed a number."""
    SCORE = "score"
    """It has the best score; of several with about the best, two more clicks are safest."""
    POLICY = "policy"
    """It wins the most layouts of its part if a simple player goes on; all of them were played."""


class Decision(NamedTuple):
    """The cell to open.

    Attributes:
        cell: The number of the cell.
        why: The reason.
        risk: The probability of a mine, before the first click protects it.
        chance: The probability to win from here on with the best play; None if it is not known.
        score: The score, if that was the reason.
        scored: The scores of all candidates then.
    """

    cell: int
    why: Why
    risk: float
    chance: Fraction | None = None
    score: Score | None = None
    scored: Sequence[Score] = ()


def decide(
    root: WhatIf,
    recipe: Recipe = STANDARD,
    *,
    budget: Budget,
    first_click: FirstClick | None = None,
    solved: Solved | None = None,
) -> Decision | None:
    """Return the cell that a recipe opens next; None if no covered cell can be opened.

    `root` is the position as it is. The first click matters while every cell is covered, and for
    the one after it; by default it is that of `best`. The opening book is for ordinary boards
    alone. `solved` are the parts that were solved before; by default those are solved that the
    recipe asks for. Raises ValueError for a recipe with a number out of range, and `LimitError`,
    which is no decision.
    """
    if recipe is not STANDARD:  # whose numbers are right
        recipe.check()
    protection = FirstClick.asked(root.board, first_click)
    marginals = root.marginals
    safe = (marginals == 0).nonzero()[0]
    if safe.size:
        return Decision(int(safe[0]), Why.SAFE, 0.0)
    if not ((marginals > 0) & (marginals < 1)).any():
        return None
    first = first_of(root.board, protection) if root.situation.is_ordinary else None
    if solved is None and recipe.layouts >= IN_PLAY:
        solved = listed_part(root, protection)
    if solved is None:
        solved = Solved()
        is_small = _is_small(root, recipe.layouts)
        if is_small:
            first = None  # which is solved, not played by the book
        if first is None and recipe.layouts and (is_small or not is_blank(root.board)):
            with suppress(UncountableError):
                solved = solved_parts(root.situation, protection, recipe.layouts, budget)
    if solved.now:
        # The smallest part first.
        best = min(solved.now, key=lambda endgame: endgame.layouts).best[0]
        return Decision(best, Why.SOLVED, float(marginals[best]), solved.chance)
    if first is not None:
        return Decision(first, Why.FIRST, float(marginals[first]))
    return _guess(root, recipe, solved.large, budget)


def _guess(root: WhatIf, recipe: Recipe, large: Sequence[Part], budget: Budget) -> Decision:
    """Choose the best cell of a part by the policy, or that with the best score."""
    followed = best_of_parts(root.situation, large, recipe.policy, budget)
    if followed is not None:
        return Decision(followed, Why.POLICY, float(root.marginals[followed]))
    score, scored = best_by_clicks(root, _scores(root, recipe), recipe)
    return Decision(score.cell, Why.SCORE, score.risk, score=score, scored=scored)


def listed_part(root: WhatIf, protection: FirstClick) -> Solved | None:
    """Return a small game that takes too long to be solved in play, as solved, if it is listed."""
    if not root.situation.is_ordinary:
        return None
    board, marginals = root.board, root.marginals
    listed = listed_start(board, protection) or listed_next(board, marginals)
    if listed is None:
        return None
    unknown = covered_mask(board.grid).ravel() & (marginals < 1)
    cells = tuple(unknown.nonzero()[0].tolist())
    # After the first cell, one is listed of several best ones.
    part = Endgame(
        cells, listed.layouts, listed.chance, listed.best, has_rivals=not is_blank(board)
    )
    return Solved([part], [part], listed.chance)


def _is_small(root: WhatIf, limit: int) -> bool:
    """Tell whether the position has at most `limit` layouts."""
    # Under a mine count their weight is their number, and to count them exactly takes longer.
    has_total = root.board.mines is not None and not root.board.uncertain_by_number
    if root.situation.is_ordinary and has_total and root.log2_mass > log2(limit + 1):
        return False
    return root.layouts <= limit


class Solved(NamedTuple):
    """The parts of a position that were solved.

    Attributes:
        parts: The parts that are small enough.
        now: The parts that are to be played now.
        chance: The probability to win with the best play, if all parts were solved; else None.
        large: The even parts that have more layouts.
    """

    parts: Sequence[Endgame] = ()
    now: Sequence[Endgame] = ()
    chance: Fraction | None = None
    large: Sequence[Part] = ()

    @property
    def chances(self) -> dict[int, Fraction]:
        """The probability to win if a cell of a part to be played now is opened, by cell number.

        Empty unless all parts were solved; without the cells whose chance was not worked out.
        """
        if self.chance is None:
            return {}
        return {
            cell: chance * (self.chance / endgame.chance)
            for endgame in self.now
            for cell, chance in endgame.chances.items()
        }


def solved_parts(
    situation: Situation,
    first_click: FirstClick,
    limit: int,
    budget: Budget,
    *,
    every: bool = False,
) -> Solved:
    """Solve the parts of a consistent position with at most `limit` layouts each.

    If all cells are covered and the first click is protected, all parts have to be small enough.
    With `every` all best cells are found. Raises `LimitError`.
    """
    steps = STEPS_IN_PLAY
    most = limit if situation.sight.is_certain else min(limit, steps // _STEPS_A_LAYOUT)
    parts = situation.parts(budget)
    small = [part for part in parts if part.layouts <= most]
    if is_blank(situation.board) and first_click is not FirstClick.UNPROTECTED:
        if len(small) < len(parts) or not parts:
            return Solved()
        start = _unless_many(
            lambda: best_start(
                situation, first_click, limit=most, budget=budget, every=every, steps=steps
            )
        )
        if start is None:
            return Solved()
        cells = tuple(sorted(cell for part in parts for cell in part.cells))
        whole = Endgame(cells, prod(part.layouts for part in parts), *start)
        return Solved([whole], [whole], start.chance)
    ask = partial(solve_part, situation, limit=most, budget=budget, every=every, steps=steps)
    endgames = {part.cells: _unless_many(partial(ask, part)) for part in small}
    solved = [endgame for endgame in endgames.values() if endgame is not None]
    # The part that is not even comes last.
    has_even = any(part.is_even and part.undecided for part in parts)
    now = {part.cells for part in parts if part.undecided and (part.is_even or not has_even)}
    chance = prod([endgame.chance for endgame in solved], start=Fraction(1))
    return Solved(
        solved,
        [endgame for endgame in solved if endgame.cells in now],
        chance if len(solved) == len(parts) else None,
        [part for part in parts if part.layouts > limit and part.is_even and part.undecided],
    )


def _unless_many(ask: Callable[[], Answer]) -> Answer | None:
    """Return the answer; None instead of a `ManyBeliefsError`."""
    try:
        return ask()
    except ManyBeliefsError:
        return None


def _scores(root: WhatIf, recipe: Recipe) -> list[Score]:
    """Score all candidates, the safest first.

    Candidates that cannot be the best are given up early, or not tried at all: their score is an
    upper bound, and `is_cut`.
    """
    cells = sorted(candidates(root, recipe).cells)
    risks = units(1 - root.marginals.take(cells))
    order = np.argsort(-risks, kind="stable").tolist()
    return scores_of(root, [cells[place] for place in order], recipe)
