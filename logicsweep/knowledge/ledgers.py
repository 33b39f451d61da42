"""Which ledger keeps the verdicts on a board, by what is known of it."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.constrained import ConstrainedLedger
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.knowledge.program import ProgramLedger
from logicsweep.knowledge.protocol import Ledger
from logicsweep.knowledge.tabled import TabledLedger
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.trial import Trials
from logicsweep.system.position import position_of
from logicsweep.system.statements import Statements


def ledger_of(
    board: Board,
    statements: Statements,
    program: Program | None,
    engine: Engine,
    trials: Trials | None = None,
) -> Ledger:
    """Make the ledger of a board, of what it and its constraints say, and of a program.

    `trials` ground the program first; by default the ledger has its own.
    """
    if program is not None:
        return ProgramLedger(board, statements, program, engine, trials)
    if not statements.are_ordinary:
        return ConstrainedLedger(position_of(board), statements, engine)
    if engine.tabulates:
        return TabledLedger(position_of(board), engine)
    return PlainLedger(position_of(board), engine)
