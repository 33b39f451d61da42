"""Boards with neighbours of their own, in the native text and in JSON."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, strategies as st

from logicsweep import (
    Adjacency,
    Board,
    BoardSyntaxError,
    Cell,
    LimitError,
    State,
    read_board,
    write_board,
)
from logicsweep.board import Around, Clue, clue_model, relation
from logicsweep.board.adjacency import eight
from logicsweep.board.relation import MAX_DEGREE, NeighbourError
from tests.judges.making import MODELS, any_clue, modelled
from tests.judges.refusals import refused

FORMATS = ("board", "json")


def random_adjacency(rng: random.Random, size: int, share: float) -> Adjacency:
    """Each two cells are neighbours with a chance, or the eight cells are, or a grid's four."""
    near: list[set[int]] = [set() for _ in range(size)]
    for one in range(size):
        for other in range(one):
            if rng.random() < share:
                near[one].add(other)
                near[other].add(one)
    return Adjacency.of(near)


def any_board(seed: int) -> Board:
    """A board of up to 30 cells: states, clues of every kind, header, and any neighbours."""
    rng = random.Random(seed)
    height, width = rng.randint(1, 5), rng.randint(1, 6)
    size = height * width
    adjacency = random_adjacency(rng, size, rng.choice((0, 0.1, 0.5, 1)))
    highest = max(8, adjacency.degree)
    states = [State.COVERED] * 4 + [State.FLAGGED, State.KNOWN_MINE, State.NO_CLUE]
    grid = [
        [rng.choice((rng.choice(states), rng.randint(0, highest))) for _ in range(width)]
        for _ in range(height)
    ]
    total = rng.choice((None, rng.randint(0, size), (rng.randint(0, size // 2), size)))
    density = rng.choice((None, Fraction(rng.randint(1, 98), 99)))
    board = Board(grid, mines=total, density=density, adjacency=adjacency)
    share = rng.choice((0, 0.5, 1))
    clues = {
        cell: any_clue(rng, board, cell, min(shown, len(board.neighbours(cell))))
        for cell, shown in board.clues.items()
        if isinstance(shown, int) and rng.random() < share
    }
    return board.replace(
        {
            cell: clue
            for cell, clue in clues.items()
            if not isinstance(clue, Clue) or clue.lower <= highest
        }
    )


@given(st.integers(0, 10**9))
def test_text_and_json_hold_every_board(seed: int) -> None:
    board = any_board(seed)
    again = Board.parse(str(board))
    assert again == board
    assert str(again) == str(board)
    for name in FORMATS:
        data = write_board(board, name)
        assert read_board(data) == read_board(data, name=name) == board


@pytest.mark.parametrize("model", MODELS)
def test_clues_of_models_among_many_neighbours(model: str) -> None:
    rng = random.Random(7)
    star = Adjacency.of([range(1, 21), *([0] for _ in range(20))])
    for mines in (0, 3, 12):
        known = [State.KNOWN_MINE] * (mines // 2)
        grid = [[State.COVERED, *known, *[State.COVERED] * (20 - len(known))]]
        board = Board(grid, adjacency=star)
        own = board.replace({(0, 0): modelled(rng, board, Cell(0, 0), mines, clue_model(model))})
        assert Board.parse(str(own)) == own
        assert read_board(write_board(own, "json")) == own


def test_what_was_around_on_a_larger_board_is_no_more_than_bounds() -> None:
    # A clue that was made where there are twenty neighbours, on a board that has eight.
    clue = clue_model("cautious").clue(2, Around(0, 20))
    assert isinstance(clue, Clue)
    board = Board([[-1, -1]], uncertain={(0, 0): clue})
    assert Board.parse(str(board)) == board


def test_one_column_of_numbers_above_8() -> None:
    everyone = Adjacency.of([[other for other in range(14) if other != own] for own in range(14)])
    board = Board([[12], [8], *[[-1]] * 12], adjacency=everyone)
    assert str(board).split("\n")[-14:-10] == ["=12", "8", "?", "?"]
    assert Board.parse(str(board)) == board


def test_ordinary_boards_are_written_as_before() -> None:
    board = Board.parse("mines: 2\n\n????\n1211\n")
    assert str(board) == "mines: 2\n\n????\n1211"
    given_too = Board(board.grid, mines=2, adjacency=eight(2, 4))
    assert str(given_too) == str(board)
    assert write_board(given_too, "json") == write_board(board, "json")
    assert Board.parse("topology: square\nmines: 2\n\n????\n1211\n") == board


TORUS = 4, 5


def torus(height: int, width: int) -> Adjacency:
    """The eight cells around a cell, where what leaves at one side comes back at the other."""
    near = [
        {
            (row + down) % height * width + (column + across) % width
            for down in (-1, 0, 1)
            for across in (-1, 0, 1)
        }
        - {row * width + column}
        for row in range(height)
        for column in range(width)
    ]
    return Adjacency.of(near)


def test_a_topology_with_a_name_is_written_by_it() -> None:
    listed = Board(np.full(TORUS, State.COVERED), adjacency=torus(*TORUS)).replace({(0, 0): 3})
    assert "neighbours: " in str(listed)
    board = Board(listed.grid, adjacency=Adjacency.torus(*TORUS))
    assert board == listed
    assert str(board).startswith("topology: torus\n\n3????\n")
    assert b'"topology": "torus"' in write_board(board, "json")
    for name in FORMATS:
        assert b"neighbours" not in write_board(board, name)
        assert read_board(write_board(board, name)) == board


def test_lists_may_be_empty_and_have_blanks() -> None:
    board = Board.parse("neighbours:; 2 ;1\n\n0??\n")
    assert board.adjacency == Adjacency.of([[], [2], [1]])
    assert str(board) == "neighbours: ; 2; 1\n\n0??"
    assert Board.parse("neighbours:\nneighbours:\n\n?\n?\n").adjacency == Adjacency.of([[], []])


def test_a_cell_has_no_more_neighbours_than_clues_can_count() -> None:
    star = [range(1, MAX_DEGREE + 1), *([0] for _ in range(MAX_DEGREE))]
    assert Adjacency.of(star).degree == MAX_DEGREE
    with refused(NeighbourError) as caught:
        Adjacency.of([range(1, MAX_DEGREE + 2), *([0] for _ in range(MAX_DEGREE + 1))])
    assert caught.value.number == 0


def test_neighbours_of_very_many_cells_are_refused_before_they_are_read() -> None:
    with refused(BoardSyntaxError, line=1, column=13):
        Board.parse("neighbours: " + ";" * 10_000_001 + "\n\n?1\n")


def test_neighbours_that_take_too_much_memory_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """One cell with many makes the table of all wide."""
    star = [range(1, 101), *[[0]] * 100]
    board = Board([[-1] * 101], adjacency=Adjacency.of(star))
    texts = {name: write_board(board, name) for name in FORMATS}
    monkeypatch.setattr(relation, "MOST_ENTRIES", 100 * 101)
    assert Adjacency.of(star) == board.adjacency
    monkeypatch.setattr(relation, "MOST_ENTRIES", 100 * 101 - 1)
    with refused(LimitError):
        Adjacency.of(star)
    for name, text in texts.items():
        with refused(LimitError):
            read_board(text, name=name)


def test_a_sign_for_covered_cells_leaves_the_neighbours_alone() -> None:
    board = Board.parse("neighbours: 1; 0 2; 1\n\n;1;\n", covered=";")
    assert board == Board.parse("neighbours: 1; 0 2; 1\n\n?1?\n")
