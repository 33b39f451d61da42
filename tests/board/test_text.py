"""The native text of a board: there and back, and where its faults are."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given

from logicsweep import Board, BoardSyntaxError, InconsistentBoardError, KnowledgeBase
from logicsweep.board.rows import parse_rows, read_table, render_rows
from logicsweep.errors import ArgumentError
from tests.judges.refusals import refused
from tests.judges.strategies import boards


@given(boards())
def test_print_and_parse_are_inverse(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert str(Board.parse(str(board))) == str(board)


# The fault is where the caret points to, which is not part of the text. The words of these and of
# other faults are in `tests/messages/board.txt`.
FAULTS = [
    "^",
    "mines: 3\n\n^",
    "?1?\n?^x?\n",
    "? 1 ?\n? ^12 ?\n",
    "?1?\n??^\n",
    "?1?\n???^?\n",
    "mines: ^many\n\n???\n",
    "mines: ^3..2\n\n???\n",
    "mines:   ^4\n\n???\n",
    "mines: 1\n^mines: 1\n\n???\n",
    "^colour: red\n\n???\n",
    "???\n^mines: 1\n",
    "density: ^2\n\n???\n",
    "???\n\n^???\n",
    "mines: 1\n\n? >=1 ^>=x\n",
    ">=1 ? ?\n? ?^\n",
    "^#??\n",
]


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_faults_are_named_where_they_are(ending: str, subtests: pytest.Subtests) -> None:
    for marked in FAULTS:
        before = marked[: marked.index("^")].split("\n")
        place = {"line": len(before), "column": len(before[-1]) + 1}
        with subtests.test(marked), refused(BoardSyntaxError, **place):
            Board.parse(marked.replace("^", "").replace("\n", ending))


@given(boards())
def test_blanks_and_comments_make_no_difference(board: Board) -> None:
    head, _, rows = str(board).rpartition("\n\n")
    spaced = "\n".join("\t " + "  ".join(row) for row in rows.split("\n"))
    for text in (spaced, spaced.replace("\n", "\r\n"), f"# a comment of some words\n{spaced}\n\n"):
        assert Board.parse(f"{head}\n\n{text}" if head else text) == board


@given(boards())
def test_another_sign_for_covered_cells(board: Board) -> None:
    for sign in "#.x":
        head, between, rows = str(board).rpartition("\n\n")
        foreign = head + between + rows.replace("?", sign)
        assert Board.parse(foreign, covered=sign) == board


@pytest.mark.parametrize("sign", ["", "ab", "3", " ", "\n"])
def test_signs_that_cannot_stand_for_covered_cells(sign: str) -> None:
    with refused(ArgumentError, argument="covered"):
        Board.parse("???", covered=sign)


@pytest.mark.parametrize("separator", ["", " "])
@given(boards())
def test_a_table_of_signs_is_read_at_once(separator: str, board: Board) -> None:
    rows = render_rows(board.grid)
    text = "\n".join(separator.join(row) for row in rows)
    grid = read_table(text, separator)
    assert grid is not None
    np.testing.assert_array_equal(grid, board.grid)
    assert read_table(f"{text}x", separator) is None
    np.testing.assert_array_equal(parse_rows(text.split("\n"))[0], board.grid)


@pytest.mark.parametrize(
    "text",
    ["rules: 1W\n\n?\n1+1\n?", "rules: 2X\n\n0/1\n?", "rules: 2X\n\n0/0", "rules: LE'\n\n-1"],
)
def test_a_clue_of_a_rule_may_be_alone_in_its_row(text: str) -> None:
    board = Board.parse(text)
    assert board.width == 1
    assert str(board) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rules: 1W\n\n? 9\n? ?", "expected 0, 1, 2, 1+1 and so on, or ?, "),
        ("rules: 1E'\n\n? 9\n? ?", "expected -1, 0 and 1, or ?, "),
    ],
)
def test_a_message_names_clues_of_a_rule(text: str, expected: str) -> None:
    with pytest.raises(BoardSyntaxError, match=re.escape(expected)):
        Board.parse(text)


@pytest.mark.parametrize("rule", ["Q", "C", "T Q"])
@pytest.mark.parametrize("rows", ["1", "8", "?8", "4?\n??", "00\n01"])
def test_rules_for_layouts_leave_the_bound_of_clues_as_it_is(rule: str, rows: str) -> None:
    text = f"rules: {rule}\n\n{rows}"
    board = Board.parse(text)
    assert str(board) == text
    assert board.grid.tolist() == Board.parse(rows).grid.tolist()
    assert not KnowledgeBase(board).has_layout()
    with pytest.raises(InconsistentBoardError):
        KnowledgeBase(board).consequences()
