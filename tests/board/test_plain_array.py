"""Arrays that are more than numbers: masked and missing values, subclasses, and sizes."""

from __future__ import annotations

import tracemalloc
from collections import UserList, deque
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Layout
from logicsweep.board import Clue, Consequences
from logicsweep.errors import ArgumentError
from logicsweep.formats.ms_toollib import board_of
from logicsweep.limits import MOST_CELLS
from tests.judges.refusals import refused

NUMBERS = [[0, 1, 2], [1, 1, 0]]
MASK = [[0, 0, 1], [1, 0, 0]]
SEEN = Board.parse("01?\n?10")
MASKED = np.ma.array(NUMBERS, mask=MASK)


class NAType:
    """Like the `NA` of pandas, which is neither equal to anything nor a number."""

    def __eq__(self, _other: object) -> Any:
        return self

    def __bool__(self) -> bool:
        raise TypeError("boolean value of NA is ambiguous")

    __hash__ = None  # type: ignore[assignment]


def like(array: Any) -> Any:
    """An object that is no array and makes this one."""
    return type("Table", (), {"__array__": lambda *_, **__: array})()


def missing(value: object) -> Any:
    """The numbers as a data frame hands them over: Python's objects."""
    return np.array(
        [
            [value if hides else number for number, hides in zip(*rows, strict=True)]
            for rows in zip(NUMBERS, MASK, strict=True)
        ],
        dtype=object,
    )


HIDING: dict[str, Any] = {
    "masked": MASKED,
    "bytes": MASKED.astype(np.uint8),
    "words": MASKED.astype(np.uint64),
    "rows": list(MASKED),
    "lists": [list(row) for row in MASKED],
    "as lists": MASKED.tolist(),
    "a deque": deque(MASKED),
    "lists of one's own": UserList(map(UserList, MASKED)),
    "a number each": [
        [np.ma.array(number, mask=hides) for number, hides in zip(*row, strict=True)]
        for row in zip(NUMBERS, MASK, strict=True)
    ],
    "in a table": like(MASKED),
    "masked objects": np.ma.array(missing(0), mask=MASK),
    "constants": missing(np.ma.masked),
    "floats": MASKED.astype(np.float32),
    "broken floats below a mask": np.ma.array(np.where(MASK, 0.5, NUMBERS), mask=MASK),
    "texts": MASKED.astype(str),
    "texts as bytes": MASKED.astype("S"),
    "None": missing(None),
    "nan": missing(np.float32("nan")),
    "nan among floats": np.where(MASK, np.nan, NUMBERS),
    "NA": like(missing(NAType())),
}


@pytest.mark.parametrize("row", [[], [MASKED[0]]])
def test_a_list_that_contains_itself_is_refused(row: list[Any]) -> None:
    row.append(row)
    with refused(ArgumentError, argument="the grid"):
        Board(row)
    row.clear()


@pytest.mark.parametrize("array", HIDING.values(), ids=HIDING)
def test_what_was_not_seen_is_covered(array: Any) -> None:
    for rules in (None, "1M"):
        board = Board(array, rules=rules)
        assert (board.grid == SEEN.grid).all()
        assert board.covered == SEEN.covered
        assert board.with_grid(array) == board
    for covered in (-1, 9, 300):
        assert Board.from_array(array, covered=covered) == SEEN


def test_a_mask_counts_beside_codes_and_hides_them() -> None:
    array = np.ma.array([[9, 10, 1, 77]], mask=[[0, 0, 0, 1]])
    assert Board.from_array(array, covered=9, flag=10) == Board.parse("?F1?")
    assert board_of(np.ma.array([[10, 11, 1, 2]], mask=[[0, 0, 0, 1]])) == Board.parse("?F1?")
    array = np.ma.array([[1, -3, 77]], mask=[[0, 0, 1]])
    assert Board(array, uncertain={(0, 2): Clue(1, 1)}) == Board.parse("1*1")


@pytest.mark.parametrize(
    "array",
    [
        np.ma.array(NUMBERS),
        np.ma.array(NUMBERS, mask=np.zeros((2, 3))),
        np.array(NUMBERS).view(np.matrix),
        like(np.array(NUMBERS, dtype=object)),
        np.array(NUMBERS, dtype=object),
    ],
)
def test_without_a_mask_all_is_seen(array: Any) -> None:
    assert Board(array) == Board.from_array(array) == Board(NUMBERS)


@pytest.mark.parametrize(
    "array",
    [
        np.zeros((2, 2), dtype=[("row", "i1"), ("column", "i1")]),
        np.ma.zeros((2, 2), dtype=[("row", "i1"), ("column", "i1")]),
        np.ma.array([[True, False]], mask=[[0, 1]]),
        np.array([[None, True]]),
        np.array([[None, 1j]]),
        np.array([[None, 2**70]]),
        np.array([["?", True]], dtype=object),
        np.array([["?", (1, 2)]], dtype=object),
    ],
)
def test_other_values_are_no_numbers_beside_a_mask_either(array: Any) -> None:
    with pytest.raises(ValueError, match=r"the grid is an array of .*; expected an array of int"):
        Board(array)
    with pytest.raises(
        TypeError, match=r"the array is of .*; expected (numbers|an array of whole)"
    ):
        Board.from_array(array)


def test_parts_of_different_shapes_are_none() -> None:
    with refused(ArgumentError, argument="the grid"):
        Board([[1, 1], [1]])


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: Layout(np.ma.array([[True, False]], mask=[[0, 1]])),
            r"^the layout is masked at \(0,1\); expected a value$",
        ),
        (
            lambda: Board([[-1, -1]], density=np.ma.array([[0.5, 0.25]], mask=[[0, 1]])),
            r"^density is masked at \(0,1\); expected a value$",
        ),
        (
            lambda: Adjacency(np.ma.array([[1, 0]], mask=[[0, 1]])),
            r"^the table is masked at \(0,1\); expected a value$",
        ),
        (
            lambda: Consequences(
                SEEN, mines=np.ma.array([2, 3], mask=[0, 1]), safe=np.array([], dtype=int)
            ),
            r"^the list of cell numbers is masked at \(1\); expected a value$",
        ),
    ],
)
def test_where_nothing_is_covered_a_masked_value_is_refused(
    call: Callable[[], object], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        call()


def test_a_matrix_of_densities_is_a_table() -> None:
    table = [[0.5, 0.25], [0.5, 0.5]]
    board = Board([[-1, -1], [-1, -1]], density=np.array(table).view(np.matrix))
    assert board == Board([[-1, -1], [-1, -1]], density=table)


def test_a_board_may_have_as_many_cells_as_a_text() -> None:
    grid = np.broadcast_to(np.int8(-1), (MOST_CELLS // 4000, 4000))
    assert Board(grid).grid.size == MOST_CELLS


@pytest.mark.parametrize(
    "call",
    [
        Board,
        lambda grid: Board(grid, rules="1M"),
        lambda grid: Board(np.ma.array(grid, mask=np.broadcast_to(np.True_, grid.shape))),
        Board.from_array,
        lambda grid: Board(list(np.broadcast_to(np.int8(-1), (2, *grid.shape)))),
        lambda grid: Layout(np.broadcast_to(np.True_, grid.shape)),
    ],
)
def test_more_cells_are_refused_before_they_take_memory(call: Callable[[Any], object]) -> None:
    grid = np.broadcast_to(np.int8(-1), (MOST_CELLS // 4000 + 1, 4000))
    tracemalloc.start()
    try:
        with pytest.raises(ValueError, match=r"there are more than 10,000,000 cells in "):
            call(grid)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()
