"""What sources say, in words that hold."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from logicsweep import Board, Cell, Verdict
from logicsweep.reasons.wording import (
    chance_words,
    clue_says,
    decided_words,
    listed_cells,
    total_says,
    verdict_words,
)
from tests.conftest import seeds
from tests.judges.making import uncertain_board


@given(st.fractions(0, 1))
def test_a_chance_in_words_is_near_the_chance(chance: Fraction) -> None:
    words = chance_words(chance)
    assert (words in ("0 %", "100 %")) == (chance in (0, 1))
    (number,) = re.findall(r"[\d.]+", words)
    said = Fraction(number) / 100
    if words.startswith("less than"):
        assert chance < said
    elif words.startswith("more than"):
        assert chance > said
    else:
        assert abs(said - chance) <= Fraction(1, 19_999)


@pytest.mark.parametrize("count", [1, 2, 12, 13, 2000])
def test_long_lists_are_cut_short(count: int) -> None:
    cells = [Cell(0, column) for column in range(count)]
    words = listed_cells(reversed(cells))
    named = re.findall(r"\(0,\d+\)", words)
    assert named == [str(cell) for cell in cells[: len(named)]]
    rest = re.search(r" and ([\d,]+) more cells$", words)
    left = int(rest[1].replace(",", "")) if rest else 0
    assert len(named) + left == count
    assert len(named) <= 12


def test_cells_that_are_decided() -> None:
    one, two, three = Cell(0, 1), Cell(0, 2), Cell(0, 3)
    assert decided_words([two, three], [one]) == "(0,1) is safe and (0,2) and (0,3) are mines"
    assert decided_words([one], []) == "(0,1) is a mine"
    assert decided_words([], [one, two]) == "(0,1) and (0,2) are safe"
    assert {verdict_words(verdict) for verdict in Verdict} == {
        "is safe",
        "is a mine",
        "is undetermined",
    }


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_the_numbers_a_clue_allows(seed: int) -> None:
    """Read back from the words, they are those for which the clue has a likelihood."""
    board = uncertain_board(seed)
    for cell, clue in board.clues.items():
        around = board.neighbours(cell)
        held = sum(near in board.known_mines for near in around)
        left = sum(near in board.covered for near in around)
        likely = [
            count
            for count in range(left + 1)
            if (clue == count + held if isinstance(clue, int) else clue.likelihood_of(count + held))
        ]
        words = clue_says(board, cell, by_name=False).split(str(cell))[1]
        numbers = [int(number) for number in re.findall(r"\d+", words.split(" mine")[0])]
        if "cannot be met" in words:
            said = []
        elif "needs no" in words:
            said = [0]
        elif "exactly" in words:
            said = numbers
        else:
            said = [n for n in range(numbers[0], numbers[1] + 1) if n not in numbers[2:]]
        assert said == likely, words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mines: 2\n\n???\n", "the mine count leaves 2 mines for the 3 covered cells"),
        ("mines: 1..2\n\n?*?\n", "the mine count leaves 0 to 1 mines for the 2 covered cells"),
        ("mines: 1\n\n?*\n", "the mine count leaves no mine for the one covered cell"),
        ("mines: 1\n\n**?\n", "the mine count (1) is too low: 2 mines are known"),
    ],
)
def test_what_the_total_leaves(text: str, words: str) -> None:
    assert total_says(Board.parse(text)) == words


@pytest.mark.parametrize(
    ("chance", "words"),
    [
        (0, "0 %"),
        (5e-324, "less than 0.01 %"),
        (Fraction(1, 10**400), "less than 0.01 %"),
        (0.0001, "0.01 %"),
        (Fraction(1, 15), "6.67 %"),
        (0.9999, "99.99 %"),
        (1 - 1e-16, "more than 99.99 %"),
        (1.0, "100 %"),
    ],
)
def test_only_what_is_certain_is_called_so(chance: float, words: str) -> None:
    assert chance_words(chance) == words
