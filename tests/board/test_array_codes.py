"""Arrays in the codes that people have: read as the same board, or refused in words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

from logicsweep import Adjacency, Board, probabilities, verdicts
from logicsweep.errors import ArgumentError, ArgumentTypeError
from tests.judges.refusals import refused

# As a program has it that knows the mines, and what of it is open.
NUMBERS = np.array([[9, 1, 1, 1, 1], [2, 2, 1, 9, 1], [9, 1, 1, 1, 1], [1, 1, 0, 0, 0]])
OPENED = np.array([[0, 0, 0, 0, 0], [0, 1, 1, 0, 0], [0, 1, 1, 1, 1], [1, 1, 1, 1, 1]], dtype=bool)
CODED = np.where(OPENED, NUMBERS, -1)
BOARD = Board.parse("mines: 3\n\n?????\n?21??\n?1111\n11000")


def coded(sign: object, dtype: Any = object) -> Any:
    return np.where(OPENED, NUMBERS.astype(object), np.array(sign, dtype=object)).astype(dtype)


def texts(sign: str) -> Any:
    return np.where(OPENED, NUMBERS.astype(str), sign)


class Tensor:
    """Like a tensor of torch or a data frame: it is no array, and makes one."""

    def __init__(self, array: Any) -> None:
        self._array = array

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.array(self._array, dtype=dtype, copy=copy)


STATES: dict[str, Any] = {  # and those of `Board`
    "-1": CODED,
    "lists": CODED.tolist(),
    "np.where": np.where(OPENED, NUMBERS, -1).astype(np.int8),
    "-1.": CODED.astype(float),
    "float16": CODED.astype(np.float16),
    "float32": CODED.astype(np.float32),
    "nan": coded(np.nan, float),
    "nan and -1": np.where(np.arange(5) % 2, coded(np.nan, float), CODED),
    "None": coded(None),
    "None in lists": coded(None).tolist(),
    "nan in lists": coded(np.nan).tolist(),
    "#": texts("#"),
    "?": texts("?"),
    "empty": texts(""),
    ".": texts("."),
    "a blank": texts(" "),
    "# in lists": coded("#").tolist(),
    "# and None": np.where(np.arange(5) % 2, coded("#"), coded(None)),
    "bytes": texts("#").astype("S"),
    "numbers as texts": CODED.astype(str),
    "floats as texts": coded(np.nan, float).astype(str),
    "masked": np.ma.array(NUMBERS, mask=~OPENED),
    "masked floats": np.ma.array(NUMBERS / 1, mask=~OPENED),
    "masked texts": np.ma.array(NUMBERS.astype(str), mask=~OPENED),
    "a tensor": Tensor(CODED),
    "a tensor of floats": Tensor(CODED.astype(np.float32)),
    "a data frame": Tensor(coded(None)),
}
OTHERS: dict[str, Any] = {
    "9": coded(9, np.int64),
    "10.": coded(10.0, np.float32),
    "255": coded(255, np.uint8),
    "-2": coded(-2, np.int8),
}
if hasattr(np.dtypes, "StringDType"):  # since numpy 2
    STATES["texts of any length"] = texts("#").astype(np.dtypes.StringDType())
ALL = STATES | OTHERS


@pytest.mark.parametrize("array", STATES.values(), ids=STATES)
def test_a_board_takes_every_way_to_write_its_states(array: Any) -> None:
    assert Board(array, mines=3) == BOARD
    assert (Board(array, rules="1M").grid == BOARD.grid).all()


@pytest.mark.parametrize("array", ALL.values(), ids=ALL)
def test_an_array_is_read_in_the_code_that_it_has(array: Any) -> None:
    assert Board.from_array(array, mines=3) == BOARD
    for question in (probabilities, verdicts):
        expected = question(CODED, mines=3)
        np.testing.assert_array_equal(question(array, mines=3), expected)
        np.testing.assert_array_equal(question(array, mines=3, rules="V", time_limit=60), expected)
        many = question([array] * 3, mines=[3, 4, 3])
        np.testing.assert_array_equal(many[::2], [expected] * 2)
        np.testing.assert_array_equal(many[1], question(CODED, mines=4))


@pytest.mark.parametrize("kind", ["int64", "float64", "texts"])
@given(
    rows=st.lists(
        st.lists(st.sampled_from("0123478?F*"), min_size=3, max_size=3), min_size=1, max_size=3
    ),
    signs=st.permutations(["-1", "-2", "9", "10", "77", "255", "#", "", ".", "F", "*", "x", "M"]),
)
def test_what_is_read_is_what_was_written(kind: str, rows: Any, signs: list[str]) -> None:
    """Named codes give the board; others give it, or one with covered cells, or are refused."""
    if kind != "texts":
        signs = [sign for sign in signs if sign.lstrip("-").isdigit()]
    own = dict(zip("?F*", signs, strict=False))
    table = np.array([[own.get(sign, sign) for sign in row] for row in rows])
    board = Board.parse("\n".join(map("".join, rows)))
    named = dict(zip(("covered", "flag", "mine"), own.values(), strict=True))
    if kind != "texts":
        table = table.astype(kind)
        assert Board.from_array(table, **{name: int(one) for name, one in named.items()}) == board
    assert Board.from_array(table, **named) == board
    used = {own[sign] for row in rows for sign in row if sign in own}
    try:
        grid = Board.from_array(table).grid
    except ValueError as error:
        assert used - {"-1", "F", "*"}
        assert "covered=" in str(error) or "flag=" in str(error) or "mine=" in str(error)
        return
    assert len(used - {"F", "*"}) <= 1
    meaning = {"F": -2, "*": -3, **{str(clue): clue for clue in range(9)}}
    expected = [[meaning.get(own.get(sign, sign), -1) for sign in row] for row in rows]
    assert grid.tolist() == expected


@pytest.mark.parametrize("array", [[["-1", "1"], ["9", "1"]], [[-1, 1], [9, 1]]])
def test_all_boards_of_a_call_have_one_code(array: Any) -> None:
    table = np.array(array)[:, None]
    for part in table:
        assert verdicts(part, mines=1).tolist() == [[1, -2]]
    with pytest.raises(ValueError, match=r"^board 1: the array has 9 at \(0,0\); .* covered=9"):
        verdicts(table, mines=1)
    assert verdicts([[[0, 0]], [[1, 9]]]).tolist()[1] == [[-2, 1]]


@pytest.mark.parametrize(
    ("array", "settled"),
    [
        ([[".", "1"]], {"covered": "."}),
        ([["-", "1"]], {"covered": "-"}),
        ([["", "F", "1"]], {"covered": ""}),
        ([["?", "#", "1"]], {"covered": "#", "flag": "?"}),
        ([["?", "M", "1"]], {"mine": "M"}),
        ([[9, 10, 1]], {"covered": 9, "flag": 10}),
        ([[9, 10, 1]], {"flag": 10}),
        ([[-1, 10, 1]], {"flag": 10}),
        ([[-1, 10, 1]], {"mine": 10}),
        ([[np.nan, 9, 1]], {"covered": 9}),
        ([[77, 1]], {"covered": 77}),
        ([[127, 1]], {"covered": 127}),
        ([[-1, "#", 1]], {"covered": "#", "flag": -1}),
    ],
)
def test_what_is_not_clear_is_settled_by_the_argument_that_is_named(
    array: Any, settled: dict[str, Any]
) -> None:
    with pytest.raises(ValueError, match=rf" {next(iter(settled))}=") as caught:
        Board.from_array(array)
    with pytest.raises(ValueError, match=r"^board 0: the array has") as many:
        verdicts([array, array])
    assert str(many.value) == f"board 0: {caught.value}"
    assert Board.from_array(array, **settled).grid.tolist()[0][-1] == 1
    assert (verdicts([array], inconsistent="mark", **settled)[0, 0, -1]) in (-2, -3)


@pytest.mark.parametrize("value", [0.5, np.inf, -np.inf, 1e30, 8.000001])
@pytest.mark.parametrize("dtype", [np.float64, object])
def test_a_number_that_is_not_whole_is_refused_with_its_place(value: float, dtype: Any) -> None:
    array = CODED.astype(dtype)
    array[2, 3] = value
    calls: list[Callable[[Any], object]] = [Board, Board.from_array, verdicts]
    for call in calls:
        with pytest.raises(ArgumentError, match=r" has .* at \(2,3\); expected whole numbers"):
            call(array)
    with pytest.raises(ArgumentError, match=r"^board 1: the array has .* at \(2,3\)"):
        verdicts(np.stack([CODED.astype(dtype), array]))


def test_booleans_say_nothing_of_what_cells_show() -> None:
    for array in (OPENED, np.ma.array(OPENED, mask=~OPENED), [OPENED.tolist()] * 2):
        with pytest.raises(TypeError, match=r"mask=~opened\), or Layout\(mask\) for mines"):
            verdicts(array)


@pytest.mark.parametrize("name", ["covered", "flag", "mine"])
def test_a_code_is_a_number_or_a_text_that_is_no_clue(name: str) -> None:
    for code in (3, "3", "3.", np.int64(8)):
        with pytest.raises(ValueError, match=f"{name} is .*, which is a clue"):
            Board.from_array(CODED, **{name: code})
    for code in (0.5, True, (1,)):
        with refused(ArgumentTypeError, argument=name):
            verdicts(CODED, **{name: code})
    with refused(ArgumentError, argument=name):
        Board.from_array(CODED, **{name: "nan"})


def test_a_code_may_be_missing_from_the_array() -> None:
    assert Board.from_array(NUMBERS[3:], covered="#") == Board.parse("11000")
    assert Board.from_array([[None, "1"]], covered="#") == Board.parse("?1")
    assert Board.from_array([[-1, 1]], mine=-1) == Board.parse("*1")
    assert Board.from_array([[None, -1, 1]], flag=-1) == Board.parse("?F1")


def test_a_clue_may_be_large_where_cells_have_many_neighbours() -> None:
    star = Adjacency.of([range(1, 13), *([0] for _ in range(12))])
    array = [["12", *["#"] * 12]]
    assert Board.from_array(array, adjacency=star)[0, 0] == 12
    assert (verdicts(array, adjacency=star, mines=12) == [[-2, *[1] * 12]]).all()


def test_a_mask_that_was_lost_is_no_board() -> None:
    """`np.stack` drops masks: what was hidden would be read as if it had been seen."""
    board = np.ma.array([[0, 1, 9], [0, 1, 1]], mask=[[0, 0, 1], [0, 0, 0]])
    assert np.isnan(probabilities(np.ma.stack([board, board]), mines=1)[0, 0, :2]).all()
    for read in (
        lambda: probabilities(np.stack([board, board]), mines=1),
        lambda: Board.from_array(np.ma.array(board.data)),
    ):
        with pytest.raises(ArgumentError, match=r"np\.ma\.stack keeps them"):
            read()
    assert Board.from_array(np.ma.array([[0, 0], [0, 0]])) == Board(np.zeros((2, 2), np.int8))
