"""Boards with further constraints: their names and words, and which ones do not fit."""

from __future__ import annotations

from fractions import Fraction

import pytest

from logicsweep import (
    Board,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    State,
    Verdict,
)
from logicsweep.constraints import Cardinality, Relation, Source, SourceKind
from logicsweep.reason import REASONERS
from tests.judges.refusals import refused

DENSITY = Fraction(1, 3)


@pytest.mark.parametrize("reasoner", REASONERS)
def test_what_contradicts_is_not_told(reasoner: str) -> None:
    board = Board.parse("???\n???")
    pair = Relation.pattern([0, 4], [(True, False), (False, True)], "one of two")
    kb = KnowledgeBase(board, constraints=[pair], reasoner=reasoner)  # type: ignore[arg-type]
    kb.tell((0, 0), State.KNOWN_MINE)
    assert kb.verdict((1, 1)) is Verdict.SAFE
    with refused(InconsistentBoardError, core=(), uses_total=False, constraints=("one of two",)):
        kb.tell((1, 1), State.KNOWN_MINE)
    assert kb.verdict((1, 1)) is Verdict.SAFE
    assert kb.count(density=DENSITY).total == 16


def test_constraints_are_named_in_words() -> None:
    board = Board.parse("1??\n???")
    constraints = [
        Relation.weighted_sum([1, 2, 5], [1, -2, 1], [0], "balance"),
        Cardinality((3, 4), 1, 2, Source.named("left")),
    ]
    kb = KnowledgeBase(board, constraints=constraints)
    assert kb.explain((0, 1)).text == (
        "(0,1) is safe: the 1 at (0,0) needs exactly 1 mine in (0,1), (1,0) and (1,1); left needs "
        "a mine in (1,0) or (1,1); so it cannot be a mine."
    )
    assert (
        "balance needs (0,1) - 2 (0,2) + (1,2) to be 0, a mine being 1" in kb.explain((0, 2)).text
    )


def test_a_diagnosis_names_the_constraints() -> None:
    board = Board.parse("2??\n???")
    few = Cardinality((1, 2, 3, 4, 5), 0, 1, Source.named("at most one"))
    found = KnowledgeBase(board, constraints=[few]).diagnose()
    (conflict,) = found.conflicts
    assert (conflict.clues, conflict.further) == (((0, 0),), ("at most one",))
    (correction,) = found.correction_sets
    assert correction.clues == ((0, 0),)
    assert correction.values == ((0, 1),)
    never = Relation.pattern([1], [], "never")
    (conflict,) = KnowledgeBase(board, constraints=[never]).diagnose().conflicts
    assert (conflict.clues, conflict.further, conflict.uses_total) == ((), ("never",), False)


@pytest.mark.parametrize(
    ("constraints", "match"),
    [
        ([Cardinality((0, 9), 0, 1, Source.named("a"))], "a is about cell 9; expected .* 0 to 5"),
        ([Cardinality((0, 0), 0, 1, Source.named("a"))], "names a cell twice"),
        ([Cardinality((0, 1), 0, 1, Source.named("a"), (0, 0))], "has only weights of 0"),
        ([Cardinality((0, 1), 0, 1, Source(SourceKind.TOTAL))], "is the total; expected Source"),
        ([Cardinality((0, 1), 0, 1, Source.named("a"), (1,))], "1 weights for 0..1 mines"),
    ],
)
def test_what_does_not_fit(constraints: list[Cardinality], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        KnowledgeBase(Board.parse("???\n???"), constraints=constraints)


def test_what_cannot_be_combined() -> None:
    board = Board.parse("1??\n???")
    own = [Relation.pattern([1], [(True,)], "own")]
    kb = KnowledgeBase(board, constraints=own)
    kb.certificate((0, 1)).check()
    assert kb.difficulty().level == 1


def test_a_limit_is_an_error() -> None:
    board = Board.parse("\n".join(["?" * 12] * 12))
    parity = [
        Relation.weighted_sum(range(start, start + 72, 2), [1] * 36, range(0, 36, 2), f"p{start}")
        for start in (0, 1, 36, 37, 71)
    ]
    mixed = Relation.weighted_sum(range(0, 144, 7), range(1, 22), range(0, 200, 3), "mixed")
    with pytest.raises(LimitError):
        KnowledgeBase(board, constraints=[*parity, mixed], max_entries=50).count(density=DENSITY)
