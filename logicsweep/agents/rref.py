"""`rref`: the clues as a matrix in reduced row echelon form (reference systems A and B).

A row whose right side is 0 and whose coefficients have one sign makes its cells safe; one whose
right side equals the sum of its positive (negative) coefficients makes those mines and the others
safe. Exact arithmetic throughout. Cells that stand in the same equations are one column. Sound with
exact clues; it takes uncertain ones at their word. With the total there is one equation more.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd

from logicsweep.agents.base import Agent, View
from logicsweep.agents.equations import equations, mines_left
from logicsweep.board import Board, Cell, State

# Coefficients by column, and the right side under -1.
Row = dict[int, int]

_RIGHT = -1


class Rref(Agent):
    """See the module."""

    name = "rref"

    def __init__(self, board: Board, seed: int, *, use_total: bool = True) -> None:
        super().__init__(board, seed)
        self._use_total = use_total

    def _find(self, view: View) -> bool:
        columns, rows = _matrix(view.board, use_total=self._use_total)
        found = False
        for row in reduced(rows):
            mines, safe = forced(row, [len(cells) for cells in columns])
            found = self._add(
                view,
                mines=[cell for column in mines for cell in columns[column]],
                safe=[cell for column in safe for cell in columns[column]],
                reason="by a row of the reduced equations",
            )
        return found


def _matrix(board: Board, *, use_total: bool) -> tuple[list[list[Cell]], list[Row]]:
    """The cells of each column, and the rows."""
    listed = equations(board)
    touching: dict[Cell, list[int]] = {}
    for number, equation in enumerate(listed):
        for cell in equation.cells:
            touching.setdefault(cell, []).append(number)
    alike: dict[tuple[int, ...], list[Cell]] = {}
    for cell, tied in touching.items():
        alike.setdefault(tuple(tied), []).append(cell)
    rows: list[Row] = [{_RIGHT: equation.mines} for equation in listed]
    left = mines_left(board) if use_total else None
    if left is not None:
        free = [
            cell for cell in board.covered if board[cell] == State.COVERED and cell not in touching
        ]
        rows.append({_RIGHT: left})
        every = len(rows) - 1
        alike = {(*together, every): cells for together, cells in alike.items()}
        if free:
            alike[(every,)] = free
    for column, together in enumerate(alike):
        for number in together:
            rows[number][column] = 1
    return list(alike.values()), rows


def reduced(rows: list[Row]) -> Iterator[Row]:
    """The rows in reduced echelon form, with whole coefficients in lowest terms.

    Rows that contradict the others come to have no column, and are left out.
    """
    pivots: dict[int, Row] = {}
    for given in rows:
        row = dict(given)
        for column in sorted(column for column in row if column != _RIGHT):
            if column in pivots and column in row:
                _eliminate(row, pivots[column], column)
        columns = [column for column in row if column != _RIGHT]
        if not columns:
            continue
        pivot = min(columns)
        for other in pivots.values():
            if pivot in other:
                _eliminate(other, row, pivot)
        pivots[pivot] = row
    yield from (pivots[column] for column in sorted(pivots))


def _eliminate(row: Row, pivot: Row, column: int) -> None:
    """Take the column out of a row, by adding a multiple of the pivot's row."""
    mine, other = row[column], pivot[column]
    divisor = gcd(mine, other)
    times, minus = other // divisor, mine // divisor
    for key in list(row):
        row[key] *= times
    for key, value in pivot.items():
        left = row.get(key, 0) - value * minus
        if left or key == _RIGHT:
            row[key] = left
        else:
            row.pop(key, None)
    common = gcd(*row.values())
    if common > 1:
        for key in row:
            row[key] //= common


def forced(row: Row, sizes: list[int]) -> tuple[list[int], list[int]]:
    """The columns (mines, safe) that a row forces, each column being so many cells."""
    positive = [column for column, value in row.items() if column != _RIGHT and value > 0]
    negative = [column for column, value in row.items() if column != _RIGHT and value < 0]
    right = row[_RIGHT]
    if right == sum(row[column] * sizes[column] for column in positive):
        return positive, negative
    if right == sum(row[column] * sizes[column] for column in negative):
        return negative, positive
    return [], []
