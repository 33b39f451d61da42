"""Agents that work on linear equations, against textbook methods."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Board, Cell
from logicsweep.games.agents.published.matrix import RIGHT, Matrix, forced
from logicsweep.games.agents.published.rref_enumerate import RrefEnumerate
from logicsweep.games.agents.published.shares import Sharing
from logicsweep.games.view import View
from logicsweep.system import constraints_of
from tests.conftest import seeds
from tests.games.judging import begun, certain_on
from tests.judges.making import first_board, random_board, uncertain_board, unflagged
from tests.judges.oracle import is_consistent, layouts

A = "1?2\n???\n?3?\n"


def test_the_worked_example_of_reference_system_a() -> None:
    # A+B+C = 1, A+C+D = 2, E+B+C+D+F = 3 have exactly three solutions.
    board = Board.parse(A)
    solutions = layouts(board)
    assert len(solutions) == 3
    names = {(0, 1): "A", (1, 0): "B", (1, 1): "C", (1, 2): "D", (2, 0): "E", (2, 2): "F"}
    expected = {"A": "1/3", "B": "0", "C": "2/3", "D": "1", "E": "2/3", "F": "2/3"}
    agent = begun("rref-enumerate", view := View(board))
    assert isinstance(agent, RrefEnumerate)
    agent._see(view, view.seen())  # noqa: SLF001
    shares = Sharing(None, None).of(agent._equations.live.values())  # noqa: SLF001
    assert {names[board.cell(n)]: str(share) for n, share in shares.items()} == expected
    found = {names[cell]: str(Fraction(int(solutions[:, *cell].sum()), 3)) for cell in names}
    assert found == expected
    # Of these the reduced equations find D and B; with three mines in all A is safe, too.
    assert certain_on("rref-local", board) == ({Cell(1, 2)}, {Cell(1, 0)})
    assert certain_on("rref", Board.parse(f"mines: 3\n\n{A}")) == (
        {Cell(1, 2), Cell(1, 1)},
        {Cell(1, 0), Cell(0, 1)},
    )
    assert certain_on("single-point", board) == (set(), set())


def test_hand_made_matrices() -> None:
    """The published rules for a row: right side 0, all positives, all negatives, and no more."""
    assert forced({0: 1, 1: 1, RIGHT: 0}, {}) == ([], [0, 1])
    assert forced({0: -2, 1: -1, RIGHT: 0}, {}) == ([], [0, 1])
    assert forced({0: 1, 1: 2, 2: -1, RIGHT: 3}, {}) == ([0, 1], [2])
    assert forced({0: 1, 1: -2, 2: -1, RIGHT: -3}, {}) == ([1, 2], [0])
    assert forced({0: 1, 1: -1, RIGHT: 0}, {}) == ([], [])
    assert forced({0: 1, 1: -2, RIGHT: -1}, {}) == ([], [])
    assert forced({0: 1, 1: -1, RIGHT: 2}, {0: 2, 1: 3}) == ([0], [1])
    assert forced({0: 1, 1: -2, RIGHT: -6}, {0: 2, 1: 3}) == ([1], [0])
    matrix = Matrix()
    for row in ({0: 1, 1: 1, RIGHT: 1}, {1: 1, 2: 1, RIGHT: 1}, {0: 1, 2: 1, RIGHT: 2}):
        matrix.add(row)
    # Exact: in halves nothing would be lost either, but thirds are no floats.
    assert matrix.rows == {0: {0: 1, RIGHT: 1}, 1: {1: 1, RIGHT: 0}, 2: {2: 1, RIGHT: 1}}
    assert not matrix.contradicts
    matrix.add({0: 1, 1: 1, 2: 1, RIGHT: 3})
    assert matrix.contradicts


def reduced(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Reduced row echelon form, the textbook's way."""
    rows = [list(row) for row in rows]
    done = 0
    for column in range(len(rows[0]) - 1 if rows else 0):
        pivot = next((r for r in range(done, len(rows)) if rows[r][column]), None)
        if pivot is None:
            continue
        rows[done], rows[pivot] = rows[pivot], rows[done]
        rows[done] = [value / rows[done][column] for value in rows[done]]
        for other in range(len(rows)):
            if other != done:
                factor = rows[other][column]
                pairs = zip(rows[other], rows[done], strict=True)
                rows[other] = [value - factor * by for value, by in pairs]
        done += 1
    return [row for row in rows if any(row[:-1])]


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_the_matrix_says_what_the_textbook_says(seed: int) -> None:
    """Equations added and columns fixed one after the other: the rows span the same space."""
    rng = random.Random(seed)
    size = rng.randint(2, 7)
    truth = [rng.randint(0, 1) for _ in range(size)]
    matrix, plain = Matrix(), []
    known: set[int] = set()
    for _ in range(rng.randint(1, 10)):
        columns = [c for c in range(size) if c not in known and rng.random() < 0.6]
        if rng.random() < 0.25 and columns:
            known.add(columns[0])
            matrix.fix(columns[0], truth[columns[0]])
            for row in plain:
                row[-1] -= row[columns[0]] * truth[columns[0]]
                row[columns[0]] = Fraction(0)
        elif columns:
            right = sum(truth[c] for c in columns)
            matrix.add({RIGHT: right, **dict.fromkeys(columns, 1)})
            plain.append([Fraction(c in columns) for c in range(size)] + [Fraction(right)])
        mine = [
            [Fraction(row.get(c, 0)) for c in range(size)] + [Fraction(row[RIGHT])]
            for row in matrix.rows.values()
        ]
        assert reduced(mine) == reduced(plain)
        for pivot, row in matrix.rows.items():
            assert [p for p, other in matrix.rows.items() if pivot in other] == [pivot]
            assert all(isinstance(value, int) for value in row.values())
            assert sum(value * truth[c] for c, value in row.items() if c >= 0) == row[RIGHT]
        assert set(matrix.columns) == {c for row in matrix.rows.values() for c in row if c >= 0}
    assert not matrix.contradicts


def relaxed(board: Board) -> tuple[set[Cell], set[Cell]]:
    """What the linear relaxation decides, cell by cell, from the constraints as they are."""
    linprog = pytest.importorskip("scipy.optimize").linprog
    system = constraints_of(board)
    column = {cell: place for place, cell in enumerate(system.cells)}
    rows: list[list[float]] = []
    bounds: list[float] = []
    for constraint in system.constraints:
        row = np.zeros(len(column))
        row[[column[cell] for cell in constraint.cells]] = 1
        rows += [row.tolist(), (-row).tolist()]
        bounds += [constraint.upper, -constraint.lower]
    mines, safe = set(), set()
    for cell, place in column.items():
        for sign, found in ((-1, safe), (1, mines)):
            costs = np.zeros(len(column))
            costs[place] = sign
            result = linprog(costs, A_ub=rows or None, b_ub=bounds or None, bounds=(0, 1))
            if result.status == 0 and (-result.fun < 1 - 1e-7 if sign < 0 else result.fun > 1e-7):
                found.add(board.cell(cell))
    return mines, safe


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_simplex_finds_what_the_relaxation_decides(seed: int) -> None:
    board = first_board(
        seed,
        lambda number: uncertain_board(number) if number % 2 else random_board(number, lie=0),
        lambda board: bool(board.covered) and is_consistent(board),
    )
    board = unflagged(board)
    mines, safe = relaxed(board)
    assert certain_on("simplex", board) == (mines, safe)
