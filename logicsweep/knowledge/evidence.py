"""The evidence: a board and the clues told since."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from itertools import chain
from operator import index
from typing import Any, Final, Self

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue, Code, simplest, within
from logicsweep.board.grid import clues_words
from logicsweep.board.state import State
from logicsweep.system.system import Position, position_of

_OPENED: Final = (State.KNOWN_MINE, State.NO_CLUE)


class Evidence:
    """A board and the clues and mines told since; the board with all of them is made on request."""

    def __init__(self, board: Board) -> None:
        self.start = board
        # A cell number, its clue or mine, the next cell number, and so on: a million pairs would
        # take twice the room, and of two lists an interrupt could leave one longer than the other.
        self._told: list[Any] = []
        # The board that was made last, and the length of that list then.
        self._made = board, 0

    def copy(self) -> Self:
        """Copy the evidence, so that either can change alone."""
        made = copy(self)
        made.detach()
        return made

    def detach(self) -> None:
        """Stop sharing the list of told clues with the original of this copy."""
        self._told = list(self._told)

    def add(self, changes: Mapping[int, int | Clue]) -> None:
        """Note the clues and mines of covered cells, by number; it does no harm to do so twice."""
        self._told += chain.from_iterable(changes.items())

    @property
    def board(self) -> Board:
        """The board with everything told so far."""
        told = len(self._told)
        board, made_at = self._made
        if made_at != told:
            board = self._board_at(told)
            self._made = board, told
        return board

    def snapshot(self) -> Callable[[], Board]:
        """Return a function that makes the board of this moment, whatever is told later."""
        told = len(self._told)
        return lambda: self._board_at(told)

    def _board_at(self, told: int) -> Board:
        """Return the board with changes to its start."""
        board, made_at = self._made
        if made_at == told:
            return board
        if made_at > told:
            board, made_at = self.start, 0
        values = self._told[made_at + 1 : told : 2]
        changes = dict(zip(self._told[made_at:told:2], values, strict=True))
        if not board.uncertain_by_number and not any(isinstance(value, Clue) for value in values):
            return board.with_states(changes)
        return board_at(board, position_of(board).changed(changes))

    def checked(self, number: int, given: int | Code | Clue, *, exact: bool) -> int | Clue:
        """Validate a told clue; return an int if only one number is possible.

        With `exact` a clue must not have likelihoods. Raises ValueError for a clue that the cell
        cannot show, TypeError for another type.
        """
        ruled = self.start.placed_rules
        adjacency = self.start.adjacency
        most = len(adjacency.neighbours(number)) if ruled is None else ruled.values.highest
        if type(given) is int and 0 <= given <= most and given != State.UNCERTAIN:
            return given
        clue = given
        if isinstance(given, Clue):
            if ruled is not None:
                ruled.check_uncertain()
            most = most if ruled is None else ruled.first.values.highest
            highest = max(8, len(adjacency.table)) if ruled is None else most
            clue = simplest(within(given, highest))
        if isinstance(clue, Clue):
            if exact and clue.likelihood:
                raise ValueError(f"{clue} has likelihoods; expected none where clues may be liars")
            if clue.lower > most:
                where = f"{self.start.cell(number)}, which has {most} neighbours"
                raise ValueError(f"{clue} is not a clue for {where}")
            return clue
        wanted = f"{clues_words(most)}, a Clue, State.NO_CLUE or State.KNOWN_MINE"
        try:
            clue = index(clue)
        except TypeError:
            where = f"{self.start.cell(number)}; expected {wanted}"
            raise TypeError(f"{clue!r} is not a clue for {where}") from None
        if clue not in _OPENED and (not 0 <= clue <= most or clue == State.UNCERTAIN):
            where = f"{self.start.cell(number)}; expected {wanted}"
            raise ValueError(f"{clue} is not a clue for {where}")
        return clue


def board_at(board: Board, position: Position) -> Board:
    """Return a board with another position."""
    uncertain = {board.cell(number): clue for number, clue in position.uncertain.items()}
    return board.with_grid(position.states.reshape(board.grid.shape), uncertain)
