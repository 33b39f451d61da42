"""Boards from arrays of other programs, and what a board says of its cells and its total."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from logicsweep import Adjacency, Board, Cell, State
from logicsweep.board import Clue
from logicsweep.errors import ArgumentError
from tests.judges.refusals import refused

SIGNS = {"?": State.COVERED, "F": State.FLAGGED, "*": State.KNOWN_MINE}


@given(
    st.lists(
        st.lists(st.sampled_from("012345678?F*"), min_size=3, max_size=3), min_size=1, max_size=4
    ),
    st.permutations([-9, -1, 9, 10, 77, 255, -2]),
    st.sampled_from(["int8", "int16", "int64", "float"]),
)
def test_an_array_is_the_board_of_its_text(
    rows: list[list[str]], codes: list[int], kind: str
) -> None:
    own = dict(zip("?F*", codes, strict=False))
    array = [[own.get(sign) if sign in own else int(sign) for sign in row] for row in rows]
    dtype = "int64" if kind == "float" or max(map(abs, codes[:3])) > 127 else kind
    board = Board.from_array(
        np.array(array, dtype=dtype), covered=own["?"], flag=own["F"], mine=own["*"], mines=2
    )
    text = "\n".join(map("".join, rows))
    assert board == Board.parse(f"mines: 2\n\n{text}")


@pytest.mark.parametrize("degree", [8, 126])
def test_an_array_of_bytes_is_read_as_one_of_larger_numbers(degree: int) -> None:
    star = Adjacency.of([range(1, degree + 1), *[[0]] * degree])
    codes = {"covered": -128, "flag": 127, "mine": 1000}
    for value in range(-128, 128):
        array = np.full((1, degree + 1), -128)
        array[0, -1] = value
        read = []
        for dtype in ("int8", "int64"):
            try:
                board = Board.from_array(array.astype(dtype), **codes, adjacency=star)
                read.append((board.grid.tolist(), ""))
            except ValueError as error:
                read.append(([], str(error)))
        assert read[0] == read[1]
        assert bool(read[0][0]) == (value in (-128, 127) or 0 <= value <= degree)


def test_what_is_not_said_is_not_there() -> None:
    board = Board.from_array([[-1, 1], [0, -1]])
    assert board == Board([[State.COVERED, 1], [0, State.COVERED]])
    assert Board.from_array(np.array([[9, 1]], dtype=np.uint8), covered=9) == Board([[-1, 1]])


def test_the_rest_is_that_of_a_board() -> None:
    star = Adjacency.of([range(1, 13), *([0] for _ in range(12))])
    array = [[12] + [-1] * 11 + [20]]
    board = Board.from_array(array, mine=20, mines=(1, 12), density=Fraction(1, 3), adjacency=star)
    assert (board[0, 0], board[0, 12]) == (12, State.KNOWN_MINE)
    assert (board.mines, board.density) == ((1, 12), Fraction(1, 3))
    assert board.adjacency == star


def test_a_board_is_asked_for_cells_and_bounds() -> None:
    board = Board.parse("mines: 2..4\ndensity: 1/5\n\n?F*\n1_?\n")
    assert board.shape == board.grid.shape == (2, 3)
    signs = {cell: str(board).split("\n")[3:][cell.row][cell.column] for cell in board}
    assert list(board) == [Cell(row, column) for row in range(2) for column in range(3)]
    for cell, sign in signs.items():
        assert board.is_covered(cell) == board.covered_mask[cell] == (cell in board.covered)
        assert board.is_covered(cell) == (sign in "?F")
    assert board.total_bounds == (2, 4)
    assert board.with_total(3).total_bounds == (3, 3)
    assert board.without_total().total_bounds is None


def test_what_is_a_cell_of_a_board() -> None:
    board = Board.parse("??\n??\n")
    assert all(cell in board for cell in board)
    assert [1, 0] in board
    assert np.array([1, 1]) in board
    for other in ((2, 0), (0, 2), (-1, 0), (0.5, 1), "ab", None, 3, (1, 1, 1)):
        assert other not in board


def test_another_total_is_all_that_changes() -> None:
    ring = Adjacency.of([[1, 3], [0, 2], [1, 3], [0, 2]])
    board = Board(
        [[1, -1, -1, -1]],
        uncertain={(0, 2): Clue(0, 1)},
        mines=2,
        density=Fraction(1, 3),
        adjacency=ring,
    )
    other = board.with_total((1, 2))
    assert other != board
    assert other.mines == (1, 2)
    assert other.with_total(2) == board
    assert (other.density, other.adjacency, other.uncertain) == (
        board.density,
        board.adjacency,
        board.uncertain,
    )
    with refused(ArgumentError, argument="mines"):
        board.with_total(5)
