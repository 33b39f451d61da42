"""The base of most agents: play what is found certain, and guess when nothing is."""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from random import Random
from typing import TypeVar

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State, cells_of
from logicsweep.games.agents.base import Agent, Known, Move, known_of
from logicsweep.games.setting import GameRule
from logicsweep.games.view import View

Share = TypeVar("Share", float, Fraction)


class DeducingAgent(Agent):
    """Plays what it has found certain before it looks for more, and guesses when there is nothing.

    Flags come first, where the rule wants any, then safe cells (under the rule `search` only if
    nothing else is left). A guess is the next cell of a shuffled order of all cells, unless the
    agent knows better. A subclass says in `_see` what it takes from the news, in `_find` what is
    certain, and in `_guess` which guess is better than another.
    """

    def begin(self, view: View) -> None:
        """Forget the game before; the guesses of this one are drawn from the seed."""
        self._shape = view.height, view.width
        self.__dict__.pop("_order", None)
        self._certain: deque[Move] = deque()
        self._found: dict[Cell, bool] = {}  # whether it is a mine, of what is or was certain

    @cached_property
    def _order(self) -> list[Cell]:
        """All cells in the order in which they are guessed; shuffled when the first is needed."""
        order = list(cells_of(*self._shape))
        Random(f"guesses of agent {self.seed}").shuffle(order)
        return order

    def choose(self, view: View) -> Move:
        """Return a certain move, else a guess."""
        news = view.seen()
        if news:
            self._see(view, news)
        while True:
            while self._certain:
                move = self._certain.popleft()
                if view.can_open(move.cell):
                    return self._explained(move)
            if not self._find(view):
                return self._guess(view) or self._any(view)

    def certain(self, view: View) -> list[Move]:
        """Return all moves that are certain in a position, before any of them is made.

        Under the rule `search` those that open a safe cell are left out, as in play.
        """
        self._see(view, view.seen())
        while self._find(view):
            pass
        return [self._explained(move) for move in self._certain if view.can_open(move.cell)]

    def known(self, view: View) -> Known:
        """Count the facts known by now, with the cells that were found certain."""
        return known_of(view, self._found)

    def knowledge(self, view: View) -> list[str]:
        """Return the known mines, and the known safe cells that are still covered."""
        shown = {cell for cell in view.cells if view.states[view.number(cell)] == State.KNOWN_MINE}
        mines = shown.union(cell for cell, mine in self._found.items() if mine)
        safe = [cell for cell, mine in self._found.items() if not mine and view.can_open(cell)]
        return [
            f"{what}: {', '.join(map(str, sorted(cells)))}"
            for what, cells in (("mines", mines), ("safe, still covered", safe))
            if cells
        ]

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        """Take in what is new; most have to."""
        del view, news

    @abstractmethod
    def _find(self, view: View) -> bool:
        """Look for certain moves on covered cells; returns whether any is new."""

    def _guess(self, view: View) -> Move | None:
        """Return a move when nothing is certain; None for any."""
        del view
        return None

    @staticmethod
    def _lowest(view: View, shares: Mapping[int, Share]) -> tuple[Share, int] | None:
        """Return the lowest share of a cell that can be opened, and the cell; None for none."""
        states = view.states
        can = [(share, cell) for cell, share in shares.items() if states[cell] == State.COVERED]
        return min(can, default=None)

    def _any(self, view: View) -> Move:
        """Return the next cell of the shuffled order that is not known.

        If all covered cells are known, return a safe one; if none of them is safe, the agent is
        wrong.
        """
        order = self._order
        while order:
            if view.can_open(order[-1]) and order[-1] not in self._found:
                return Move(order[-1], reason="a random guess")
            order.pop()
        left = [cell for cell in self._found if view.can_open(cell)]
        for cell in left:
            if not self._found[cell]:
                return Move(cell, reason="safe", is_proved=True)
        return Move(left[0], reason="nothing else is left")

    def _explained(self, move: Move) -> Move:
        """Return a certain move with its reason in full."""
        return move

    def _add(
        self,
        view: View,
        *,
        mines: Iterable[Cell],
        safe: Iterable[Cell],
        reason: str,
        details: Iterable[str] = (),
    ) -> bool:
        """Take it that these are mines and safe cells, where covered; whether any is new."""
        lines = tuple(details)
        new = False
        for cells, mine in ((mines, True), (safe, False)):
            for cell in sorted(cells):
                if cell in self._found or not view.can_open(cell):
                    continue
                new = True
                self._found[cell] = mine
                if view.needs_flags if mine else view.rule is not GameRule.SEARCH:
                    self._certain.append(Move(cell, mine, reason, True, lines))
        return new
