"""How mines are dealt, from seeds and around the first click."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import comb

import numpy as np
import pytest

from logicsweep import Cell, Layout, State
from logicsweep.games.game import Game
from logicsweep.games.setting import FirstClick, GameRule
from tests.games.making import bare, dealt, solution


def test_looking_at_flags_does_not_deal_the_mines() -> None:
    for seed in range(40):
        game = dealt(4, 4, 6, seed, first_click=FirstClick.SAFE)
        game.flag((3, 3))
        assert (game.right_flags, game.wrong_flags) == (0, 0)
        game.unflag((3, 3))
        assert game.open((0, 0))[Cell(0, 0)] != State.KNOWN_MINE


def test_a_layout_that_is_given_stays_as_it_is() -> None:
    setting = bare(height=2, width=2, mines=1)
    mask = np.array([[True, False], [False, False]])
    safe = bare(height=2, width=2, mines=1, first_click=FirstClick.SAFE)
    game = Game(safe, seed=0, layout=Layout(mask))
    assert game.setting == setting  # the mines stay where they are, so nothing is protected
    game.open((0, 0))
    assert game.detonated == 1


def test_an_opening_keeps_free_what_a_board_has() -> None:
    assert bare(height=2, width=9, mines=12, first_click=FirstClick.OPENING).kept_free == 6


@pytest.mark.parametrize(
    "click",
    [
        FirstClick.OPENING,
        pytest.param(FirstClick.SAFE, marks=pytest.mark.slow),
        pytest.param(FirstClick.UNPROTECTED, marks=pytest.mark.slow),
    ],
)
def test_every_layout_that_the_first_click_allows_is_as_likely(click: FirstClick) -> None:
    first = Cell(0, 0)
    kept = {
        FirstClick.UNPROTECTED: set(),
        FirstClick.SAFE: {first},
        FirstClick.OPENING: {Cell(0, 0), Cell(0, 1), Cell(1, 0), Cell(1, 1)},
    }[click]
    room = [Cell(row, column) for row in range(2) for column in range(5)]
    allowed = {frozenset(c) for c in combinations([cell for cell in room if cell not in kept], 2)}
    games = 20 * len(allowed)
    seen = Counter()
    for seed in range(games):
        game = dealt(2, 5, 2, seed, rule=GameRule.CONTINUE, first_click=click)
        game.open(first)
        seen[solution(game)] += 1
    assert set(seen) == allowed
    # Chi squared with n-1 degrees of freedom: its mean is n-1, its deviation the root of 2(n-1).
    chi = sum((count - 20) ** 2 / 20 for count in seen.values())
    free = len(allowed) - 1
    assert abs(chi - free) < 5 * (2 * free) ** 0.5, chi


def test_first_clicks_change_layouts_as_little_as_can_be() -> None:
    for seed in range(20):
        plain = dealt(6, 6, 8, seed, rule=GameRule.CONTINUE)
        safe = dealt(6, 6, 8, seed, rule=GameRule.CONTINUE, first_click=FirstClick.SAFE)
        plain.open((0, 0))
        safe.open((0, 0))
        one, other = solution(plain), solution(safe)
        assert one == other or one - other == {Cell(0, 0)}


def test_games_are_dealt_from_seeds() -> None:
    def layout(seed: int) -> frozenset[Cell]:
        return solution(dealt(4, 5, 6, seed, rule=GameRule.CONTINUE))

    assert layout(3) == layout(3)
    assert len({layout(seed) for seed in range(20)}) > 15
    assert comb(20, 6) > 15
