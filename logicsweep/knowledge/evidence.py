"""The evidence: a board to start from, and what was told of its cells since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from operator import index
from typing import Final, Self

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue, simplest, within
from logicsweep.board.state import State

_OPENED: Final = (State.KNOWN_MINE, State.NO_CLUE)


class Evidence:
    """A board with what was told; boards are made of it when somebody wants to see one."""

    def __init__(self, board: Board) -> None:
        self.start = board
        self._told: list[tuple[int, int | Clue]] = []
        # A board that was made last, and how much of what was told is on it.
        self._made = board, 0

    def copy(self) -> Self:
        """Evidence of its own that is the same so far."""
        made = copy(self)
        made.detach()
        return made

    def detach(self) -> None:
        """Stop sharing what was told with what this is a copy of."""
        self._told = list(self._told)

    def add(self, changes: Mapping[int, int | Clue]) -> None:
        """Note what covered cells turned out to be, by number."""
        self._told += changes.items()

    @property
    def board(self) -> Board:
        """The board with everything told so far."""
        told = len(self._told)
        self._made = self._board_at(told), told
        return self._made[0]

    def snapshot(self) -> Callable[[], Board]:
        """What makes the board of this moment, however much is told later."""
        told = len(self._told)
        return lambda: self._board_at(told)

    def _board_at(self, told: int) -> Board:
        board, held = self._made
        if held == told:
            return board
        if held > told:
            board, held = self.start, 0
        cell = self.start.cell
        return board.replace({cell(number): given for number, given in self._told[held:told]})

    def checked(self, cell: Cell, given: int | Clue, *, exact: bool) -> int | Clue:
        """What is told, if it can be shown in a cell; a number if it leaves only one.

        With `exact` clues have bounds alone. Raises ValueError, TypeError for what is no clue.
        """
        adjacency = self.start.adjacency
        most = len(adjacency.neighbours(self.start.number(cell)))
        clue = given
        if isinstance(given, Clue):
            clue = simplest(within(given, max(8, len(adjacency.table))))
        if isinstance(clue, Clue):
            if exact and clue.likelihood:
                raise ValueError(f"{clue} has likelihoods; expected none where clues may be liars")
            if clue.lower > most:
                raise ValueError(f"{clue} is no clue for {cell}, which has {most} neighbours")
            return clue
        wanted = f"0 to {most}, a Clue, State.NO_CLUE or State.KNOWN_MINE"
        try:
            clue = index(clue)
        except TypeError:
            raise TypeError(f"{clue!r} is no clue for {cell}; expected {wanted}") from None
        if clue not in _OPENED and not 0 <= clue <= most:
            raise ValueError(f"{clue} is no clue for {cell}; expected {wanted}")
        return clue
