"""Every agent: that it plays to the end, and that what it calls certain is so."""

from __future__ import annotations

import builtins
from itertools import product
from statistics import mean
from typing import Any

import pytest

from logicsweep import Board, Cell
from logicsweep.board import clue_model
from logicsweep.errors import MissingLibraryError, UnknownNameError
from logicsweep.games.agents.base import Known, Move
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import play
from logicsweep.games.setting import FirstClick, GameRule
from logicsweep.games.view import View
from tests.conftest import TURN, some
from tests.games.judging import begun, certain_on, check_certain, next_moves, one_game
from tests.games.making import EVERY_AGENT, bare, needs_scipy
from tests.judges.making import MODELS
from tests.judges.refusals import refused

SLOW = {"simplex": [pytest.mark.slow, needs_scipy], "logic-asp": [pytest.mark.slow]}
# What it calls certain may be wrong, as in the report that prints it.
WRONG = "subset-as-printed"
FAST = tuple(name for name in AGENTS if name not in {*SLOW, WRONG})
# What they call certain is certain with any clues; that of the others with exact clues only.
PROVING = ("simplex", "linear", "logic", "logic-asp", "exact", "search-exact", "posterior")


@pytest.mark.random
@pytest.mark.few(20)
@pytest.mark.parametrize("rule", GameRule)
@pytest.mark.parametrize("name", EVERY_AGENT)
def test_every_agent_plays_to_the_end_under_every_rule(name: str, rule: GameRule) -> None:
    for seed in range(6 * TURN, 6 * TURN + (2 if name in SLOW else 6 if TURN else 3)):
        click = list(FirstClick)[seed % 3]
        size = {"height": 5 + seed % 2, "width": 6, "mines": 7, "rule": rule}
        game, moves, outcome = one_game(name, seed, **size, first_click=click, flood=seed % 2 > 0)
        assert game.is_over
        assert outcome.moves == len(moves)
        if name != WRONG:
            check_certain(game, moves)
        assert all(move.reason for move, _ in moves)
        if rule is GameRule.CLASSIC:
            assert not any(move.flags for move, _ in moves)
            assert outcome.is_won == (outcome.detonated == 0)
        elif rule is GameRule.CONTINUE:
            assert outcome.opened + outcome.detonated + game.flags == game.setting.cells
        else:
            assert outcome.right_flags + outcome.wrong_flags + outcome.detonated == 7
        if name not in ("posterior", WRONG):
            assert outcome.wrong_flags == 0


@pytest.mark.few(12)
@pytest.mark.parametrize(
    ("name", "model"),
    some(
        [
            pytest.param(name, model, marks=SLOW.get(name, ()))
            for name, model in product(AGENTS, MODELS)
        ],
        every=3,
    ),
)
def test_every_agent_plays_to_the_end_with_any_clues(name: str, model: str) -> None:
    for seed in range(2 if TURN else 1):
        for rule in GameRule:
            options = {"height": 4, "width": 5, "mines": 4, "rule": rule}
            game, moves, outcome = one_game(name, seed, **options, clues=clue_model(model))
            assert game.is_over
            if name in PROVING:
                check_certain(game, moves)
                if name != "posterior":
                    assert outcome.wrong_flags == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", some(FAST, every=2))
@pytest.mark.parametrize("seed", some([2, 0, 4], every=3))
def test_what_is_called_certain_is_so_on_larger_boards(name: str, seed: int) -> None:
    for rule in GameRule:
        options = {"height": 16, "width": 16, "mines": 30 + 8 * seed, "rule": rule}
        game, moves, _ = one_game(name, seed, **options, flood=seed % 4 > 0)
        check_certain(game, moves)


@pytest.mark.few(4)
@pytest.mark.parametrize("name", EVERY_AGENT)
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    for model in ("exact", "optimistic"):
        options = {"height": 5, "width": 5, "mines": 5, "rule": GameRule.CONTINUE}
        games = [one_game(name, 5, **options, clues=clue_model(model)) for _ in range(2)]
        assert games[0][1] == games[1][1]
        assert games[0][2] == games[1][2]


def test_what_agents_know_is_counted() -> None:
    for name in ("subset", "exact", "rref", "explore"):
        game = Game(bare(height=6, width=6, mines=6, rule=GameRule.CONTINUE), seed=3)
        agent = agent_of(name, seed=3)
        seen: list[Known] = []

        def check(
            _: Move, __: Shown, view: View, agent: Any = agent, game: Game = game, to: Any = seen
        ) -> None:
            known = agent.known(view)
            assert game.opened <= known.safe <= 30
            assert game.detonated + game.right_flags <= known.mines <= 6
            assert known.constraints >= 0
            to.append(known)

        play(game, agent, watch=check)
        assert (seen[-1].mines, seen[-1].safe) == (6, game.opened)


def test_unknown_agents_and_missing_libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    with refused(UnknownNameError, kind="agent", name="psychic"):
        agent_of("psychic")
    real = builtins.__import__

    def without_scipy(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("scipy"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_scipy)
    with refused(MissingLibraryError, library="scipy", extra="simplex"):
        agent_of("simplex")


PUBLISHED = {
    "single-point": {10: 96.5, 20: 86.8, 30: 72.8, 50: 54.0},
    "rref": {10: 97.4, 20: 92.6, 30: 80.6, 50: 59.1},
    "enumerate": {10: 97.3, 20: 93.0, 30: 83.9, 50: 69.8},
    "rref-brute": {10: 97.4, 20: 94.3, 30: 87.2, 50: 70.5},
}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "mines"), some(product(PUBLISHED, [10, 20, 30, 50]), every=16, first=5)
)
def test_agents_flag_as_many_mines_as_published(name: str, mines: int) -> None:
    rates = []
    for seed in range(150):
        options = {"height": 10, "width": 10, "mines": mines, "rule": GameRule.CONTINUE}
        rates.append(100 * one_game(name, seed, **options)[2].flag_rate)
    # The published means are of 50 to 200 games; a game's rate has a deviation of 5 to 20.
    assert abs(mean(rates) - PUBLISHED[name][mines]) < 4, mean(rates)


@pytest.mark.parametrize("agent", ["posterior", "search-exact", "subset", "enumerate"])
def test_agents_say_chances_in_percent(agent: str) -> None:
    setting = bare(height=8, width=8, mines=12, rule=GameRule.CONTINUE)
    said = []
    for seed in range(3):
        game = Game(setting, seed=seed)
        play(game, agent_of(agent, seed=seed), watch=lambda move, *_: said.append(move))
    guesses = [move.reason for move in said if "%" in move.reason]
    assert guesses
    assert all(" %" in reason for reason in guesses)


def test_what_is_to_be_explored_comes_from_clues() -> None:
    # 0 makes safe, as many mines as cells makes mines, all else is to be explored.
    board = Board.parse("0??\n???\n??1\n")
    view = View(board, rule=GameRule.SEARCH)
    agent = begun("explore", view)
    move = agent.choose(view)
    assert move.cell in (Cell(1, 2), Cell(2, 1))
    assert move.reason == "to be explored, next to a clue"
    assert certain_on("explore", Board.parse("?3\n??\n")) == (
        {Cell(0, 0), Cell(1, 0), Cell(1, 1)},
        set(),
    )
    # A safe cell that is covered counts among those that could be the missing mine.
    beside = Board.parse("0?1\n???\n")
    assert certain_on("explore", beside) == (set(), {Cell(0, 1), Cell(1, 0), Cell(1, 1)})
    assert next_moves("explore", beside, 1, GameRule.SEARCH)[0].cell == Cell(1, 2)
    # Safe cells are left alone while anything else is covered.
    moves = [m.cell for m in next_moves("explore", board, 6, GameRule.SEARCH)]
    assert not {Cell(0, 1), Cell(1, 0), Cell(1, 1)} & set(moves[:4])
