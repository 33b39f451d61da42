"""The probability to win with the best play, against a player by brute force and known values."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from functools import partial
from math import comb

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Cell, InconsistentBoardError, LimitError, State, best
from logicsweep.board import FirstClick
from logicsweep.errors import (
    ArgumentError,
    ArgumentTypeError,
    MissingDensityError,
    UnknownNameError,
)
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.strategy import win_chance
from logicsweep.strategy.beliefs import ManyBeliefsError
from logicsweep.strategy.endgame import WHEN_ASKED, solve_part
from logicsweep.strategy.optima import records
from logicsweep.strategy.parts import Part
from logicsweep.strategy.situation import Situation
from logicsweep.strategy.winning import best_start
from tests.conftest import ROOT, seeds
from tests.judges import oracle, player
from tests.judges.making import random_board, symmetries
from tests.judges.refusals import refused

NEVER = Budget(None)
HALF = Fraction(1, 2)
Total = int | tuple[int, int] | None


def blank(height: int, width: int, total: Total, density: Fraction | None = None) -> Board:
    grid = np.full((height, width), State.COVERED)
    return Board(grid, mines=total, density=density)


def every_part(board: Board) -> list[Part]:
    return Situation(board).parts(NEVER)


def best_play(board: Board, near: oracle.Near = None) -> Fraction:
    """The same by brute force."""
    masks = oracle.layouts(board, near)
    weights = oracle.weigh(board, masks, near)
    opened = frozenset((board.grid.ravel() >= 0).nonzero()[0].tolist())
    return player.Player(player.shown(masks, near), weights, opened).chance()


def best_game(board: Board, protection: FirstClick) -> Fraction:
    """A whole game by brute force: the best first cell, given that it is kept free."""
    masks = oracle.layouts(board)
    weights = oracle.weigh(board, masks)
    every = player.shown(masks)
    chances = []
    for cell in board:
        free = [cell, *(board.neighbours(cell) if protection is FirstClick.OPENING else ())]
        rows = [row for row, mask in enumerate(masks) if not any(mask[one] for one in free)]
        if rows:
            judge = player.Player([every[row] for row in rows], [weights[row] for row in rows])
            first = judge.after(judge.all, frozenset(), board.number(cell))
            chances.append(first / judge.weight)
    return max(chances)


# Wins of the best player and the layouts that the first click allows.
KNOWN = {
    (3, 3, 1, "safe"): Fraction(8, 8),
    (3, 3, 2, "safe"): Fraction(24, 28),
    (3, 3, 3, "safe"): Fraction(33, 56),
    (4, 4, 2, "safe"): Fraction(102, 105),
    (4, 4, 3, "safe"): Fraction(400, 455),
    (4, 4, 3, "opening"): Fraction(35, 35),
    (4, 4, 4, "opening"): Fraction(34, 35),
}


@pytest.mark.parametrize(("game", "chance"), KNOWN.items())
def test_known_values(game: tuple[int, int, int, str], chance: Fraction) -> None:
    """Values that others found, by trees of their own."""
    height, width, mines, first = game
    assert win_chance(blank(height, width, mines), first_click=first) == chance


def test_four_by_four_with_four_mines() -> None:
    assert win_chance(blank(4, 4, 4), first_click="safe") == Fraction(961, 1365)
    assert win_chance(blank(4, 4, 4), first_click="unprotected") == Fraction(961, 1820)


@pytest.mark.parametrize("protection", FirstClick)
@pytest.mark.parametrize(
    "shape", [(1, 1), (1, 5), (2, 2), (2, 3), pytest.param((3, 3), marks=pytest.mark.night)]
)
def test_whole_games(shape: tuple[int, int], protection: FirstClick) -> None:
    """By every rule of the first click, with every mine count."""
    play = partial(best_game, protection=protection)
    if protection is FirstClick.UNPROTECTED:
        play = best_play
    for mines in range(shape[0] * shape[1] + 1):
        board = blank(*shape, mines)
        try:
            wanted = play(board)
        except ValueError:  # no first cell is free
            with pytest.raises(ValueError, match="no layout keeps the first click"):
                win_chance(board, first_click=protection)
            continue
        assert win_chance(board, first_click=protection) == wanted, mines


@pytest.mark.parametrize("protection", [None, *FirstClick])
@pytest.mark.parametrize(
    "text",
    [
        *("mines: 0..2\n\n?*\n", "mines: 2\n\n????\n???*\n", "mines: 3\n\n*?*\n???\n"),
        *("mines: 3\n\n?*?\nF??\n", "density: 1/3\n\n???\n?*?\n", "mines: 4\n\n??\n?*\n"),
    ],
)
def test_a_known_mine_shows_that_the_game_has_begun(
    text: str, protection: FirstClick | None
) -> None:
    """No click to come is the first, whatever the game has kept of that."""
    board = Board.parse(text)
    chance = win_chance(board, first_click=protection)
    assert chance == best(board, first_click=protection).win_chance == best_play(board)


@pytest.mark.parametrize("protection", FirstClick)
@pytest.mark.parametrize("total", [None, (1, 2), (0, 6), (3, 5)])
def test_unknown_mine_counts(total: Total, protection: FirstClick) -> None:
    """A range of mine counts, and none: a game may be won before all is known."""
    board = blank(2, 3, total, None if total else Fraction(1, 3))
    if protection is FirstClick.UNPROTECTED:
        assert win_chance(board, first_click=protection) == best_play(board)
    elif total != (3, 5) or protection is FirstClick.SAFE:
        assert win_chance(board, first_click=protection) == best_game(board, protection)


@pytest.mark.parametrize("seed", seeds(range(120), fast=40))
def test_positions(seed: int) -> None:
    """Positions with clues, any mine count, and up to 200 layouts."""
    board = random_board(seed, covered=9, lie=0)
    board = board.replace(dict.fromkeys(board.uncertain, State.COVERED))
    if (board.grid == State.NO_CLUE).any() or not oracle.is_consistent(board):
        return
    if board.mines is None:
        board = Board(board.grid, density=Fraction(random.Random(seed).randint(1, 9), 10))
    if len(oracle.layouts(board)) > 200:
        return
    chance = win_chance(board, first_click="unprotected")
    assert chance == best_play(board), seed
    for every in (False, True):
        parts = every_part(board)
        found = [
            solve_part(Situation(board), part, limit=500, budget=NEVER, every=every)
            for part in parts
        ]
        assert np.prod([one.chance for one in found] or [Fraction(1)]) == chance, seed
    # A part that is not even comes last, and where cells are safe, others may be as good.
    wanted = best_cells(board)
    if wanted is not None and len(parts) == 1 and set(parts[0].cells) == set(parts[0].undecided):
        assert [board.cell(cell) for cell in found[0].best] == wanted, seed


def best_cells(board: Board) -> list[Cell] | None:
    """The cells after which the brute-force player wins most; None if nothing is left to win."""
    chances = win_chances(board)
    return [cell for cell in chances if chances[cell] == max(chances.values())] or None


def win_chances(board: Board) -> dict[Cell, Fraction]:
    """The brute-force player's chance to win by each next cell; empty if nothing is left to win."""
    masks = oracle.layouts(board)
    opened = frozenset((board.grid.ravel() >= 0).nonzero()[0].tolist())
    judge = player.Player(player.shown(masks), oracle.weigh(board, masks), opened)
    left = judge.unfinished()
    if not left:
        return {}
    won = sum((judge.value(frozenset([one]), opened) for one in judge.all - left), Fraction(0))
    return {
        cell: (won + judge.after(left, opened, board.number(cell))) / judge.weight
        for cell in board.covered
    }


@pytest.mark.parametrize("seed", seeds(range(20), fast=5))
def test_symmetries(seed: int) -> None:
    board = random_board(seed, covered=8, lie=0)
    board = board.replace(dict.fromkeys(board.uncertain, State.COVERED))
    if (board.grid == State.NO_CLUE).any() or not oracle.is_consistent(board):
        return
    total = board.mines
    chances = {
        win_chance(Board(grid, mines=total), density=HALF)
        for grid in symmetries(np.asarray(board.grid))
    }
    assert len(chances) == 1, seed


@pytest.mark.parametrize("first_click", FirstClick)
@pytest.mark.parametrize("density", [Fraction(1, 7), Fraction(1, 2)])
def test_without_a_mine_count_parts_are_one(density: Fraction, first_click: FirstClick) -> None:
    """Two paths that do not touch: that the game goes on tells something of both."""
    near = [[1], [0, 2], [1], [4], [3]]
    grid = np.full((1, 5), State.COVERED)
    board = Board(grid, density=density, adjacency=Adjacency.of(near))
    assert len(every_part(board)) == 1
    if first_click is FirstClick.UNPROTECTED:
        assert win_chance(board, first_click=first_click) == best_play(board, near)
    assert win_chance(board, first_click=first_click) <= 1


def test_a_part_that_is_not_even_comes_last() -> None:
    """The cell on the right is opened when the rest is done: if the game goes on, it is safe."""
    board = Board.parse("density: 1/2\n\n?001??\n")
    assert win_chance(board) == best_play(board) == 1
    assert [part.is_even for part in every_part(board)].count(False) == 1
    board = Board.parse("density: 1/3\n\n?1?0??\n")
    assert win_chance(board) == best_play(board)


def test_closed_parts() -> None:
    """Two corners, each a 50/50: as far as the rest is known, half times half."""
    board = Board.parse("mines: 2\n?101?\n?101?\n")
    parts = every_part(board)
    assert [part.layouts for part in parts] == [2, 2]
    assert win_chance(board) == Fraction(1, 4)


def test_what_is_decided_already() -> None:
    assert win_chance(Board.parse("mines: 1\n1*\n11\n")) == 1
    assert win_chance(Board.parse("mines: 0\n??\n??\n")) == 1
    assert win_chance(Board.parse("mines: 4\n??\n?*\n")) == 1
    assert win_chance(Board.parse("mines: 4\n??\n??\n"), first_click="unprotected") == 1
    flagged = Board.parse("mines: 1\n1F\n1?\n")
    assert win_chance(flagged) == HALF


def test_errors() -> None:
    with refused(LimitError):
        win_chance(blank(4, 4, 4), layouts=100)
    with pytest.raises(LimitError):
        win_chance(blank(7, 4, 4), first_click="safe", time_limit=0.01)
    with refused(ArgumentError, argument="layouts"):
        win_chance(blank(2, 2, 1), layouts=0)
    with refused(UnknownNameError, kind="first click", name="first"):
        win_chance(blank(2, 2, 1), first_click="first")
    with refused(ArgumentTypeError, argument="first_click"):
        win_chance(blank(2, 2, 1), first_click=1)  # type: ignore[arg-type]
    with pytest.raises(MissingDensityError):
        win_chance(blank(2, 2, None))
    with pytest.raises(InconsistentBoardError):
        win_chance(Board.parse("mines: 1\n3?\n??\n"))
    noisy = Situation(Board.parse("mines: 2\nclues: noisy(1/10)\n\n1???\n????\n"))
    with refused(ManyBeliefsError):
        best_start(noisy, FirstClick.SAFE, limit=100, budget=NEVER, steps=50)
    with refused(ArgumentTypeError, argument="position"):
        win_chance("??")  # type: ignore[arg-type]


def test_the_documentation_says_which_boards_are_solved() -> None:
    """The numbers of layouts are binomials; the limits decide, and the file of small games."""
    text = (ROOT / "docs" / "explanation" / "guesses.md").read_text()
    rows = re.findall(r"\| (\d+)x(\d+), (\d+) mines.*? \| (.*?) \| (.*?) \| (.*?) \|", text)
    assert len(rows) > 8
    for height, width, mines, layouts, chance, agent in rows:
        number = comb(int(height) * int(width), int(mines))
        assert layouts in (f"{number:,}", f"{number / 1e12:.1f} · 10^12")
        if number > IN_PLAY and (int(height), int(width), int(mines)) in records():
            assert chance == agent == "looked up"
        else:
            assert chance == ("solved" if number <= WHEN_ASKED else "refused")
            assert agent == ("solved" if number <= IN_PLAY else "not solved")
