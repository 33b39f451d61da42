"""The questions that stand beside `count`, and what answers look like when they are printed."""

from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.errors import MissingDensityError
from logicsweep.tables.model_count import LeastRisky

SMALL = Board.parse("mines: 2\n\n????\n1211\n")
UNKNOWN = Board.parse("??1?\n")


def test_chances_without_a_count_in_between() -> None:
    kb = KnowledgeBase(SMALL)
    np.testing.assert_array_equal(kb.probabilities(), kb.count().probabilities())
    assert kb.probabilities().shape == SMALL.shape
    assert kb.least_risky() == kb.count().least_risky()


def test_chances_under_a_density() -> None:
    kb = KnowledgeBase(UNKNOWN)
    for question in (kb.probabilities, kb.least_risky):
        with pytest.raises(MissingDensityError):
            question()
    third = Fraction(1, 3)
    assert kb.least_risky(density=third) == LeastRisky(((0, 0),), third)
    assert kb.probabilities(density=third)[0, [0, 1, 3]] == pytest.approx([1 / 3, 1 / 2, 1 / 2])


def test_a_forgotten_call_is_seen() -> None:
    kb = KnowledgeBase(Board.parse("mines: 0\n\n?1\n"))
    assert not kb.has_layout()
    assert not hasattr(kb, "is_consistent")
    assert not hasattr(kb, "uses_total")


def test_what_is_printed() -> None:
    kb = KnowledgeBase(SMALL)
    assert repr(kb) == "<KnowledgeBase 4x2, 2 mines: 0 proved safe, 0 mines proved>"
    proved = kb.consequences()
    safe, mines = sorted(proved.safe), sorted(proved.mines)
    assert (
        repr(kb)
        == f"<KnowledgeBase 4x2, 2 mines: {len(safe)} proved safe, {len(mines)} mines proved>"
    )
    assert repr(kb.count()) == "<ModelCount 4x2, 2 mines: 1 layout>"
    safe = min(proved.safe)
    assert repr(kb.explain(safe)).startswith(f"<Explanation: {safe} is safe, from ")
    assert repr(kb.difficulty()).startswith("<Difficulty: level ")
    assert repr(kb.next_step()).startswith("<Step: ")
    wrong = KnowledgeBase(Board.parse("mines: 0\n\n?1\n"))
    assert repr(wrong.diagnose()) == "<Diagnosis: 1 conflict, 1 correction set>"
    wrong.has_layout()
    assert repr(wrong) == "<KnowledgeBase 2x1, 0 mines: inconsistent>"
    pair = KnowledgeBase(Board.parse("mines: 1\n\n?1?\n")).counterexample((0, 0))
    assert repr(pair) == "<Counterexample: (0,0) is undetermined, two layouts differ in 2 cells>"
    large = KnowledgeBase(Board(np.full((30, 30), -1), mines=9)).count()
    assert repr(large) == "<ModelCount 30x30, 9 mines>"


def test_what_is_printed_of_boards_with_more() -> None:
    board = Board.parse("mines: 1\n\n?1?\n")
    assert repr(KnowledgeBase(board, liars=1)).startswith("<KnowledgeBase 3x1, 1 mine, 1 liar: ")
    own = KnowledgeBase(board, program=":- mine((0,0)).")
    assert repr(own).startswith("<KnowledgeBase 3x1, 1 mine, <program>: ")
