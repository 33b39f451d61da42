"""Whole small games by one search, against plain expectimax, the Python twin and known values."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from examples.studies.whole_games import WholeGame, automorphisms, whole_game
from logicsweep import Board, LimitError
from logicsweep.board.adjacency import Adjacency
from logicsweep.board.first_click import FirstClick
from logicsweep.limits import Budget
from logicsweep.strategy import win_chance
from tests.conftest import needs_kernel
from tests.judges.every_game import EveryGame
from tests.judges.refusals import refused

pytestmark = needs_kernel

FREE = 60.0


def board_of(height: int, width: int, mines: int, adjacency: Adjacency | None = None) -> Board:
    grid = np.full((height, width), -1)
    return Board.from_array(grid, mines=mines, adjacency=adjacency)


def game_of(board: Board, threads: int = 1) -> WholeGame:
    game = whole_game(board, Budget(FREE), layouts=200_000, threads=threads)
    assert game is not None
    return game


def check(board: Board) -> None:
    """Compare each first cell by each first click with plain expectimax."""
    game = game_of(board)
    judge = EveryGame(board.adjacency, game.mines)
    for protection in FirstClick:
        chances = game.first(protection, Budget(FREE), each=True).chances
        for cell in range(board.grid.size):
            free = [] if protection is FirstClick.UNPROTECTED else [cell]
            if protection is FirstClick.OPENING:
                free += board.adjacency.neighbours(cell)
            won, total = judge.first(cell, free)
            assert (cell in chances) == (total > 0)
            assert not total or chances[cell] == Fraction(won, total), (protection, cell)


@pytest.mark.parametrize(
    ("height", "width", "mines"),
    [(1, 5, 2), (2, 4, 3), *((3, 3, mines) for mines in range(1, 9)), (3, 4, 2)]
    + [(3, 4, mines) for mines in range(9, 12)]
    + [(4, 4, 14)],
)
def test_the_values_are_those_of_plain_expectimax(height: int, width: int, mines: int) -> None:
    check(board_of(height, width, mines))


@pytest.mark.parametrize(
    ("height", "width", "mines"),
    [
        *(
            pytest.param(*game, marks=pytest.mark.slow)
            for game in [
                (2, 6, 4),
                *((3, 4, mines) for mines in range(3, 9)),
                (4, 4, 2),
                (4, 4, 11),
                (4, 4, 12),
            ]
        ),
        *(pytest.param(4, 4, mines, marks=pytest.mark.night) for mines in (3, 10)),
    ],
)
def test_the_values_of_larger_games_are_too(height: int, width: int, mines: int) -> None:
    check(board_of(height, width, mines))


@pytest.mark.parametrize(
    "adjacency",
    [
        Adjacency.hexagon(3, 3),
        pytest.param(Adjacency.hexagon(3, 4), marks=pytest.mark.slow),
        Adjacency.torus(3, 3),
        Adjacency.graph([(0, 1), (1, 2), (2, 0), (3, 4), (4, 5), (5, 6), (6, 3)], 8),
    ],
)
def test_other_topologies_have_their_values(adjacency: Adjacency) -> None:
    height, width = adjacency.shape or (1, adjacency.size)
    check(board_of(height, width, 3, adjacency))


def test_known_values() -> None:
    known = {
        (3, 3, 1): "8/8",
        (3, 3, 2): "24/28",
        (3, 3, 3): "33/56",
        (4, 4, 2): "102/105",
        (4, 4, 3): "400/455",
        (4, 4, 4): "961/1365",
    }
    for size, chance in known.items():
        assert win_chance(board_of(*size), first_click="safe") == Fraction(chance)
    for mines, chance in ((3, "35/35"), (4, "34/35")):
        assert win_chance(board_of(4, 4, mines), first_click="opening") == Fraction(chance)
    start = game_of(board_of(4, 4, 4)).first(FirstClick.SAFE, Budget(FREE), each=True)
    assert 1 in start.best
    assert start.chances[0] == Fraction(949, 1365)
    assert 1 in game_of(board_of(3, 3, 2)).first(FirstClick.SAFE, Budget(FREE)).best


@pytest.mark.parametrize("size", [(4, 4, 4), pytest.param((4, 5, 4), marks=pytest.mark.slow)])
def test_two_threads_find_the_same(size: tuple[int, int, int]) -> None:
    board = board_of(*size)
    for protection in FirstClick:
        starts = [
            game_of(board, threads).first(protection, Budget(FREE), each=True)
            for threads in (1, 2, 3)
        ]
        assert starts[0] == starts[1] == starts[2]


def test_a_bound_is_no_lower_than_the_value() -> None:
    game = game_of(board_of(3, 4, 4))
    exact = {cell: game.won([-1] * 12, cell, Budget(FREE)).won for cell in range(12)}
    for alpha in range(0, 200, 7):
        fresh = game_of(board_of(3, 4, 4))
        for cell, value in exact.items():
            won = fresh.won([-1] * 12, cell, Budget(FREE), alpha=alpha).won
            assert won == value if won > alpha else value <= won


def test_a_position_has_the_value_of_its_parts() -> None:
    board = board_of(3, 4, 4)
    game, judge = game_of(board), EveryGame(board.adjacency, 4)
    for part in judge.parts(judge.layouts, 5):
        clue = sum(part[0] >> near & 1 for near in board.adjacency.neighbours(5))
        shown = [-1] * 5 + [clue] + [-1] * 6
        assert game.won(shown, None, Budget(FREE)) == (len(part), judge.won(part))


def test_the_search_stops_in_time() -> None:
    with pytest.raises(LimitError):
        game_of(board_of(4, 5, 6)).first(FirstClick.SAFE, Budget(0.01))


def test_a_full_table_is_a_limit() -> None:
    game = whole_game(board_of(4, 4, 6), Budget(FREE), layouts=10_000, most_bytes=480_000)
    assert game is not None
    with refused(LimitError):
        game.first(FirstClick.SAFE, Budget(FREE))


def test_what_the_kernel_does_not_search() -> None:
    budget = Budget(FREE)
    assert whole_game(board_of(4, 4, 4), budget, layouts=1000) is None
    assert whole_game(board_of(5, 7, 1), budget, layouts=1000) is None
    assert whole_game(board_of(3, 3, 9), budget, layouts=1000) is None
    between = Board.from_array(np.full((3, 3), -1), mines=(1, 2))
    assert whole_game(between, budget, layouts=1000) is None


def test_the_symmetries_keep_neighbours_and_are_all_there() -> None:
    for shape, count in (((3, 3), 8), ((3, 4), 4), ((5, 5), 8), ((1, 4), 2), ((2, 2), 24)):
        adjacency = board_of(*shape, 1).adjacency
        images = automorphisms(adjacency).tolist()
        assert len({tuple(image) for image in images}) == len(images) == count
        assert images[0] == list(range(adjacency.size))
        for image in images:
            for cell, there in enumerate(image):
                near = {image[near] for near in adjacency.neighbours(cell)}
                assert near == set(adjacency.neighbours(there))


def test_large_groups_of_symmetries_are_cut_short() -> None:
    adjacency = Adjacency.of([[at for at in range(7) if at != cell] for cell in range(7)])
    game = game_of(board_of(1, 7, 3, adjacency))
    assert len(game.symmetries) == 64
    assert sum(map(len, game.classes)) == 7
    assert game.layouts == comb(7, 3)
    check(board_of(1, 7, 3, adjacency))
