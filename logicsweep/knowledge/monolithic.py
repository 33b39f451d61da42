"""Monolithic reasoning: one question about the whole board, mine count included.

A user's program may tie any cells together, and so may wrong clues, since nobody knows where they
are. So the board is not split into components: every change is a new question.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from contextlib import closing
from copy import copy
from fractions import Fraction
from typing import Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.state import State, is_covered
from logicsweep.constraints.position import Decided, Position, position_of
from logicsweep.constraints.statements import constraints_of
from logicsweep.errors import LimitError
from logicsweep.explain.counterexample import PairOfModels, near_pair
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Mus
from logicsweep.reason.mus import mus_of
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.protocol import Reasoner

_NOTHING: Final[Decided[frozenset[int]]] = Decided(frozenset(), frozenset())


class _Known(NamedTuple):
    """A board and what is known of it: one value, so that an interrupt cannot separate them."""

    board: Board
    proved: Decided[frozenset[int]] = _NOTHING
    is_settled: bool = False
    needs_total: bool | None = None


def _on(board: Board, decided: Decided[frozenset[int]]) -> Decided[frozenset[int]]:
    """The decided cells of a board; those of a key come after them."""
    size = board.grid.size
    return Decided(*[frozenset([cell for cell in cells if cell < size]) for cells in decided])


class MonolithicLedger(ABC):
    """See `Ledger`: verdicts on a board as a whole."""

    def __init__(self, board: Board) -> None:
        self._known = _Known(board)
        self.counted = (0, 0)

    @property
    def _board(self) -> Board:
        """The board with everything told."""
        return self._known.board

    def copy(self) -> Self:
        """See `Ledger.copy`; nothing has to be copied, as all that is kept is replaced whole."""
        return copy(self)

    @abstractmethod
    def _ask(self, board: Board, budget: Budget) -> Reasoner:
        """A reasoner that holds a board."""

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """See `Ledger.explain`."""
        system = constraints_of(self._board)
        with closing(self._ask(self._board, budget)) as reasoner:
            assuming = {number: not mine}
            return mus_of(reasoner, system, assuming=assuming, smallest=smallest, budget=budget)

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        """See `Ledger.pair`."""
        with closing(self._ask(self._board, budget)) as reasoner:
            found = near_pair(reasoner, constraints_of(self._board), number)
        if found is None:
            raise RuntimeError("an undecided cell has no two layouts")
        return found

    @property
    def position(self) -> Position:
        """The position with everything told."""
        return position_of(self._board)

    @property
    def is_settled(self) -> bool:
        """See `Ledger.is_settled`."""
        return self._known.is_settled

    def native(self, density: Fraction | None, budget: Budget) -> None:
        """See `Ledger.native`: the kernel knows neither liars nor programs."""
        del density, budget

    def is_undecided(self, number: int) -> bool:
        """Whether a cell is covered and neither proved safe nor a mine so far."""
        if any(number in cells for cells in self._known.proved):
            return False
        return is_covered(self.position.states[number])

    def is_mine(self, number: int) -> bool:
        """Whether a cell is a known mine or proved to be one."""
        return number in self._known.proved.mines or bool(
            self.position.states[number] == State.KNOWN_MINE
        )

    def proved(self) -> Decided[NDArray[np.intp]]:
        """See `Ledger.proved`."""
        return Decided(*[np.array(sorted(cells), dtype=np.intp) for cells in self._known.proved])

    def settle(self, budget: Budget) -> None:
        """See `Ledger.settle`."""
        if not self._known.is_settled:
            self._settle(self._known, budget)

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        """Enter what covered cells turned out to be, settle, and return the new verdicts.

        On `ContradictionError`, `ProgramError` and interrupts the ledger is as it was; on
        `LimitError` the evidence is kept. Verdicts that no longer follow are given up: a program
        can also speak of what is covered.
        """
        before = self._known
        self._settle(_Known(self._with(self.position.changed(changes))), budget)
        return self._new_since(before)

    def needs_total(self, budget: Budget) -> bool:
        """See `Ledger.needs_total`; the ledger has to be settled."""
        if self._board.total_mines is None:
            return False
        needs_total = self._known.needs_total
        if needs_total is None:
            with closing(self._ask(self._board.without_total(), budget)) as reasoner:
                found = reasoner.consequences()
            needs_total = found is None or _on(self._board, found.decided) != self._known.proved
            self._known = self._known._replace(needs_total=needs_total)
        return needs_total

    def _mus_of(self, position: Position, budget: Budget, *, uses_program: bool) -> Mus:
        """A MUS of a position. Raises `LimitError`, ValueError when it is consistent."""
        with closing(self._ask(self._with(position), budget)) as reasoner:
            found = reasoner.mus()
        if found is None:
            raise ValueError("the board is consistent")
        return Mus.of(found, uses_program=uses_program)

    def _settle(self, known: _Known, budget: Budget) -> None:
        """Have a board settled; on `LimitError` keep what was proved of it by then."""
        with closing(self._ask(known.board, budget)) as reasoner:
            try:
                found = reasoner.consequences()
            except LimitError:
                self._known = known._replace(proved=_on(known.board, reasoner.proved_so_far()))
                raise
        if found is None:
            raise ContradictionError(())
        self._known = known._replace(proved=_on(known.board, found.decided), is_settled=True)

    def _new_since(self, known: _Known) -> Decided[list[int]]:
        pairs = zip(self._known.proved, known.proved, strict=True)
        return Decided(*[sorted(now - before) for now, before in pairs])

    def _with(self, position: Position) -> Board:
        board = self._board
        return board.with_grid(
            position.states.reshape(board.height, board.width),
            {board.cell(number): clue for number, clue in position.uncertain.items()},
        )
