"""The knowledge of a player, and what agents call certain, against all layouts that agree."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from random import Random

import pytest

from logicsweep import Agent, Board, Cell, Game, KnowledgeBase, LimitError, Move, Setting, play
from logicsweep.board import FirstClick
from logicsweep.board.clue_models import clue_model
from logicsweep.games import GameRule, View
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.game import Shown
from logicsweep.games.told.told import Claims, Told, promised_on
from logicsweep.render.game_strips import Turn, snapshots
from tests.conftest import Run, seeds
from tests.judges import oracle

SURE = """
from logicsweep import Agent, Move

class Sure(Agent):
    def choose(self, view):
        return Move(view.choices[-1], is_proved=True)
"""


class Boaster(Agent):
    """Opens and flags at random, and calls every other move certain."""

    def begin(self, view: View) -> None:  # noqa: ARG002
        self.rng = Random(self.seed)

    def choose(self, view: View) -> Move:
        open_or_flag = self.rng.random() < 0.2 and len(view.choices) > 1
        return Move(self.rng.choice(view.choices), open_or_flag, is_proved=self.rng.random() < 0.5)


@pytest.mark.parametrize("seed", seeds(range(60), fast=15))
def test_claims_follow_if_all_layouts_agree(seed: int) -> None:
    protections = list(FirstClick)
    setting = Setting(
        height=3,
        width=4,
        mines=3,
        rule=GameRule.CONTINUE,
        first_click=protections[seed % 3] if seed % 3 < 2 else FirstClick.UNPROTECTED,
    )
    game = Game(setting, seed=seed)
    claims = Claims(game.board, setting.first_click)
    before = [game.board]
    judged = []

    def watch(move: Move, shown: Shown, _: View) -> None:
        board, is_first = before[-1], not before[-1].clues and not before[-1].known_mines
        before.append(game.board)
        follows = claims.check(move, shown)
        if not move.is_proved:
            assert follows is None
            return
        mines = oracle.layouts(board)[:, move.cell.row, move.cell.column]
        expected = bool(mines.all()) if move.flags else not mines.any()
        if is_first and not move.flags and setting.first_click is not FirstClick.UNPROTECTED:
            expected = True
        assert follows is expected
        judged.append(follows)

    play(game, Boaster(seed), watch=watch)
    assert claims.wrong == judged.count(False)


@pytest.mark.parametrize("seed", seeds(range(60), fast=15))
def test_the_promise_is_a_part_of_the_knowledge(seed: int) -> None:
    """Where a clue may be too small, the first one does not say that its neighbours are safe."""
    rng = Random(seed)
    setting = Setting(
        height=4, width=4, mines=3, first_click=FirstClick.OPENING, clues=clue_model("optimistic")
    )
    game = Game(setting, seed=seed)
    start, first = game.board, None
    told = Told(start, setting.first_click, time_limit=None)
    turns = []
    while not game.is_over:
        board = promised_on(game.board, start, setting.first_click, first)
        layouts = oracle.layouts(game.board)
        if first is not None:
            layouts = layouts[oracle.around(layouts, first) == 0]
            expected = oracle.verdicts_of(game.board, layouts)
            (*_, (_, proved_then)) = snapshots(start, setting.first_click, turns, [len(turns)])
            for proved in (
                told.kb.consequences(),
                KnowledgeBase(board).consequences(),
                proved_then,
            ):
                assert (set(proved.mines), set(proved.safe)) == expected
        cell = rng.choice(game.board.covered)
        first = first or cell
        shown = game.open(cell)
        told.tell(cell, shown)
        turns.append(Turn((cell,), shown))


def test_what_a_knowledge_base_proves_is_not_proved_again() -> None:
    setting = Setting(height=9, width=9, mines=10, first_click=FirstClick.SAFE, flood=True)
    for trusted in (True, False):
        game = Game(setting, seed=3)
        claims = Claims(game.board, FirstClick.SAFE, are_proofs=trusted)
        found: list[bool | None] = []
        play(
            game,
            agent_of("exact", seed=3),
            watch=lambda move, shown, _: found.append(claims.check(move, shown)),  # noqa: B023
        )
        assert found.count(True) > 3
        assert claims.wrong == found.count(False) == 0


def test_a_limit_leaves_it_open(monkeypatch: pytest.MonkeyPatch) -> None:
    claims = Claims(Board.parse("mines: 1\n\n?1?"), FirstClick.UNPROTECTED)
    move = Move(Cell(0, 0), is_proved=True)

    def slow(*_: object, **__: object) -> bool:
        raise LimitError("the time is over")

    with monkeypatch.context() as patched:
        patched.setattr(KnowledgeBase, "entails", slow)
        assert claims.check(move, {}) is None
    assert claims.check(move, {}) is None
    assert claims.wrong == 0


def test_play_and_review_say_it(logicsweep: Run, tmp_path: Path) -> None:
    """The exit code stays; the words, the answer, the log and the review have it."""
    (tmp_path / "boasting.py").write_text(SURE)
    start = ("play", "--agent", "boasting:Sure", "--size", "3x1", "--mines", "1", "--first-click")
    words = (*start, "unprotected", "--seed", "5", "--quiet")
    run = partial(logicsweep, folder=tmp_path)
    done = run(*words, "-o", "game.jsonl")
    assert done.returncode == 0
    assert "called certain, but did not follow from what was shown." in done.stdout
    aloud = run(*[word for word in words if word != "--quiet"]).stdout
    assert "; it is called certain, but does not follow\n" in aloud
    found = json.loads(run(*words, "--json").stdout)
    assert found["moves"][0]["proved"] is True
    assert found["moves"][0]["follows"] is False
    reviewed = run("review", "game.jsonl")
    assert reviewed.returncode == 0
    assert "The player called it certain, which does not follow." in reviewed.stdout
    judged = json.loads(run("review", "game.jsonl", "--json").stdout)
    assert judged["openings"][0]["claim_follows"] is False
