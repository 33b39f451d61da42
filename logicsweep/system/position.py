"""`Position`: the states and clues of a board by cell number; and `Decided`, for decided cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.relation import IntArray
from logicsweep.board.state import Grid, State
from logicsweep.board.total import Total

Cells = TypeVar("Cells", bound=Collection[int] | NDArray[np.intp])


class Position(NamedTuple):
    """A board in cell numbers: all that the verdicts on an ordinary board follow from.

    Only the owner of `states` writes to it. A ledger's position is not a copy: it changes with the
    ledger.

    Attributes:
        states: The states and exact clues of all cells, flat.
        uncertain: The uncertain clues by cell number.
        adjacency: The neighbours of each cell; under rules the cells that it is tied to, as one's
            clue may speak of the other (see `PlacedRules.ties`).
        total: The total number of mines, as in `Board.total_mines`.
    """

    states: Grid
    uncertain: Mapping[int, Clue]
    adjacency: Adjacency
    total: Total

    @property
    def clues(self) -> IntArray:
        """The numbers of all cells with a clue, ascending."""
        numbers: IntArray = (self.states >= 0).nonzero()[0].astype(np.int32)
        return numbers

    def clues_around(self, cell: int) -> list[int]:
        """Return the numbers of the cells with a clue next to a cell, ascending."""
        state_of = self.states.item
        return [near for near in self.adjacency.neighbours(cell) if state_of(near) >= 0]

    def changed(self, changes: Mapping[int, int | Clue]) -> Position:
        """Return a copy of the position with other states or clues in some cells."""
        states = self.states.copy()
        uncertain = dict(self.uncertain)
        for number, given in changes.items():
            uncertain.pop(number, None)
            if isinstance(given, Clue):
                uncertain[number] = given
                states[number] = State.UNCERTAIN
            else:
                states[number] = given
        return Position(states, uncertain, self.adjacency, self.total)


def position_of(board: Board) -> Position:
    """Return the position of a board."""
    states = board.grid.reshape(-1)
    return Position(states, board.uncertain_by_number, board.ties, board.total_mines)


class Decided(NamedTuple, Generic[Cells]):
    """Decided cells by number, each once, as lists, arrays or sets.

    Attributes:
        mines: The cells that are mines in every model.
        safe: The cells that are mines in no model.
    """

    mines: Cells
    safe: Cells


def is_mine_by_cell(mines: Iterable[int], safe: Iterable[int]) -> dict[int, bool]:
    """Return the decided cells as a mapping: True means mine."""
    return dict.fromkeys(mines, True) | dict.fromkeys(safe, False)
