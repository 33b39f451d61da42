"""The native text of a board: there and back, and where its faults are."""

from __future__ import annotations

from hypothesis import given

from logicsweep import Board
from tests.judges.strategies import boards


@given(boards())
def test_print_and_parse_are_inverse(board: Board) -> None:
    assert Board.parse(str(board)) == board
    assert str(Board.parse(str(board))) == str(board)
