"""What is known with the grid left behind, by cell number: a position, and what it decides."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency, IntArray
from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.board.total import Total

Cells = TypeVar("Cells", bound=Collection[int] | NDArray[np.intp])


class Position(NamedTuple):
    """All that a board tells, in cell numbers: everything that verdicts follow from.

    `states` are the states and exact clues of all cells, `uncertain` the clues that are no number;
    `adjacency` says which cells are neighbours, and `total` is the total number of mines as a board
    has it. Only whoever made `states` writes to it. A ledger's position is no copy: it changes with
    the ledger.
    """

    states: NDArray[np.int8]
    uncertain: Mapping[int, Clue]
    adjacency: Adjacency
    total: Total

    @property
    def clues(self) -> IntArray:
        """The numbers of all cells with a clue, ascending."""
        found: IntArray = (self.states >= 0).nonzero()[0].astype(np.int32)
        return found

    def clues_around(self, cell: int) -> list[int]:
        """The numbers of the cells with a clue next to a cell, ascending."""
        states = self.states
        return [near for near in self.adjacency.neighbours(cell) if states[near] >= 0]

    def changed(self, changes: Mapping[int, int | Clue]) -> Position:
        """The same with other states or clues in some cells."""
        states = self.states.copy()
        uncertain = dict(self.uncertain)
        for number, given in changes.items():
            uncertain.pop(number, None)
            if isinstance(given, Clue):
                uncertain[number] = given
                states[number] = State.UNCERTAIN
            else:
                states[number] = given
        return self._replace(states=states, uncertain=uncertain)


def position_of(board: Board) -> Position:
    """The position on a board."""
    return Position(
        board.grid.ravel(), board.uncertain_by_number, board.adjacency, board.total_mines
    )


class Decided(NamedTuple, Generic[Cells]):
    """The numbers of cells that hold a mine in every model, and of those that hold one in none.

    They stand in a list, an array or a set, each once.
    """

    mines: Cells
    safe: Cells


def is_mine_by_cell(mines: Iterable[int], safe: Iterable[int]) -> dict[int, bool]:
    """Whether each of some decided cells is a mine."""
    return dict.fromkeys(mines, True) | dict.fromkeys(safe, False)
