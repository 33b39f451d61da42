"""Forced survival: its mean is the share of games that are won, whatever the agent."""

from __future__ import annotations

from itertools import combinations
from math import comb, log10, prod

import numpy as np
import pytest

from logicsweep import Game, Layout, Setting, play
from logicsweep.board import FirstClick, clue_model
from logicsweep.errors import ArgumentTypeError, UnknownNameError
from logicsweep.games import AGENTS, agent_of
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.view import View
from logicsweep.lab.play import survive
from tests.conftest import seeds, some
from tests.games.making import bare
from tests.judges.refusals import refused

GAMES = 50
FAST = ["random", "single-point", "subset", "rref", "logic", "exact", "strategist"]
LARGE = bare(height=3, width=3, mines=2)
UNCERTAIN = ["noisy(1/4)", "random-reveal(1/2)"]
# For agents that take long.
SMALL = dict.fromkeys(["logic-asp", "search-exact", "simplex"], bare(height=2, width=3, mines=2))


def won_share(setting: Setting, name: str) -> float:
    """Of all layouts, how many the agent wins; its guesses depend on its seed alone."""
    won = []
    for turn, mines in enumerate(combinations(range(setting.cells), setting.mines)):
        mask = np.zeros(setting.cells, dtype=np.bool_)
        mask[list(mines)] = True
        game = Game(setting, seed=turn, layout=Layout(mask.reshape(setting.height, setting.width)))
        play(game, agent_of(name, seed=turn % GAMES))
        won.append(game.is_won)
    return float(np.mean(won))


@pytest.mark.parametrize(
    "name",
    some(
        [name if name in FAST else pytest.param(name, marks=pytest.mark.slow) for name in AGENTS],
        every=2,
    ),
)
def test_forced_and_plain_games_agree(name: str) -> None:
    """Within five standard errors, on a board of which all layouts can be played."""
    if name == "simplex":
        pytest.importorskip("scipy")
    setting = SMALL.get(name, LARGE)
    wanted = won_share(setting, name)
    games = GAMES * 3 // 5
    chances = [
        survive(agent_of(name, seed=seed), setting, seed=seed).chance for seed in range(games)
    ]
    layouts = comb(setting.cells, setting.mines)
    spread = float(np.std(chances)) / games**0.5 + (wanted * (1 - wanted) / layouts) ** 0.5
    assert abs(float(np.mean(chances)) - wanted) < 5 * spread + 1e-9, (np.mean(chances), wanted)


def test_an_exact_endgame_ends_the_game() -> None:
    """A game that the agent solves at once has no spread at all."""
    setting = bare(height=4, width=4, mines=3, first_click=FirstClick.SAFE)
    for seed in range(20):
        found = survive(agent_of("strategist"), setting, seed=seed)
        assert found.chance == 400 / 455
        assert found.is_cut
        assert not found.replaced
        [guess] = found.guesses
        assert guess.layouts == pytest.approx(log10(comb(16, 3)))
        assert guess.cost == pytest.approx(55 / 455)


@pytest.mark.parametrize("seed", seeds(range(20), fast=5))
def test_same_seed_same_game(seed: int) -> None:
    setting = Setting(height=9, width=9, mines=15, first_click=FirstClick.SAFE, flood=True)
    first, second = (survive(agent_of("exact", seed=seed), setting, seed=seed) for _ in range(2))
    assert first == second
    assert 0 < first.chance <= 1
    assert not first.is_cut
    assert first.replaced <= len(first.guesses)
    assert first.chance == pytest.approx(prod(1 - guess.cost for guess in first.guesses))
    counts = [guess.layouts for guess in first.guesses]
    assert counts == sorted(counts, reverse=True)
    assert all(0 <= count <= log10(comb(81, 15)) for count in counts)


@pytest.mark.parametrize("seed", seeds(range(8), fast=3))
@pytest.mark.parametrize("name", FAST)
def test_it_tells_how_the_game_that_was_dealt_ends(name: str, seed: int) -> None:
    """Also where the agent solved the rest: it plays on for that."""
    setting = Setting(height=7, width=8, mines=10, first_click=FirstClick.SAFE, flood=True)
    game = Game(setting, seed=seed)
    play(game, agent_of(name, seed=seed))
    found = survive(agent_of(name, seed=seed), setting, seed=seed)
    assert found.is_won == game.is_won
    if game.is_won:
        assert found.chance > 0


@pytest.mark.parametrize("name", ["logic", "strategist"])
@pytest.mark.parametrize("first_click", FirstClick)
@pytest.mark.parametrize(
    "model",
    some(
        [pytest.param(one, marks=pytest.mark.slow) for one in UNCERTAIN], every=2, besides=["exact"]
    ),
)
def test_first_clicks_and_clue_models(first_click: FirstClick, model: str, name: str) -> None:
    """Also where no clue says that the first click keeps cells free."""
    # Looking ahead takes long where a cell may show many clues: those boards are smaller.
    height, mines = (3, 3) if model == "exact" else (2, 2)
    width = 3 if model != "exact" and first_click is not FirstClick.OPENING else 4
    setting = bare(
        height=height, width=width, mines=mines, first_click=first_click, clues=clue_model(model)
    )
    games = GAMES // 6 if model == "exact" and name == "strategist" else GAMES // 3
    won = []
    for seed in range(games):
        game = Game(setting, seed=seed)
        play(game, agent_of(name, seed=seed))
        won.append(game.is_won)
    chances = [
        survive(agent_of(name, seed=seed), setting, seed=seed).chance for seed in range(games)
    ]
    spread = (float(np.std(chances)) + float(np.std(won))) / games**0.5
    assert abs(float(np.mean(chances)) - float(np.mean(won))) < 5 * spread + 1e-9


def test_a_proved_mine_is_a_loss() -> None:
    class Reckless(Agent):
        def choose(self, view: View) -> Move:
            return Move(view.choices[0])

    lost = [survive(Reckless(), bare(height=1, width=2, mines=1), seed=seed) for seed in range(6)]
    assert {one.chance for one in lost} == {0.5}
    every = bare(height=1, width=3, mines=2)
    for seed in range(6):
        assert survive(Reckless(), every, seed=seed).chance == pytest.approx(1 / 3)


def test_errors() -> None:
    with refused(ArgumentTypeError, argument="agent"):
        survive(5, bare(height=2, width=2, mines=1), seed=1)  # type: ignore[arg-type]
    with refused(UnknownNameError, kind="agent", name="exakt"):
        survive("exakt", bare(height=2, width=2, mines=1), seed=1)


def test_an_agent_may_be_given_by_its_name() -> None:
    small = bare(height=3, width=3, mines=2)
    assert survive("exact", small, seed=1) == survive(agent_of("exact"), small, seed=1)
    assert play(Game(small, seed=1), "exact") == play(Game(small, seed=1), agent_of("exact"))
