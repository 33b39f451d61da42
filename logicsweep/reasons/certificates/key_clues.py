"""Clues under rules with a key: a checker has to trust this module.

The rules are written down here a second time. The key has variables of its own, right after those
of the cells: for each of its cells, row by row, whether it is marked. All clues share them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, product
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.reasons.certificates.counters import Clause
from logicsweep.reasons.certificates.squares import at, given, rule_of, variable, variables

# The directions in the order of the key's cells.
_DIRECTIONS: Final = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


class _Grid(NamedTuple):
    """The rows and columns of a key."""

    rows: int
    columns: int


_GRIDS: Final[dict[str, Callable[[Board], _Grid]]] = {
    "2I": lambda board: _Grid(1, len(_DIRECTIONS)),  # noqa: ARG005
    "2E": lambda board: _Grid(min(board.height, 9), min(board.height, 9)),
    "2E'": lambda board: _Grid(0, 0),  # noqa: ARG005
    "2L": lambda board: _Grid(board.height, board.width),
    "2L'": lambda board: _Grid(board.height, board.width),
}


def has_key(board: Board) -> bool:
    """Tell whether clues of a board are read with a key."""
    return board.rules.clue.keyed.name in _GRIDS


def is_read_with_key(board: Board, cell: Cell) -> bool:
    """Tell whether the clue in a cell is read with a key."""
    return rule_of(board, cell) in _GRIDS


def key_clauses(board: Board) -> tuple[list[Clause], list[int], int]:
    """Write the clauses that hold for every key.

    Returns the clauses, the variables of the board's cells in them, and the last variable in use.
    """
    rows, columns = _GRIDS[board.rules.clue.keyed.name](board)
    lines = [[_marked(board, row, column) for column in range(columns)] for row in range(rows)]
    if rows > 1:
        lines += [[_marked(board, row, column) for row in range(rows)] for column in range(columns)]
    clauses: list[Clause] = []
    for line in lines:
        clauses += [tuple(line), *[(-first, -second) for first, second in combinations(line, 2)]]
    tied: list[int] = []
    if board.rules.clue.keyed.name in ("2L", "2L'"):
        clauses += [(-_marked(board, *cell), -variable(board, cell)) for cell in board.cells]
        tied = sorted(variables(board, board.cells))
    return given(board, clauses), tied, board.height * board.width + rows * columns


def _marked(board: Board, row: int, column: int) -> int:
    """Return the variable of a cell of the key."""
    columns = _GRIDS[board.rules.clue.keyed.name](board).columns
    return board.height * board.width + row * columns + column + 1


def keyed_clue(board: Board, cell: Cell) -> tuple[list[Clause], list[int]]:
    """Return a clue's clauses, and the variables of the cells that it is about."""
    name, near = board.rules.clue.keyed.name, list(board.neighbours(cell))
    clauses: list[Clause] = []
    if name == "2I":
        ring = [at(board, cell, direction) for direction in _DIRECTIONS]
        for left_out in range(len(_DIRECTIONS)):
            counted = [
                place for place in [*ring[:left_out], *ring[left_out + 1 :]] if place is not None
            ]
            for mines, denied in _assignments(board, counted):
                if str(mines) != board.sign(cell):
                    clauses.append((-_marked(board, 0, left_out), *denied))
        return given(board, clauses), sorted(variables(board, near))
    for mines, denied in _assignments(board, near):
        clauses.append((*denied, *_with_mines(board, cell, mines)))
    tied = set(variables(board, near))
    if name == "2E'":
        column = _letter(board, cell)
        tied.update(variables(board, [Cell(row, column) for row in range(board.height)]))
    return given(board, clauses), sorted(tied)


def _with_mines(board: Board, cell: Cell, mines: int) -> Clause:
    """Return the clause that has to hold if a clue has this number of mines around it.

    It is one literal, or empty if the clue cannot have that number.
    """
    name = board.rules.clue.keyed.name
    if name == "2E":  # the key marks the number that the letter stands for
        is_possible = mines < min(board.height, 9)
        return (_marked(board, _letter(board, cell), mines),) if is_possible else ()
    if name == "2E'":  # the letter names the column that has a mine in the row of the number
        is_possible = mines < board.height
        return (variable(board, Cell(mines, _letter(board, cell))),) if is_possible else ()
    off_by = abs(int(board.sign(cell) or "") - mines)
    if off_by > 1:
        return ()
    # The key marks the clues that are off by one (2L), or those that are right (2L').
    is_marked = off_by == 1 if name == "2L" else off_by == 0
    mark = _marked(board, *cell)
    return (mark if is_marked else -mark,)


def _letter(board: Board, cell: Cell) -> int:
    """Return the place of a clue's letter in the alphabet."""
    return ord(board.sign(cell) or "a") - ord("a")


def _assignments(board: Board, cells: Sequence[Cell]) -> Iterator[tuple[int, Clause]]:
    """Yield the number of mines for each assignment of covered cells, and its denial."""
    known = sum(board[place] == State.KNOWN_MINE for place in cells)
    literals = variables(board, cells)
    for values in product((False, True), repeat=len(literals)):
        denied = [
            -literal if value else literal for literal, value in zip(literals, values, strict=True)
        ]
        yield known + sum(values), tuple(denied)
