"""What is known of each cell: what it shows, and whether it is proved a mine or safe."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.constraints.position import Decided, Position
from logicsweep.constraints.system import COVERED_UNIT, MINE_UNIT, cell_codes, mines_left


class Remembered(NamedTuple):
    """What was known of a covered cell, to restore it."""

    state: int
    code: int


class Cells:
    """The cells of a position, each with what it shows and what is proved of it.

    Two numbers are kept up to date with them: how many cells are undecided, and how many mines are
    known or proved.
    """

    def __init__(self, position: Position) -> None:
        self._states = position.states.copy()
        self._uncertain = dict(position.uncertain)
        self._adjacency = position.adjacency
        self._total = position.total
        # Covered cells have code 0 once proved safe, MINE_UNIT once proved mines.
        self.codes = cell_codes(self._states)
        self._covered = self.codes[:-1] == COVERED_UNIT  # or was, until it was decided
        self.undecided = int(np.count_nonzero(self._covered))
        self.mines = int(np.count_nonzero(self.codes == MINE_UNIT))

    def copy(self) -> Self:
        """The same in arrays of its own."""
        made = copy(self)
        made.detach()
        return made

    def detach(self) -> None:
        """Stop sharing arrays with what this is a copy of."""
        self._states, self._uncertain = self._states.copy(), dict(self._uncertain)
        self.codes, self._covered = self.codes.copy(), self._covered.copy()

    @property
    def position(self) -> Position:
        """The position with everything entered."""
        return Position(self._states, self._uncertain, self._adjacency, self._total)

    @property
    def bounds(self) -> tuple[int, int] | None:
        """The fewest and the most mines in undecided cells; None if the mine count is unknown."""
        return mines_left(self._total, self.mines)

    def clues_near(self, cells: Iterable[int], more: Iterable[int]) -> NDArray[np.int32]:
        """The clues next to the undecided ones of some cells, and among others; ascending."""
        near = np.fromiter(cells, dtype=np.int32)
        # Clues around decided cells may reach into components that stay as they are.
        near = near[self.codes[near] == COVERED_UNIT]
        candidates = {*self._adjacency.table[:, near].ravel().tolist(), *more}
        candidates.discard(len(self._states))
        clues = np.array(sorted(candidates), dtype=np.int32)
        return clues[self._states[clues] >= 0]

    def undecided_outside(self, cells: Iterable[int]) -> NDArray[np.intp]:
        """The undecided cells that are not in `cells`, ascending."""
        undecided: NDArray[np.bool_] = self.codes[:-1] == COVERED_UNIT
        undecided[list(cells)] = False
        return undecided.nonzero()[0]

    def is_undecided(self, number: int) -> bool:
        """Whether a cell is covered and neither proved safe nor a mine so far."""
        return bool(self.codes[number] == COVERED_UNIT)

    def is_mine(self, number: int) -> bool:
        """Whether a cell is a known mine or proved to be one."""
        return bool(self.codes[number] == MINE_UNIT)

    def proved(self) -> Decided[NDArray[np.intp]]:
        """The covered cells proved so far, ascending."""
        codes = self.codes[:-1]
        return Decided(
            (self._covered & (codes == MINE_UNIT)).nonzero()[0],
            (self._covered & (codes == 0)).nonzero()[0],
        )

    def verdicts(self) -> NDArray[np.float64]:
        """1 for the mines proved in covered cells, 0 for the other covered cells, nan elsewhere."""
        # The code of a proved mine is 256, of a safe cell 0, of an undecided one 1.
        return np.where(self._covered, self.codes[:-1] >> 8, np.nan)

    def remembered(self, number: int) -> Remembered:
        """What is known of a covered cell, for `take_back`."""
        return Remembered(int(self._states[number]), int(self.codes[number]))

    def enter(self, number: int, shown: int | Clue) -> None:
        """Let a covered cell show something; its verdict stays."""
        if isinstance(shown, Clue):
            self._uncertain[number] = shown
        self._states[number] = State.UNCERTAIN if isinstance(shown, Clue) else shown
        self._covered[number] = False

    def take_back(self, number: int, before: Remembered) -> None:
        """Cover a cell again and restore what was known of it, whether or not it was entered."""
        self._states[number] = before.state
        self._uncertain.pop(number, None)
        self._covered[number] = True
        self.set_code(number, before.code)

    def decide(self, numbers: Iterable[int], *, mine: bool) -> None:
        """Note what undecided cells are proved to be."""
        for number in numbers:
            self.set_code(number, MINE_UNIT if mine else 0)

    def count(self, decided: Decided[list[int]]) -> None:
        """Bring both numbers up to date after the codes of these cells were changed elsewhere."""
        self.undecided -= len(decided.mines) + len(decided.safe)
        self.mines += len(decided.mines)

    def set_code(self, number: int, code: int) -> None:
        """Change what is proved of a cell."""
        old = int(self.codes[number])
        self.undecided += (code == COVERED_UNIT) - (old == COVERED_UNIT)
        self.mines += (code == MINE_UNIT) - (old == MINE_UNIT)
        self.codes[number] = code
