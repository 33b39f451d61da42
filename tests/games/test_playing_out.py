"""Positions played out: right where the chance is known, and as sure as they say."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, sqrt
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from logicsweep import (
    Board,
    Cell,
    FirstClick,
    InconsistentBoardError,
    KnowledgeBase,
    Layout,
    State,
    agent_of,
    clue_model,
    win_chance,
)
from logicsweep.board.adjacency import Adjacency
from logicsweep.errors import MissingDensityError, UnknownNameError
from logicsweep.formats import read_board
from logicsweep.games import play_out
from logicsweep.games.forced import ForcedGame, play_forced
from tests.conftest import seeds, some
from tests.games.making import bare

# Positions in which something is left to guess.
POSITIONS = [
    "mines: 3\n\n1???\n1???\n0111\n",
    "mines: 4\n\n?2??\n?2??\n?2??\n",
    "mines: 2..4\n\n1???\n????\n1???\n",
    "density: 1/4\n\n1??1\n????\n1??1\n",
    "mines: 3\n\nF?2?\n????\n1_??\n",
    "mines: 3\n\n*???\n2???\n????\n",
]
# In which the game may be over, and won, before anything is opened.
OVER = [
    "density: 1/2\n\n??\n1?\n",
    "density: 2/3\n\n???\n",
    "mines: 1..3\n\n??\n?2\n",
    "mines: 1..4\n\n??\n??\n",
]
GAMES = 24


def won_share(board: Board, name: str) -> tuple[float, float]:
    """The share of ordinary games that an agent wins, and its standard error."""
    masks = KnowledgeBase(board).sample(GAMES, 11)
    setting = bare(height=board.shape[0], width=board.shape[1], mines=0, flood=True)
    won = []
    for seed, mask in enumerate(masks):
        game = ForcedGame.going_on(setting, seed, board, Layout(mask))
        game.is_forced = False
        won.append(play_forced(game, agent_of(name, seed)).is_won)
    return fmean(won), float(np.std(won)) / sqrt(GAMES)


@pytest.mark.parametrize("text", some(POSITIONS, every=2))
@pytest.mark.parametrize("name", ["single-point", "exact"])
def test_it_agrees_with_ordinary_games(text: str, name: str) -> None:
    """Within five standard errors."""
    board = read_board(text)
    wanted, error = won_share(board, name)
    found = play_out(board, GAMES, agent=name, seed=5)
    spread = error + (found.high - found.low) / 4
    assert abs(found.chance - wanted) < 5 * spread + 1e-9


@pytest.mark.parametrize("text", some(OVER, every=2))
def test_a_game_that_may_be_over(text: str) -> None:
    """Within five standard errors of the exact chance; for `exact` of ordinary games."""
    board = read_board(text)
    found = play_out(board, 40, first_click="unprotected")
    wanted = float(win_chance(board, first_click="unprotected"))
    assert abs(found.chance - wanted) < 5 * (found.high - found.low) / 4 + 1e-9
    share, error = won_share(board, "exact")
    found = play_out(board, GAMES, agent="exact", first_click="unprotected")
    assert abs(found.chance - share) < 5 * (error + (found.high - found.low) / 4) + 1e-9


@pytest.mark.parametrize("text", POSITIONS[:4])
def test_what_is_solved_has_no_spread(text: str) -> None:
    board = read_board(text)
    wanted = float(win_chance(board))
    found = play_out(board, 5)
    assert (found.chance, found.low, found.high) == pytest.approx((wanted, wanted, wanted))
    assert (found.games, found.seed) == (5, 0)


@pytest.mark.parametrize("first_click", FirstClick)
@pytest.mark.parametrize("total", some([2, (1, 3), None], every=2))
def test_a_first_click_that_is_protected(first_click: FirstClick, total: Any) -> None:
    """Of a game that has not begun, also where the mine count is not known."""
    grid = np.full((3, 3), State.COVERED)
    board = Board(grid, total_mines=total, density=Fraction(1, 5))
    if first_click is FirstClick.OPENING and total is not None:
        with pytest.raises(ValueError, match=r"the first click \(opening\) keeps 9 of them free"):
            play_out(board, 4, first_click=first_click)
        return
    wanted = win_chance(board, first_click=first_click)
    assert play_out(board, 4, first_click=first_click.value).chance == pytest.approx(float(wanted))
    found = play_out(board, GAMES, agent="exact", first_click=first_click)
    assert found.low <= float(wanted) + 1e-9
    assert found.chance > 0.5 * float(wanted)


@pytest.mark.slow
def test_other_neighbours_and_uncertain_clues() -> None:
    ring = Adjacency.of([[(cell - 1) % 12, (cell + 1) % 12] for cell in range(12)])
    grid = np.full((1, 12), State.COVERED)
    grid[0, 3] = 1
    board = Board(grid, total_mines=4, adjacency=ring)
    found = play_out(board, 20)
    assert found.chance == pytest.approx(float(win_chance(board)))
    assert play_out(board, GAMES, agent="exact").low <= found.chance
    model = clue_model("noisy(1/4)")
    covered = Board(np.full((2, 4), State.COVERED), total_mines=2)
    clue = model.clue(1, covered.around(Cell(0, 0)))
    assert clue is not None
    noisy = covered.replace({Cell(0, 0): clue})
    found = play_out(noisy, 12)
    assert 0 < found.low < found.chance < found.high < 1


@pytest.mark.parametrize("seed", seeds(range(20), fast=4))
def test_the_interval_is_the_normal_one(seed: int) -> None:
    board = read_board("mines: 10\n\n" + "1????????\n" + "?????????\n" * 8)
    done: list[int] = []
    found = play_out(board, 16, agent="exact", seed=seed, watch=done.append)
    assert done == list(range(1, 17))
    assert found == play_out(KnowledgeBase(board), 16, agent="exact", seed=seed)
    chances = []
    setting = bare(height=9, width=9, mines=0, flood=True)
    for turn, mask in enumerate(KnowledgeBase(board, reasoner="elimination").sample(16, seed)):
        game = ForcedGame.going_on(setting, seed + turn, board, Layout(mask))
        chances.append(play_forced(game, agent_of("exact", seed + turn)).chance)
    half = 1.96 * stdev(chances) / sqrt(16)
    assert isclose(found.chance, fmean(chances))
    assert isclose(found.high - found.low, 2 * half)


def test_errors() -> None:
    board = read_board(POSITIONS[0])
    for games in (0, 1, 10**9):
        with pytest.raises(ValueError, match="expected a number from 2 to"):
            play_out(board, games)
    with pytest.raises(TypeError, match="position"):
        play_out("a board", 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="games"):
        play_out(board, 2.5)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError):
        play_out(board, 5, agent="oracle")
    with pytest.raises(UnknownNameError):
        play_out(board, 5, first_click="soft")
    with pytest.raises(MissingDensityError):
        play_out(board.without_total(), 5)
    with pytest.raises(InconsistentBoardError):
        play_out(read_board("mines: 3\n\n1??\n"), 5)
    with pytest.raises(ValueError, match="has liars"):
        play_out(KnowledgeBase(board, liars=1), 5)
