"""What is settled about a board as a whole: under a user's rules, or when clues may lie.

Rules may tie any cells together, and so does a number of lies, of which nobody knows where they
are. So nothing is parted into components: every change is a new question about the whole board.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import closing
from copy import copy
from fractions import Fraction
from typing import Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.layout import Layout, Mismatch
from logicsweep.board.state import State, is_covered
from logicsweep.constraints.system import (
    TOTAL,
    ConstraintSystem,
    Shown,
    Source,
    constraints_of,
    shown_on,
)
from logicsweep.count.layouts import Layouts
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Core
from logicsweep.reason.ledger import Decided
from logicsweep.reason.mus import least_clash
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.protocol import Reasoner


class WholeLedger(ABC):
    """Verdicts on a whole board, with the questions that `Ledger` answers too."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._mines: frozenset[int] = frozenset()
        self._safe: frozenset[int] = frozenset()
        self._is_settled = False
        self._uses_total: bool | None = None
        self.counted = (0, 0)

    def copy(self) -> Self:
        """See `Ledger.copy`; nothing has to be copied, as all that is kept is replaced whole."""
        return copy(self)

    @abstractmethod
    def _ask(self, board: Board, budget: Budget) -> Reasoner:
        """A reasoner that is asked what holds on a board."""

    @abstractmethod
    def layouts(
        self,
        board: Board,
        density: Fraction | None,
        budget: Budget,
    ) -> Layouts:
        """See `Ledger.layouts`."""

    @abstractmethod
    def find_core(self, shown: Shown, contradiction: ContradictionError, budget: Budget) -> Core:
        """See `Ledger.find_core`."""

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Core:
        """See `Ledger.explain`."""
        assuming = {number: not mine}
        system = constraints_of(self._board)
        rows = tuple([row for row in system.constraints if row.source != TOTAL])
        clues = system._replace(constraints=rows)
        with closing(self.ask(budget)) as reasoner:
            # The clues alone, as long as they suffice; or as long as they are no more.
            found = reasoner.core(assuming, [row.source for row in rows])
            if found is None:
                found = reasoner.core(assuming)
            if found is None:
                raise ValueError("the verdict does not follow")
            searches: list[tuple[ConstraintSystem, tuple[Source, ...]]] = [(clues, ())]
            if len(rows) < len(system.constraints):
                searches.append((system, (TOTAL,)))
            for part, always in searches if smallest else ():
                fewer = least_clash(
                    reasoner,
                    part,
                    assuming=assuming,
                    always=always,
                    below=len(found),
                    budget=budget,
                )
                found = found if fewer is None else fewer
        return _core(found, uses_rules=False)

    def ask(self, budget: Budget) -> Reasoner:
        """A reasoner that holds the board with everything told."""
        return self._ask(self._board, budget)

    @abstractmethod
    def allows(self, layout: Layout, mismatches: Sequence[Mismatch], budget: Budget) -> bool:
        """See `Ledger.allows`."""

    @property
    def shown(self) -> Shown:
        """What the board shows, with everything told."""
        return shown_on(self._board)

    def is_undecided(self, number: int) -> bool:
        """Whether a cell is covered and neither proved safe nor a mine so far."""
        if number in self._mines or number in self._safe:
            return False
        return is_covered(self.shown.states[number])

    def is_mine(self, number: int) -> bool:
        """Whether a cell is a known mine or proved to be one."""
        return number in self._mines or bool(self.shown.states[number] == State.KNOWN_MINE)

    def proved(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The covered cells proved so far, mines and safe, ascending."""
        mines, safe = (
            np.array(sorted(cells), dtype=np.intp) for cells in (self._mines, self._safe)
        )
        return mines, safe

    def settle(self, budget: Budget, *, counting: bool = False) -> Decided:
        """Bring every verdict up to date and return those that are new.

        Raises `ContradictionError`, `LimitError` and `RulesError`.
        """
        del counting
        known = self._mines, self._safe
        if not self._is_settled:
            self._settle(budget)
        return Decided(sorted(self._mines - known[0]), sorted(self._safe - known[1]))

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided:
        """Enter what covered cells turned out to be, settle, and return the new verdicts.

        On `ContradictionError` and `RulesError` the ledger is as it was; on `LimitError` the
        evidence is kept. Verdicts that no longer follow are given up: rules can also speak of what
        is covered.
        """
        before = self._board, self._mines, self._safe, self._uses_total
        known = self._mines, self._safe
        self._board = self._with(self.shown.changed(changes))
        self._mines = self._safe = frozenset()
        self._is_settled = False
        self._uses_total = None
        try:
            self._settle(budget)
        except LimitError:
            raise
        except Exception:
            self._board, self._mines, self._safe, self._uses_total = before
            self._is_settled = True
            raise
        return Decided(sorted(self._mines - known[0]), sorted(self._safe - known[1]))

    def uses_total(self, budget: Budget) -> bool:
        """Whether some verdict needs the total; the ledger has to be settled."""
        if self._board.total_mines is None:
            return False
        if self._uses_total is None:
            with closing(self._ask(self._board.without_total(), budget)) as reasoner:
                found = reasoner.consequences()
            self._uses_total = found is None or found[:2] != (self._mines, self._safe)
        return self._uses_total

    def _clash(self, shown: Shown, budget: Budget, *, uses_rules: bool) -> Core:
        """The core of a board that shows this. Raises `LimitError`, ValueError without a clash."""
        with closing(self._ask(self._with(shown), budget)) as reasoner:
            core = reasoner.core()
        if core is None:
            raise ValueError("the board is consistent")
        return _core(core, uses_rules=uses_rules)

    def _settle(self, budget: Budget) -> None:
        with closing(self._ask(self._board, budget)) as reasoner:
            try:
                found = reasoner.consequences()
            finally:
                self._mines, self._safe = reasoner.proved_so_far()
        if found is None:
            raise ContradictionError(())
        self._is_settled = True

    def _with(self, shown: Shown) -> Board:
        board = self._board
        return board.with_grid(
            shown.states.reshape(board.height, board.width),
            {board.cell(number): clue for number, clue in shown.uncertain.items()},
        )


def _core(sources: Sequence[Source], *, uses_rules: bool) -> Core:
    clues = sorted([source.cell for source in sources if source.cell is not None])
    return Core(tuple(clues), uses_total=TOTAL in sources, uses_rules=uses_rules)
