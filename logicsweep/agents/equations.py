"""Clues taken at their word, as equations: what the agents do that believe whatever is shown.

Flags count as mines, right or wrong. With clues that are not exact the equations may contradict
each other, and what follows from them may be wrong.
"""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board import Board, Cell, State


class Equation(NamedTuple):
    """So many of these covered cells are mines, by the clue in a cell."""

    clue: Cell
    cells: tuple[Cell, ...]
    mines: int


def equations(board: Board) -> list[Equation]:
    """What the clues say of covered cells without a flag, in reading order.

    An uncertain clue counts as the number that it shows; bounds that show none say nothing, unless
    they leave one number only.
    """
    found = []
    for cell, clue in board.clues.items():
        number = clue if isinstance(clue, int) else clue.shown
        if number is None:
            continue
        near = board.neighbours(cell)
        states = [board[other] for other in near]
        cells = tuple(
            other for other, state in zip(near, states, strict=True) if state == State.COVERED
        )
        if cells:
            mines = states.count(State.KNOWN_MINE) + states.count(State.FLAGGED)
            found.append(Equation(cell, cells, number - mines))
    return found


def mines_left(board: Board) -> int | None:
    """How many mines are neither known nor flagged, if the total is known."""
    if not isinstance(board.total_mines, int):
        return None
    states = board.grid
    return board.total_mines - int(
        (states == State.KNOWN_MINE).sum() + (states == State.FLAGGED).sum()
    )
