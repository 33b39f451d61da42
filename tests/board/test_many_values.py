"""Clues that show more values than a byte holds: their numbers, and boards that have them."""

from __future__ import annotations

import pickle
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, Layout, State, html, read_board, svg, write_board
from logicsweep.answers.shapes import shapes
from logicsweep.board import Clue, Mismatch
from logicsweep.board.board import Cell
from logicsweep.board.rules.aggregate import TOTAL
from logicsweep.board.rules.clue_rule import ClueRule, Values, values_of
from logicsweep.board.rules.region import Region
from logicsweep.board.rules.rules import PlacedRules, Rules, placed_on
from logicsweep.render.text_board import symbols_of
from tests.judges import rules as judge

UNCERTAIN = int(State.UNCERTAIN)
# Two mines at one end of a board of 8x8, and what is far away from them; its rows are alike.
FAR = Layout(np.pad([[True, True]], ((0, 7), (0, 6))))


def placed(rule: str | ClueRule, height: int, width: int) -> PlacedRules:
    """A rule for clues on a board."""
    found = placed_on(Rules.of([rule]), height, width, None)
    assert found is not None
    return found


def covered(height: int, width: int, rules: Any, **more: Any) -> Board:
    """A board with nothing open."""
    return Board(np.full((height, width), int(State.COVERED)), rules=rules, **more)


def far_board() -> Board:
    """A board with clues on both sides of the number that none of them is."""
    board = FAR.revealed(rules="2P")
    codes = board.grid[board.grid >= 0]
    assert codes.min() < UNCERTAIN < codes.max()
    return board


@pytest.mark.parametrize(("height", "width"), [(2, 2), (3, 4), (1, 7), (6, 6)])
def test_roots_are_those_that_two_mines_can_make(height: int, width: int) -> None:
    found = {0}
    for row, column in np.ndindex((height + 1) // 2, (width + 1) // 2):  # the rest is alike
        others = [one for one in np.ndindex(height, width) if one != (row, column)]
        for mines in combinations(others, 2):
            mask = np.zeros((height, width), dtype=np.bool_)
            mask[tuple(zip(*mines, strict=True))] = True
            found.add(judge.shows("2P", mask, (row, column)))
    values = placed("2P", height, width).values
    assert [values.value(code) for code in values.codes] == sorted(found)


@pytest.mark.parametrize(
    ("rule", "height", "width", "highest"),
    [
        ("2P", 5, 5, 70),
        ("2P", 6, 6, 128),
        ("2P", 8, 8, 364),
        ("2P", 10, 10, 784),
        ("1E", 64, 64, 128),
    ],
)
def test_every_value_has_a_number_of_its_own(
    rule: str, height: int, width: int, highest: int
) -> None:
    ruled = placed(rule, height, width)
    values = ruled.values
    assert values.highest == highest
    assert set(values.codes) == set(range(highest + 1)) - {UNCERTAIN}
    shown = [values.value(code) for code in values.codes]
    assert [values.code(value) for value in shown] == list(values.codes)
    assert len({ruled.token(code) for code in values.codes}) == len(shown)
    assert shown == sorted(shown, key=lambda value: value if isinstance(value, int) else 0)
    if highest > UNCERTAIN:
        with pytest.raises(ValueError, match="127 stands for nothing"):
            values.value(UNCERTAIN)


def test_as_many_values_as_fit_have_no_gap() -> None:
    assert Values.of(range(UNCERTAIN)).codes == [*range(UNCERTAIN)]
    one_more = Values.of(range(UNCERTAIN + 1))
    assert one_more.codes == [*range(UNCERTAIN), UNCERTAIN + 1]
    assert one_more.value(UNCERTAIN + 1) == UNCERTAIN
    assert one_more.code(UNCERTAIN) == UNCERTAIN + 1


def test_only_boards_with_more_values_have_wide_grids() -> None:
    assert covered(8, 8, "2P").grid.dtype == np.int16
    assert covered(6, 6, "2P").grid.dtype == np.int16
    for board in (
        covered(5, 5, "2P"),
        covered(8, 8, "1M"),
        covered(8, 8, "2A"),
        covered(8, 8, "Q"),
    ):
        assert board.grid.dtype == np.int8
    assert far_board().altered(grid=np.full((8, 8), -1), rules=None).grid.dtype == np.int8


def test_clues_are_those_of_the_definition() -> None:
    board = far_board()
    assert board.placed_rules is not None
    for cell in board.cells:
        if not FAR.mask[cell]:
            value = judge.shows("2P", FAR.mask, tuple(cell))
            assert board.placed_rules.values.value(board[cell]) == value
    assert Layout.of(board) == FAR
    assert not FAR.mismatches(board)
    cell = Cell(7, 7)
    wrong = board.replace({cell: 0})
    [mismatch] = FAR.mismatches(wrong)
    assert mismatch == Mismatch(cell, (0, 0), board[cell])
    with pytest.raises(ValueError, match=r"the clue at \(7,7\) is 0, but by the rule 2P it shows "):
        Layout.of(wrong)
    opened = FAR.opened([cell], rules="2P")
    assert opened.clues == {cell: board[cell]}


def test_boards_come_back_from_everywhere() -> None:
    board = far_board()
    for again in (
        Board.parse(str(board)),
        Board.parse(str(board).replace("√", "r")),
        read_board(write_board(board, "json")),
        pickle.loads(pickle.dumps(board)),  # noqa: S301
        Board(board.grid.astype(np.int64), mines=2, rules="2P"),
        Board(np.asfortranarray(board.grid), mines=2, rules="2P"),
        board.with_grid(board.grid),
        board.replace({}),
        board.with_states({}),
    ):
        assert again == board
        assert hash(again) == hash(board)
        assert again.grid.dtype == np.int16
        assert not again.grid.flags.writeable
    text = str(board)
    assert all(str(board.sign(cell)) in text for cell in board.clues)


def test_changes_are_checked() -> None:
    board = far_board()
    code = board[7, 7]
    assert code > UNCERTAIN
    assert board.replace({(0, 7): code})[0, 7] == code
    assert board.with_states({7: code})[0, 7] == code
    for wrong in (UNCERTAIN, 365, 40_000, 2**16 + 5, -5):
        with pytest.raises(ValueError, match=f"{wrong} is not a state of a cell"):
            board.replace({(0, 7): wrong})
        with pytest.raises(ValueError, match="expected clues 0 to 364 but 127 and the values of S"):
            board.with_states({7: wrong})


def test_the_largest_boards_are_taken() -> None:
    for rule, height, width in (("2P", 10, 10), ("2A", 9, 14), ("2A", 1, 127), ("1E", 2, 126)):
        board = covered(height, width, rule)
        assert board.ties.degree <= 126


def test_a_number_of_mines_is_its_own_number() -> None:
    offsets = tuple([(0, right) for right in range(1, 128)])
    rule = ClueRule("G", "mines to the right", Region("a line", offsets), aggregate=TOTAL)
    with pytest.raises(ValueError, match="a clue can show 128 values; expected at most 127"):
        covered(1, 100, [rule])


def test_ranges_are_for_small_counts() -> None:
    line = ["?"] * 126
    board = Board.parse(f"rules: 1E\n\n{' '.join(line)} =127\n")
    assert (board[0, 126], board.sign((0, 126))) == (128, "127")
    assert Board.parse(str(board)) == board
    assert covered(1, 126, "1E", uncertain={(0, 0): Clue(1, 3)}).uncertain


def test_sums_with_large_weights() -> None:
    rule = ClueRule("G", "a sum", weights=(100, 1))
    values = values_of(rule, placed(rule, 3, 3).place)
    assert values.highest == 801
    board = Board([[-1, -1, -1], [-1, 403, -1], [-1, -1, -1]], rules=[rule])
    assert board.sign((1, 1)) == "403"
    with pytest.raises(ValueError, match="no uncertain clues under the rule G on a board of 3x3"):
        covered(3, 3, [rule], uncertain={(1, 1): Clue(1, 3)})


def test_pictures_show_the_roots() -> None:
    board = far_board()
    signs = {str(board.sign(cell)) for cell in board.clues}
    drawn, page = svg(board.picture()), html(board.picture())
    assert all(f">{sign}</text>" in drawn for sign in signs)
    assert all(sign in page for sign in signs)
    assert {str(one) for one in symbols_of(board)[~FAR.mask].tolist()} == signs


def test_the_page_knows_what_every_number_stands_for() -> None:
    board = far_board()
    ruled = board.placed_rules
    assert ruled is not None
    found = shapes(board).clues
    assert found is not None
    assert {one.code: one.token for one in found} == {
        code: ruled.token(code) for code in ruled.values.codes
    }
