"""The state of each cell: the clue that it shows, or whether it is proved a mine or safe."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue import Clue
from logicsweep.board.state import Grid, State
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    Decided,
    Position,
    cell_codes,
    mines_left,
)


class Remembered(NamedTuple):
    """The state and the code of a covered cell, to restore them."""

    state: int
    code: int


class Cells:
    """The cells of a position with their states, and codes for the verdicts on them.

    Two numbers are kept up to date with them: `undecided` cells, and `mines` that are known or
    proved. Hidden cells (see `HiddenCells`) come after those of the board, and count for neither;
    `hidden` are their states.
    """

    def __init__(self, position: Position, hidden: Grid | None = None) -> None:
        self._size = position.states.size
        if hidden is None:
            self._states = position.states.copy()
        else:
            self._states = np.concatenate([position.states, hidden])
        self._uncertain = dict(position.uncertain)
        self._adjacency = position.adjacency
        self._total = position.total
        # Covered cells have code 0 once proved safe, MINE_UNIT once proved mines.
        self.codes = cell_codes(self._states)
        self._covered = self.codes[:-1] == COVERED_UNIT  # stays True for cells that are decided
        self.undecided = int(np.count_nonzero(self._covered[: self._size]))
        self.mines = int(np.count_nonzero(self.codes[: self._size] == MINE_UNIT))

    def copy(self) -> Self:
        """Copy the cells into new arrays."""
        made = copy(self)
        made.detach()
        return made

    def detach(self) -> None:
        """Stop sharing arrays with the original of this copy."""
        self._states, self._uncertain = self._states.copy(), dict(self._uncertain)
        self.codes, self._covered = self.codes.copy(), self._covered.copy()

    @property
    def position(self) -> Position:
        """The position with everything entered."""
        states = self._states
        on_board = states if states.size == self._size else states[: self._size]
        return Position(on_board, self._uncertain, self._adjacency, self._total)

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The fewest and the most mines in undecided cells; None if the mine count is unknown."""
        return mines_left(self._total, self.mines)

    def clues_near(self, cells: Iterable[int], more: Iterable[int]) -> NDArray[np.int32]:
        """List the clues around the undecided ones of some cells, and those in `more`; ascending.

        Clues around decided cells are left out: they may reach into components that stay.
        """
        near = np.fromiter(cells, dtype=np.int32)
        near = near[(self.codes[near] == COVERED_UNIT) & (near < self._size)]
        candidates = {*self._adjacency.table[:, near].ravel().tolist(), *more}
        candidates.discard(self._size)
        clues = np.array(sorted(candidates), dtype=np.int32)
        return clues[self._states[clues] >= 0]

    def undecided_outside(self, cells: Iterable[int]) -> NDArray[np.intp]:
        """Return the undecided cells of the board that are not in `cells`, ascending."""
        undecided: NDArray[np.bool_] = self.codes[:-1] == COVERED_UNIT
        undecided[list(cells)] = False
        return undecided[: self._size].nonzero()[0]

    def is_undecided(self, number: int) -> bool:
        """Tell whether a cell is covered and neither proved safe nor a mine so far."""
        return bool(self.codes[number] == COVERED_UNIT)

    def is_mine(self, number: int) -> bool:
        """Tell whether a cell is a known mine or proved to be one."""
        return bool(self.codes[number] == MINE_UNIT)

    def proved(self) -> Decided[NDArray[np.intp]]:
        """Return the covered cells of the board proved so far, ascending."""
        codes, covered = self.codes[: self._size], self._covered[: self._size]
        return Decided(
            (covered & (codes == MINE_UNIT)).nonzero()[0], (covered & (codes == 0)).nonzero()[0]
        )

    def verdicts(self) -> NDArray[np.float64]:
        """Return 1 for mines proved in covered cells, 0 for other covered cells, nan elsewhere.

        Hidden cells come after those of the board: 1 for those proved marked, 0 for the others.
        """
        # Codes are 256 for a proved mine, 0 for a safe cell and 1 for an undecided one.
        values = np.where(self._covered, self.codes[:-1] >> 8, np.nan)
        values[self._size :] = self.codes[self._size : -1] >> 8
        return values

    def remembered(self, number: int) -> Remembered:
        """Return the state and the code of a covered cell, for `take_back`."""
        return Remembered(int(self._states[number]), int(self.codes[number]))

    def enter(self, number: int, shown: int | Clue) -> None:
        """Open a covered cell with its clue or mine; its code stays."""
        if isinstance(shown, Clue):
            self._uncertain[number] = shown
        self._states[number] = State.UNCERTAIN if isinstance(shown, Clue) else shown
        self._covered[number] = False

    def reveal(self, number: int) -> None:
        """Make a hidden cell undecided from now on."""
        self._states[number] = State.COVERED
        self._covered[number] = True
        self.set_code(number, COVERED_UNIT)

    def take_back(self, number: int, before: Remembered) -> None:
        """Cover a cell again and restore its state and code, whether or not it was entered."""
        self._states[number] = before.state
        self._uncertain.pop(number, None)
        self._covered[number] = True
        self.set_code(number, before.code)

    def decide(self, numbers: Iterable[int], *, mine: bool) -> None:
        """Note that cells are proved mines, or safe."""
        for number in numbers:
            self.set_code(number, MINE_UNIT if mine else 0)

    def count(self, decided: Decided[list[int]]) -> None:
        """Update both numbers after others have set the codes of these cells."""
        mines, safe = len(decided.mines), len(decided.safe)
        if len(self._states) > self._size:
            mines = sum([cell < self._size for cell in decided.mines])
            safe = sum([cell < self._size for cell in decided.safe])
        self.undecided -= mines + safe
        self.mines += mines

    def set_code(self, number: int, code: int) -> None:
        """Change the code of a cell, and both numbers with it."""
        old = int(self.codes[number])
        if number < self._size:
            self.undecided += (code == COVERED_UNIT) - (old == COVERED_UNIT)
            self.mines += (code == MINE_UNIT) - (old == MINE_UNIT)
        self.codes[number] = code
