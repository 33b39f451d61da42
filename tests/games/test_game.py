"""The game and its rules, the view of a player, and the loop between them."""

from __future__ import annotations

import gc
import types
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, Cell, Layout, Setting, State
from logicsweep.board import Clue, clue_model
from logicsweep.errors import ArgumentError, IllegalMoveError, LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.game import Game
from logicsweep.games.loop import Outcome, play, view_of
from logicsweep.games.setting import FirstClick, GameRule
from logicsweep.games.view import View
from logicsweep.limits import Budget
from tests.conftest import seeds
from tests.games.making import EVERY_AGENT, bare, dealt, game_of, solution
from tests.judges.making import MODELS, clue as true_clue
from tests.judges.refusals import refused


def test_a_game_shows_clues_and_mines() -> None:
    game = game_of("*__ ___ __*", rule=GameRule.CONTINUE)
    assert game.board.mines == 2
    assert game.open((1, 1)) == {(1, 1): 2}
    assert game.open((0, 0)) == {(0, 0): State.KNOWN_MINE}
    assert not game.is_over
    assert game.flag((2, 2)) == {(2, 2): State.FLAGGED}
    for cell in game.board.covered:
        if game.board[cell] == State.COVERED:
            game.open(cell)
    assert game.is_over
    assert (game.detonated, game.right_flags, game.wrong_flags) == (1, 1, 0)
    assert (game.opened, game.moves, game.openings) == (7, 9, 8)
    assert not game.is_won
    assert game.solution.mines == {Cell(0, 0), Cell(2, 2)}


def test_illegal_moves_change_nothing() -> None:
    game = game_of("*_ __")
    with pytest.raises(ValueError, match="the game is not over"):
        game.solution  # noqa: B018
    game.open((0, 1))
    game.flag((0, 0))
    before = game.board, game.moves, game.flags
    illegal = [
        ((0, 1), "the cell is open", (game.open, game.flag, game.unflag)),
        ((0, 0), "the cell is flagged", (game.open, game.flag)),
        ((1, 0), "the cell is not flagged", (game.unflag,)),
        ((2, 0), "off the board", (game.open, game.flag, game.unflag)),
    ]
    for cell, words, moves in illegal:
        for move in moves:
            with pytest.raises(IllegalMoveError, match=words):
                move(cell)
    assert (game.board, game.moves, game.flags) == before
    game.open((1, 0))
    game.open((1, 1))
    assert game.is_won
    with refused(IllegalMoveError, move=(0, 0)):
        game.open((0, 0))


def test_flags_come_and_go() -> None:
    game = game_of("*_ __", rule=GameRule.CONTINUE)
    game.flag((1, 1))
    assert (game.wrong_flags, game.right_flags) == (1, 0)
    assert game.unflag((1, 1)) == {(1, 1): State.COVERED}
    assert game.board == game_of("*_ __", rule=GameRule.CONTINUE).board
    game.flag((0, 0))
    for cell in ((0, 1), (1, 0), (1, 1)):
        assert not game.is_over
        game.open(cell)
    assert game.is_over
    assert game.is_won
    assert game.right_flags == 1


def test_a_classic_game_ends_with_a_mine_or_the_last_safe_cell() -> None:
    game = game_of("*_ __")
    game.open((0, 0))
    assert game.is_over
    assert not game.is_won
    game = game_of("*_ __")
    for cell in ((0, 1), (1, 0), (1, 1)):
        assert not game.is_over
        game.open(cell)
    assert game.is_over
    assert game.is_won


def test_a_search_ends_when_all_mines_are_known_or_flagged() -> None:
    game = game_of("*_* ___", rule=GameRule.SEARCH)
    game.open((0, 0))
    game.open((1, 1))
    assert not game.is_over
    game.flag((0, 2))
    assert game.is_over
    assert game.is_won
    assert (game.openings, game.detonated, game.right_flags) == (2, 1, 1)
    wrong = game_of("*_* ___", rule=GameRule.SEARCH)
    wrong.flag((0, 1))
    wrong.flag((0, 2))
    assert wrong.is_over
    assert not wrong.is_won


def test_a_start_is_open_from_the_beginning() -> None:
    game = game_of("*_ __", rule=GameRule.SEARCH, start=(1, 1))
    assert game.board[1, 1] == 1
    assert (game.moves, game.openings, game.opened) == (0, 0, 1)
    assert view_of(game).news == {Cell(1, 1): 1}
    with pytest.raises(ValueError, match=r"the start \(0,0\) is a mine"):
        game_of("*_ __", start=(0, 0))


@pytest.mark.parametrize("first_click", ["opening", "safe", "unprotected"])
def test_mines_are_dealt_for_the_start(first_click: str) -> None:
    """It shows what the first click would, and is safe without any protection, too."""
    for seed in range(9):
        game = Game(Setting("4x4", mines=7, first_click=first_click), seed=seed, start=(0, 0))
        protected = first_click if first_click == "opening" else "safe"
        moved = Game(Setting("4x4", mines=7, first_click=protected), seed=seed)
        moved.open((0, 0))
        assert game.board == moved.board
        assert view_of(game).first_click is FirstClick.UNPROTECTED  # it is over
    with refused(ArgumentError, argument="mines"):
        Game(Setting("2x2", mines=4, first_click="unprotected"), seed=1, start=(0, 0))


def test_a_start_may_leave_nothing_to_do() -> None:
    game = game_of("__ __", rule=GameRule.SEARCH, start=(1, 1))
    assert game.is_over
    assert game.is_won
    assert game.board[1, 1] == 0


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("rule", "clasic", "unknown rule 'clasic' .did you mean classic"),
        ("first_click", "save", "unknown first click 'save'"),
        ("clues", "exactly", "unknown clue model 'exactly'"),
        ("topology", "hexagons", "unknown topology 'hexagons'"),
    ],
)
def test_a_setting_takes_names(name: str, value: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        bare(height=3, width=3, mines=2, **{name: value})


@pytest.mark.parametrize("seed", seeds(range(30)))
def test_flood_opening_opens_what_zeros_prove_safe(seed: int) -> None:
    game = dealt(7, 8, 5, seed, rule=GameRule.CONTINUE, flood=True)
    bare = dealt(7, 8, 5, seed, rule=GameRule.CONTINUE)
    mines = solution(bare)
    mask = np.zeros((7, 8), dtype=np.bool_)
    for cell in mines:
        mask[cell] = True
    flagged = Cell(seed % 7, seed % 8)
    game.flag(flagged)
    places = [divmod(seed * 5 + 3 + place, 8) for place in range(56)]
    first = next(
        cell
        for cell in (Cell(row % 7, column) for row, column in places)
        if cell not in mines and cell != flagged
    )
    expected, queue = set(), [first]
    while queue:
        cell = queue.pop()
        if cell in expected or cell == flagged:
            continue
        expected.add(cell)
        if true_clue(mask, cell) == 0:
            queue += game.board.neighbours(cell)
    shown = game.open(first)
    assert set(shown) == expected
    assert all(shown[cell] == true_clue(mask, cell) for cell in shown)
    assert game.opened == len(expected)


def test_flood_opening_goes_by_what_is_shown() -> None:
    # Whoever is shown "at most 0" may open the neighbours; "at least 0" proves nothing.
    for model, floods in (("cautious", True), ("optimistic", False)):
        seen = set()
        for seed in range(30):
            game = dealt(5, 5, 1, seed, flood=True, clues=clue_model(model), rule=GameRule.CONTINUE)
            shown = game.open((2, 2))
            seen.add(len(shown) > 1)
        assert (True in seen) == floods, model


@pytest.mark.parametrize("name", MODELS)
def test_what_is_shown_is_what_the_model_says(name: str) -> None:
    model = clue_model(name)
    for seed in range(10):
        game = dealt(5, 5, 6, seed, clues=model, rule=GameRule.CONTINUE)
        truth = dealt(5, 5, 6, seed, rule=GameRule.CONTINUE)
        for cell in game.board.cells:
            around = game.board.around(cell)
            before = game.board
            shown, count = game.open(cell)[cell], truth.open(cell)[cell]
            if count == State.KNOWN_MINE:
                assert shown == State.KNOWN_MINE
            elif isinstance(shown, Clue):
                assert isinstance(count, int)
                assert shown.around == around
                assert shown.allows(count)
                assert model.shows(count, around)[shown.shown] > 0
                assert shown == before.reading(cell, shown.shown, model)
            else:
                assert shown in (count, State.NO_CLUE)


@pytest.mark.parametrize("name", MODELS)
def test_a_view_is_kept_up_to_date(name: str) -> None:
    game = dealt(5, 6, 8, 4, clues=clue_model(name), rule=GameRule.CONTINUE, flood=True)
    view = view_of(game)
    for place, cell in enumerate(game.board.cells):
        if game.board[cell] != State.COVERED:
            continue
        shown = game.flag(cell) if place % 5 == 0 else game.open(cell)
        view.show(shown)
        assert view.board == game.board
        expected = {} if place % 5 == 0 else shown
        assert view.seen() == expected
        assert view.seen() == {}


def test_the_truth_is_nowhere_within_reach_of_a_player() -> None:
    """Nothing that a view or an agent refers to, however far, is the game or its layout."""
    for name in [name for name in AGENTS if name != "simplex"]:  # which needs scipy
        game = dealt(5, 5, 5, 1, rule=GameRule.CONTINUE, first_click=FirstClick.SAFE)
        view = view_of(game)
        agent = agent_of(name, seed=1)
        agent.begin(view)
        view.show(game.open(agent.choose(view).cell))
        agent.choose(view)
        secret = {id(game), id(game._mines), id(game._around)}  # noqa: SLF001
        queue: list[Any] = [view, agent]
        seen: set[int] = set()
        while queue:
            thing = queue.pop()
            if id(thing) in seen or isinstance(thing, types.ModuleType | type):
                continue
            seen.add(id(thing))
            assert id(thing) not in secret, name
            assert not isinstance(thing, Game | Layout), name
            if isinstance(thing, types.FunctionType):
                queue += [cell.cell_contents for cell in thing.__closure__ or ()]
            else:
                queue += gc.get_referents(thing)
        assert len(seen) > 20


@pytest.mark.parametrize("name", EVERY_AGENT)
def test_a_time_limit_ends_the_loop(name: str) -> None:
    game = dealt(5, 5, 5, 1, rule=GameRule.CONTINUE)
    with pytest.raises(LimitError, match="no complete answer within"):
        play(game, agent_of(name, seed=1), budget=Budget(1e-9))


def test_outcomes_add_up() -> None:
    moves: list[Move] = []
    game = dealt(6, 7, 9, 2, rule=GameRule.CONTINUE)
    outcome = play(game, agent_of("logic", seed=2), watch=lambda move, *_: moves.append(move))
    assert outcome.moves == len(moves) == 42
    assert outcome.openings == sum(not move.flags for move in moves)
    assert outcome.certain == sum(move.is_proved and not move.flags for move in moves)
    assert outcome.flag_rate == outcome.right_flags / 9
    assert outcome.opened_share == (outcome.opened + outcome.detonated) / 42
    none = Outcome(4, 0, 0, 0, 0, 4, 4, 4, 0, True)
    assert none.flag_rate == 1


def test_a_view_of_a_position_has_all_of_it_as_news() -> None:
    board = Board.parse("mines: 2\n\n?1*\n?2?\n")
    view = View(board)
    assert view.board is board
    assert view.seen() == {Cell(0, 1): 1, Cell(0, 2): State.KNOWN_MINE, Cell(1, 1): 2}
    assert not view.needs_flags
    assert View(board, rule=GameRule.SEARCH).needs_flags
