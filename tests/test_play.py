"""The game, the agents, and the loop between them."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from fractions import Fraction
from statistics import mean
from typing import Any

import numpy as np
import pytest

from logicsweep import (
    Board,
    Cell,
    Clue,
    IllegalMoveError,
    KnowledgeBase,
    Layout,
    MissingLibraryError,
    State,
    UnknownNameError,
    clue_model,
    constraints_of,
)
from logicsweep.agents.base import Move, View
from logicsweep.agents.registry import AGENTS, agent_of
from logicsweep.agents.rref import forced, reduced
from logicsweep.game import Game, Rule
from logicsweep.play import Outcome, play
from tests.making import MODELS, random_board, uncertain_board

SOUND = ("simplex", "logic")


def game_of(text: str, **options: Any) -> Game:
    mask = [[symbol == "*" for symbol in row] for row in text.split()]
    return Game(Layout(np.array(mask)), 0, **options)


def test_a_game_shows_clues_and_mines() -> None:
    game = game_of("*__ ___ __*")
    assert game.board.total_mines == 2
    assert game.open((1, 1)) == 2
    assert game.open((0, 0)) == State.KNOWN_MINE
    assert not game.is_over
    game.flag((2, 2))
    for cell in game.board.covered:
        if game.board[cell] == State.COVERED:
            game.open(cell)
    assert game.is_over
    assert (game.detonated, game.right_flags, game.wrong_flags) == (1, 1, 0)
    assert (game.opened, game.moves) == (7, 9)
    assert not game.is_won


def test_illegal_moves_change_nothing() -> None:
    game = game_of("*_ __")
    game.open((0, 1))
    game.flag((0, 0))
    before = game.board, game.moves
    for cell, words in {
        (0, 1): "the cell is open",
        (0, 0): "the cell is flagged",
        (2, 0): "off the board",
    }.items():
        for move in (game.open, game.flag):
            with pytest.raises(IllegalMoveError, match=words):
                move(cell)
    assert (game.board, game.moves) == before
    game.open((1, 0))
    game.open((1, 1))
    assert game.is_won
    with pytest.raises(IllegalMoveError, match="the game is over"):
        game.open((0, 0))


def test_a_classic_game_ends_with_a_mine_or_the_last_safe_cell() -> None:
    game = game_of("*_ __", rule=Rule.CLASSIC)
    game.open((0, 0))
    assert game.is_over
    assert not game.is_won
    game = game_of("*_ __", rule=Rule.CLASSIC)
    for cell in ((0, 1), (1, 0), (1, 1)):
        assert not game.is_over
        game.open(cell)
    assert game.is_over
    assert game.is_won


@pytest.mark.parametrize("name", AGENTS)
def test_classic_games_end_when_every_cell_is_flagged_or_open(name: str) -> None:
    for model in ("cautious", "liar"):
        for seed in range(12):
            game = Game.deal(1 + seed % 3, 4, 2, seed, model=clue_model(model), rule=Rule.CLASSIC)
            outcome = play(game, agent_of(name, game.board, seed + 2))
            assert game.is_over
            assert (
                outcome.is_won
                == (outcome.detonated == 0 and outcome.wrong_flags == 0 and outcome.opened > 0)
                or outcome.opened == 0
            )


def test_games_are_dealt_from_seeds() -> None:
    def layout(seed: int) -> bytes:
        game = Game.deal(4, 5, 6, seed)
        while not game.is_over:
            game.open(next(cell for cell in game.board.covered))
        return bytes(game.board.grid)

    assert layout(3) == layout(3)
    assert len({layout(seed) for seed in range(20)}) > 15
    with pytest.raises(ValueError, match="21 mines do not fit on 20 cells"):
        Game.deal(4, 5, 21, 0)


@pytest.mark.parametrize("name", MODELS)
def test_what_is_shown_is_what_the_model_says(name: str) -> None:
    model = clue_model(name)
    for seed in range(10):
        game = Game.deal(5, 5, 6, seed, model=model)
        truth = Game.deal(5, 5, 6, seed)
        for cell in game.board.cells:
            around = game.board.around(cell)
            shown, count = game.open(cell), truth.open(cell)
            if count == State.KNOWN_MINE:
                assert shown == State.KNOWN_MINE
            elif isinstance(shown, Clue):
                assert shown.around == around
                assert shown.allows(count)
                assert model.shows(count, around)[shown.shown] > 0
            else:
                assert shown in (count, State.NO_CLUE)


def next_moves(name: str, board: Board, count: int) -> list[Move]:
    """The first moves of an agent on a board; what it opens turns out to show no clue."""
    agent = agent_of(name, board, 0)
    moves = []
    for _ in range(count):
        move = agent.next_move(View(board, {}))
        moves.append(move)
        board = board.replace({move.cell: State.FLAGGED if move.flags else State.NO_CLUE})
    return moves


def test_the_worked_example_of_the_reduced_equations() -> None:
    # A+B+C = 1, A+C+D = 2, E+B+C+D+F = 3: hence D is a mine and B is safe.
    board = Board.parse("1?2\n???\n?3?\n")
    moves = {(move.cell, move.flags) for move in next_moves("rref", board, 2)}
    assert moves == {(Cell(1, 2), True), (Cell(1, 0), False)}
    assert not any(move.is_proved for move in next_moves("single-point", board, 1))
    # With three mines in all A is safe, too; that needs the total.
    with_total = Board.parse("mines: 3\n\n1?2\n???\n?3?\n")
    move = next_moves("rref", with_total, 1)[0]
    assert (move.cell, move.flags, move.is_proved) == (Cell(0, 1), False, True)


def test_reduction_is_exact() -> None:
    rows = [{0: 3, 1: 5, -1: 8}, {0: 7, 1: 2, 2: 1, -1: 9}, {1: 10, 2: 3, -1: 4}]
    found = list(reduced(rows))
    matrix = np.array([[row.get(column, 0) for column in range(3)] for row in rows], dtype=float)
    expected = np.linalg.solve(matrix, [row[-1] for row in rows])
    for row in found:
        (column,) = [key for key in row if key >= 0]
        assert abs(float(Fraction(row[-1], row[column])) - expected[column]) < 1e-9
    assert forced({0: 1, 1: -1, -1: 2}, [2, 3]) == ([0], [1])
    assert forced({0: 1, 1: -2, -1: -6}, [2, 3]) == ([1], [0])
    assert forced({0: 1, 1: -2, -1: 1}, [2, 3]) == ([], [])
    # Equations that contradict each other leave no row behind.
    assert len(list(reduced([{0: 1, -1: 1}, {0: 1, -1: 0}]))) == 1


def relaxed(board: Board) -> tuple[set[Cell], set[Cell]]:
    """What the linear relaxation decides, cell by cell, from the constraints as they are."""
    from scipy.optimize import linprog

    system = constraints_of(board)
    column = {cell: place for place, cell in enumerate(system.cells)}
    rows: list[list[float]] = []
    bounds: list[float] = []
    for constraint in system.constraints:
        row = np.zeros(len(column))
        row[[column[cell] for cell in constraint.cells]] = 1
        rows += [row.tolist(), (-row).tolist()]
        bounds += [constraint.upper, -constraint.lower]
    mines, safe = set(), set()
    for cell, place in column.items():
        for sign, found in ((-1, safe), (1, mines)):
            costs = np.zeros(len(column))
            costs[place] = sign
            result = linprog(costs, A_ub=rows or None, b_ub=bounds or None, bounds=(0, 1))
            if result.status == 0 and (-result.fun < 1 - 1e-7 if sign < 0 else result.fun > 1e-7):
                found.add(board.cell(cell))
    return mines, safe


@pytest.mark.parametrize("seed", range(60))
def test_simplex_finds_what_the_relaxation_decides(seed: int) -> None:
    board = uncertain_board(seed) if seed % 2 else random_board(seed, lie=0)
    board = board.replace(
        {cell: State.COVERED for cell in board.covered if board[cell] == State.FLAGGED}
    )
    if not KnowledgeBase(board).is_consistent() or not board.covered:
        pytest.skip(f"seed {seed} is inconsistent or has no covered cell")
    mines, safe = relaxed(board)
    found = [move for move in next_moves("simplex", board, len(board.covered)) if move.is_proved]
    # Once it is through with these it would guess, and see more.
    first = found[: len(mines) + len(safe)]
    assert {move.cell for move in first if move.flags} == mines
    assert {move.cell for move in first if not move.flags} == safe


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_plays_every_game_to_its_end(name: str, model: str) -> None:
    for seed in range(3):
        game = Game.deal(6, 7, 9, seed, model=clue_model(model))
        moves: list[Move] = []
        outcome = play(
            game,
            agent_of(name, game.board, seed),
            watch=lambda move, _, moves=moves: moves.append(move),  # type: ignore[misc]
        )
        assert game.is_over
        assert outcome.moves == len(moves) == 42
        assert outcome.certain_moves == sum(move.is_proved for move in moves)
        assert outcome.right_flags + outcome.detonated <= outcome.mines == 9
        assert outcome.flag_rate == outcome.right_flags / 9
        assert outcome.opened + outcome.detonated + outcome.right_flags + outcome.wrong_flags == 42
        if name in SOUND or model == "exact":
            proved_and_wrong(game, moves)
        if name in SOUND:
            assert outcome.wrong_flags == 0


def proved_and_wrong(game: Game, moves: Sequence[Move]) -> None:
    """No certain move may turn out wrong."""
    end = game.board
    assert game.wrong_flags == 0 or not all(move.is_proved for move in moves if move.flags)
    for move in moves:
        if move.is_proved and not move.flags:
            assert end[move.cell] != State.KNOWN_MINE


def test_the_same_seed_plays_the_same_game() -> None:
    def outcome(name: str) -> Outcome:
        game = Game.deal(8, 8, 12, 5, model=clue_model("optimistic"))
        return play(game, agent_of(name, game.board, 5))

    for name in AGENTS:
        assert outcome(name) == outcome(name)


def test_the_posterior_agent_makes_the_safest_bet() -> None:
    board = Board.parse("mines: 3\n\n?????\n?21??\n?????\n")
    agent = agent_of("posterior", board, 0)
    move = agent.next_move(View(board, {}))
    assert move.cell in [Cell(0, 3), Cell(1, 3), Cell(2, 3)]
    assert (move.flags, move.is_proved) == (False, False)
    assert move.reason == "a mine with 6.67% only"
    likely = Board.parse("mines: 6\n\n???\n?6?\n???\n").replace({Cell(0, 0): State.NO_CLUE})
    move = agent_of("posterior", likely, 0).next_move(View(likely, {}))
    assert (move.flags, move.reason) == (True, "a mine with 85.71%")


def test_unknown_agents_and_missing_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board.parse("??\n")
    with pytest.raises(UnknownNameError, match="unknown agent 'psychic'; known: single-point"):
        agent_of("psychic", board, 0)
    real = builtins.__import__

    def without_scipy(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("scipy"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_scipy)
    with pytest.raises(MissingLibraryError, match=r"pip install 'logicsweep\[simplex\]'"):
        agent_of("simplex", board, 0)


PUBLISHED = {10: 96.5, 20: 86.8, 30: 72.8, 50: 54.0}


@pytest.mark.slow
@pytest.mark.parametrize("mines", PUBLISHED)
def test_the_baseline_flags_as_many_mines_as_published(mines: int) -> None:
    rates = []
    for seed in range(150):
        game = Game.deal(10, 10, mines, seed)
        rates.append(100 * play(game, agent_of("single-point", game.board, seed)).flag_rate)
    # The published means are of 200 games; a game's rate has a standard deviation of 8 to 20.
    assert abs(mean(rates) - PUBLISHED[mines]) < 4, mean(rates)
