"""Counts that take too long or too much room."""

from __future__ import annotations

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, LimitError
from logicsweep.errors import ArgumentError
from logicsweep.limits import Budget
from logicsweep.tables.elimination import CountedLayouts
from tests.judges.making import opened_at_random
from tests.judges.refusals import refused


@pytest.mark.usefixtures("either_kernel")
def test_limits_name_the_component_and_lose_nothing() -> None:
    board = opened_at_random(2, 30, 30, 180, 0.2)
    kb = KnowledgeBase(board, max_entries=20)
    with pytest.raises(LimitError, match=r"the component of \d+ cells and \d+ clues around") as got:
        kb.count()
    assert "more than 20 table entries: " in str(got.value)
    with pytest.raises(
        LimitError, match="more than 1 table entry: 2 of its clues are open at once"
    ):
        KnowledgeBase(board, max_entries=1).count()
    assert got.value.safe == kb.consequences().safe
    wide = Board(np.full((200, 200), -1, dtype=np.int8), mines=(0, 40_000))
    with pytest.raises(LimitError, match="too wide"):
        KnowledgeBase(wide).count().fractions()


@pytest.mark.usefixtures("python_kernel")  # the kernel has answered before it looks at the clock
def test_no_time_to_count() -> None:
    with pytest.raises(LimitError):
        KnowledgeBase(opened_at_random(2, 30, 30, 180, 0.2), time_limit=1e-6).count()
    with pytest.raises(LimitError):
        KnowledgeBase(Board.parse("?" * 30), time_limit=0.01).count(engine="models")


@pytest.mark.usefixtures("either_kernel")
def test_answers_that_take_too_long() -> None:
    board = opened_at_random(1, 40, 40, 330, 0.5)
    kb = KnowledgeBase(board)
    count = kb.count()
    kb.consequences()
    late = kb._proofs.ledger.counted_components(Budget(None))  # noqa: SLF001
    layouts = CountedLayouts(board, late, None, budget=Budget(1e-9, entries=100))
    for ask in (
        lambda: layouts.count().total,
        lambda: layouts.count().fractions(),
        lambda: layouts.count().probabilities(),
    ):
        with pytest.raises(LimitError):
            ask()
    assert count.total > 0
    for wrong in (0, -1):
        with refused(ArgumentError, argument="max_entries"):
            KnowledgeBase(board, max_entries=wrong)


def test_the_count_at_hand_can_be_watched(either_kernel: str) -> None:
    kb = KnowledgeBase(opened_at_random(1, 20, 20, 82, 0.3))
    assert kb.counted == (0, 0)
    kb.count()
    done, of = kb.counted
    if either_kernel == "native":  # it counts all components in one call
        assert (done, of) == (0, 0)
    else:
        assert 0 < done == of
