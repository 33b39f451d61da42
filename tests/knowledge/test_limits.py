"""Questions that take too long: what is proved by then is kept and said."""

from __future__ import annotations

import random

import numpy as np
import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, LimitError, State
from logicsweep.knowledge import base
from tests.conftest import asp_is_slow, seeds
from tests.judges.countdown import Countdown
from tests.judges.making import clue, deal, opened_at_random
from tests.judges.refusals import refused

# The kernel answers so small questions before it looks at a clock: see tests/kernel/test_limits.py.
pytestmark = pytest.mark.usefixtures("either_engine", "python_kernel")


@pytest.mark.parametrize("seed", seeds(range(6), fast=1))
def test_a_limit_says_what_is_proved_and_asking_again_goes_on(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    share = [0.25, 0.5, 0.7][seed % 3]
    board = opened_at_random(seed, 6, 6, 7, share)
    complete = KnowledgeBase(board).consequences()
    monkeypatch.setattr(base, "Budget", Countdown)
    kb = KnowledgeBase(board)
    stops = 0
    for looks in range(2000):
        Countdown.looks = looks
        try:
            found = kb.consequences()
        except LimitError as error:
            stops += 1
            partial = kb.proved_so_far()
            assert (error.mines, error.safe) == (partial.mines, partial.safe)
            assert partial.mines <= complete.mines
            assert partial.safe <= complete.safe
        else:
            break
    assert stops > 0
    assert found == complete


@pytest.mark.few(2)
@asp_is_slow
@pytest.mark.parametrize("seed", seeds(range(6)))
def test_evidence_told_before_a_limit_is_kept(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(seed)
    layout, first = deal(rng, 7, 7, 9)
    monkeypatch.setattr(base, "Budget", Countdown)
    Countdown.looks = 10**9
    kb = KnowledgeBase(Board(np.full((7, 7), State.COVERED), mines=9))
    kb.tell(first, clue(layout, first))
    stops = 0
    cells = [Cell(*map(int, cell)) for cell in np.argwhere(~layout)]
    for cell in rng.sample(cells, 20):
        Countdown.looks = 10**9
        kb.consequences()
        Countdown.looks = rng.randint(0, rng.randint(0, 3))
        try:
            kb.tell(cell, clue(layout, cell))
        except LimitError:
            stops += 1
        assert kb.board[cell] == clue(layout, cell)
        Countdown.looks = 10**9
        assert kb.consequences() == KnowledgeBase(kb.board).consequences()
    assert stops > 3


@asp_is_slow
def test_an_inconsistent_board_whose_core_takes_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    board = Board(opened_at_random(3, 10, 10, 20, 0.3).grid, mines=9)
    monkeypatch.setattr(base, "Budget", Countdown)
    kb = KnowledgeBase(board)
    Countdown.looks = 10**9
    assert not kb.has_layout()
    Countdown.looks = 5
    with refused(InconsistentBoardError, core=None, uses_total=None) as caught:
        kb.consequences()
    assert (caught.value.core, caught.value.uses_total) == (None, None)
    # With more time the next question finds it, and keeps it.
    Countdown.looks = 10**9
    with pytest.raises(InconsistentBoardError) as found:
        kb.consequences()
    assert found.value.uses_total
    Countdown.looks = 5
    with pytest.raises(InconsistentBoardError) as again:
        kb.verdict((0, 0))
    assert again.value.core == found.value.core
    assert again.value is not found.value


def test_no_time_to_enter_the_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    board = opened_at_random(0, 12, 12, 30, 0.25)
    monkeypatch.setattr(base, "Budget", Countdown)
    kb = KnowledgeBase(board)
    Countdown.looks = 1
    with pytest.raises(LimitError):
        kb.tell(board.covered[0], 0)
    assert kb.board == board
