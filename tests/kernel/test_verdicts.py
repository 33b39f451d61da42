"""Verdicts from the rows of the tables, for boards whose marginals doubles are too narrow for."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from logicsweep import InconsistentBoardError, KnowledgeBase
from logicsweep.kernel import whole
from logicsweep.kernel.binding import Status, address_of
from logicsweep.kernel.context import context
from logicsweep.limits import Budget
from logicsweep.system.position import position_of
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.making import opened_at_random
from tests.kernel.test_whole import boards, judge

pytestmark = needs_kernel

NEVER = Budget(None)


@pytest.fixture
def imprecise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whole boards are loaded, and doubles count as too narrow for their marginals."""
    load = whole.load

    def narrow(*arguments: Any) -> int:
        status = load(*arguments)
        return Status.IMPRECISE if status == Status.OK else status

    monkeypatch.setattr(whole, "load", narrow)


@pytest.mark.usefixtures("imprecise")
@pytest.mark.parametrize("block", seeds(range(60), fast=10))
def test_verdicts_are_those_of_all_layouts(block: int) -> None:
    for seed, board, near, density in boards(block):
        found = whole.verdicts_of(position_of(board), NEVER)
        expected = judge(board, near, density)
        assert found is not None
        if not expected.layouts:
            assert found.status == Status.CLASH, seed
            continue
        assert found.status == Status.IMPRECISE, seed
        assert found.marginals is not None, seed
        np.testing.assert_array_equal(found.marginals == 1, expected.mines, str(seed))
        np.testing.assert_array_equal(found.marginals == 0, expected.safe, str(seed))
        undecided = ~(expected.mines | expected.safe | np.isnan(expected.marginals))
        np.testing.assert_array_equal(found.marginals == 0.5, undecided, str(seed))
        clues = judge(board.without_total(), near, density)
        differ = (clues.mines != expected.mines) | (clues.safe != expected.safe)
        assert found.needs_total == differ.any(), seed


@pytest.mark.usefixtures("imprecise")
@pytest.mark.parametrize("block", seeds(range(20), fast=2))
def test_elimination_answers_as_before(block: int) -> None:
    """Verdicts, and what is asked after them, which has no use for the halves."""
    for seed, board, _, density in boards(block):
        kb = KnowledgeBase(board, reasoner="elimination")
        with without_kernel():
            python = KnowledgeBase(board)
            try:
                expected = python.consequences()
            except InconsistentBoardError:
                expected = None
        if expected is None:
            with pytest.raises(InconsistentBoardError):
                kb.consequences()
            continue
        assert kb.consequences() == expected, seed
        with without_kernel():
            chances = python.probabilities(density=density)
        np.testing.assert_allclose(kb.probabilities(density=density), chances, atol=1e-11)


@pytest.mark.parametrize("mines", [320, (100, 229), 229, 230])
def test_wide_components(mines: int | tuple[int, int]) -> None:
    """Components that keep their tables, with and without a mine count that binds."""
    board = opened_at_random(1, 40, 40, 320, 0.25).with_total(mines)
    position = position_of(board)
    own = context()
    assert own is not None
    marginals, verdicts = np.empty(1600), np.empty(1600)
    assert whole.load(own, position, whole.NO_PRIOR, NEVER, marginals) == Status.OK
    assert own.library.ls_verdicts(own.address, address_of(verdicts)) == Status.OK
    expected = np.where((marginals > 0) & (marginals < 1), 0.5, marginals)
    np.testing.assert_array_equal(verdicts, expected)
    proved = KnowledgeBase(board).consequences()
    assert np.count_nonzero(verdicts == 0) == len(proved.safe)
    assert np.count_nonzero(verdicts == 1) == len(proved.mines)
