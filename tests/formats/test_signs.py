"""Other signs for covered cells: where they are read, and where they cannot stand."""

from __future__ import annotations

import pytest

from logicsweep import Board, BoardSyntaxError, read_board
from logicsweep.errors import ArgumentError
from logicsweep.formats.base import Format
from logicsweep.formats.registry import BOARD_FORMATS
from tests.judges.refusals import refused

# Text with `#` for covered cells, and a flag where the format has one.
HASHES = {
    "board": "mines: 2\n\n#1\nF#\n",
    "csv": '"#",1\nF,#\n',
    "markdown": "mines: 2\n\n|# | 1|\n|---|---|\n| F | # |\n",
    "emoji": "mines: 2\n\n#1\ufe0f\u20e3\nF#\n",
    "mine": "2x2x2\n#1\nF#\n",
    "metasweeper": "{}\nrows: 2\ncolumns: 2\nmines: 2\n[view]\n#1\nF#\n",
    "minesweepr": "# 1\n1 #\n",
    "minesolve": "#1\n1#\n",
    "gecode": "#1\n1#\n",
    "tatham": "#1\n*#\n",
    "sat": "2 2\n# 1\n1 #\n",
}


@pytest.mark.parametrize("sign", ["#", "\u2588", "m", "=", "."])
def test_another_sign_for_covered_cells(sign: str, subtests: pytest.Subtests) -> None:
    for form in BOARD_FORMATS:
        with subtests.test(form.name):
            check_sign(form, sign)


def check_sign(form: Format, sign: str) -> None:
    if form.name not in HASHES:
        with refused(ArgumentError, argument="covered"):
            form.read(b"", covered=sign)
        return
    text = HASHES[form.name].replace("#", sign).format("# MINESWEEPER-BOARD v0.1")
    board = form.read(text.encode(), covered=sign)
    assert isinstance(board, Board)
    assert str(Board(board.grid)) == ("?1\nF?" if {"F", "*"} & set(text) else "?1\n1?")
    assert board.mines == (2 if "mines" in text or form.name == "mine" else None)
    assert read_board(text, name=form.name, covered=sign) == board


def test_another_sign_is_none_within_other_words() -> None:
    text = "clues: optimistic\n\n#  o:exact  1:cautious\no  ?        o\n"
    board = read_board(text.replace("#", "o").replace("o:exact", "1:exact"), covered="o")
    assert board == Board.parse("clues: optimistic\n\n?  1:exact  1:cautious\n?  ?        ?\n")
    table = read_board("sep=;\ne;1:exact\n1;>=1\n", covered="e")
    assert table == Board.parse("? 1\n1 >=1\n")
    assert Board.parse("# 1\n? #\n", covered="#") == Board.parse("?1\n??\n")


@pytest.mark.parametrize("sign", ["", "##", " ", "\n", "3", "\ud800", "\0"])
def test_signs_that_cannot_stand_for_covered_cells(sign: str) -> None:
    for name in ("board", "json", *([None] if sign.strip(" ") else [])):
        with refused(ArgumentError, argument="covered"):
            read_board("?1\n", name=name, covered=sign)
    with refused(ArgumentError, argument="covered"):
        Board.parse("?1\n", covered=sign)


def test_what_has_no_signs_takes_none() -> None:
    for data in ("9x9:4,4,m00b7d48a3e0231c419200", "[[10, 1]]", "?b=1&m=vjt0hd287g9b0s1s0"):
        with refused(ArgumentError, argument="covered") as caught:
            read_board(data, covered="#")
        assert not isinstance(caught.value, BoardSyntaxError)
