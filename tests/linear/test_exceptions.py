"""Small verdicts of the uncommon kinds: each was the smallest of its kind that was seen."""

from __future__ import annotations

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.reasons import Explanation

TWO_LINES = """\
constraint: pair 1: 0..1 of (0,0) (0,1)
constraint: pair 2: 0..1 of (0,1) (0,2)
constraint: pair 3: 0..1 of (0,0) (0,2)
constraint: pair 4: 0..1 of (0,3) (0,4)
constraint: pair 5: 0..1 of (0,4) (0,5)
constraint: pair 6: 0..1 of (0,3) (0,5)
constraint: two and x: sum 1 1 1 1 1 1 -1 = 2 of all

???????
"""


def explained(text: str, cell: tuple[int, int]) -> Explanation:
    return KnowledgeBase(Board.parse(text)).explain(cell, by="sum")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        # Of four cells 1 or 3 are mines, of which the half of each is a mixture.
        ("mines: 3\nrules: 1L\n\n?32\n???\n?20", (0, 0)),
        # Of two clues that may be wrong, the half of each is.
        pytest.param("mines: 4\nliars: 1\n\n??2?\n332?\n???1", (2, 2), marks=pytest.mark.night),
        # A rule about regions has no linear form.
        ("mines: 4\nrules: C\n\n?3?\n???\n13?", (1, 1)),
        # A direction is ignored, with a table for each mine count.
        ("mines: 3\nrules: 2I\n\n1?1\n??3\n1??", (1, 0)),
    ],
)
def test_some_verdicts_have_no_sum(text: str, cell: tuple[int, int]) -> None:
    found = explained(text, cell)
    assert found.sum is None
    assert found.text


@pytest.mark.parametrize(
    ("text", "cell", "sizes"),
    [
        # Of three clues a is even; a mixture of layouts can have it a mine.
        ("??1?\n12_1\n__?_", (0, 0), (3, 4)),
        ("mines: 4\nrules: 1L\n\n??1\n3?*\n?4?", (2, 2), (2, 4)),
        ("mines: 2\nrules: 1N\n\n?0?\n???\n011", (1, 0), (2, 3)),
    ],
)
def test_some_sums_need_more_sources_than_the_verdict(
    text: str, cell: tuple[int, int], sizes: tuple[int, int]
) -> None:
    found = explained(text, cell)
    assert found.sum is not None
    assert (found.size, len(found.sum.proof.sources)) == sizes
    assert not found.sum.fewest
    assert len(found.sum.proof.lines) == 1


def test_some_sums_are_not_proved_to_have_the_least_multipliers() -> None:
    found = explained("mines: 4\nrules: D\n\n???\n???\n?21", (0, 1))
    assert found.sum is not None
    assert not found.sum.least


@pytest.mark.parametrize(
    ("text", "cell"), [("1??1\n?22?\n1?1?", (2, 3)), ("mines: 2\n\n111?\n????\n111?", (1, 3))]
)
def test_some_verdicts_of_ordinary_boards_take_a_rounded_line(
    text: str, cell: tuple[int, int]
) -> None:
    """Halves of mines in five or four cells are right for every clue, with none in this one."""
    found = explained(text, cell)
    assert found.sum is not None
    assert [line.divisor for line in found.sum.proof.lines] == [2, 1]
    assert found.sum.fewest
    assert len(found.sum.proof.sources) == found.size == 4


def test_some_verdicts_take_a_rounded_line() -> None:
    """In one triple the half of every cell makes 3/2, which is 1 in whole numbers."""
    found = explained(TWO_LINES, (0, 6))
    assert found.sum is not None
    assert [line.divisor for line in found.sum.proof.lines] == [2, 2]
    assert found.sum.fewest


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        # The first two cells are both mines or both safe, which is lost in their sum alone.
        ("mines: 2\nrules: 1L\n\n?1?\n???\n102", (1, 1)),
        ("mines: 3\nliars: 1\n\n?00\n???\n1??", (1, 1)),
    ],
)
def test_the_cell_in_question_is_told_from_others_of_its_clues(
    text: str, cell: tuple[int, int]
) -> None:
    found = explained(text, cell)
    assert found.sum is not None
    assert found.sum.fewest


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("mines: 3\nliars: 1\n\n???\n3?2\n*?2", (0, 0)),
        ("mines: 3\nrules: 1L\n\n??0\n4?1\n???", (2, 1)),
    ],
)
def test_some_verdicts_take_a_rounded_bound_on_two_cells(text: str, cell: tuple[int, int]) -> None:
    """Clues with gaps, or that may be wrong, have no row of their own to be rounded."""
    found = explained(text, cell)
    assert found.sum is not None
    first, _ = found.sum.proof.lines
    assert first.divisor > 1
    assert len(first.result.coefficients) <= 2
