"""The loop: the game shows, the agent moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.game import Game, Shown
from logicsweep.games.view import View
from logicsweep.limits import Budget


class Outcome(NamedTuple):
    """How a game ended. A mine counts as flagged only if it was not hit before.

    `opened` are the safe cells that are open, `openings` the moves that opened a cell, mines
    included, and `certain` those of them that the agent called certain (None: nobody said). `cells`
    is the size of the board.
    """

    cells: int
    mines: int
    right_flags: int
    wrong_flags: int
    detonated: int
    opened: int
    moves: int
    openings: int
    certain: int | None
    is_won: bool

    @property
    def flag_rate(self) -> float:
        """The share of all mines that are flagged; 1 when there are none."""
        return self.right_flags / self.mines if self.mines else 1.0

    @property
    def opened_share(self) -> float:
        """The share of all cells that are open, mines included."""
        return (self.opened + self.detonated) / self.cells


def view_of(game: Game) -> View:
    """What a player sees who comes to a game now."""
    return View(game.board, rule=game.setting.rule, first_click=game.setting.first_click)


def play(
    game: Game,
    agent: Agent,
    view: View,
    *,
    watch: Callable[[Move, Shown], object] | None = None,
    budget: Budget | None = None,
) -> Outcome:
    """Play a game to its end. `view` is the one that the agent was made with.

    `watch` is told every move, and what it showed. Raises `LimitError` when the budget is spent.
    """
    certain = 0
    while not game.is_over:
        if budget is not None:
            budget.check()
        move = agent.next_move(view)
        shown = game.flag(move.cell) if move.flags else game.open(move.cell)
        certain += move.is_proved and not move.flags
        view.show(shown)
        if watch is not None:
            watch(move, shown)
    return outcome_of(game)._replace(certain=certain)


def outcome_of(game: Game) -> Outcome:
    """What a game has come to, by now; nothing is known of how certain its moves were."""
    return Outcome(
        cells=game.setting.cells,
        mines=game.setting.mines,
        right_flags=game.right_flags,
        wrong_flags=game.wrong_flags,
        detonated=game.detonated,
        opened=game.opened,
        moves=game.moves,
        openings=game.openings,
        certain=None,
        is_won=game.is_won,
    )
