"""Weighted sums in words and as tables, on boards made by hand."""

from __future__ import annotations

import pytest

from logicsweep import Board, KnowledgeBase
from tests.linear.test_exceptions import TWO_LINES

Case = tuple[str, tuple[int, int], str, str]

_CASES: dict[str, Case] = {
    "two clues": (
        """\
mines: 3

?2?
?31
??0
""",
        (0, 2),
        """\
(0,2) is a mine: the 1 at (1,2) needs exactly 1 mine in (0,2) and (2,1); the 0 at (2,2)
needs no mine in (2,1); the first less the second: (0,2) = 1.
""",
        """\
a (0,2), b (2,1)
    a b
 +1 1 1 = 1  the 1 at (1,2)
 -1 . 1 = 0  the 0 at (2,2)
sum 1 . = 1
""",
    ),
    "a multiplier of 2": (
        """\
mines: 3

1??1
??3?
01??
""",
        (2, 3),
        """\
(2,3) is safe: the 0 at (2,0) needs no mine in (1,0) and (1,1); the 3 at (1,2) needs exactly
3 mines in (0,1), (0,2), (1,1), (1,3), (2,2) and (2,3); the 1 at (0,0) needs exactly 1 mine
in (0,1), (1,0) and (1,1); the 1 at (0,3) needs exactly 1 mine in (0,2) and (1,3); the 1 at
(2,1) needs exactly 1 mine in (1,0), (1,1) and (2,2); twice the first plus the second less
the third less the fourth less the fifth: (2,3) + (1,1) = 0; since every cell is 0 or 1,
(2,3) = 0.
""",
        """\
a (0,1), b (0,2), c (1,0), d (1,1), e (1,3), f (2,2), g (2,3)
    a b c d e f g
 +2 . . 1 1 . . . = 0  the 0 at (2,0)
 +1 1 1 . 1 1 1 1 = 3  the 3 at (1,2)
 -1 1 . 1 1 . . . = 1  the 1 at (0,0)
 -1 . 1 . . 1 . . = 1  the 1 at (0,3)
 -1 . . 1 1 . 1 . = 1  the 1 at (2,1)
sum . . . 1 . . 1 = 0
every cell is 0 or 1, so g = 0
""",
    ),
    "the mine count": (
        """\
mines: 2

2?
??
??
""",
        (2, 0),
        """\
(2,0) is safe: the mine count leaves 2 mines for the 5 covered cells; the 2 at (0,0) needs
exactly 2 mines in (0,1), (1,0) and (1,1); the first less the second: (2,0) + (2,1) = 0;
since every cell is 0 or 1, (2,0) = 0.
""",
        """\
a (0,1), b (1,0), c (1,1), d (2,0), e (2,1)
    a b c d e
 +1 1 1 1 1 1 = 2  the mine count
 -1 1 1 1 . . = 2  the 2 at (0,0)
sum . . . 1 1 = 0
every cell is 0 or 1, so d = 0
""",
    ),
    "more than 12 cells": (
        """\
mines: 3

??????
?3????
??????
""",
        (0, 3),
        """\
(0,3) is safe: the mine count leaves 3 mines for the 17 covered cells; the 3 at (1,1) needs
exactly 3 mines in (0,0), (0,1), (0,2), (1,0), (1,2), (2,0), (2,1) and (2,2); the first less
the second: (0,3) + (0,4) + (0,5) + (1,3) + (1,4) + (1,5) + (2,3) + (2,4) + (2,5) = 0; since
every cell is 0 or 1, (0,3) = 0.
""",
        """\
a 8 cells, b (0,3), c 8 cells
    a b c
 +1 1 1 1 = 3  the mine count
 -1 1 . . = 3  the 3 at (1,1)
sum . 1 1 = 0
every cell is 0 or 1, so b = 0
""",
    ),
    "a wrong clue": (
        """\
mines: 2
liars: 1

1??
1*?
???
""",
        (0, 1),
        """\
(0,1) is safe: up to one of the clues may be wrong, so that [the 1 at (0,0) is wrong] + [the
1 at (1,0) is wrong] <= 1; the 1 at (0,0) needs no more mine in (0,1), so that (0,1) - [the
1 at (0,0) is wrong] <= 0; the 1 at (1,0) needs no more mine in (0,1), (2,0) and (2,1), so
that (0,1) - [the 1 at (1,0) is wrong] <= 0; the first plus the second plus the third: 2
(0,1) <= 1; since every cell is 0 or 1, (0,1) = 0.
""",
        """\
a (0,1), b [the 1 at (0,0) is wrong], c [the 1 at (1,0) is wrong]
    a  b  c
 +1 .  1  1 <= 1  up to one of the clues may be wrong
 +1 1 -1  . <= 0  the 1 at (0,0), less 1 known mine
 +1 1  . -1 <= 0  the 1 at (1,0), less 1 known mine
sum 2  .  . <= 1
every cell is 0 or 1, so a = 0
""",
    ),
    "a weighted rule": (
        """\
rules: 1M

??3
???
""",
        (1, 1),
        """\
(1,1) is a mine: the 3 at (0,2), by the rule 1M, needs 2 (0,1) + (1,1) + 2 (1,2) to be 3, a
mine being 1, so that (1,1) >= 1; since every cell is 0 or 1, (1,1) = 1.
""",
        """\
a (1,1)
    a
 +1 1 >= 1  the 3 at (0,2)
sum 1 >= 1
every cell is 0 or 1, so a = 1
""",
    ),
    "two lines": (
        TWO_LINES,
        (0, 6),
        """\
Line 1: pair 4 allows 0 to 1 mines in (0,3) and (0,4), so that (0,3) + (0,4) <= 1; pair 5
allows 0 to 1 mines in (0,4) and (0,5), so that (0,4) + (0,5) <= 1; pair 6 allows 0 to 1
mines in (0,3) and (0,5), so that (0,3) + (0,5) <= 1; the first plus the second plus the
third: 2 (0,3) + 2 (0,4) + 2 (0,5) <= 3; since every cell is 0 or 1, divided by 2 and
rounded down, (0,3) + (0,4) + (0,5) <= 1. (0,6) is safe: by line 1, (0,3) + (0,4) + (0,5) <=
1; pair 1 allows 0 to 1 mines in (0,0) and (0,1), so that (0,0) + (0,1) <= 1; pair 2 allows
0 to 1 mines in (0,1) and (0,2), so that (0,1) + (0,2) <= 1; pair 3 allows 0 to 1 mines in
(0,0) and (0,2), so that (0,0) + (0,2) <= 1; two and x needs (0,0) + (0,1) + (0,2) + (0,3) +
(0,4) + (0,5) - (0,6) to be 2, a mine being 1, so that - (0,6) + (0,0) + (0,1) + (0,2) +
(0,3) + (0,4) + (0,5) = 2; twice the first plus the second plus the third plus the fourth
less twice the fifth: 2 (0,6) <= 1; since every cell is 0 or 1, (0,6) = 0.
""",
        """\
line 1:
a (0,3), b (0,4), c (0,5)
    a b c
 +1 1 1 . <= 1  pair 4
 +1 . 1 1 <= 1  pair 5
 +1 1 . 1 <= 1  pair 6
sum 2 2 2 <= 3
every cell is 0 or 1, so a + b + c <= 1, divided by 2 and rounded down

line 2:
a (0,0), b (0,1), c (0,2), d (0,3), e (0,4), f (0,5), g (0,6)
    a b c d e f  g
 +2 . . . 1 1 1  . <= 1  line 1
 +1 1 1 . . . .  . <= 1  pair 1
 +1 . 1 1 . . .  . <= 1  pair 2
 +1 1 . 1 . . .  . <= 1  pair 3
 -2 1 1 1 1 1 1 -1 = 2   two and x
sum . . . . . .  2 <= 1
every cell is 0 or 1, so g = 0
""",
    ),
}


@pytest.mark.parametrize("name", _CASES)
def test_sums_are_shown(name: str) -> None:
    text, cell, words, table = _CASES[name]
    found = KnowledgeBase(Board.parse(text)).explain(cell, by="sum").sum
    assert found is not None
    assert found.text == words.replace("\n", " ").strip()
    assert "\n".join(found.table) == table.rstrip("\n")


def test_multipliers_are_those_of_clues_in_the_last_line() -> None:
    text, cell, _, _ = _CASES["a multiplier of 2"]
    found = KnowledgeBase(Board.parse(text)).explain(cell, by="sum").sum
    assert found is not None
    assert found.multipliers == {(0, 0): -1, (0, 3): -1, (1, 2): 1, (2, 0): 2, (2, 1): -1}
    assert repr(found) == "<WeightedSum: (2,3) is safe, by 1 line>"
    [line] = found.lines
    assert [(term.coefficient, term.name, term.cell) for term in line.left] == [
        (1, "(1,1)", (1, 1)),
        (1, "(2,3)", (2, 3)),
    ]
    assert (line.bound, line.divisor) == ("= 0", 1)
    assert found.fewest
    assert found.least


def test_a_program_has_no_sum() -> None:
    kb = KnowledgeBase(Board.parse("??"), program=":- mine((0,0)).")
    found = kb.explain((0, 0), by="sum")
    assert found.uses_program
    assert found.sum is None
