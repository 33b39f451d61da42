"""The total and the density: read, checked and in words."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from logicsweep import Board, KnowledgeBase, LimitError, Setting
from logicsweep.board.total import (
    bounds_of,
    checked_density,
    checked_total,
    no_room,
    parse_density,
    total_words,
)
from logicsweep.errors import ArgumentError
from tests.judges.refusals import refused


def test_numbers_agree_with_their_nouns() -> None:
    assert total_words(None) == "mine count unknown"
    assert total_words(1) == "1 mine"
    assert total_words((0, 1)) == "0 to 1 mines"
    assert total_words((0, 1000)) == "0 to 1,000 mines"
    assert no_room(1, 0) == "1 mine does not fit on 0 cells"
    assert no_room(2, 1) == "2 mines do not fit on 1 cell"
    assert repr(Board.parse("mines: 1\n\n??\n")) == "<Board 2x1, 1 mine>"
    assert repr(Board.parse("mines: 0..1\n\n??\n")) == "<Board 2x1, 0 to 1 mines>"
    proved = KnowledgeBase(Board.parse("?1\n")).consequences()
    assert repr(proved) == "<Consequences: 0 safe, 1 mine>"
    assert str(LimitError("time", mines=frozenset({(0, 0)}))).endswith("0 safe, 1 mine")


@given(st.integers(0, 20), st.integers(0, 20), st.integers(1, 20))
def test_a_total_is_a_number_or_a_range_within_the_cells(one: int, other: int, cells: int) -> None:
    if one <= other <= cells:
        total = checked_total((np.int8(one), other), cells)
        assert total == (one if one == other else (one, other))
        assert bounds_of(total) == (one, other)
    else:
        with refused(ArgumentError, argument="mines"):
            checked_total((one, other), cells)


@pytest.mark.parametrize("wrong", [1.0, "3", (1, 2, 3), (1,), [1, 2]])
def test_what_is_no_total(wrong: object) -> None:
    with pytest.raises(TypeError, match="expected a whole number, a range"):
        checked_total(wrong, 9)  # type: ignore[arg-type]


@given(st.fractions(0, 1))
def test_a_density_is_read_as_it_was_written(density: Fraction) -> None:
    if 0 < density < 1:
        assert parse_density(str(density)) == checked_density(density) == density
        return
    for check in (lambda: parse_density(str(density)), lambda: checked_density(density)):
        with refused(ArgumentError, argument="density"):
            check()


@pytest.mark.parametrize("text", ["0.206", ".5", "1e-3", "33/160", "000.5"])
def test_densities_are_exact(text: str) -> None:
    expected = Fraction(text) if "/" in text else Fraction(Decimal(text))
    table = Board([[-1, 0]], density=[[text, "1/7"]]).priors
    assert parse_density(text) == Board([[-1, 0]], density=text).density == expected
    assert table == ((expected, Fraction(1, 7)),)
    assert Setting(density=text).density == expected
    assert checked_density(Decimal("0.1")) == Fraction(1, 10)


@pytest.mark.parametrize(
    "text", ["", "a", "-0.1", "1", "0", "1/0", "0x1", "2e-1000", "½", "1_0/99"]
)
def test_what_is_no_density(text: str) -> None:
    with refused(ArgumentError, argument="density"):
        parse_density(text)
