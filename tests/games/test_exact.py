"""Agents that count or prove, against all layouts."""

from __future__ import annotations

from typing import Any

import pytest

from logicsweep import Board, Cell, KnowledgeBase
from logicsweep.board import clue_model
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.exact import Exact
from logicsweep.games.agents.logic import Logic
from logicsweep.games.agents.published.search_exact import SearchExact
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import play, view_of
from logicsweep.games.setting import FirstClick, GameRule
from logicsweep.games.view import View
from tests.conftest import seeds, some
from tests.games.judging import begun, check_certain
from tests.games.making import bare
from tests.judges.making import MODELS
from tests.judges.oracle import layouts, risks, weigh


@pytest.mark.parametrize("seed", seeds(range(40), fast=20))
def test_the_exact_agent_takes_the_least_risk_and_the_likeliest_zero(seed: int) -> None:
    """At every guess, against all layouts of the board, tried one by one."""
    guesses = 0

    class Watched(Exact):
        def _guess(self, view: View) -> Move | None:
            nonlocal guesses
            move = super()._guess(view)
            if len(view.board.covered) > 14:
                return move
            assert move is not None
            guesses += 1
            found = layouts(view.board)
            covered = view.board.covered
            risk = {cell: int(found[:, cell.row, cell.column].sum()) for cell in covered}
            least = min(risk.values())
            assert risk[move.cell] == least
            zero = {
                cell: int(
                    (
                        ~found[:, *zip(cell, *view.board.neighbours(cell), strict=True)].any(axis=1)
                    ).sum()
                )
                for cell in covered
                if risk[cell] == least
            }
            assert zero[move.cell] == max(zero.values()), (view.board, move, zero)
            return move

    for number in range(3):
        setting = bare(height=3, width=4 + seed % 2, mines=3 + number, rule=GameRule.CONTINUE)
        game = Game(setting, seed=seed)
        play(game, Watched(seed))
    assert guesses > 0


# Each first click takes as long; the usual one is among the fast tests.
FIRST_CLICKS = [
    pytest.param(one, marks=() if one is FirstClick.OPENING else pytest.mark.slow)
    for one in FirstClick
]


@pytest.mark.parametrize("click", FIRST_CLICKS)
@pytest.mark.parametrize("name", some(MODELS, every=2))
def test_the_exact_agent_takes_the_least_risk_with_any_clues(name: str, click: FirstClick) -> None:
    """Against the posterior over all layouts; with `opening` it knows what the rule keeps free."""
    guesses = 0

    class Watched(Exact):
        def _guess(self, view: View) -> Move | None:
            nonlocal guesses
            move = super()._guess(view)
            if len(view.board.covered) > 14 or move is None:
                return move
            guesses += 1
            masks = layouts(view.board)
            every = risks(view.board, masks, weigh(view.board, masks))
            risk = {cell: chance for cell, chance in every.items() if cell not in self._found}
            assert risk[move.cell] == min(risk.values())
            return move

    for seed in range(2):
        for rule in GameRule:
            setting = bare(
                height=3, width=5, mines=4, rule=rule, first_click=click, clues=clue_model(name)
            )
            game = Game(setting, seed=seed)
            moves: list[Move] = []
            play(game, Watched(seed), watch=lambda m, *_, to=moves: to.append(m))
            if click is FirstClick.OPENING and len(moves) > 3:
                near = set(game.board.neighbours(moves[0].cell))
                opened = [move for move in moves[1:] if not move.flags]
                if rule is not GameRule.SEARCH:
                    assert {m.cell for m in opened[: len(near)]} == near
                assert all(m.is_proved for m in opened if m.cell in near)
    assert guesses > 0 or click is FirstClick.OPENING


def test_the_exact_agent_knows_where_to_start() -> None:
    for size, click, expected in (
        ((16, 30, 99), FirstClick.OPENING, Cell(3, 3)),
        ((16, 16, 40), FirstClick.OPENING, Cell(2, 2)),
        ((9, 9, 10), FirstClick.OPENING, Cell(2, 2)),
        ((9, 9, 10), FirstClick.SAFE, Cell(0, 0)),
        ((9, 9, 10), FirstClick.UNPROTECTED, Cell(0, 0)),
        ((1, 9, 2), FirstClick.OPENING, Cell(0, 3)),
    ):
        height, width, mines = size
        setting = bare(height=height, width=width, mines=mines, first_click=click)
        view = view_of(Game(setting, seed=0))
        assert begun("exact", view).choose(view).cell == expected


def test_reasons_name_the_clues_behind_a_proof() -> None:
    board = Board.parse("mines: 2\n\n????\n1211\n")
    view = View(board)
    move = begun("exact", view, explains=True).choose(view)
    assert move.is_proved
    assert move.reason == "proved safe by the clues at (1,0), (1,1), (1,2)"
    total = View(Board.parse("mines: 1\n\n?1?_?\n"))
    reason = begun("logic", total, explains=True).choose(total).reason
    assert reason == "proved safe by the clue at (0,1) and the mine count"


@pytest.mark.parametrize("kind", [Logic, Exact, SearchExact])
def test_agents_that_prove_go_on_after_a_limit(
    kind: type[Logic], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit that is reached now and then costs moves that were proved, and nothing else."""
    calls = iter(range(10**9))
    for name in ("tell_all", "consequences", "count"):
        plain = getattr(KnowledgeBase, name)

        def limited(self: KnowledgeBase, *args: Any, plain: Any = plain, **kwargs: Any) -> Any:
            if next(calls) % 3 == 2:
                raise LimitError("a test")
            return plain(self, *args, **kwargs)

        monkeypatch.setattr(KnowledgeBase, name, limited)
    for seed in range(3):
        for rule in GameRule:
            setting = bare(height=5, width=5, mines=5, rule=rule, flood=True)
            game = Game(setting, seed=seed)
            moves: list[tuple[Move, Shown]] = []
            play(game, kind(seed), watch=lambda m, s, _, to=moves: to.append((m, s)))
            assert game.is_over
            check_certain(game, moves)
