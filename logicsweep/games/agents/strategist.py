"""`strategist`: plays what is proved, solves what is small, and makes the best guess otherwise.

Parts of the board with up to 10,000 layouts are played exactly, games with so few from the first
cell on (5x5 with 3 mines, not with 4): no play wins more often. A cell that is a mine only in a
50/50 is opened at once, since its risk would come anyway. Any other guess has the best score: the
probability to survive it and the next click, with credit for the 50/50s that it may settle. In a
large game the first cell is that of `exact`; if that is a corner and shows a number, the second is
another corner. The recipe is that of JSMinesweeper (d8ff392), with exact counts. A budget of
layouts and candidates bounds a move, never the time, so that a seed plays the same game on every
machine.

Under rules it plays small parts exactly as well, once a cell is open, unless a clue may show two
values; any other guess is that of `exact`. Its scores, 50/50s and the book of first cells are for
ordinary boards alone.
"""

from __future__ import annotations

from typing import ClassVar

from logicsweep.board.board import Board
from logicsweep.board.first_click import is_blank
from logicsweep.explain.wording import chance_words
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.exact import Exact
from logicsweep.games.setting import GameRule
from logicsweep.games.view import View
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import UncountableError
from logicsweep.strategy.decision import (
    Decision,
    Why,
    can_be_solved,
    decide,
    model_of,
    solved_part,
)
from logicsweep.strategy.recipe import STANDARD, Recipe
from logicsweep.strategy.recounts import counted_of
from logicsweep.strategy.whatif import WhatIf


class Strategist(Exact):
    """See the module.

    It takes all clues for exact until one is shown that is not; from then on nothing is solved.
    Under the rules `continue` and `search`, where a mine does not end the game, it guesses as
    `exact` does. It guesses at random where a component is too wide to be counted. At its time
    limit it raises `LimitError`: it never plays another move for want of time.

    Attributes:
        recipe: The numbers that it plays by.
        decision: The decision behind the last move, if that was a guess; else None.
    """

    name = "strategist"
    recipe: ClassVar[Recipe] = STANDARD
    decision: Decision | None = None

    def begin(self, view: View) -> None:
        """Forget the game before."""
        super().begin(view)
        self.decision = self.chance = None

    def choose(self, view: View) -> Move:
        """What is certain, else a guess."""
        self.decision = self.chance = None
        return super().choose(view)

    def _guess(self, view: View) -> Move | None:
        # Before the first click, all layouts of a range or a density are far too many to solve.
        is_open = is_blank(view.board) and not isinstance(view.total_mines, int)
        if view.rule is not GameRule.CLASSIC or is_open:
            return super()._guess(view)
        if not view.is_ordinary:
            return self._solved(view) or super()._guess(view)
        budget = Budget(self.time_limit)
        try:
            root = WhatIf.of(view.board, time_limit=self.time_limit)
            decision = decide(
                *(root, self.recipe),
                budget=budget,
                first_click=view.first_click,
                model=model_of(view.board),
            )
        except UncountableError:
            return None
        if decision is None or not view.can_open(view.cell(decision.cell)):
            return super()._guess(view)  # a cell that somebody has flagged is left alone
        self.decision, self.chance = decision, decision.chance
        return Move(view.cell(decision.cell), reason=_reason(decision, view.board))

    def _solved(self, view: View) -> Move | None:
        """A move in a part of a board with rules that is small enough, if any is."""
        board, limit = view.board, self.recipe.layouts
        if board.liars or board.constraints:
            return None
        if is_blank(board) or board.rules.clue.leaves_choice or not can_be_solved(board):
            return None
        count = self._kb.count()
        if board.rules.layout and count.total > limit:
            return None  # which tie most of a board together
        budget = Budget(self.time_limit)
        try:
            found = solved_part(board, counted_of(board, budget), limit, budget)
        except UncountableError:
            return None
        if found is None or not view.can_open(board.cell(found[0])):
            return None
        number, self.chance = found
        cell = board.cell(number)
        risk = float(count.probability(cell))
        self.decision = Decision(number, Why.SOLVED, risk, self.chance)
        return Move(cell, reason=_reason(self.decision, board))


def _reason(decision: Decision, board: Board) -> str:
    if decision.why is Why.FIRST and not board.has_eight_neighbours:
        return "no other cell has fewer neighbours, or more: most likely to open a region"
    if decision.why is Why.FIRST:
        return "a corner, or near one: most likely to open a region"
    risk = f"mine probability {chance_words(decision.risk)}"
    if decision.why is Why.SOLVED:
        chance = decision.chance
        whole = "" if chance is None else f"; {chance_words(chance)} to win"
        return f"{risk}; no other cell wins more often{whole}"
    if decision.why is Why.PSEUDO:
        return f"{risk}, all of it in a 50/50: better now than later"
    score = decision.score
    if score is None or score.cell != decision.cell:
        return f"{risk}; comes before a riskier cell, which is safe only if this one is"
    return f"{risk}; {chance_words(score.survival)} to survive the next click as well"
