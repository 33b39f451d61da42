"""The loop: the game shows, the agent moves."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from logicsweep.agents.base import Agent, Move, View
from logicsweep.board import Cell
from logicsweep.clues import Clue
from logicsweep.game import Game


class Outcome(NamedTuple):
    """How a game ended. A mine counts as flagged only if it was not hit before."""

    mines: int
    right_flags: int
    wrong_flags: int
    detonated: int
    opened: int
    moves: int
    certain_moves: int
    is_won: bool

    @property
    def flag_rate(self) -> float:
        """The share of all mines that are flagged; 1 when there are none."""
        return self.right_flags / self.mines if self.mines else 1.0


def play(
    game: Game, agent: Agent, *, watch: Callable[[Move, int | Clue | None], object] | None = None
) -> Outcome:
    """Play a game to its end. `watch` is told every move, and what it showed (None for a flag)."""
    news: dict[Cell, int | Clue] = {}
    certain = 0
    while not game.is_over:
        move = agent.next_move(View(game.board, news))
        news = {}
        shown = None
        certain += move.is_proved
        if move.flags:
            game.flag(move.cell)
        else:
            shown = news[move.cell] = game.open(move.cell)
        if watch is not None:
            watch(move, shown)
    total = game.board.total_mines
    return Outcome(
        mines=total if isinstance(total, int) else 0,
        right_flags=game.right_flags,
        wrong_flags=game.wrong_flags,
        detonated=game.detonated,
        opened=game.opened,
        moves=game.moves,
        certain_moves=certain,
        is_won=game.is_won,
    )
