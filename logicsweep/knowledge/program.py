"""The verdicts on a board with a user's program, and its layouts, all by answer sets.

A program may tie any cells together. So the board is not split into components: after every change
the whole board is solved again, mine count included.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.errors import LimitError
from logicsweep.formulas.facts import board_program
from logicsweep.formulas.user_program import Program, program_of
from logicsweep.knowledge.agreement import check_agreement, raise_no_layout
from logicsweep.knowledge.board_ledger import BoardLedger, density_under
from logicsweep.knowledge.evidence import board_at
from logicsweep.limits import Budget
from logicsweep.reason.mus import Mus, mus_of
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.asp import AspReasoner
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.names import ASP
from logicsweep.reason.solvers.protocol import Reasoner, Status
from logicsweep.reason.solvers.trial import Trials
from logicsweep.system.statements import Statements
from logicsweep.system.system import Decided, Position, position_of, weight_of
from logicsweep.tables.enumerated import EnumeratedLayouts
from logicsweep.tables.layouts import Layouts

# Cells of all layouts that are kept, a byte each.
_MOST_KEPT: Final = 500_000_000


class ProgramLedger(BoardLedger):
    """Verdicts on a board with a program. Everything raises `ProgramError` for one that fails."""

    # The layouts of the position, once they are listed, and whether some verdict needs the total.
    _models: NDArray[np.bool_] | None = None
    _needs_total: bool | None = None

    def __init__(
        self,
        board: Board,
        statements: Statements,
        program: Program,
        engine: Engine,
        trials: Trials | None = None,
    ) -> None:
        """Take a board and a program; `trials` are shared with other ledgers, else new."""
        super().__init__(position_of(board), engine, statements)
        self._start = board
        self._program = program
        self._trials = trials or Trials()

    def __getstate__(self) -> dict[str, object]:
        """Leave out the layouts, which take much room and are listed again."""
        return {**self.__dict__, "_models": None}

    @property
    def _is_visible(self) -> bool:
        return False

    def _reasoner(self, budget: Budget, position: Position | None = None) -> Reasoner:
        at = position or self.position
        board = board_at(self._start if at.total is not None else self._start.without_total(), at)
        program = board_program(board, self._program)
        # The program declares hidden cells itself.
        system = self._statements.system(at).on_board(at.states.size)
        recorder = self._engine.recorder
        return AspReasoner(
            system, program=program, budget=budget, trials=self._trials, recorder=recorder
        )

    def _enter(self, changes: Mapping[int, int | Clue]) -> None:
        """Enter evidence; verdicts that no longer follow are given up.

        That may happen if the program speaks of which cells are covered.
        """
        self.position = self.position.changed(changes)
        self._verdicts = self._models = self._needs_total = None
        self.is_settled = False

    def _settle(self, near: tuple[int, ...], budget: Budget) -> None:
        """Prove all verdicts; on `LimitError` those so far are kept."""
        del near
        with self._reasoner(budget) as reasoner:
            try:
                backbone = reasoner.consequences()
            except LimitError:
                self._note(reasoner.proved_so_far())
                raise
        if backbone is None:
            raise ContradictionError(())
        self._note(backbone.decided)
        self.is_settled = True

    def _note(self, decided: Decided[frozenset[int]]) -> None:
        verdicts = self.verdicts.copy()
        verdicts[list(decided.mines)] = 1
        verdicts[list(decided.safe)] = 0
        self._verdicts = verdicts

    def needs_total(self, budget: Budget) -> bool:
        position = self.position
        if position.total is None:
            return False
        if self._needs_total is None:
            with self._reasoner(budget, position._replace(total=None)) as reasoner:
                backbone = reasoner.consequences()
            proved = Decided(*[frozenset(cells.tolist()) for cells in self.proved()])
            self._needs_total = backbone is None or backbone.decided != proved
        return self._needs_total

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        """See `BoardLedger.layouts`. They are listed one by one."""
        models = self._listed(budget)
        if not len(models):
            raise_no_layout(lambda: board)
        marginals = np.where(board.covered_mask.ravel(), models.mean(axis=0), np.nan)
        check_agreement(lambda: board, self.proved(), marginals)
        size, weights = board.grid.size, self._statements.weights(self.position)
        rows = [row for row in self._system.constraints if not row.cells or max(row.cells) < size]
        density = density_under(self._statements, density)
        return EnumeratedLayouts(board, models, density, (*rows, *weights))

    def scale(self, budget: Budget) -> Fraction:
        statements, position = self._statements, self.position
        model = frozenset(self._listed(budget)[0].nonzero()[0].tolist())
        marked = model.union((position.states == State.KNOWN_MINE).nonzero()[0].tolist())
        weighing = *self._system.constraints, *statements.weights(position)
        return statements.weight(position, marked) / weight_of(weighing, model)

    def native(self, density: Fraction | None, budget: Budget) -> None:
        """See `BoardLedger.native`: the kernel knows no programs."""
        del density, budget

    def find_mus(self, position: Position, near: tuple[int, ...], budget: Budget) -> Mus:
        """See `BoardLedger.find_mus`; the program is blamed only when clues and total agree."""
        try:
            return super().find_mus(position, near, budget)
        except ValueError:
            with self._reasoner(budget, position) as reasoner:
                mus = mus_of(reasoner, self._statements.system(position))
            return mus._replace(uses_program=True)

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """See `BoardLedger.explain`; the program is a source only if clues and total do not do.

        In a smallest set it is also one, counted as one source, when fewer sources suffice with it.
        """
        system, assuming = self._system, {number: not mine}
        with AspReasoner(system, budget=budget) as reasoner:
            follows = reasoner.solve(assuming) is Status.UNSATISFIABLE
        budget.check()
        without_program = None
        if follows:
            without_program = super().explain(number, mine=mine, smallest=smallest, budget=budget)
            if not smallest:
                return without_program
        with self._reasoner(budget) as reasoner:
            mus = mus_of(reasoner, system, assuming=assuming, smallest=smallest, budget=budget)
        with_program = mus._replace(uses_program=True)
        return (
            with_program
            if without_program is None or with_program.size < without_program.size
            else without_program
        )

    def _listed(self, budget: Budget) -> NDArray[np.bool_]:
        """List every layout of the covered cells, in an array of shape (layouts, cells).

        Raises `LimitError` when there are too many to keep, or too many for the time.
        """
        if self._models is not None:
            return self._models
        size = self.position.states.size
        rows = []
        with self._reasoner(budget) as reasoner:
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
        self._models = np.array(rows).reshape(-1, size)
        return self._models


def checked_program(given: str | Program, board: Board, reasoner: str) -> Program:
    """Check a user's program. Raises `ProgramError`, and ValueError where it cannot be used.

    It needs the reasoner `asp`, and cannot go together with a rule that has a key: then a layout
    counts once for each of its keys, but answer sets are listed as layouts, each once.
    """
    program = program_of(given)
    if reasoner != ASP:
        raise ValueError(f"a program needs the reasoner {ASP}, not {reasoner}")
    if board.rules.clue.key is not None:
        raise ValueError(
            f"a program and the rule {board.rules.clue.keyed.name}, which has a key, cannot be "
            f"combined; expected one of them"
        )
    return program
