"""Judgements of single moves: by all layouts tried one by one, and as reviews judge them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from logicsweep import Board, review
from logicsweep.formats.files import example_game
from logicsweep.site import Desk
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import first_board, opened_at_random, random_board, uncertain_board
from tests.site.asking import Message, asked, formats_of, request


def check(board: Board, every: list[Fraction], judged: Message) -> None:
    """Hold a judgement against the exact probabilities of a mine, cell by cell."""
    risks = dict(zip(board.covered, every, strict=True))
    row, column = judged["cell"]
    risk, least = risks[row, column], min(risks.values())
    assert (Fraction(judged["risk"]), Fraction(judged["best"])) == (risk, least if risk else 0)
    if risk in (0, 1):
        kinds = {"blunder" if risk else "proved"}
    elif not least:
        kinds = {"needless"}
    else:
        kinds = {"dead", "riskier" if risk > least else "least-risk"}
    assert judged["kind"] in kinds
    assert bool(judged["fifty"]) >= (judged["kind"] == "dead")
    better = [tuple(cell) for cell in judged["better"]]
    if judged["kind"] in ("needless", "blunder", "riskier") and least < 1:
        equal = {cell for cell, share in risks.items() if share == least}
        assert equal.issuperset(better)
        assert len(better) == min(len(equal), 12)
        start = judged["kind"] == "needless"  # a nearer one may be harder to prove
        apart = [max(abs(row - near), abs(column - far)) for near, far in better[start:]]
        assert apart == sorted(apart)
    else:
        assert not better


def has_layouts(board: Board) -> bool:
    return bool(board.covered) and oracle.is_consistent(board)


@pytest.mark.parametrize("seed", seeds(range(40)))
@pytest.mark.parametrize("make", [random_board, uncertain_board])
def test_any_cell(make: Callable[[int], Board], seed: int, desk: Desk) -> None:
    board = first_board(seed, make, lambda board: board.mines is not None and has_layouts(board))
    masks, weights = oracle.posterior(board)
    risks = [
        sum(
            (weight for mask, weight in zip(masks, weights, strict=True) if mask[cell]), Fraction(0)
        )
        for cell in board.covered
    ]
    for cell in board.covered:
        (judged,) = asked(desk, request("move", board, cell=cell))
        assert formats_of([judged]) == ["move"]
        assert judged["cell"] == list(cell)
        check(board, risks, judged)
        assert not (judged["fifty"] and board.uncertain)


def test_the_example_game_as_its_review_judges_it(desk: Desk) -> None:
    """Each opening behind the first, which the game protects."""
    for grade in review(str(example_game("expert"))).grades[1::9]:
        (cell,) = grade.opening.cells
        (judged,) = asked(desk, request("move", grade.board, cell=cell))
        assert judged["kind"] == grade.kind.value
        assert Fraction(judged["risk"]) == grade.risk
        assert judged["better"] == [list(cell) for cell in grade.better[:12]]
        if grade.kind.is_mistake:
            assert judged["because"]["text"] == grade.text


def test_the_twelve_nearest_are_named(desk: Desk) -> None:
    board = Board.parse("mines: 1\n\n1???????????????????\n????????????????????\n")
    (judged,) = asked(desk, request("move", board, cell=[1, 1]))
    assert judged["kind"] == "needless"
    assert judged["better"][0] == [0, 2]
    assert len(judged["better"]) == 12
    assert "(0,2) is safe" in judged["because"]["text"]


def test_moves_that_cannot_be_judged(desk: Desk) -> None:
    board = Board.parse("mines: 1\n\n?1?")
    for cell, said in (([0, 1], "the cell is open"), ([3, 0], "(3,0)")):
        (message,) = asked(desk, request("move", board, cell=cell))
        assert message["kind"] == "usage"
        assert said in message["error"]
    (message,) = asked(desk, request("move", Board.parse("mines: 1\n\n?3?"), cell=[0, 0]))
    assert "cannot be right" in message["error"]
    (message,) = asked(desk, request("move", Board.parse("1??????"), cell=[0, 6]))
    assert "need a density" in message["error"]
    assert "`" not in message["error"]


def test_a_large_board(desk: Desk) -> None:
    board = opened_at_random(3, 40, 40, 300, 0.4)
    (judged,) = asked(desk, request("move", board, cell=board.covered[-1]))
    assert judged["kind"] in ("proved", "needless", "blunder")
