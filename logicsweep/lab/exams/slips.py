"""Slips: usual mistakes of programs from which a wrong claim would follow."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import NamedTuple

from logicsweep.board.board import Board, Cell


class Slip(NamedTuple):
    """A clue from which the claim follows if the known mines around it are not subtracted.

    Attributes:
        clue: The cell of the clue.
        shows: The clue.
        mines: The cells around it that the agent knows to be mines.
        rest: The covered cells around it of which the agent knows nothing.
    """

    clue: Cell
    shows: int
    mines: tuple[Cell, ...]
    rest: tuple[Cell, ...]


def slip_of(
    board: Board, cell: Cell, *, mines: AbstractSet[Cell], safe: AbstractSet[Cell]
) -> Slip | None:
    """Find a clue that makes a cell a mine if known mines around it are not subtracted.

    `mines` and `safe` are the cells that the agent knows. None if there is no such clue.
    """
    for number in sorted(board.adjacency.neighbours(board.number(cell))):
        clue = board.cell(number)
        shows = board.value(clue)
        if not isinstance(shows, int):
            continue
        around = [board.cell(near) for near in sorted(board.adjacency.neighbours(number))]
        covered = [near for near in around if board.is_covered(near)]
        known = tuple(near for near in covered if near in mines)
        rest = tuple(near for near in covered if near not in mines and near not in safe)
        if known and cell in rest and shows == len(rest):
            return Slip(clue, shows, known, rest)
    return None
