"""Boards: values, cells, neighbours."""

from __future__ import annotations

import copy
import ctypes
import pickle
import random
from collections.abc import Callable, Hashable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from logicsweep import Adjacency, Board, Cell, KnowledgeBase, Layout, State, encode, write_board
from logicsweep.board import Clue, clue_model
from logicsweep.formats import DealtGame
from logicsweep.games.game import Game
from tests.conftest import seeds
from tests.games.making import bare
from tests.judges.strategies import boards


@pytest.mark.parametrize("shape", [(1, 1), (1, 4), (4, 1), (2, 2), (2, 5), (3, 3)])
def test_the_same_neighbours_are_the_same_however_they_are_given(shape: tuple[int, int]) -> None:
    height, width = shape
    near = [
        [
            r * width + c
            for r in range(max(row - 1, 0), min(row + 2, height))
            for c in range(max(column - 1, 0), min(column + 2, width))
            if (r, c) != (row, column)
        ]
        for row in range(height)
        for column in range(width)
    ]
    grid = np.full(shape, State.COVERED)
    given, usual = Board(grid, adjacency=Adjacency.of(near)), Board(grid)
    assert given.has_eight_neighbours
    assert given == usual
    assert hash(given) == hash(usual)
    assert given.adjacency == usual.adjacency
    assert hash(given.adjacency) == hash(usual.adjacency)
    assert all(usual.neighbours(cell) == given.neighbours(cell) for cell in usual.cells)


@given(boards(), boards())
def test_equal_boards_have_equal_hashes(first: Board, second: Board) -> None:
    assert (first == second) == (str(first) == str(second))
    if first == second:
        assert hash(first) == hash(second)
    assert hash(first) == hash(Board.parse(str(first)))


@given(boards())
def test_copies_are_equal(board: Board) -> None:
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301
    assert copy.deepcopy(board) == board


@given(boards())
def test_cells_by_kind(board: Board) -> None:
    cells = list(board.cells)
    assert cells == sorted(cells)
    assert [board.number(cell) for cell in cells] == list(range(len(cells)))
    assert [board.cell(number) for number in range(len(cells))] == cells
    kinds = [set(board.covered), set(board.clues), set(board.known_mines)]
    rest = {cell for cell in cells if board[cell] == State.NO_CLUE}
    assert set.union(rest, *kinds) == set(cells)
    assert sum(map(len, kinds)) + len(rest) == len(cells)
    frontier = {
        cell
        for cell in board.covered
        if any(near in board.clues for near in board.neighbours(cell))
    }
    assert set(board.frontier) == frontier


def test_numbers_of_numpy_are_numbers() -> None:
    grid = np.full((2, 2), State.COVERED)
    assert Board(grid, mines=np.int64(3)) == Board(grid, mines=3)
    assert str(Board(grid, mines=(np.int8(1), 2))).startswith("mines: 1..2\n")
    for wrong in (1.5, (1.5, 2), "1"):
        with pytest.raises((TypeError, ValueError)):
            Board(grid, mines=wrong)


def test_a_density_of_many_digits() -> None:
    board = Board(np.array([[State.COVERED]]), density=Fraction(1, 3**200))
    assert Board.parse(str(board)) == board


def test_neighbours_of_a_rectangle() -> None:
    board = Board(np.full((3, 4), State.COVERED))
    assert board.neighbours((0, 0)) == (Cell(0, 1), Cell(1, 0), Cell(1, 1))
    assert len(board.neighbours((1, 1))) == 8
    for cell in board.cells:
        near = {
            other
            for other in board.cells
            if max(abs(other.row - cell.row), abs(other.column - cell.column)) == 1
        }
        assert set(board.neighbours(cell)) == near


def test_a_board_is_immutable() -> None:
    given_grid = np.full((2, 2), State.COVERED)
    board = Board(given_grid, mines=1)
    given_grid[0, 0] = 5
    assert board[0, 0] == State.COVERED
    with pytest.raises(ValueError, match="read-only"):
        board.grid[0, 0] = 1
    with pytest.raises(AttributeError, match="immutable"):
        board.mines = 2
    changed = board.replace({Cell(0, 0): 1})
    assert (board[0, 0], changed[0, 0], changed.mines) == (State.COVERED, 1, 1)


@pytest.mark.parametrize("cell", [(-1, 0), (0, -1), (2, 0), (0, 3)])
def test_cells_off_the_board(cell: tuple[int, int]) -> None:
    board = Board(np.full((2, 3), State.COVERED))
    with pytest.raises(ValueError, match="off the board"):
        board.number(cell)


def test_adjacency_is_a_value() -> None:
    ring = Adjacency.of([[1, 3], [0, 2], [1, 3], [0, 2]])
    assert ring == Adjacency.of([[3, 1], [2, 0], [3, 1], [2, 0]])
    assert hash(ring) == hash(Adjacency.of([[3, 1], [2, 0], [3, 1], [2, 0]]))
    board = Board(np.full((1, 4), State.COVERED), adjacency=ring)
    assert board.neighbours((0, 0)) == (Cell(0, 1), Cell(0, 3))
    assert board != Board(np.full((1, 4), State.COVERED))
    assert pickle.loads(pickle.dumps(board)) == board  # noqa: S301
    assert hash(pickle.loads(pickle.dumps(ring))) == hash(ring)  # noqa: S301
    rectangle = Board(np.full((3, 4), State.COVERED))
    near = [rectangle.adjacency.neighbours(number) for number in range(12)]
    assert Adjacency.of(near) == rectangle.adjacency
    table = np.array([[1, 0]], dtype=np.int32)
    pair = Adjacency(table)
    table[0, 0] = 2
    assert pair.neighbours(0) == (1,)
    for numbers in ([[5, 0]], [[-1, 0]]):
        with pytest.raises(ValueError, match=r"cell numbers 0 to 1"):
            Adjacency(np.array(numbers, dtype=np.int32))
    for wrong in ([[1], []], [[0]], [[5]]):
        with pytest.raises(ValueError, match=r"neighbour|next to"):
            Adjacency.of(wrong)
    with pytest.raises(ValueError, match=r"not in 0\.\.3"):
        ring.neighbours(4)


NO_CELLS = [
    *((0.9, 0.2), (0.5, 1), (2, 4.5), ("0", "1"), "a", "ab", 3, None, (1,), (1, 2, 3)),
    {0: 1, 1: 2},
]


def as_key(cell: Any) -> Any:
    """The same, or something else that is not a cell, where it has to be a key."""
    return cell if isinstance(cell, Hashable) else "ab"


@pytest.mark.parametrize("cell", NO_CELLS, ids=str)
def test_what_is_no_pair_of_whole_numbers_names_no_cell(cell: Any) -> None:
    board = Board.parse("mines: 3\n\n?????\n?21??\n?????\n")
    kb = KnowledgeBase(board)
    encodings = [encode(board, to=name) for name in ("cnf", "lp")]
    game = Game(bare(height=3, width=5, mines=2), seed=0)
    layout = Layout(np.zeros((3, 5), dtype=np.bool_))
    questions: list[Callable[[], object]] = [
        lambda: board[cell],
        lambda: board.number(cell),
        lambda: board.clue(cell),
        lambda: board.neighbours(cell),
        lambda: board.around(cell),
        lambda: board.reading(cell, 1, clue_model("exact")),
        lambda: board.replace({as_key(cell): 1}),
        lambda: Board(board.grid, uncertain={as_key(cell): Clue(1, 2)}),
        lambda: kb.verdict(cell),
        lambda: kb.entails(cell),
        lambda: kb.tell(cell, 0),
        lambda: kb.tell_all({as_key(cell): 0}),
        lambda: write_board(DealtGame(layout, cell), "json") if cell is not None else board[cell],
        lambda: kb.explain(cell),
        lambda: kb.counterexample(cell),
        lambda: kb.certificate(cell),
        lambda: kb.clue_distribution(cell),
        lambda: kb.joint([cell]),
        lambda: kb.count().probability(cell),
        lambda: layout.opened([cell]),
        lambda: game.open(cell),
        lambda: game.flag(cell),
        lambda: Game(game.setting, seed=0, start=cell) if cell is not None else board[cell],
        *(lambda encoding=encoding: encoding.variable(cell) for encoding in encodings),
    ]
    for question in questions:
        with pytest.raises(TypeError, match=r"is not a cell; expected two whole numbers"):
            question()
    assert kb.board == board
    assert game.moves == 0


def test_cells_and_values_of_numpy_are_pythons() -> None:
    board = Board.parse("mines: 2\n\n????\n1211\n")
    cell = (np.int64(0), np.uint8(0))
    kb = KnowledgeBase(board)
    assert kb.explain(cell).cell == (0, 0)
    assert type(kb.explain(cell).cell.row) is int
    assert type(kb.certificate(cell).cell.column) is int
    assert board.replace({cell: np.int8(State.FLAGGED)})[0, 0] == State.FLAGGED
    assert board.replace({cell: Clue(1, 2)}).uncertain == {(0, 0): Clue(1, 2)}
    assert encode(board, to="lp").variable(cell) == "mine((0,0))"


@pytest.mark.parametrize("value", [1.7, 1.0, "1", None, np.float64(2)])
def test_a_value_that_is_no_whole_number_is_refused(value: Any) -> None:
    board = Board.parse("mines: 2\n\n????\n1211\n")
    with pytest.raises(TypeError, match=r"not a state of a cell; expected a whole number"):
        board.replace({(0, 0): value})
    with pytest.raises(TypeError):
        KnowledgeBase(board).tell((0, 0), value)
    with pytest.raises(TypeError):
        Clue(0, 3).allows(value)
    if value is not None:
        with pytest.raises(TypeError):
            bare(height=3, width=value, mines=1)


@pytest.mark.parametrize("highest", [8, 126])
@pytest.mark.parametrize("cells", [2, 5000])
def test_a_grid_holds_states_and_clues_whatever_its_type(highest: int, cells: int) -> None:
    size = max(cells, highest + 1)
    star = [range(1, highest + 1), *[[0]] * highest, *[()] * (size - highest - 1)]
    adjacency = None if highest == 8 else Adjacency.of(star)
    for value in range(-128, 128):
        for dtype in (np.int8, np.int64):
            grid = np.full((1, size), State.COVERED, dtype)
            grid[0, -1] = value
            if -4 <= value <= highest:
                made = Board(grid, adjacency=adjacency).grid
                assert made[0].tolist() == [-1] * (size - 1) + [value]
                assert made.dtype == np.int8
                assert made.flags.c_contiguous
                assert not made.flags.writeable
                assert not np.shares_memory(made, grid)
            else:
                with pytest.raises(ValueError, match="the grid h"):
                    Board(grid, adjacency=adjacency)


def test_a_grid_in_another_order_of_memory_is_copied_in_reading_order() -> None:
    grid = np.array([[0, 1, 2], [-1, -2, -3]], dtype=np.int8)
    for other in (np.asfortranarray(grid), np.repeat(grid, 2, axis=1)[:, ::2], grid[::-1][::-1]):
        own = Board(other).grid
        assert own.flags.c_contiguous
        assert own.tolist() == grid.tolist()


@pytest.mark.parametrize("value", [200, 256, -100, 2**40])
def test_a_value_beyond_a_byte_becomes_no_other(value: int) -> None:
    with pytest.raises(ValueError, match=f"{value} is not a state of a cell"):
        Board.parse("??\n").replace({(0, 0): value})


def test_native_code_reads_the_table_at_its_address() -> None:
    lists = [[1, 2], [0], [0, 3], [2]]
    table = np.asfortranarray(Adjacency.of(lists).table)
    for adjacency in (
        Adjacency.of(lists),
        Adjacency(table),
        Adjacency(table.astype(">i8")),
        copy.copy(Adjacency(table)),
        pickle.loads(pickle.dumps(Adjacency(table))),  # noqa: S301
    ):
        read = (ctypes.c_int32 * adjacency.table.size).from_address(adjacency.address)
        assert list(read) == [1, 0, 0, 2, 2, 4, 3, 4]
        assert adjacency.address == adjacency.table.ctypes.data


def test_neighbours_that_are_no_whole_numbers_are_refused() -> None:
    with pytest.raises(TypeError):
        Adjacency.of([[1.5], [0]])  # type: ignore[list-item]
    with pytest.raises(TypeError):
        Adjacency.of([[1], [0]]).neighbours(0.5)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", seeds(range(20)))
def test_a_table_is_checked_as_its_lists_are(seed: int) -> None:
    rng = random.Random(seed)
    # A ring, one entry of which may be another.
    table = np.array([[1, 2, 3, 0], [3, 0, 1, 2]])
    table[rng.randrange(2), rng.randrange(4)] = rng.randint(0, 4)
    rows = [[other for other in column if other < 4] for column in table.T.tolist()]
    right = all(
        len(set(row)) == len(row) and number not in row and all(number in rows[n] for n in row)
        for number, row in enumerate(rows)
    )
    if right:
        assert Adjacency(table) == Adjacency.of(rows)
    else:
        with pytest.raises(ValueError, match=r"neighbour|next to"):
            Adjacency(table)


def test_other_states_by_number() -> None:
    board = Board.parse("mines: 2\n\n????\n1211")
    changed = board.with_states({0: State.KNOWN_MINE, 3: 1})
    assert changed == board.replace({(0, 0): State.KNOWN_MINE, (0, 3): 1})
    assert hash(changed) != hash(board)
    assert board.with_states({}) == board
    for changes, fault in (
        ({-1: 0}, "cell number -1 is not in 0..7"),
        ({8: 0}, "cell number 8 is not in 0..7"),
        ({0: 9}, "9 is not a state of a cell"),
        ({0: int(State.UNCERTAIN)}, "is not a state of a cell"),
    ):
        with pytest.raises(ValueError, match=fault):
            board.with_states(changes)
    with pytest.raises(TypeError):
        board.with_states({0: 1.5})  # type: ignore[dict-item]
    uncertain = board.replace({(0, 0): Clue(0, 2)})
    with pytest.raises(ValueError, match="uncertain clues"):
        uncertain.with_states({1: 0})
