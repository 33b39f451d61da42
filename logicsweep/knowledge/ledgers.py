"""The ledger of a board, by what is known of it, and how a program of one's own is checked."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.errors import LimitError
from logicsweep.formulas.command import WrongAnswerError
from logicsweep.knowledge.agreement import UNDECIDED, check_agreement, raise_no_layout
from logicsweep.knowledge.board_ledger import BoardLedger
from logicsweep.limits import Budget
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine, engine_of
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.system.statements import Statements
from logicsweep.system.system import Decided, position_of

if TYPE_CHECKING:
    from logicsweep.formulas.user_program import Program
    from logicsweep.reason.solvers.trial import Trials


def ledger_of(
    board: Board,
    statements: Statements,
    program: Program | None,
    engine: Engine,
    trials: Trials | None = None,
) -> BoardLedger:
    """Make the ledger of a board, of what it and its constraints say, and of a program.

    `trials` ground the program first; by default the ledger has its own.
    """
    if program is None:
        return BoardLedger(position_of(board), engine, statements)
    # Loaded when it is made: most boards have none.
    from logicsweep.knowledge.program import ProgramLedger

    return ProgramLedger(board, statements, program, engine, trials)


class Claims(NamedTuple):
    """A program whose answers decide cells, and ledgers of the boards that it is asked about.

    Attributes:
        command: The command of the program.
        tables: Makes a ledger of a board that asks no program.
        ledger: Makes a ledger of a board that asks the program, of which nothing is proved.
    """

    command: str
    tables: Callable[[Board], BoardLedger]
    ledger: Callable[[Board], BoardLedger]

    def check(self, board: Board, proved: Decided[NDArray[np.intp]] | None, budget: Budget) -> None:
        """Compare verdicts by the program with those of exhaustive tables, if these can be made.

        Args:
            board: The board, with everything told.
            proved: All verdicts by its answers, as ascending cell numbers; None if it finds the
                board inconsistent.
            budget: The limits of the tables; where they are reached, nothing is compared.

        Raises:
            WrongAnswerError: They differ. It names the program, the board and the first such cell.
            InternalError: The tables differ from layouts of the program, which were checked.
        """
        tables = self.tables(board)
        try:
            tables.settle(budget)
        except LimitError:
            return
        except ContradictionError:
            if proved is not None:
                raise_no_layout(lambda: board)
            return
        if proved is None:
            fault = "the board has no layout by its answers, and has one by count"
            raise WrongAnswerError(fault, command=self.command, board=str(board))
        by_tables = tables.proved()
        marginals = np.full(board.grid.size, UNDECIDED)
        marginals[by_tables.mines], marginals[by_tables.safe] = 1, 0
        check_agreement(lambda: board, proved, marginals, command=self.command)


def claims_of(statements: Statements, engine: Engine) -> Claims | None:
    """Return what it takes to check the answers of the program that an engine asks, if it does."""
    if engine.command is None:
        return None
    of = partial(ledger_of, statements=statements, program=None)
    return Claims(
        engine.command, partial(of, engine=engine_of(ELIMINATION)), partial(of, engine=engine)
    )
