"""Games with forced survival: estimates of an agent's chance to win with half the spread.

A game is won or lost, and the mean of many tells little. Here the player survives every guess: a
weight is multiplied by the exact probability to survive it, and if the cell holds a mine, the
layout is replaced by one drawn from the posterior given that the cell is safe. The weight at the
end is an unbiased estimate of the probability that the agent wins under the rule `classic` (it is
the importance weight of the game that was played). Where the agent knows how likely it is to win
from here on, that number ends the game; agents know it for exact clues only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue_models import Exact
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.errors import AgentError, expect
from logicsweep.games.agents.base import Agent
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import checked_move, view_of
from logicsweep.games.setting import GameRule, Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import ELIMINATION


class Survival(NamedTuple):
    """How a game with forced survival ended.

    Attributes:
        chance: The estimate of the probability to win, from 0 to 1; unbiased.
        guesses: How many cells were opened that were not proved safe.
        replaced: How often the layout was replaced.
        is_cut: Whether the agent knew how likely it was to win, and the game ended there.
    """

    chance: float
    guesses: int
    replaced: int
    is_cut: bool


class ForcedGame(Game):
    """A game whose layout gives way to the player.

    Attributes:
        weight: The product of the probabilities to survive, so far.
        guesses: How many cells were opened that were not proved safe.
        replaced: How often the layout was replaced.
    """

    def __init__(self, setting: Setting, seed: int) -> None:
        super().__init__(setting, seed)
        if setting.rule is not GameRule.CLASSIC:
            raise ValueError(f"the rule is {setting.rule.value}; forced survival needs classic")
        self.weight = 1.0
        self.guesses = 0
        self.replaced = 0
        self._known = np.zeros(setting.cells, dtype=np.bool_)  # cells that are proved safe
        self._free: list[int] = []  # and those that the first click keeps free

    def open(self, cell: tuple[int, int]) -> Shown:
        """See `Game.open`; the cell is safe unless it is proved a mine."""
        number = self._first.number(cell)
        if self._mines is None and self.setting.kept_free:
            if self.setting.first_click is FirstClick.OPENING:
                self._free = list(self._near[number])
        elif not self._known[number]:
            self._survive(number)
        return super().open(cell)

    def _survive(self, number: int) -> None:
        free = [cell for cell in map(self._first.cell, self._free) if self.board.is_covered(cell)]
        board = self.board.replace(dict.fromkeys(free, State.NO_CLUE))
        kb = KnowledgeBase(board, reasoner=ELIMINATION, time_limit=None)
        risks: NDArray[np.float64] = kb.probabilities().ravel()
        self._known = risks == 0
        self._known[self._free] = True
        if self._known[number]:
            return
        risk = float(risks[number])
        self.guesses += 1
        self.weight *= 1 - risk
        if risk == 1 or not self._holds_mine(number):
            return
        self.replaced += 1
        kb.tell(self._first.cell(number), State.NO_CLUE)
        [mask] = kb.sample(1, self._rng.getrandbits(62))
        self._lay(Layout(mask))

    def _holds_mine(self, number: int) -> bool:
        if self._mines is None:
            self._deal(None)
        return self._is_mine(number)


def survive(setting: Setting, seed: int, agent: Agent, *, budget: Budget | None = None) -> Survival:
    """Let an agent play a game with forced survival.

    Args:
        setting: The setting, with the rule `classic`.
        seed: The seed of the game; the same seed plays the same game.
        agent: The player.
        budget: Checked between moves; by default there is no time limit.

    Raises:
        ValueError: The rule is another one.
        IllegalMoveError: The agent made a move that the game does not allow.
        AgentError: As `play` raises it.
        LimitError: The budget is spent.
    """
    expect("agent", agent, Agent, "an Agent, such as agent_of('strategist')")
    game = ForcedGame(setting, seed)
    is_exact = isinstance(setting.model, Exact)
    view = view_of(game)
    agent.begin(view)
    while not game.is_over:
        if budget is not None:
            budget.check()
        if not game.unflagged:
            raise AgentError("every covered cell is flagged: no cell is left to choose")
        move = checked_move(agent.choose(view), agent)
        if agent.chance is not None and is_exact:
            chance = game.weight * float(agent.chance)
            return Survival(chance, game.guesses, game.replaced, is_cut=True)
        view.show(game.flag(move.cell) if move.flags else game.open(move.cell))
    return Survival(game.weight if game.is_won else 0.0, game.guesses, game.replaced, is_cut=False)
