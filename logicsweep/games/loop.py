"""The loop of a game: the game shows, the agent moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from logicsweep.arguments import by_name
from logicsweep.board.board import Cell
from logicsweep.errors import AgentError, expect
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.registry import player
from logicsweep.games.game import Game, Shown
from logicsweep.games.view import View
from logicsweep.limits import Budget, budget_of

_A_GAME: Final = "a Game, such as Game('expert', seed=7)"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game.

    Attributes:
        cells: The number of cells of the board.
        mines: The mine count.
        right_flags: The number of flagged mines; mines that were hit do not count.
        wrong_flags: The number of flagged safe cells.
        detonated: The number of mines that were opened.
        opened: The number of safe cells that are open.
        moves: The number of moves, flags included.
        openings: The number of moves that opened a cell, mines included.
        certain: The number of openings that the agent called certain; None if unknown.
        is_won: Whether the game is won: by the rule `classic`, whether every safe cell is open and
            no mine was opened.
        seconds: The seconds from the beginning to the last move, those included in which moves are
            checked and shown; None if they were not measured.
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
    seconds: float | None = None

    @property
    def flag_rate(self) -> float:
        """The share of all mines that are flagged, from 0 to 1; 1 when there are no mines."""
        return self.right_flags / self.mines if self.mines else 1.0

    @property
    def opened_share(self) -> float:
        """The share of all cells that are open, mines included, from 0 to 1."""
        return (self.opened + self.detonated) / self.cells


def view_of(game: Game) -> View:
    """Return the view of a player who joins a game now."""
    expect("game", game, Game, _A_GAME)
    first_click = game.setting.first_click.left_on(game.board)
    return View(game.board, rule=game.setting.rule, first_click=first_click)


@by_name
def play(
    game: Game,
    agent: Agent | str,
    *,
    before: Callable[[Move, View], object] | None = None,
    watch: Callable[[Move, Shown, View], object] | None = None,
    budget: Budget | None = None,
) -> Outcome:
    """Let an agent play a game to its end, from its present position, seeing only a view of it.

    Args:
        game: The game, which is changed.
        agent: The player, or its name: one of `AGENTS`, as `agent_of` makes it.
        before: Called before every move is made with the move, and the view that it was chosen by.
        watch: Called after every move with the move, the cells that it changed, and the view.
        budget: Checked between moves; by default there is no time limit.

    Raises:
        IllegalMoveError: The agent made a move that the game does not allow.
        AgentError: The agent returned something that is not a move, or flagged every covered cell
            although the game goes on.
        UnknownNameError: No agent has this name, or the game has rules that the agent does not play
            by.
        LimitError: The budget is spent.
        Exception: Whatever the agent raises.
    """
    expect("game", game, Game, _A_GAME)
    seat = Seat(game, player(agent, game.setting), budget=budget)
    certain = 0
    while not game.is_over:
        move = seat.choose()
        if before is not None:
            before(move, seat.view)
        shown = seat.make(move)
        certain += move.is_proved and not move.flags
        if watch is not None:
            watch(move, shown, seat.view)
    return replace(outcome_of(game), certain=certain)


class Seat:
    """An agent at a game, which begins where the game is now.

    Args:
        game: The game, which is changed.
        agent: The agent, which begins.
        budget: Checked before each choice; by default there is no time limit.

    Attributes:
        view: The agent's view of the game.
    """

    def __init__(self, game: Game, agent: Agent, *, budget: Budget | None = None) -> None:
        self._game, self._agent, self._budget = game, agent, budget_of(budget)
        self.view = view_of(game)
        agent.begin(self.view)

    def choose(self) -> Move:
        """Ask the agent for its next move, which is not made yet; the game is not over.

        Raises:
            AgentError: It is no move, or every covered cell is flagged.
            LimitError: The budget is spent.
            Exception: Whatever the agent raises.
        """
        self._budget.check()
        if not self._game.unflagged:
            raise AgentError("every covered cell is flagged: no cell is left to choose")
        return checked_move(self._agent.choose(self.view), self._agent)

    def make(self, move: Move) -> Shown:
        """Make a move, and show the agent what it changed. Raises `IllegalMoveError`."""
        shown = self._game.flag(move.cell) if move.flags else self._game.open(move.cell)
        self.view.show(shown)
        return shown


def checked_move(move: object, agent: Agent) -> Move:
    """Return the move that an agent chose, with fields of the right types."""
    if not isinstance(move, Move):
        expected = "expected a Move, such as Move(view.choices[0])"
        raise AgentError(f"agent {agent.name} chose {move!r:.60}; {expected}")
    if not isinstance(move.reason, str):
        raise AgentError(f"agent {agent.name} gave the reason {move.reason!r:.60}; expected a str")
    try:
        details = tuple(map(str, move.details))
        return Move(
            Cell.of(move.cell), bool(move.flags), move.reason, bool(move.is_proved), details
        )
    except (TypeError, ValueError) as error:
        raise AgentError(f"agent {agent.name} chose an invalid move: {error}") from None


def outcome_of(game: Game) -> Outcome:
    """Return the state of a game as an outcome; the number of certain moves is unknown."""
    return Outcome(
        cells=game.setting.cells,
        mines=game.mine_count,
        right_flags=game.right_flags,
        wrong_flags=game.wrong_flags,
        detonated=game.detonated,
        opened=game.opened,
        moves=game.moves,
        openings=game.openings,
        certain=None,
        is_won=game.is_won,
    )
