"""Counts can be pickled and copied, before and after they are asked."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from typing import Any

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.tables import ModelCount
from tests.judges import oracle

TEXTS = {
    "a total": "mines: 3\n\n?????\n?21??\n?????\n",
    "a range": "mines: 2..4\n\n?????\n?21??\n?????\n",
    "a density": "density: 1/5\n\n?????\n?21??\n?????\n",
}


def answers(count: ModelCount) -> tuple[int, Fraction, dict[tuple[int, int], Fraction]]:
    return count.total, count.expected_mines, dict(count.fractions())


@pytest.mark.parametrize("text", TEXTS.values(), ids=list(TEXTS))
@pytest.mark.parametrize(
    "how", [{}, {"liars": 1}, {"program": ":- mine((0,0)), mine((0,1))."}], ids=str
)
def test_a_count_that_was_pickled_answers_the_same(text: str, how: dict[str, Any]) -> None:
    board = Board.parse(text)
    unasked = KnowledgeBase(board, **how).count()
    made = [pickle.loads(pickle.dumps(unasked)), copy.deepcopy(unasked)]  # noqa: S301
    expected = answers(unasked)
    layouts = oracle.layouts(board, liars=how.get("liars", 0))
    if "program" in how:
        left = layouts[~(layouts[:, 0, 0] & layouts[:, 0, 1])]
        assert len(left) < len(layouts)
        layouts = left
    assert expected[0] == len(layouts)
    asked = pickle.loads(pickle.dumps(unasked))  # noqa: S301 - pickled here
    assert [answers(one) for one in (*made, asked)] == [expected] * 3


def test_a_key_that_was_pickled_is_counted_in_turn_again() -> None:
    """Its tables would be too large: no reasoner makes them, before and after."""
    board = Board.parse("mines: 4\nrules: 2E\n\n????\n?a??\n??b?\n????\n")
    kb = KnowledgeBase(board, reasoner="elimination")
    expected = KnowledgeBase(board).count()
    for again in (pickle.loads(pickle.dumps(kb)), copy.deepcopy(kb), kb):  # noqa: S301
        assert not again._proofs.ledger._engine.tabulates  # noqa: SLF001
        count = pickle.loads(pickle.dumps(again.count()))  # noqa: S301
        assert answers(count) == answers(expected)
        assert count.key == expected.key
