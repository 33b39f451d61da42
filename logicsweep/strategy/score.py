"""The score of a guess: the probability to survive it and the next click."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue_models import ClueModel, Exact
from logicsweep.kernel.hand import Outlook
from logicsweep.strategy.recipe import Recipe
from logicsweep.strategy.whatif import WhatIf
from logicsweep.tables.counted import FloatArray

# Scores that differ by less are taken for equal; then the lower cell number decides.
CLOSE: Final = 1e-9


class Outcome(NamedTuple):
    """A clue that a cell may show when it is opened: its chance, and the marginals afterwards."""

    chance: float
    marginals: FloatArray


class Score(NamedTuple):
    """The score of a candidate.

    Attributes:
        cell: Its number.
        risk: The probability of a mine.
        survival: The probability to survive it and the next click, which is on the safest cell
            then; the second safest counts a little, too. Cells are compared by this. For a cell
            that was cut, an upper bound.
        is_dead: Whether it shows the same wherever it is safe.
        is_cut: Whether the search gave it up since it cannot be the best.
        third: The probability to survive the click after that, too; cells that have it are compared
            by it. None for the others.
        is_behind: Whether `third` is an upper bound, since another cell is better.
    """

    cell: int
    risk: float
    survival: float
    is_dead: bool = False
    is_cut: bool = False
    third: float | None = None
    is_behind: bool = False


def scores_of(
    root: WhatIf, cells: Sequence[int], recipe: Recipe, *, goal: float = -1.0
) -> list[Score]:
    """Score undecided cells one after the other, with upper bounds for those that are cut.

    As in JSMinesweeper (its `secondarySafetyAnalysis`), survival is the sum, over the clues that
    the cell may show, of their probability times the safety of the best next cells. A cell is cut
    once its score cannot reach the goal, or those before it that are not dead. Raises as a
    `WhatIf`.
    """
    marginals = root.marginals
    hand = root.hand if recipe.survival else None
    outlooks = None
    if hand is not None:
        outlooks = hand.look_ahead(
            *(cells, marginals),
            second=recipe.second,
            goal=goal,
            close=CLOSE,
            budget=root.situation.budget.renewed(),
        )
    scored: list[Score] = []
    for place, cell in enumerate(cells):
        risk = float(marginals[cell])
        if outlooks is not None:
            outlook = outlooks[place]
        elif 1 - risk < goal - CLOSE:
            outlook = None
        else:
            outlook = _look_ahead(root, cell, goal, recipe)
        score = _score(cell, risk, outlook)
        scored.append(score)
        if not score.is_dead:
            goal = max(goal, score.survival)
    return scored


def _score(cell: int, risk: float, outlook: Outlook | None) -> Score:
    """Make the score of a cell; without an outlook it is a bound."""
    if outlook is None:
        return Score(cell, risk, 1 - risk, is_cut=True)
    survival, remaining, clues, is_cut = outlook
    if is_cut:
        return Score(cell, risk, survival + max(remaining, 0.0), is_cut=True)
    return Score(cell, risk, survival, is_dead=clues == 1)


def best_of(scored: Sequence[Score]) -> Score:
    """Return the best score.

    Dead cells, which tell nothing, come after all others. Of equal scores the one with the lower
    cell number is the best.
    """
    living = [score for score in scored if not score.is_dead]
    best, *others = living or scored
    for rival in others:
        best = _better(best, rival)
    return best


def _better(best: Score, rival: Score) -> Score:
    """Choose the higher score; of equal ones that with the lower cell number."""
    if abs(rival.survival - best.survival) <= CLOSE:
        return rival if rival.cell < best.cell and not rival.is_cut else best
    return rival if rival.survival > best.survival else best


def _look_ahead(root: WhatIf, cell: int, goal: float, recipe: Recipe) -> Outlook:
    """Do as `Hand.look_ahead` for a cell; without survival the next click is safe."""
    remaining = 1 - float(root.marginals[cell])  # of the clues that are still to be summed
    if not recipe.survival:
        return Outlook(remaining, 0.0, 0, is_cut=False)
    survival = 0.0
    clues = 0
    for chance, marginals in outcomes(root, cell):
        remaining -= chance
        clues += 1
        survival += chance * next_safety(root.board, marginals, recipe)
        if remaining > CLOSE and survival + remaining < goal - CLOSE:
            return Outlook(survival, remaining, clues, is_cut=True)
    return Outlook(survival, remaining, clues, is_cut=False)


def outcomes(root: WhatIf, cell: int, model: ClueModel | None = None) -> Iterator[Outcome]:
    """Yield an outcome for each clue that a cell may show; the chances add up to 1 less its risk.

    Under an uncertain clue model, by default that of the board, several counts of mines may show
    the same clue, and the marginals are a mean.
    """
    model = root.situation.sight.model if model is None else model
    if isinstance(model, Exact):
        for _, outcome in _by_value(root, cell):
            yield outcome
        return
    around = root.board.around(root.board.cell(cell))
    shown: dict[int | None, list[Outcome]] = {}
    for count, (chance, marginals) in _by_value(root, cell):
        for clue, share in model.shows(count, around).items():
            if share:
                shown.setdefault(clue, []).append(Outcome(chance * float(share), marginals))
    for by_count in shown.values():
        chance = sum(outcome.chance for outcome in by_count)
        marginals_by_count = np.array([outcome.marginals for outcome in by_count])
        shares = np.array([outcome.chance / chance for outcome in by_count])
        yield Outcome(chance, shares @ marginals_by_count)


def _by_value(root: WhatIf, cell: int) -> Iterator[tuple[int, Outcome]]:
    """Yield each true value that a safe cell may have, with the outcome if it shows it."""
    for value in root.situation.sight.values(cell, root.marginals):
        after = root.suppose({cell: value})
        if after.is_possible:
            yield value, Outcome(2.0 ** (after.log2_mass - root.log2_mass), after.marginals)


def tells(board: Board, marginals: FloatArray) -> NDArray[np.bool_]:
    """Mark the cells that touch an undecided one: what they show tells something."""
    is_open = np.append((marginals > 0) & (marginals < 1), False)
    around: NDArray[np.bool_] = is_open[board.ties.table]
    touches: NDArray[np.bool_] = np.logical_or.reduce(around, axis=0)
    return touches


def next_safety(board: Board, marginals: FloatArray, recipe: Recipe) -> float:
    """Estimate the safety of the next click from the safest and the second safest useful cell.

    A cell is useful if it touches an undecided one. If none is, nothing needs to be guessed.
    """
    risks = marginals[tells(board, marginals) & ~np.isnan(marginals)]
    if not risks.size:
        return 1.0
    if risks.size == 1:
        return 1 - float(risks[0])
    first, second = np.partition(risks, 1)[:2].tolist()
    return 1 - first - recipe.second * (second - first) if first else 1.0
