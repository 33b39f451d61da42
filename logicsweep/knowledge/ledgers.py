"""Which ledger keeps the verdicts on a board, by what is known of it."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.constraints.position import position_of
from logicsweep.constraints.statements import Statements
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.constrained import ConstrainedLedger
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.knowledge.program import ProgramLedger
from logicsweep.knowledge.protocol import Ledger
from logicsweep.knowledge.tabled import TabledLedger
from logicsweep.reason.solvers.engine import Engine


def ledger_of(
    board: Board, statements: Statements, program: Program | None, engine: Engine
) -> Ledger:
    """Make the ledger of a board, of what it and its constraints say, and of a program."""
    if program is not None:
        return ProgramLedger(board, statements, program, engine)
    if not statements.are_ordinary:
        return ConstrainedLedger(position_of(board), statements, engine)
    if engine.tabulates:
        return TabledLedger(position_of(board), engine)
    return PlainLedger(position_of(board), engine)
