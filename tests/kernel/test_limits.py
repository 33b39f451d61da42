"""Limits where the kernel answers: the clock is looked at whenever a call takes long."""

from __future__ import annotations

import random

import numpy as np
import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, LimitError, State
from logicsweep.kernel import context
from logicsweep.knowledge import base
from tests.conftest import needs_kernel, seeds
from tests.judges.countdown import Countdown
from tests.judges.making import clue, deal, opened_at_random

pytestmark = [needs_kernel, pytest.mark.usefixtures("long_calls")]


@pytest.fixture
def long_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every call counts as a long one, and is made again once the clock was looked at."""
    monkeypatch.setattr(context, "_BRIEF", 0)
    # A context keeps the limits of its last call: take one that knows only these.
    monkeypatch.setattr(context, "_CONTEXTS", context._Contexts())  # noqa: SLF001


@pytest.fixture
def countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Knowledge bases take this budget."""
    monkeypatch.setattr(base, "Budget", Countdown)
    Countdown.looks = 10**9


@pytest.mark.usefixtures("countdown")
@pytest.mark.parametrize("reasoner", ["sat", "elimination"])
@pytest.mark.parametrize("seed", seeds(range(6), fast=2))
def test_asking_again_goes_on(seed: int, reasoner: str) -> None:
    board = opened_at_random(seed, 12, 12, 30, [0.25, 0.5, 0.7][seed % 3])
    complete = KnowledgeBase(board)
    expected = complete.consequences(), complete.probabilities(), complete.count().total
    kb = KnowledgeBase(board, reasoner=reasoner)
    stops = 0
    for looks in range(2000):
        Countdown.looks = looks
        try:
            found = kb.consequences(), kb.probabilities(), kb.count().total
        except LimitError as error:
            stops += 1
            assert error.mines is not None
            assert error.mines <= expected[0].mines
        else:
            break
    assert stops > 0
    assert found[0] == expected[0]
    np.testing.assert_array_equal(found[1], expected[1])
    assert found[2] == expected[2]


@pytest.mark.usefixtures("countdown")
@pytest.mark.parametrize("seed", seeds(range(6), fast=2))
def test_evidence_that_is_told_in_time_or_not_at_all(seed: int) -> None:
    rng = random.Random(seed)
    layout, first = deal(rng, 10, 10, 20)
    kb = KnowledgeBase(Board(np.full((10, 10), State.COVERED), mines=20), reasoner="elimination")
    kb.tell(first, clue(layout, first))
    stops = 0
    cells = [Cell(*map(int, cell)) for cell in np.argwhere(~layout)]
    for cell in rng.sample(cells, 60):
        before = kb.board
        Countdown.looks = rng.randint(0, 2)
        try:
            kb.tell(cell, clue(layout, cell))
        except LimitError:
            stops += 1
            assert kb.board in (before, before.replace({cell: clue(layout, cell)}))
        Countdown.looks = 10**9
        kb.tell(cell, clue(layout, cell))
        assert kb.board[cell] == clue(layout, cell)
        assert kb.consequences() == KnowledgeBase(kb.board).consequences()
    assert stops > 3


@pytest.mark.usefixtures("countdown")
@pytest.mark.parametrize("reasoner", ["sat", "elimination"])
def test_a_conflict_is_found_again(reasoner: str) -> None:
    board = Board(opened_at_random(3, 16, 30, 99, 0.5).grid, mines=40)
    kb = KnowledgeBase(board, reasoner=reasoner)
    for looks in range(3):
        Countdown.looks = looks
        with pytest.raises((LimitError, InconsistentBoardError)):
            kb.count()
    Countdown.looks = 10**9
    with pytest.raises(InconsistentBoardError) as found:
        kb.count()
    assert found.value.uses_total
