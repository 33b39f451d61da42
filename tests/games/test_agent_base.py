"""What makes an agent: one method, the cells it names, and what it sees."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from logicsweep import Agent, Cell, Game, Move, State, play
from logicsweep.board import FirstClick
from logicsweep.errors import AgentError, ArgumentTypeError, IllegalMoveError
from logicsweep.games import AGENTS, GameRule, View, agent_of
from logicsweep.games.agents.base import Known
from logicsweep.games.loop import view_of
from tests.games.making import EVERY_AGENT, setting
from tests.judges.refusals import refused


class Nearest(Agent):
    """Opens the first cell that can be opened; remembers nothing."""

    def choose(self, view: View) -> Move:
        return Move(view.choices[0])


class Drawing(Agent):
    """Opens any cell, and counts its games."""

    games = 0

    def begin(self, view: View) -> None:
        self.games += 1
        self._rng = Random(self.seed)
        self._first = view.choices

    def choose(self, view: View) -> Move:
        assert set(view.choices) <= set(self._first)
        return Move(self._rng.choice(view.choices), is_proved=True)


@pytest.mark.parametrize("rule", GameRule)
def test_one_method_makes_an_agent(rule: GameRule) -> None:
    moves: list[Move] = []
    game = Game(setting(rule=rule), seed=3)
    outcome = play(game, Nearest(), watch=lambda move, *_: moves.append(move))
    assert game.is_over
    assert (outcome.moves, outcome.certain) == (len(moves), 0)
    assert [move.cell for move in moves] == sorted(move.cell for move in moves)
    assert all(move == Move(move.cell) for move in moves)
    assert Nearest.name == "Nearest"


def test_an_agent_may_play_many_games() -> None:
    """Whatever it played before, a game depends on its seed alone; `begin` is told of each."""
    agent = Drawing(5)
    outcomes = []
    for seed in (1, 2, 1):
        moves: list[object] = []
        game = Game(setting(rule=GameRule.CONTINUE), seed=seed)
        outcome = play(game, agent, watch=lambda *seen, to=moves: to.append(seen[:2]))
        assert outcome.certain == outcome.openings
        outcomes.append((outcome, moves))
    assert agent.games == 3
    assert outcomes[0] == outcomes[2] != outcomes[1]


@pytest.mark.parametrize("name", EVERY_AGENT)
def test_our_agents_forget_the_game_before(name: str) -> None:
    def moves(agent: Agent, seed: int) -> list[Move]:
        found: list[Move] = []
        game = Game(setting(first_click=FirstClick.SAFE, flood=True), seed=seed)
        play(game, agent, watch=lambda move, *_: found.append(move))
        return found

    agent = agent_of(name, seed=4)
    moves(agent, 1)
    assert moves(agent, 2) == moves(agent_of(name, seed=4), 2)


def test_what_an_agent_knows_is_what_it_sees_by_default() -> None:
    game = Game(setting(rule=GameRule.CONTINUE), seed=3)
    agent = Nearest()

    def check(_: Move, __: object, view: View) -> None:
        board = view.board
        clues = [cell for cell, shown in board.clues.items() if isinstance(shown, int)]
        about = [
            cell
            for cell in clues
            if any(board[near] == State.COVERED for near in board.neighbours(cell))
        ]
        known = agent.known(view)
        assert known == Known(len(board.known_mines), len(clues), len(about))

    play(game, agent, watch=check)


def test_an_agent_joins_a_game_that_is_going_on() -> None:
    game = Game(setting(), seed=3)
    first = next(cell for cell in game.board.cells if cell not in game_mines(3))
    game.open(first)
    seen = []

    class Looking(Nearest):
        def begin(self, view: View) -> None:
            seen.append(view.board)

    play(game, Looking())
    assert seen[0][first] >= 0


def game_mines(seed: int) -> frozenset[Cell]:
    game = Game(setting(rule=GameRule.CONTINUE), seed=seed)
    play(game, Nearest())
    return game.solution.mines


@pytest.mark.parametrize("name", [name for name in AGENTS if name != "simplex"])
def test_flagged_cells_are_left_alone(name: str) -> None:
    for seed in range(2):
        game = Game(setting(), seed=seed)
        flagged = [Cell(0, 0), Cell(2, 3), Cell(4, 5), Cell(3, 1)]
        for cell in flagged:
            game.flag(cell)
        moves: list[Move] = []
        with suppress(AgentError):  # where all that is covered is flagged
            play(game, agent_of(name, seed=seed), watch=lambda move, *_, to=moves: to.append(move))
        assert moves
        assert not {move.cell for move in moves}.intersection(flagged)


def test_where_every_covered_cell_is_flagged_nobody_is_asked() -> None:
    game = Game(setting(), seed=1)
    for cell in game.board.cells:
        game.flag(cell)
    with pytest.raises(AgentError, match="every covered cell is flagged: no cell is left"):
        play(game, Nearest())


def test_pairs_of_any_whole_numbers_are_cells_of_a_move() -> None:
    import numpy as np

    class Numpy(Agent):
        def choose(self, view: View) -> Move:
            row, column = np.argwhere(view.board.grid == State.COVERED)[0]
            return Move((row, column), np.bool_(False), is_proved=np.bool_(True))  # type: ignore[arg-type]

    moves: list[Move] = []
    play(Game(setting(), seed=1), Numpy(), watch=lambda move, *_: moves.append(move))
    for move in moves:
        assert list(map(type, (move.cell, *move.cell, *move[1:]))) == [
            Cell,
            int,
            int,
            bool,
            str,
            bool,
            tuple,
        ]


@pytest.mark.parametrize(
    ("chosen", "error", "words"),
    [
        (None, AgentError, r"agent Saying chose None; expected a Move, such as Move\(view"),
        ((0, 0), AgentError, r"agent Saying chose \(0, 0\); expected a Move"),
        (Move("ab"), AgentError, "chose an invalid move: 'ab' is not a cell"),  # type: ignore[arg-type]
        (Move((0.5, 1)), AgentError, r"\(0\.5, 1\) is not a cell"),  # type: ignore[arg-type]
        (Move(Cell(0, 0), reason=3), AgentError, "gave the reason 3; expected a str"),  # type: ignore[arg-type]
        (Move(Cell(5, 0)), IllegalMoveError, r"\(5,0\) is off the board; expected cells from"),
    ],
)
def test_what_is_no_move_is_refused(chosen: Any, error: type[Exception], words: str) -> None:
    class Saying(Agent):
        def choose(self, view: View) -> Any:
            del view
            return chosen

    with pytest.raises(error, match=words):
        play(Game(setting(), seed=1), Saying())


def test_agents_are_agents() -> None:
    wrong: Any = Nearest
    with refused(ArgumentTypeError, argument="agent"):
        play(Game(setting(), seed=1), wrong)
    with pytest.raises(TypeError, match="abstract"):
        Agent()  # type: ignore[abstract]
    assert Nearest(seed=3).seed == agent_of("exact", seed=3).seed == 3


def test_a_view_is_all_that_an_agent_is_handed() -> None:
    """Through what it was given, no agent of one's own comes to the game: see test_game, too."""
    given: list[object] = []

    class Keeping(Nearest):
        def begin(self, view: View) -> None:
            given.append(view)

        def choose(self, view: View) -> Move:
            given.append(view)
            return super().choose(view)

    game = Game(setting(), seed=3)
    play(game, Keeping())
    assert len(set(map(id, given))) == 1
    assert vars(given[0]).keys() == vars(view_of(game)).keys()
    assert not any(isinstance(value, Game) for value in vars(given[0]).values())
