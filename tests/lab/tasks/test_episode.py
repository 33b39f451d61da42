"""Episodes: what moves are worth, and the loops that are worth nothing."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import NoReturn

import numpy as np
import pytest

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.errors import IllegalMoveError, LimitError
from logicsweep.games.game import Game
from logicsweep.games.setting import GameRule, Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.judging.claims import Action, MoveClaim
from logicsweep.lab.tasks.episode import FLAG_REWARD, Episode
from logicsweep.lab.tasks.prompts import FORMS, board_text
from tests.judges import oracle
from tests.lab.tasks.test_tasks import SETTINGS, TINY, chances_of


def opened(episode: Episode, cells: list[Cell]) -> Episode:
    for cell in cells:
        if episode.board.is_covered(cell) and not episode.is_over:
            episode.step(MoveClaim("open", cell))
    return episode


def test_a_move_is_worth_the_share_of_survival_that_it_keeps() -> None:
    """Whether it hits a mine or not."""
    rng = Random(4)
    hits = 0
    for seed in range(15):
        episode = Episode(TINY, seed=seed)
        assert episode.step(MoveClaim("open", (1, 1))).reward == 1
        while not episode.is_over:
            every = chances_of(episode.board)
            best = min(every.values())
            cell = rng.choice(sorted(every))
            turn = episode.step(MoveClaim("open", cell))
            assert turn.reward == (1 - every[cell]) / (1 - best)
            assert turn.error is None
            hits += turn.is_hit
    assert hits > 7


@pytest.mark.parametrize("error", [LimitError("time"), IllegalMoveError("no", move=(1, 1))])
def test_an_opening_that_fails_leaves_the_flag(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    episode = Episode(TINY, seed=1)
    episode.step(MoveClaim("flag", (1, 1)))
    before = episode.board
    is_limit = isinstance(error, LimitError)

    def fails(_game: Game, _cell: object) -> NoReturn:
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(Game, "open", fails)
        with pytest.raises(LimitError) if is_limit else nullcontext():
            assert episode.step(MoveClaim("open", (1, 1))).is_idle
    assert episode.board == before
    assert episode.board[1, 1] == State.FLAGGED
    assert episode.moves == (1 if is_limit else 2)
    assert episode.step(MoveClaim("open", (1, 1))).reward == 1


def test_a_reward_is_the_same_for_every_layout_behind_the_position() -> None:
    """A trap: a reward that tells the layout."""
    setting = Setting("3x3", mines=3, first_click="unprotected")
    checked = 0
    for seed in range(10):
        first = opened(Episode(setting, seed=seed), [Cell(1, 1), Cell(2, 2)])
        position = first.board
        if first.is_over:
            continue
        checked += 1
        masks = oracle.layouts(position)
        assert len(masks) > 1
        cells = sorted(position.clues)
        for claim in [
            MoveClaim(action, cell)
            for action in (Action.OPEN, Action.FLAG, Action.CHORD)
            for cell in position.covered + tuple(cells)
        ]:
            turns = set()
            for mask in masks[:: max(len(masks) // 3, 1)]:
                episode = opened(Episode(setting, seed=0, layout=Layout(mask)), cells)
                assert episode.board == position
                turn = episode.step(claim)
                turns.add((turn.reward, turn.error, turn.is_idle))
            assert len(turns) == 1, claim
        if checked == 2:
            break
    assert checked == 2


def test_a_flag_on_a_proved_mine_is_worth_a_little_once() -> None:
    episode = Episode(Setting("beginner"), seed=3)
    episode.step(MoveClaim("open", (4, 4)))
    mine = min(KnowledgeBase(episode.board).consequences().mines)
    turn = episode.step(MoveClaim("flag", mine))
    assert (turn.reward, turn.is_idle) == (FLAG_REWARD, False)
    again = episode.step(MoveClaim("flag", mine))
    assert again.reward == 0
    assert again.is_idle
    assert "is flagged already" in str(again.error)


def test_loops_of_flags_end_the_episode() -> None:
    """A trap: a model that flags the same cell again and again."""
    episode = Episode(Setting("beginner"), seed=3, most_idle=4)
    episode.step("open (4,4)")
    cell = episode.board.covered[0]
    for _ in range(6):
        if episode.is_over:
            break
        episode.step(MoveClaim("flag", cell))
    assert episode.is_over
    assert not episode.is_won
    assert episode.idle == 4
    assert episode.total <= 1 + FLAG_REWARD
    with pytest.raises(IllegalMoveError, match="the episode is over"):
        episode.step(MoveClaim("open", cell))


def test_idle_moves_are_worth_nothing() -> None:
    episode = Episode(Setting("beginner"), seed=3, most_idle=10)
    first = episode.step("open (4,4)")
    assert first.reward == 1
    for answer in (
        MoveClaim("open", (4, 4)),
        MoveClaim("open", (20, 4)),
        MoveClaim("chord", (4, 4)),
        "I cannot tell.",
        "open (0,0) or open (0,1)",
        "",
    ):
        turn = episode.step(answer)
        assert turn.reward == 0
        assert turn.is_idle
        assert turn.error
    assert episode.idle == 6
    assert episode.moves == 7


def test_a_flagged_cell_can_be_opened() -> None:
    episode = Episode(Setting("beginner"), seed=3)
    episode.step("open (4,4)")
    safe = min(KnowledgeBase(episode.board).consequences().safe)
    assert episode.step(MoveClaim("flag", safe)).is_idle
    assert episode.board[safe] == State.FLAGGED
    assert "Flags are what a player believes" in episode.prompt
    assert episode.step(MoveClaim("open", safe)).reward == 1
    assert not episode.board.is_covered(safe)


def test_a_chord_is_worth_the_survival_of_all_its_cells() -> None:
    """And a chord without enough flags is not allowed."""
    mask = np.array([[0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]], dtype=np.bool_)
    setting = Setting("4x4", mines=1, first_click="unprotected", flood=False)
    episode = Episode(setting, seed=0, layout=Layout(mask), most_idle=99)
    episode.step("open (0,1)")
    assert episode.step("chord (0,1)").error is not None
    episode.step("flag (0,2)")
    position = episode.board
    around = [cell for cell in position.neighbours((0, 1)) if position[cell] == State.COVERED]
    layouts = oracle.layouts(position)
    survived = sum(not any(mask[cell] for cell in around) for mask in layouts)
    best = min(chances_of(position).values())
    turn = episode.step("chord (0,1)")
    assert turn.reward == Fraction(survived, len(layouts)) / (1 - best)
    assert turn.is_hit
    assert episode.is_over


def test_proved_play_wins_with_full_rewards() -> None:
    for seed in range(5):
        episode = Episode(Setting("9x9", mines=6), seed=seed)
        openings = 0
        episode.step("open (4,4)")
        while not episode.is_over:
            proved = KnowledgeBase(episode.board).consequences()
            if not proved.safe:
                break
            assert episode.step(MoveClaim("open", min(proved.safe))).reward == 1
            openings += 1
        assert episode.total == 1 + openings


@pytest.mark.parametrize("form", FORMS)
def test_prompts_say_what_the_player_sees(form: str) -> None:
    episode = Episode(Setting("beginner", first_click="opening"), seed=3, form=form)
    assert "The first cell that is opened and all its neighbours are safe." in episode.prompt
    episode.step("open (4,4)")
    prompt = episode.prompt
    assert board_text(episode.board, form) in prompt
    assert "The first cell" not in prompt
    assert "The mine count is 10" in prompt


def test_a_guarantee_that_still_tells_something_is_said() -> None:
    """Where clues are one off, the first one does not say that all around it is safe."""
    episode = Episode(
        Setting("5x5", mines=5, rules="1L", first_click="opening", flood=False), seed=2
    )
    episode.step("open (2,2)")
    near = episode.board.neighbours((2, 2))
    assert "the promise for the first cell" in episode.prompt
    for cell in near[:3]:
        assert episode.step(MoveClaim("open", cell)).reward == 1


@pytest.mark.few(10)  # each setting once
@pytest.mark.parametrize("rule", ["classic", "continue", "search"])
@pytest.mark.parametrize("name", SETTINGS)
def test_all_games_are_played_to_their_end(name: str, rule: str) -> None:
    """Rewards stay from 0 to 1, and no more moves are worth anything than there are cells."""
    setting = replace(SETTINGS[name], rule=GameRule.of(rule))
    episode = Episode(setting, seed=6, most_idle=3)
    rng = Random(name)
    while not episode.is_over:
        action = rng.choice(("open", "open", "open", "flag"))
        turn = episode.step(MoveClaim(action, rng.choice(episode.board.covered)))
        assert 0 <= turn.reward <= 1
        assert turn.error is None or turn.is_idle
        assert "The mine count" in episode.prompt
    assert episode.moves <= setting.cells + episode.idle
