"""Layouts from seeds, plain and without guesses."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from logicsweep import Game, play
from logicsweep.board import FirstClick
from logicsweep.errors import ArgumentTypeError, NoLayoutError, UnknownNameError
from logicsweep.games import GameRule, NoGuess, agent_of, deal
from logicsweep.games.dealing.repair import Repair, after
from logicsweep.games.dealing.walk import safe_left, truth_of, walk_from
from logicsweep.limits import Budget
from tests.conftest import TURN, needs_kernel, seeds, some, without_kernel
from tests.games.making import bare, solution
from tests.judges.chances import chi_square
from tests.judges.no_guess import is_won_by_proofs, opened_by_trying, tiny_layouts
from tests.judges.refusals import refused

BEGINNER = bare(height=9, width=9, mines=10)
EXPERT = bare(height=16, width=30, mines=99)
# Each kind that repairs find, and whether a layout as it is drawn is often enough one.
KINDS = [(9, 9, 10, True), (16, 16, 40, True)]
LARGE = [(16, 30, 99, True), (16, 30, 130, False), (16, 30, 170, False), (30, 30, 200, False)]
# Of each kind in a run; `tools/soak` has another hundred in each turn.
MANY = 100 if TURN else 8


@pytest.mark.parametrize("first_click", FirstClick)
def test_a_plain_deal_is_what_a_game_deals(first_click: FirstClick) -> None:
    setting = bare(height=5, width=6, mines=8, first_click=first_click, rule=GameRule.CONTINUE)
    for seed in range(20):
        start = (seed % 5, seed % 6)
        dealt = deal(setting, seed=seed, start=start)
        game = Game(setting, seed=seed)
        game.open(start)
        assert solution(game) == dealt.layout.mines
        assert dealt.start == (None if dealt.layout.mask[start] else start)
        assert dealt.dealing is not None
        assert dealt.dealing[:3] == ("plain", 1, 0)
    assert deal(setting, seed=3).start == (
        None if first_click is FirstClick.UNPROTECTED else (2, 3)
    )


def test_the_first_layout_of_a_seed_is_the_plain_one() -> None:
    setting = bare(height=9, width=9, mines=10, first_click=FirstClick.OPENING)
    for seed in range(20):
        found = deal(setting, seed=seed, no_guess=NoGuess())
        assert found.dealing is not None
        is_plain = found.layout == deal(setting, seed=seed).layout
        assert is_plain == (found.dealing.tries == 1)


@pytest.mark.random
@pytest.mark.parametrize("total", [True, False])
@pytest.mark.parametrize("first_click", [FirstClick.SAFE, FirstClick.OPENING])
def test_uniform_layouts_are_equally_likely(first_click: FirstClick, total: bool) -> None:
    """Against all layouts of a tiny board, told apart by trying everything."""
    height, width, mines, start = 3, 4, 2, (0, 0)
    setting = bare(height=height, width=width, mines=mines)
    allowed = [
        layout
        for layout in tiny_layouts(height, width, mines, start)
        if (opened_by_trying(layout, start, total=total) | layout.mask).all()
        and (first_click is FirstClick.SAFE or layout.around[start] == 0)
    ]
    definition = NoGuess(start=start, first_click=first_click, total=total)
    drawn = (60 if TURN else 20) * len(allowed)
    found = Counter(
        deal(setting, seed=seed + TURN * drawn, no_guess=definition).layout for seed in range(drawn)
    )
    assert set(found) == set(allowed)
    assert len(allowed) > 5
    # One run in 100,000 of a right generator would fail.
    assert chi_square(found.values()) > 1e-5


@pytest.mark.random
@pytest.mark.parametrize("total", [True, False])
@pytest.mark.parametrize(
    "kind", [*KINDS, *[pytest.param(one, marks=pytest.mark.slow) for one in LARGE]]
)
def test_every_layout_is_won_by_proofs(kind: tuple[int, int, int, bool], total: bool) -> None:
    *shape, is_common = kind
    height, width, mines = shape
    setting = bare(height=height, width=width, mines=mines)
    definition = NoGuess(total=total)
    modes = ("uniform", "repaired") if is_common else ("repaired",)
    for mode in modes:
        for seed in range(TURN * MANY, TURN * MANY + MANY):
            dealt = deal(setting, seed=seed, no_guess=definition, mode=mode)
            assert dealt.start is not None
            assert int(dealt.layout.mask.sum()) == mines
            assert dealt.layout.around[dealt.start] == 0
            assert is_won_by_proofs(dealt.layout, dealt.start, total=total), (mode, seed)


@pytest.mark.parametrize("seed", seeds(range(6), fast=2))
def test_the_agent_logic_wins_without_a_guess(seed: int) -> None:
    for mode in ("uniform", "repaired"):
        dealt = deal(EXPERT, seed=seed, no_guess=NoGuess(), mode=mode)
        game = Game(EXPERT, seed=0, layout=dealt.layout, start=dealt.start)
        outcome = play(game, agent_of("logic"))
        assert outcome.is_won
        assert outcome.certain == outcome.openings


@needs_kernel
@pytest.mark.parametrize("mode", ["uniform", "repaired"])
def test_the_seed_decides_the_layout(mode: str) -> None:
    for total in (True, False):
        definition = NoGuess(start=(4, 4), total=total)
        for seed in range(4):
            first, again = (
                deal(BEGINNER, seed=seed, no_guess=definition, mode=mode, time_limit=limit)
                for limit in (None, 1000)
            )
            with without_kernel():
                python = deal(BEGINNER, seed=seed, no_guess=definition, mode=mode)
            assert first.layout == again.layout == python.layout


@pytest.mark.parametrize("mode", ["uniform", "repaired"])
@pytest.mark.parametrize("levels", some([(0, 1), (2, 2), (3, 4), (2, 7)], every=2))
def test_levels_can_be_wished_for(mode: str, levels: tuple[int, int]) -> None:
    for seed in range(2 if TURN else 1):
        definition = NoGuess(levels=levels)
        dealt = deal(BEGINNER, seed=seed, no_guess=definition, mode=mode)
        found = definition.check(dealt.layout)
        assert found.is_allowed
        assert levels[0] <= found.level <= levels[1]


def test_repairs_say_what_they_moved() -> None:
    setting = bare(height=16, width=30, mines=99, first_click=FirstClick.OPENING)
    moved = []
    for seed in range(10):
        dealt = deal(setting, seed=seed, no_guess=NoGuess(), mode="repaired")
        assert dealt.dealing is not None
        if dealt.dealing.tries == 1:
            plain = deal(setting, seed=seed).layout
            assert dealt.dealing.moved == len(dealt.layout.mines - plain.mines)
            moved.append(dealt.dealing.moved)
    assert any(moved)


def test_a_game_goes_on_from_the_first_clue_that_changed() -> None:
    """What stays open after mines moved is what the beginning of the other game opens, too."""
    source = Random(7)
    for seed in range(30):
        rng = Random(seed)
        mask = np.zeros(12 * 12, dtype=np.bool_)
        mask[rng.sample([cell for cell in range(144) if cell not in (0, 1, 12, 13)], 25)] = True
        adjacency = bare(height=12, width=12, mines=25).adjacency
        walk = walk_from(truth_of(mask.reshape(12, 12), adjacency), adjacency, 0, 25)
        repair = Repair(walk, {0, 1, 12, 13}, source)
        repair.run(Budget(None))
        for _ in range(20):
            moves = repair.disturbed()
            assert moves is not None
            other = after(repair.walk, moves)
            moved = repair.walk.truth == -3
            moved[moves.cleared], moved[moves.mined] = False, True
            fresh = truth_of(moved.reshape(12, 12), adjacency)
            assert (other.truth == fresh).all()
            assert ((other.states < 0) | (other.states == fresh)).all()
            kept = other.order[1 : other.order[0] + 1]
            assert sorted(kept.tolist()) == np.flatnonzero(other.states >= 0).tolist()
            assert (kept == repair.walk.order[1 : len(kept) + 1]).all() or other.order[1] == 0
            assert safe_left(other) == 144 - 25 - len(kept)


def test_a_limit_is_an_error_that_says_how_far_it_came() -> None:
    dense = bare(height=16, width=30, mines=170)
    with refused(NoLayoutError, limit="no tries left", tries=20, safe_cells=310):
        deal(dense, seed=0, no_guess=NoGuess(), tries=20)
    with pytest.raises(NoLayoutError) as caught:
        deal(dense, seed=0, no_guess=NoGuess(), time_limit=0.05)
    error = caught.value
    assert error.tries >= 1
    assert 9 <= error.opened < error.safe_cells == 310
    assert error.seconds >= 0.05
    with pytest.raises(NoLayoutError):
        deal(BEGINNER, seed=0, no_guess=NoGuess(levels=(30, 40)), mode="repaired", tries=1)


def test_arguments_that_cannot_be_are_refused() -> None:
    with refused(UnknownNameError, kind="mode", name="other"):
        deal(BEGINNER, seed=0, no_guess=NoGuess(), mode="other")
    with refused(ArgumentTypeError, argument="no_guess"):
        deal(BEGINNER, seed=0, no_guess="yes")
    full = bare(height=9, width=9, mines=73)
    corner = deal(full, seed=0, no_guess=NoGuess(start=(0, 0)), mode="repaired")
    assert corner.layout.around[0, 0] == 0
    assert int(corner.layout.mask.sum()) == 73
    safe = bare(height=9, width=9, mines=10, first_click=FirstClick.SAFE)
    dealt = [deal(setting, seed=0, no_guess=NoGuess()).layout for setting in (safe, BEGINNER)]
    assert dealt[0] == dealt[1]
