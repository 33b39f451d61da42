"""The verdicts and layouts of a board with a user's program, all of them by answer sets."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.constraints.statements import constraints_of
from logicsweep.count.enumerated import EnumeratedLayouts
from logicsweep.count.layouts import Layouts
from logicsweep.errors import LimitError
from logicsweep.formulas.facts import board_program
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.agreement import check_agreement, masks_of, raise_no_layout
from logicsweep.knowledge.monolithic import MonolithicLedger
from logicsweep.knowledge.protocol import Contradiction
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Mus, find_mus
from logicsweep.reason.mus import MusSearch
from logicsweep.reason.solvers.asp import AspReasoner
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Reasoner, Status
from logicsweep.reason.solvers.trial import Trials

# How many layouts times covered cells are kept; a byte each.
_MOST_KEPT: Final = 500_000_000


class ProgramLedger(MonolithicLedger):
    """Verdicts on a board with a program. Everything raises `ProgramError` for one that fails."""

    def __init__(self, board: Board, program: Program, engine: Engine) -> None:
        super().__init__(board)
        self._program = program
        self._engine = engine
        # The layouts of a board, once they are listed.
        self._models: tuple[Board, NDArray[np.bool_]] | None = None
        self._trials = Trials()

    def __getstate__(self) -> dict[str, object]:
        """Without the layouts, which take much room and are listed again."""
        return {**self.__dict__, "_models": None}

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        """See `Ledger.layouts`. They are listed one by one."""
        models = self._listed(budget)
        if not len(models):
            raise_no_layout(lambda: board)
        marginals = np.where(board.covered_mask.ravel(), models.mean(axis=0), np.nan)
        check_agreement(lambda: board, masks_of(self.proved(), marginals.size), marginals)
        return EnumeratedLayouts(board, models, density)

    def find_mus(self, contradiction: Contradiction, budget: Budget) -> Mus:
        """See `Ledger.find_mus`; the program is blamed only when clues and total agree."""
        position, near = contradiction
        try:
            return find_mus(position, near, engine=self._engine, budget=budget)
        except ValueError:
            return self._mus_of(position, budget, uses_program=True)

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """See `Ledger.explain`; the program is blamed only when clues and total do not suffice.

        Of smallest sets also where fewer sources do with them, the program being one source.
        """
        with closing(AspReasoner(constraints_of(self._board), budget=budget)) as reasoner:
            follows = reasoner.solve({number: not mine}) is Status.UNSATISFIABLE
        budget.check()
        own: Mus | None = None
        if follows:
            search = MusSearch(self.position, self._engine, budget)
            own = search.smallest(number, mine=mine) if smallest else None
            if not smallest:
                return search.minimal(number, mine=mine)
        mus = super().explain(number, mine=mine, smallest=smallest, budget=budget)
        with_program = mus._replace(uses_program=True)
        return with_program if own is None or with_program.size < own.size else own

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        """See `Ledger.allows`."""
        if layout.mismatches(board):
            return False
        system = constraints_of(board)
        mines = layout.mask.ravel()
        with closing(self._ask(board, budget)) as reasoner:
            status = reasoner.solve({cell: bool(mines[cell]) for cell in system.cells})
        if status is Status.UNKNOWN:
            budget.check()
            raise LimitError("the solver gave up")
        return status is Status.SATISFIABLE

    def _ask(self, board: Board, budget: Budget) -> Reasoner:
        program = board_program(board, self._program)
        return AspReasoner(
            constraints_of(board), program=program, budget=budget, trials=self._trials
        )

    def _listed(self, budget: Budget) -> NDArray[np.bool_]:
        """Every layout of the covered cells: an array of shape (layouts, cells of the board).

        Raises `LimitError` when there are too many to keep, or too many for the time.
        """
        board = self._board
        if self._models is not None and self._models[0] is board:
            return self._models[1]
        size = board.grid.size
        rows = []
        with closing(self._ask(board, budget)) as reasoner:
            for model in reasoner.models():
                row = np.zeros(size, dtype=np.bool_)
                row[list(model)] = True
                rows.append(row)
                self.counted = len(rows), 0
                if len(rows) * size > _MOST_KEPT:
                    raise LimitError(
                        f"more than {len(rows):,} layouts agree with the board and the "
                        f"program, and they are counted one by one"
                    )
        self._models = board, np.array(rows).reshape(-1, size)
        return self._models[1]


def check_combined(board: Board, has_program: bool, *, liars: bool, constraints: bool) -> None:
    """Raise ValueError where a program, liars, rules and constraints cannot go together."""
    pairs = (
        (liars and has_program, "liars and a program"),
        (has_program and board.own_rules is not None, "a program and rules"),
        (constraints and has_program, "constraints and a program"),
    )
    for are_both, what in pairs:
        if are_both:
            raise ValueError(f"{what} cannot be combined; expected one of them")
