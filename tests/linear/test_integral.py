"""Positions where fractions of mines hide a verdict, as `examples/studies/integral.py` finds them.

The verdicts are judged over all layouts, the fractional layouts by adding up.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import pytest

from examples.studies import integral
from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from tests.judges.oracle import verdicts

FILES = sorted((Path(__file__).parent / "integral").glob("*.board"))
NAMES = [path.stem for path in FILES]

Point = dict[Cell, Fraction]


class Example(NamedTuple):
    """A board, its verdict, and the fractional layout that says otherwise."""

    board: Board
    cell: Cell
    mine: bool
    point: Point


@cache
def example(name: str) -> Example:
    """Read an example: the verdict and the fractional layout are in its comments."""
    path = Path(__file__).parent / "integral" / f"{name}.board"
    text = path.read_text("utf-8")
    said = re.search(r"# \((\d+),(\d+)\) is (safe|a mine), but not in this layout:\n", text)
    assert said is not None
    point = {
        Cell(row, column): Fraction(part)
        for row, line in enumerate(re.findall(r"^#   (.*)$", text, re.MULTILINE))
        for column, part in enumerate(line.split())
        if part != "."
    }
    cell = Cell(int(said[1]), int(said[2]))
    return Example(Board.parse(text), cell, said[3] == "a mine", point)


def near(cell: Cell, other: Cell) -> bool:
    """Whether two cells are neighbours."""
    return cell != other and max(abs(cell.row - other.row), abs(cell.column - other.column)) == 1


def clues(board: Board) -> dict[Cell, int]:
    """The clues of a board, none of which has a known mine beside it."""
    assert State.KNOWN_MINE not in board.grid
    return {
        Cell(row, column): value
        for row, values in enumerate(board.grid.tolist())
        for column, value in enumerate(values)
        if value >= 0
    }


def is_relaxed(board: Board, point: Point) -> bool:
    """Whether a fractional layout has the sums that the clues and the mine count say."""
    return (
        set(point) == set(board.covered)
        and all(0 <= part <= 1 for part in point.values())
        and all(
            sum(part for cell, part in point.items() if near(place, cell)) == clue
            for place, clue in clues(board).items()
        )
        and board.mines in (None, sum(point.values()))
    )


def alike(board: Board, cell: Cell, other: Cell) -> bool:
    """Whether two covered cells are beside the same clues."""
    return all(near(place, cell) == near(place, other) for place in clues(board))


@pytest.mark.parametrize("name", NAMES)
def test_the_verdict_holds_in_every_layout(name: str) -> None:
    board, cell, mine, _ = example(name)
    judged = verdicts(board)
    assert judged is not None
    mines, safe = judged
    assert cell in (mines if mine else safe)


@pytest.mark.parametrize("name", NAMES)
def test_a_fractional_layout_says_the_opposite(name: str) -> None:
    board, cell, mine, point = example(name)
    assert is_relaxed(board, point)
    assert point[cell] == (0 if mine else 1)


@pytest.mark.parametrize("name", NAMES)
def test_sums_one_after_another_are_enough_but_for_the_stuck_positions(name: str) -> None:
    """In stuck ones the fractional layout has all verdicts but those of this cell and its like."""
    board, cell, _, point = example(name)
    judged = verdicts(board)
    assert judged is not None
    mines, safe = judged
    wrong = {place for place in mines if point[place] != 1} | {
        place for place in safe if point[place] != 0
    }
    others = {place for place in wrong if not alike(board, place, cell)}
    # A cell with a part of a mine is no proof that sums say nothing about it.
    assert all(0 < point[place] < 1 for place in others)
    assert bool(others) != name.startswith("stuck")


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith("mine-count")])
def test_these_verdicts_need_the_mine_count(name: str) -> None:
    board, cell, mine, _ = example(name)
    judged = verdicts(board.with_total(None))
    assert judged is not None
    assert cell not in judged[not mine]


@pytest.mark.parametrize("name", NAMES)
def test_the_search_finds_each_of_them(name: str) -> None:
    board, cell, mine, _ = example(name)
    size = integral.Size(board.height, board.width, board.mines is not None, blanks=True)
    others: dict[int, int] = {State.COVERED: integral.COVERED, State.NO_CLUE: integral.BLANK}
    kinds = [others.get(state, integral.CLUE) for state in board.grid.ravel().tolist()]
    tally = integral.Tally()
    integral.Shape(kinds, size).search(tally)
    (kept,) = [item for item in tally.kept if Board.parse(f"{item}") == board]
    assert (kept.cell, kept.mine) == (cell, mine)
    assert kept.chained == (not name.startswith("stuck"))
    assert kept.counted == name.endswith("mine-count")


@pytest.mark.parametrize(
    ("size", "total"),
    [
        *(((2, 4), False), ((2, 4), True)),
        pytest.param((3, 3), False, marks=pytest.mark.slow),
        pytest.param((3, 3), True, marks=pytest.mark.slow),
    ],
)
def test_smaller_boards_have_none_of_all_their_positions(
    size: tuple[int, int], total: bool
) -> None:
    searched = integral.Size(*size, total, blanks=False)
    tally = integral.Tally()
    for kinds in integral.kinds_of_cells(searched):
        integral.Shape(kinds, searched).search(tally)
    assert tally.positions == number_of_positions(*size, total=total)
    assert not tally.kept


def number_of_positions(height: int, width: int, *, total: bool) -> int:
    """How many positions with covered cells and clues there are, up to symmetry of the cells."""
    cells = [Cell(row, column) for row in range(height) for column in range(width)]
    positions = 0
    seen: set[tuple[tuple[bool, ...], ...]] = set()
    for held in product((False, True), repeat=len(cells)):
        shape = tuple(held[at : at + width] for at in range(0, len(held), width))
        if shape in seen or len(set(held)) == 1:
            continue
        for turned in (shape, tuple(zip(*shape, strict=True))):
            seen |= {turned, turned[::-1]}
            seen |= {tuple(row[::-1] for row in turned[::step]) for step in (1, -1)}
        covered = [cell for cell, is_covered in zip(cells, held, strict=True) if is_covered]
        clues = [cell for cell in cells if cell not in covered]
        positions += len(
            {
                (*(sum(near(clue, mine) for mine in mines) for clue in clues), total * len(mines))
                for size in range(len(covered) + 1)
                for mines in combinations(covered, size)
            }
        )
    return positions
