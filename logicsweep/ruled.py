"""What is settled about a board with rules of a user's own, all of it by answer sets.

Rules may tie any cells together, so that nothing is parted into components: every change is a new
question about the whole board.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board import Board
from logicsweep.clash import Core
from logicsweep.clues import Clue
from logicsweep.constraints import Shown, SourceKind, constraints_of, shown_on
from logicsweep.encoding.facts import board_program
from logicsweep.encoding.rules import Rules
from logicsweep.errors import LimitError
from logicsweep.ledger import Decided
from logicsweep.limits import Deadline
from logicsweep.rows import State
from logicsweep.reason.asp import AspReasoner
from logicsweep.reason.local import ContradictionError
from logicsweep.reason.protocol import Status

# How many layouts times covered cells are kept; a byte each.
_MOST_KEPT: Final = 500_000_000


class RuledLedger:
    """Verdicts on a board under rules, with the questions that `Ledger` answers too."""

    def __init__(self, board: Board, rules: Rules) -> None:
        self._board = board
        self._rules = rules
        self._mines: frozenset[int] = frozenset()
        self._safe: frozenset[int] = frozenset()
        self._is_settled = False
        self._uses_total: bool | None = None
        self._models: NDArray[np.bool_] | None = None
        self.counted = (0, 0)

    @property
    def shown(self) -> Shown:
        """What the board shows, with everything told."""
        return shown_on(self._board)

    def is_undecided(self, number: int) -> bool:
        """Whether a cell is covered and neither proved safe nor a mine so far."""
        is_covered = self.shown.states[number] in (State.COVERED, State.FLAGGED)
        return is_covered and number not in self._mines and number not in self._safe

    def is_mine(self, number: int) -> bool:
        """Whether a cell is a known mine or proved to be one."""
        return number in self._mines or bool(self.shown.states[number] == State.KNOWN_MINE)

    def proved(self) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The covered cells proved so far, mines and safe, ascending."""
        mines, safe = (
            np.array(sorted(cells), dtype=np.intp) for cells in (self._mines, self._safe)
        )
        return mines, safe

    def settle(self, deadline: Deadline, *, counting: bool = False) -> Decided:
        """Bring every verdict up to date and return those that are new.

        Raises `ContradictionError`, `LimitError` and `RulesError`.
        """
        del counting
        known = self._mines, self._safe
        if not self._is_settled:
            self._settle(deadline)
        return Decided(sorted(self._mines - known[0]), sorted(self._safe - known[1]))

    def tell(self, changes: Mapping[int, int | Clue], deadline: Deadline) -> Decided:
        """Enter what covered cells turned out to be, settle, and return the new verdicts.

        On `ContradictionError` and `RulesError` the ledger is as it was; on `LimitError` the
        evidence is kept. Verdicts that no longer follow are given up: rules can also speak of what
        is covered.
        """
        before = self._board, self._mines, self._safe, self._uses_total, self._models
        known = self._mines, self._safe
        self._board = self._with(self.shown.changed(changes))
        self._mines = self._safe = frozenset()
        self._is_settled = False
        self._uses_total = self._models = None
        try:
            self._settle(deadline)
        except LimitError:
            raise
        except Exception:
            self._board, self._mines, self._safe, self._uses_total, self._models = before
            self._is_settled = True
            raise
        return Decided(sorted(self._mines - known[0]), sorted(self._safe - known[1]))

    def uses_total(self, deadline: Deadline) -> bool:
        """Whether some verdict needs the total; the ledger has to be settled."""
        if self._board.total_mines is None:
            return False
        if self._uses_total is None:
            alone = Board(
                self._board.grid,
                uncertain=self._board.uncertain,
                adjacency=self._board.adjacency,
            )
            with self._reasoner(alone, deadline) as reasoner:
                found = reasoner.consequences()
            self._uses_total = found is None or found[:2] != (self._mines, self._safe)
        return self._uses_total

    def models(self, deadline: Deadline) -> NDArray[np.bool_]:
        """Every layout of the covered cells: an array of shape (layouts, cells of the board).

        Raises `LimitError` when there are too many to keep, or too many for the time.
        """
        if self._models is None:
            size = self._board.grid.size
            rows = []
            with self._reasoner(self._board, deadline) as reasoner:
                for model in reasoner.models():
                    row = np.zeros(size, dtype=np.bool_)
                    row[list(model)] = True
                    rows.append(row)
                    self.counted = len(rows), 0
                    if len(rows) * size > _MOST_KEPT:
                        raise LimitError(
                            f"more than {len(rows):,} layouts agree with the board and the rules, "
                            f"and they are counted one by one"
                        )
            self._models = np.array(rows).reshape(-1, size)
        return self._models

    def allows(self, mines: frozenset[int], deadline: Deadline) -> bool:
        """Whether a placement of mines in covered cells agrees with the board and the rules.

        Raises `LimitError` and `RulesError`.
        """
        system = constraints_of(self._board)
        with self._reasoner(self._board, deadline) as reasoner:
            status = reasoner.solve({cell: cell in mines for cell in system.cells})
        if status is Status.UNKNOWN:
            deadline.check()
            raise LimitError("the solver gave up")
        return status is Status.SATISFIABLE

    def core(self, shown: Shown, deadline: Deadline) -> Core:
        """Of a board that shows this, a minimal set of clues that clash with the rules.

        The clues and the total by themselves have to be consistent. Raises `LimitError`, ValueError
        when nothing clashes.
        """
        with self._reasoner(self._with(shown), deadline) as reasoner:
            core = reasoner.core()
        if core is None:
            raise ValueError("the board is consistent")
        clues = tuple(source.cell for source in core if source.cell is not None)
        uses_total = any(source.kind is SourceKind.TOTAL for source in core)
        return Core(clues, uses_total=uses_total, uses_rules=True)

    def _settle(self, deadline: Deadline) -> None:
        with self._reasoner(self._board, deadline) as reasoner:
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

    def _reasoner(self, board: Board, deadline: Deadline) -> AspReasoner:
        program = board_program(board, self._rules)
        return AspReasoner(constraints_of(board), program=program, deadline=deadline)
