"""`strategist`: plays what is proved, solves what is small, and makes the best guess otherwise.

Parts of the board with up to 10,000 layouts are played exactly, and so are games with so few
layouts from the first cell on, and games of at most 25 cells that were solved before (5x5 with up
to 6 mines): no play wins more often. In parts of ordinary boards with up to 60,000 layouts the cell
is opened that wins most of them if a simple player goes on; only the kernel plays them. Any other
guess has the best score, the probability to survive it and the next click; cells that score about
as much are compared by the click after that as well. In a large game the first cell is that of
`exact`; if that is a corner and shows a number, the second is another corner. The score is that of
JSMinesweeper (d8ff392), with exact counts and without its credit for 50/50s, which gained nothing
beside the third click. A budget of layouts and candidates bounds a move, never the time, so that a
seed plays the same game on every machine with the kernel.

Under rules and clue models it does the same once a cell is open, by what clues can show then, but
compares fewer cells. The book of first cells is for ordinary boards alone; where rules for layouts
or a key leave more than 20,000 of them, a guess is that of `exact`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from logicsweep.board.board import Board
from logicsweep.board.first_click import is_blank
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.exact import Exact
from logicsweep.games.setting import GameRule
from logicsweep.games.view import View
from logicsweep.limits import Budget
from logicsweep.reasons.wording import chance_words
from logicsweep.strategy.decision import Decision, Why, decide
from logicsweep.strategy.recipe import STANDARD, Recipe
from logicsweep.strategy.recounts import MOST_LISTED
from logicsweep.strategy.whatif import WhatIf
from logicsweep.tables.component_counts import UncountableError

# Before the first click, where the mine count is not one number, so few layouts are solved.
_MOST_OPEN: Final = 1_000

# The attributes that a class may have and still play as this one does, by its recipe.
_SAME_PLAYER: Final = frozenset(
    (
        *("name", "recipe", "__module__", "__doc__", "__annotations__", "__abstractmethods__"),
        *("_abc_impl", "__firstlineno__", "__static_attributes__", "__annotate_func__"),
        *("__annotations_cache__", "__annotate__"),
    )
)


class Strategist(Exact):
    """See the module.

    It takes all clues for exact until one is shown that is not.
    Under the rules `continue` and `search`, where a mine does not end the game, it guesses as
    `exact` does. It guesses at random where a component is too wide to be counted. At its time
    limit it raises `LimitError`: it never plays another move for want of time.

    Attributes:
        recipe: The numbers that it plays by.
        decision: The decision behind the last move, if that was a guess; else None.
    """

    name = "strategist"
    is_complete = True
    recipe: ClassVar[Recipe] = STANDARD
    decision: Decision | None = None

    def begin(self, view: View) -> None:
        """Forget the game before."""
        super().begin(view)
        self.decision = self.chance = None

    def choose(self, view: View) -> Move:
        """Return a certain move, else a guess."""
        self.decision = self.chance = None
        return super().choose(view)

    def _guess(self, view: View) -> Move | None:
        if view.rule is not GameRule.CLASSIC or self._is_wide(view.board):
            return super()._guess(view)
        budget = Budget(self.time_limit)
        try:
            root = WhatIf.of(view.board, time_limit=self.time_limit)
            decision = decide(*(root, self.recipe), budget=budget, first_click=view.first_click)
        except UncountableError:
            return None
        if decision is None or not view.can_open(view.cell(decision.cell)):
            return super()._guess(view)  # a cell that somebody has flagged is left alone
        self.decision, self.chance = decision, decision.chance
        return Move(view.cell(decision.cell), reason=_reason(decision, view.board))

    def _is_wide(self, board: Board) -> bool:
        """Tell whether a board with more than clues is too large to suppose each clue of a cell.

        Where nothing is open and the mine count is not one number, or where rules for layouts, a
        key, liars or constraints tie most of many layouts together, each supposition would count
        all of the board again.
        """
        blank = is_blank(board)
        if blank and board.own_rules is not None:
            return True
        ties = board.rules.layout, board.rules.clue.key, board.liars, board.constraints
        most = MOST_LISTED if any(ties) else None
        if blank and not isinstance(board.mines, int):
            most = _MOST_OPEN
        try:
            return most is not None and self._kb.count().total > most
        except LimitError:
            return True


def recipe_of(agent: Agent) -> Recipe | None:
    """Return the recipe of an agent that is a `Strategist` but for its recipe; None for others."""
    if not isinstance(agent, Strategist):
        return None
    kinds = type(agent).__mro__
    changes = set().union(*map(vars, kinds[: kinds.index(Strategist)]))
    return agent.recipe if changes <= _SAME_PLAYER else None


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
    if decision.why is Why.POLICY:
        return f"{risk}; with a simple player from there on, no cell wins more layouts"
    if decision.score is None:
        raise RuntimeError("a decision by score without one")
    return f"{risk}; {chance_words(decision.score.survival)} to survive the next click as well"
