"""`best`: what it says of a position, against the brute-force player and the agent."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import FrozenInstanceError, replace
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise

import numpy as np
import pytest

from logicsweep import (
    Adjacency,
    Board,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    State,
    best,
    load,
    svg,
)
from logicsweep.board import FirstClick
from logicsweep.errors import ArgumentTypeError, MissingDensityError
from logicsweep.limits import Budget
from logicsweep.strategy import Behind, Best, WhatIf, Why, decide, decision, endgame, win_chance
from tests.conftest import ROOT, seeds
from tests.judges import oracle, player
from tests.judges.making import opened_at_random, random_board, showing, uncertain_board
from tests.judges.refusals import refused
from tests.judges.worlds import Worlds
from tests.strategy.test_winning import best_cells, win_chances

NEVER = Budget(None)


def positions(seed: int) -> Board | None:
    """A small position with exact clues that has a layout."""
    board = random_board(seed, covered=9, lie=0)
    board = board.replace(dict.fromkeys(board.uncertain, State.COVERED))
    if (board.grid == State.NO_CLUE).any() or not oracle.is_consistent(board):
        return None
    if board.mines is None:
        board = Board(np.asarray(board.grid), density=Fraction(1, 4))
    return board


def test_the_cell_is_the_first_of_the_best_ones() -> None:
    safe = best(Board.parse("mines: 0\n\n???"))
    assert len(safe.cells) == 3
    assert safe.cell == min(safe.cells) == safe.cells[0]
    guess = best(Board.parse("mines: 1\n\n?1?"))
    assert guess.cell == (0, 0)
    over = best(Board.parse("mines: 1\n\n*1"))
    assert (over.cell, over.cells) == (None, ())


def check_reason(found: Best) -> None:
    """The named clues leave no layout with a mine; no other cell has an easier step."""
    assert found.reason is not None
    cell = found.reason.cell
    assert cell in found.cells
    left = showing(found.board, found.reason.clues, total=found.reason.uses_total)
    if len(left.covered) <= 16:
        assert not oracle.layouts(left)[:, cell.row, cell.column].any()
    easiest = KnowledgeBase(found.board).next_step(safe=True)
    assert easiest is not None
    assert cell in easiest.safe


@pytest.mark.parametrize("seed", seeds(range(120), fast=25))
def test_solved(seed: int) -> None:
    """Every best cell and no other, and the exact chance."""
    board = positions(seed)
    if board is None or len(oracle.layouts(board)) > 200:
        return
    found = best(KnowledgeBase(board))
    counted = KnowledgeBase(board).count()
    assert found.win_chance == win_chance(board), seed
    assert np.prod([one.win_chance for one in found.closed] or [Fraction(1)]) == found.win_chance
    wanted = best_cells(board)
    if wanted is None:
        assert (found.why, found.cells, found.risk) == (None, (), None), seed
        return
    if found.why is Why.SAFE:
        assert set(found.cells) == KnowledgeBase(board).consequences().safe, seed
        assert not found.candidates
        check_reason(found)
    else:
        assert found.why is Why.SOLVED, seed
        assert found.reason is None
        assert set(found.cells) == set(wanted), seed
        assert all((one.behind is None) == (one.cell in found.cells) for one in found.candidates)
        chances = win_chances(board)
        assert {one.cell: one.win_chance for one in found.candidates} == {
            cell: chances[cell] for cell in board.covered if counted.probability(cell) < 1
        }
        ranked = [one.win_chance or 0 for one in found.candidates]
        assert ranked == sorted(ranked, reverse=True)
    assert found.risk == min(counted.probability(cell) for cell in found.cells)
    for one in found.candidates:
        assert one.risk == counted.probability(one.cell)


def test_what_is_worked_out_when_it_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A safe cell takes no search; what is read later may reach a limit, and is asked again."""
    board = opened_at_random(2, 5, 5, 5, 0.3)
    at_once = best(board)
    wanted = (at_once.win_chance, at_once.closed, at_once.fifties, at_once.reason)
    assert at_once.why is Why.SAFE
    assert wanted[0] is not None
    assert at_once == best(board) == copy(best(board))
    assert pickle.loads(pickle.dumps(best(board))) == at_once  # noqa: S301

    def over(*_: object, **__: object) -> object:
        raise LimitError("no time")

    with monkeypatch.context() as patch:
        patch.setattr(decision, "solve_part", over)
        found = best(board)
        assert (found.cells, found.risk) == (at_once.cells, 0)
        for name in ("win_chance", "closed"):
            with pytest.raises(LimitError, match="no time"):
                getattr(found, name)
    assert (found.win_chance, found.closed, found.fifties, found.reason) == wanted
    assert replace(found, liars=1).closed == found.closed
    with pytest.raises(FrozenInstanceError):
        found.win_chance = None  # type: ignore[misc]
    assert not hasattr(found, "chance")


def test_what_is_read_later_is_of_the_position_that_was_asked_about() -> None:
    kb = KnowledgeBase(opened_at_random(2, 5, 5, 5, 0.3))
    found, wanted = best(kb), best(kb.board)
    kb.tell(found.cells[0], State.NO_CLUE)
    assert found == wanted
    with ThreadPoolExecutor(4) as threads:
        found = best(wanted.board)
        for name in ("fifties", "reason", "win_chance", "closed"):
            read = list(threads.map(partial(getattr, found), [name] * 8))
            assert read == [getattr(wanted, name)] * 8


def test_first_clicks_that_are_protected() -> None:
    """Each first click has its own chance, given that the game keeps it free."""
    board = Board(np.full((3, 3), State.COVERED), mines=2)
    found = best(board, first_click=FirstClick.SAFE)
    assert found.win_chance == Fraction(24, 28)
    every = oracle.layouts(board)

    @cache
    def chance(row: int, column: int) -> Fraction:
        kept = every[~every[:, row, column]]
        judge = player.Player(player.shown(kept), [1] * len(kept))
        return judge.after(judge.all, frozenset(), board.number((row, column))) / judge.weight

    for one in found.candidates:  # each is one of three, turned
        assert one.win_chance == chance(*sorted(min(place, 2 - place) for place in one.cell))
    corner = best(board, first_click=FirstClick.OPENING)
    assert {one.cell for one in corner.candidates if one.win_chance is None} == {(1, 1)}


def test_chances_that_are_not_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """No cell has one if another part is too large, and only the best if theirs is very large."""
    found = best(Board.parse("mines: 5\n\n2?101????\n??101????\n"), layouts=2)
    assert (found.why, found.win_chance, len(found.closed)) == (Why.SOLVED, None, 1)
    assert [one.win_chance for one in found.candidates] == [None, None]
    board = Board.parse("mines: 3\n\n1???\n????\n")
    every = {one.cell: one.win_chance for one in best(board).candidates}
    assert None not in every.values()
    monkeypatch.setattr(endgame, "IN_PLAY", 1)
    found = best(board)
    assert set(found.cells) < set(every)
    assert {one.cell: one.win_chance for one in found.candidates} == {
        cell: chance if cell in found.cells else None for cell, chance in every.items()
    }


@pytest.mark.parametrize("seed", seeds(range(12), fast=4))
def test_guesses(seed: int) -> None:
    """On an expert board: the agent's choice is the best, and every other cell has its reason."""
    board = opened_at_random(seed, 16, 30, 99, 0.1)
    found = best(board)
    decision = decide(WhatIf.of(board), budget=NEVER)
    assert decision is not None
    assert board.cell(decision.cell) in found.cells
    assert found.why is decision.why
    counted = KnowledgeBase(board).count()
    for one in found.candidates:
        assert one.risk == counted.probability(one.cell)
        assert (one.behind is None) == (one.cell in found.cells)
        assert one.win_chance is None
        assert (one.survival is None) == (found.why is not Why.SCORE)
    if found.why is Why.SCORE:
        ranks = [one.score for one in found.candidates if one.behind is None and one.score]
        rest = [one.score for one in found.candidates if one.behind is Behind.RISKIER]
        assert all(one is None or one <= max(ranks) + 1e-9 for one in rest)
    chances = [one.probability for one in found.fifties]
    assert all(one >= two - 1e-9 for one, two in pairwise(chances))


def test_first_cells() -> None:
    blank = Board(np.full((16, 30), State.COVERED), mines=99)
    unprotected = best(blank, first_click="unprotected")
    assert (unprotected.cells, unprotected.why) == (((0, 0),), Why.FIRST)
    assert best(blank, first_click="opening").cells == best(blank).cells == ((3, 3),)
    corner = blank.replace({(0, 0): 2})
    assert best(corner, first_click="safe").cells == ((0, 29),)
    small = best(Board(np.full((3, 3), State.COVERED), mines=2), first_click="safe")
    assert small.win_chance == Fraction(6, 7)
    assert small.cells == ((0, 1), (1, 0), (1, 2), (2, 1))


@pytest.mark.parametrize(
    ("adjacency", "is_book"), [(Adjacency.torus(8, 8), False), (Adjacency.cylinder(8, 8), True)]
)
def test_another_corner_is_not_beside_the_first(adjacency: Adjacency, is_book: bool) -> None:
    """A torus has no corners; and the number beside a cell speaks of it."""
    grid = np.full((8, 8), State.COVERED)
    grid[0, 0] = 2
    board = Board(grid, mines=12, adjacency=adjacency)
    found = best(board, first_click="safe")
    assert (found.why is Why.FIRST) == is_book
    assert not set(found.cells) & set(board.neighbours((0, 0)))


def test_50_50s() -> None:
    found = best(Board.parse("mines: 2\n2?100\n??100\n"))
    [fifty] = found.fifties
    assert fifty.halves == (((0, 1),), ((1, 1),))
    assert fifty.unavoidable
    assert found.win_chance == Fraction(1, 2)
    pseudo = best(Board.parse("mines: 4\n111??\n??2??\n12?21\n"), layouts=0)
    assert [each.now for each in pseudo.fifties] == [((0, 3), (1, 3))]


@pytest.mark.parametrize("seed", seeds(range(24), fast=8))
def test_uncertain_clues(seed: int) -> None:
    """What is solved, is solved with all that clues may show; guesses are compared all the same."""
    board = uncertain_board(seed, covered=5, model="noisy(1/5)")
    if not oracle.is_consistent(board) or board.mines is None or not board.uncertain:
        return
    found = best(board)
    worlds = Worlds(board)
    assert found.win_chance in (None, worlds.best_play())
    for one in found.candidates if found.win_chance is not None else ():
        assert one.win_chance == worlds.best_play_after(one.cell)
    assert best(board, layouts=0).why in (None, Why.SAFE, Why.SCORE)


def test_pictures_and_words() -> None:
    found = best(load(ROOT / "examples" / "boards" / "expert-stuck.board"))
    assert "<svg" in svg(found)
    assert repr(found).startswith("<Best 30x16, 99 mines: (")
    assert repr(best(Board.parse("mines: 1\n1*\n11\n"))) == "<Best 2x2, 1 mine: nothing to open>"


def test_errors() -> None:
    board = Board.parse("mines: 2\n2?1\n??1\n")
    with pytest.raises(InconsistentBoardError):
        best(KnowledgeBase(board, program=":- mine((0,1)). :- mine((1,0))."))
    with pytest.raises(InconsistentBoardError):
        best(Board.parse("mines: 1\n3?\n??\n"))
    with pytest.raises(MissingDensityError):
        best(Board.parse("??\n??\n"))
    with refused(ArgumentTypeError, argument="board"):
        best(None)  # type: ignore[arg-type]
    blank = Board(np.full((6, 6), State.COVERED), mines=4)
    with pytest.raises(LimitError):
        best(blank, layouts=60_000, time_limit=1e-3)
    assert best(Board.parse("??\n??\n"), density=Fraction(1, 5)).win_chance
    assert best(board, first_click=FirstClick.SAFE).cells


def test_without_a_mine_count() -> None:
    """What is proved safe takes no density; a density does not make a large board small."""
    found = best(Board.parse("0??\n???\n???\n"))
    assert (found.why, found.risk, found.win_chance) == (Why.SAFE, 0, None)
    assert found.cells == ((0, 1), (1, 0), (1, 1))
    large = Board(np.full((9, 9), State.COVERED), density=Fraction(1, 5))
    assert best(large).why is Why.FIRST
    decision = decide(WhatIf.of(large), budget=NEVER)
    assert decision is not None
    assert decision.why is Why.FIRST
    ranged = Board(np.full((9, 9), State.COVERED), mines=(8, 12))
    assert best(ranged).why is Why.FIRST
