"""Boards of squares, as the rules of certificates see them: a checker has to trust this module."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.reasons.certificates.counters import Clause

Offset = tuple[int, int]

# Topologies of squares, and whether rows go on below the last one, and columns beside it.
_GOES_ON: Final = {
    "square": (False, False),
    "four": (False, False),
    "knight": (False, False),
    "cylinder": (False, True),
    "torus": (True, True),
}


def at(board: Board, cell: Cell, offset: Offset) -> Cell | None:
    """Return the cell at an offset, rows down and columns right, from another; None off the board.

    Raises ValueError if the cells are no squares.
    """
    below, beside = _GOES_ON.get(board.adjacency.topology or "", (None, None))
    if below is None or board.adjacency.walls:
        raise ValueError("a rule of the board needs squares without walls")
    row, column = cell.row + offset[0], cell.column + offset[1]
    if below:
        row %= board.height
    if beside:
        column %= board.width
    if not (0 <= row < board.height and 0 <= column < board.width):
        return None
    return Cell(row, column)


def is_of_squares(board: Board) -> bool:
    """Tell whether the cells are squares; elsewhere rules for layouts speak of neighbours."""
    return board.adjacency.topology in _GOES_ON


def rule_of(board: Board, cell: Cell) -> str:
    """Return the name of the rule that the clue in a cell follows."""
    ruled, clue = board.placed_rules, board.clue(cell)
    return "V" if ruled is None or clue is None else ruled.of(clue)[0].rules.clue.name


def is_coloured(cell: Cell) -> bool:
    """Tell whether row plus column is odd, counted from 0."""
    return (cell.row + cell.column) % 2 == 1


def variable(board: Board, cell: Cell) -> int:
    """Return the variable of a cell: its number, row by row, plus one."""
    return board.number(cell) + 1


def variables(board: Board, cells: Iterable[Cell]) -> list[int]:
    """Return the variables of the covered cells among some cells."""
    return [variable(board, cell) for cell in cells if board.is_covered(cell)]


def mines_among(board: Board, cells: Iterable[Cell]) -> int:
    """Count the known mines among some cells."""
    return sum(board[cell] == State.KNOWN_MINE for cell in cells)


def given(board: Board, clauses: Sequence[Clause]) -> list[Clause]:
    """Simplify clauses over all cells by the cells that the board shows, open or known mines.

    True clauses go, and false literals in the others. Variables of no cell stay.
    """
    known = {
        number + 1: int(board.grid.flat[number]) == State.KNOWN_MINE
        for number in {abs(literal) - 1 for clause in clauses for literal in clause}
        if number < board.height * board.width and not board.is_covered(board.cell(number))
    }
    return [
        tuple([literal for literal in clause if abs(literal) not in known])
        for clause in clauses
        if all(known.get(abs(literal)) is not (literal > 0) for literal in clause)
    ]
