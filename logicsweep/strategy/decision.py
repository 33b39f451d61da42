"""The best cell to open next: one that is proved, one of a solved part, or the best guess."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from fractions import Fraction
from functools import partial
from math import log2, prod
from typing import NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.clue_models import ClueModel, Exact, clue_model
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.state import State
from logicsweep.count.counted import CountedComponents
from logicsweep.errors import UnknownNameError
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import UncountableError
from logicsweep.strategy.candidates import DIGITS, candidates
from logicsweep.strategy.endgame import solve
from logicsweep.strategy.fifty import FiftyFifty, credit, fifty_fifties
from logicsweep.strategy.first import first_of
from logicsweep.strategy.parts import parts_of
from logicsweep.strategy.recipe import STANDARD, Recipe
from logicsweep.strategy.recounts import FloatArray
from logicsweep.strategy.score import CLOSE, Score, score_of
from logicsweep.strategy.whatif import WhatIf
from logicsweep.strategy.winning import best_start

_EXACT = Exact()


class Why(Enum):
    """Why a cell is the best."""

    SAFE = "safe"
    """It is proved safe."""
    SOLVED = "solved"
    """No other cell wins more often; all that may follow in its part was searched."""
    FIRST = "first"
    """It is the first cell, or another corner after one that showed a number."""
    PSEUDO = "pseudo"
    """It is a mine only if it belongs to a 50/50, whose risk would come anyway."""
    SCORE = "score"
    """It has the best score."""


class Decision(NamedTuple):
    """What to open.

    Attributes:
        cell: The number of the cell.
        why: Why.
        risk: The probability of a mine, before the first click protects it.
        chance: The probability to win from here on with the best play; None if it is not known.
        score: The score, if that decided.
    """

    cell: int
    why: Why
    risk: float
    chance: Fraction | None = None
    score: Score | None = None


def decide(
    root: WhatIf,
    recipe: Recipe = STANDARD,
    *,
    budget: Budget,
    first_click: FirstClick | None = None,
    model: ClueModel = _EXACT,
) -> Decision | None:
    """The cell that a recipe opens next; None if no covered cell can be opened.

    `root` is the position as it is. The first click matters while no cell is open, and for the one
    after it; by default it is that of `best`. Under an uncertain clue model, guesses are compared
    by what it may show; nothing is solved then. Raises `LimitError`, which is no decision.
    """
    protection = FirstClick.asked(root.board, first_click)
    marginals = root.marginals
    safe = (marginals == 0).nonzero()[0]
    if safe.size:
        return Decision(int(safe[0]), Why.SAFE, 0.0)
    if not ((marginals > 0) & (marginals < 1)).any():
        return None
    is_small = _is_small(root, recipe.layouts)
    first = first_of(root.board, protection)
    if first is not None and not is_small:
        return Decision(first, Why.FIRST, float(marginals[first]))
    if recipe.layouts and can_be_solved(root.board, model):
        solved = _solved(root, recipe, protection, budget)
        if solved is not None:
            return solved
    return _guess(root, recipe, model)


def _is_small(root: WhatIf, limit: int) -> bool:
    """Whether the position has at most so many layouts."""
    # Under a mine count, their number is what they weigh; to count them exactly takes longer.
    has_total = root.board.total_mines is not None and not root.board.uncertain_by_number
    if has_total and root.log2_mass > log2(limit + 1):
        return False
    return root.layouts <= limit


def model_of(board: Board) -> ClueModel:
    """The clue model, as far as the clues on a board name one that logicsweep knows; else exact."""
    names = {clue.model for clue in board.uncertain_by_number.values() if clue.model is not None}
    try:
        return clue_model(min(names)) if names else _EXACT
    except UnknownNameError:  # one of somebody's own
        return _EXACT


def can_be_solved(board: Board, model: ClueModel = _EXACT) -> bool:
    """Whether what is shown says all: the clues, and those to come, are exact."""
    is_silent = bool((board.grid == State.NO_CLUE).any())
    return isinstance(model, Exact) and not board.uncertain_by_number and not is_silent


def _solved(
    root: WhatIf, recipe: Recipe, first_click: FirstClick, budget: Budget
) -> Decision | None:
    """A move in the smallest part that is small enough, if any is."""
    board, limit = root.board, recipe.layouts
    if is_blank(board):
        if not _is_small(root, limit):
            return None
        chance, best = best_start(
            board, first_click, limit=limit, budget=budget, density=root.density
        )
        return Decision(best[0], Why.SOLVED, float(root.marginals[best[0]]), chance)
    try:
        found = solved_part(board, root.counted, limit, budget, density=root.density)
    except UncountableError:
        return None
    if found is None:
        return None
    cell, chances = found
    return Decision(cell, Why.SOLVED, float(root.marginals[cell]), chances)


def solved_part(
    board: Board,
    counted: CountedComponents,
    limit: int,
    budget: Budget,
    *,
    density: Fraction | None = None,
) -> tuple[int, Fraction | None] | None:
    """The best cell of the smallest part with at most so many layouts; None if there is none.

    Beside it the probability to win, if every part is as small. `counted` are the components of the
    board, on which at least one cell is open. Raises `UncountableError` and `LimitError`.
    """
    parts = [part for part in parts_of(board, counted, budget) if part.undecided]
    # The part that is not even comes last.
    even = [part for part in parts if part.is_even] or parts
    small = [part for part in even if part.layouts <= limit]
    if not small:
        return None
    ask = partial(solve, board, limit=limit, budget=budget, density=density)
    found = [ask(part) for part in small]
    last = [part for part in parts if part not in even and part.layouts <= limit]
    every = [*found, *(ask(part) for part in last)]
    is_all = len(every) == len(parts)
    chances = prod([one.chance for one in every], start=Fraction(1)) if is_all else None
    return min(found, key=lambda one: one.layouts).best[0], chances


def _guess(root: WhatIf, recipe: Recipe, model: ClueModel) -> Decision:
    marginals = root.marginals
    fifties: Sequence[FiftyFifty] = ()
    if recipe.credit or recipe.takes_pseudo:
        fifties = fifty_fifties(root)
    if recipe.takes_pseudo:
        pseudo = [cell for one in fifties for cell in one.now]
        if pseudo:
            cell = min(pseudo, key=lambda one: (round(float(marginals[one]), DIGITS), one))
            return Decision(cell, Why.PSEUDO, float(marginals[cell]))
    shares = credit(fifties, marginals, recipe.enabling)
    best = best_of(scores(root, shares, recipe, model))
    cell = instead(root, best.cell) if recipe.overrides else best.cell
    return Decision(cell, Why.SCORE, float(marginals[cell]), score=best)


def scores(
    root: WhatIf, shares: FloatArray, recipe: Recipe, model: ClueModel = _EXACT
) -> list[Score]:
    """The scores of all candidates, in the order in which they are tried.

    What cannot be the best is given up early, or not tried at all: then the score is a bound.
    `shares` are the credits by cell.
    """
    risks = root.marginals
    most = {
        cell: round(1 - float(risks[cell]) + recipe.credit * float(shares[cell]), DIGITS)
        for cell in candidates(root, recipe).cells
    }
    found: list[Score] = []
    goal = -1.0
    for cell in sorted(most, key=lambda one: (-most[one], one)):
        share, risk = float(shares[cell]), float(risks[cell])
        if most[cell] < goal - CLOSE:
            found.append(Score(cell, risk, 1 - risk, share, most[cell], is_cut=True))
            continue
        found.append(score_of(root, cell, share, recipe, model=model, goal=goal))
        if not found[-1].is_dead:
            goal = max(goal, found[-1].total)
    return found


def best_of(found: Sequence[Score]) -> Score:
    """The best score. A dead cell tells nothing: any other comes first."""
    living = [one for one in found if not one.is_dead]
    best, *others = living or found
    for other in others:
        best = _better(best, other)
    return best


def _better(best: Score, other: Score) -> Score:
    """The one with the higher score; of equal ones that with the lower cell number."""
    if abs(other.total - best.total) <= CLOSE:
        return other if other.cell < best.cell and not other.is_cut else best
    return other if other.total > best.total else best


def instead(root: WhatIf, cell: int) -> int:
    """A safer cell that is safe whenever this one is, as long as there is one: it comes first."""
    risks = root.marginals
    while True:
        after = root.after(cells={cell: False}).marginals
        certain = ((after == 0) & (risks > 0) & (risks < risks[cell] - CLOSE)).nonzero()[0].tolist()
        if not certain:
            return cell
        cell = min(certain, key=lambda one: (round(float(risks[one]), DIGITS), one))
