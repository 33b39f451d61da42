"""What an agent is: it sees a board, and says what to do next and why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from random import Random
from typing import NamedTuple

from logicsweep.board import Board, Cell, State
from logicsweep.clues import Clue


class View(NamedTuple):
    """What an agent sees: the board, and what was opened since it was last asked."""

    board: Board
    news: Mapping[Cell, int | Clue]


class Move(NamedTuple):
    """Open a cell, or flag it; `is_proved` says whether the agent calls it certain."""

    cell: Cell
    flags: bool
    reason: str
    is_proved: bool = False


class Agent(ABC):
    """Plays one game.

    What an agent finds certain is played before it is asked for more; what it has to guess it takes
    from one shuffled order of all cells, unless it knows better.
    """

    name: str

    def __init__(self, board: Board, seed: int) -> None:
        """`board` is the board before the first move; the same seed gives the same guesses."""
        order = list(board.cells)
        Random(f"guesses of agent {seed}").shuffle(order)
        self._order = order[::-1]
        self._certain: dict[Cell, Move] = {}

    def next_move(self, view: View) -> Move:
        """What to do next; some cell has to be covered and not flagged."""
        self._see(view)
        while True:
            for cell in list(self._certain):
                move = self._certain.pop(cell)
                if view.board[cell] == State.COVERED:
                    return move
            if not self._find(view):
                return self._guess(view)

    def _see(self, view: View) -> None:
        """Take in what is new; most look at the board alone."""
        del view

    @abstractmethod
    def _find(self, view: View) -> bool:
        """Look for certain moves on covered cells; whether there are any."""

    def _guess(self, view: View) -> Move:
        """A move when nothing is certain."""
        while view.board[self._order[-1]] != State.COVERED:
            self._order.pop()
        return Move(self._order[-1], flags=False, reason="a guess")

    def _add(self, view: View, *, mines: Iterable[Cell], safe: Iterable[Cell], reason: str) -> bool:
        """Keep certain moves for the covered cells among these; whether there are any."""
        for cells, flags in ((safe, False), (mines, True)):
            for cell in sorted(cells):
                if view.board[cell] == State.COVERED and cell not in self._certain:
                    self._certain[cell] = Move(cell, flags, reason, is_proved=True)
        return bool(self._certain)
