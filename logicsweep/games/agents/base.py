"""What an agent is: it sees a board, and says what to do next and why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping
from operator import index
from random import Random
from typing import NamedTuple

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.games.setting import GameRule
from logicsweep.games.view import View


class Move(NamedTuple):
    """Open a cell, or flag it; `is_proved` says whether the agent calls it certain."""

    cell: Cell
    flags: bool
    reason: str
    is_proved: bool = False


class Known(NamedTuple):
    """What an agent knows: safe cells (open ones too), mines, and sentences it still reasons with.

    A sentence is what a clue says of cells that are not known yet; some agents have others besides.
    """

    safe: int
    mines: int
    sentences: int


class Agent(ABC):
    """Plays one game.

    What an agent finds certain is played before it is asked for more: first the flags, where the
    rule wants any, then what is safe (under the rule `search` only if nothing else is left). What
    it has to guess it takes from one shuffled order of all cells, unless it knows better.
    """

    name: str

    def __init__(self, view: View, seed: int) -> None:
        """`view` is what is seen before the first move; the same seed gives the same guesses."""
        order = [Cell(*divmod(number, view.width)) for number in range(len(view.states))]
        Random(f"guesses of agent {index(seed)}").shuffle(order)
        self._order = order
        self._certain: deque[Move] = deque()
        self._found: dict[Cell, bool] = {}  # whether it is a mine, of what is or was certain

    def next_move(self, view: View) -> Move:
        """What to do next; some cell has to be covered and not flagged."""
        news = view.seen()
        if news:
            self._see(view, news)
        while True:
            while self._certain:
                move = self._certain.popleft()
                if view.is_covered(move.cell):
                    return self._explained(move)
            if not self._find(view):
                return self._guess(view) or self._any(view)

    def known(self, view: View) -> Known:
        """What is known by now."""
        found = self._found
        opened = {
            Cell(*divmod(number, view.width))
            for number, state in enumerate(view.states)
            if state >= 0 or state == State.NO_CLUE
        }
        safe = opened.union(cell for cell, mine in found.items() if not mine)
        mines = {cell for cell, mine in found.items() if mine}.union(
            Cell(*divmod(number, view.width))
            for number, state in enumerate(view.states)
            if state == State.KNOWN_MINE
        )
        return Known(len(safe - mines), len(mines), self._sentences(view))

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        """Take in what is new; most have to."""
        del view, news

    @abstractmethod
    def _find(self, view: View) -> bool:
        """Look for what is certain of covered cells; whether anything new is."""

    def _guess(self, view: View) -> Move | None:
        """A move when nothing is certain; None for any."""
        del view
        return None

    def _any(self, view: View) -> Move:
        """The next cell of the shuffled order of which nothing is known.

        Where all that is covered is known, a safe cell; if the agent knows of none, it is wrong.
        """
        order = self._order
        while order:
            if view.is_covered(order[-1]) and order[-1] not in self._found:
                return Move(order[-1], flags=False, reason="a random guess")
            order.pop()
        left = [cell for cell in self._found if view.is_covered(cell)]
        for cell in left:
            if not self._found[cell]:
                return Move(cell, flags=False, reason="safe", is_proved=True)
        return Move(left[0], flags=False, reason="nothing else is left")

    def _sentences(self, view: View) -> int:
        """How many clues are about cells that are not known."""
        near = view.adjacency.lists
        found = {cell[0] * view.width + cell[1] for cell in self._found}
        states = view.states
        return sum(
            state >= 0
            and any(states[other] == State.COVERED and other not in found for other in near[number])
            for number, state in enumerate(states)
        )

    def _explained(self, move: Move) -> Move:
        """A certain move, its reason in full."""
        return move

    def _add(self, view: View, *, mines: Iterable[Cell], safe: Iterable[Cell], reason: str) -> bool:
        """Take it that these are mines and safe cells, where covered; whether any is new."""
        new = False
        for cells, mine in ((mines, True), (safe, False)):
            for cell in sorted(cells):
                if cell in self._found or not view.is_covered(cell):
                    continue
                new = True
                self._found[cell] = mine
                if view.needs_flags if mine else view.rule is not GameRule.SEARCH:
                    self._certain.append(Move(cell, mine, reason, is_proved=True))
        return new
