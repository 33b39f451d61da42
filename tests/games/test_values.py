"""Games and views as values: they can be copied and pickled, and say what they are."""

from __future__ import annotations

import copy
import pickle

import pytest

from logicsweep import Game, play
from logicsweep.games import GameRule, View, agent_of, view_of
from tests.games.making import bare

SETTING = bare(width=9, height=9, mines=10, rule=GameRule.CONTINUE)


@pytest.mark.parametrize("how", ["pickle", "copy"])
def test_a_copied_game_goes_on_apart(how: str) -> None:
    game = Game(SETTING, seed=7)
    game.open((4, 4))
    seen = game.board
    again = pickle.loads(pickle.dumps(game)) if how == "pickle" else copy.deepcopy(game)  # noqa: S301
    assert again.board == seen
    play(again, agent_of("exact"))
    assert (game.board, game.moves) == (seen, 1)
    assert again.is_over
    play(game, agent_of("exact"))
    assert (game.board, game.solution) == (again.board, again.solution)


def test_a_copied_view_shows_the_same() -> None:
    view = view_of(Game(SETTING, seed=7))
    again: View = pickle.loads(pickle.dumps(view))  # noqa: S301 - pickled here
    assert (again.board, again.choices, again.news) == (view.board, view.choices, view.news)


def test_what_is_printed() -> None:
    game = Game(SETTING, seed=7)
    assert repr(game) == "<Game 9x9, 10 mines: 0 moves>"
    assert repr(view_of(game)) == "<View 9x9, 10 mines: 81 cells to choose from>"
    assert repr(agent_of("exact", seed=3)) == "<Agent exact, seed 3>"
    play(game, agent_of("exact"))
    assert repr(game).endswith("moves, over>")
