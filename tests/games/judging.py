"""Agents at work on a board, and what they are sure of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from logicsweep import Board, Cell, State
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import Outcome, play
from logicsweep.games.setting import GameRule
from logicsweep.games.view import View
from tests.games.making import bare


def one_game(
    name: str, seed: int, **options: Any
) -> tuple[Game, list[tuple[Move, Shown]], Outcome]:
    """A game played by an agent, with all its moves."""
    game = Game(bare(**options), seed=seed)
    moves: list[tuple[Move, Shown]] = []
    agent = agent_of(name, seed=seed)
    outcome = play(game, agent, watch=lambda move, shown, _: moves.append((move, shown)))
    return game, moves, outcome


def check_certain(game: Game, moves: Sequence[tuple[Move, Shown]]) -> None:
    """No certain move may have been wrong."""
    mines = game.solution.mines
    for move, _ in moves:
        if move.is_proved:
            assert (move.cell in mines) == move.flags, (game.setting, move)


def begun(name: str, view: View, **options: Any) -> Agent:
    """An agent that has begun a game; its guesses are always the same."""
    agent = agent_of(name, seed=0, **options)
    agent.begin(view)
    return agent


def next_moves(
    name: str, board: Board, count: int, rule: GameRule = GameRule.CONTINUE
) -> list[Move]:
    """The first moves of an agent on a board; what it opens turns out to show no clue."""
    view = View(board, rule=rule)
    agent = begun(name, view)
    moves = []
    for _ in range(count):
        move = agent.choose(view)
        moves.append(move)
        view.show({move.cell: State.FLAGGED if move.flags else State.NO_CLUE})
    return moves


def certain_on(name: str, board: Board) -> tuple[set[Cell], set[Cell]]:
    """What an agent calls certain (mines, safe) before it opens anything."""
    view = View(board, rule=GameRule.CONTINUE)
    agent = begun(name, view)
    agent._see(view, view.seen())  # noqa: SLF001
    while agent._find(view):  # noqa: SLF001
        pass
    found = agent._found  # noqa: SLF001
    return {c for c, mine in found.items() if mine}, {c for c, mine in found.items() if not mine}
