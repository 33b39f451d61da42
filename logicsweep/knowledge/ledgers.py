"""The ledger that keeps the verdicts on a board, by what is known of it, and its proofs."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from logicsweep.knowledge.board_ledger import BoardLedger
from logicsweep.knowledge.evidence import Evidence, Proofs
from logicsweep.limits import Budget
from logicsweep.system.statements import Statements
from logicsweep.system.system import position_of

if TYPE_CHECKING:
    from logicsweep.board.board import Board
    from logicsweep.formulas.user_program import Program
    from logicsweep.knowledge.agreement import Claims
    from logicsweep.knowledge.protocol import Ledger
    from logicsweep.reason.solvers.engine import Engine
    from logicsweep.reason.solvers.recorder import SolverQuestion
    from logicsweep.reason.solvers.trial import Trials


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
    if program is None:
        return BoardLedger(position_of(board), engine, statements)
    # Loaded when it is made: most boards have none.
    from logicsweep.knowledge.program import ProgramLedger

    return ProgramLedger(board, statements, program, engine, trials)


def proofs_of(
    board: Board, statements: Statements, program: Program | None, engine: Engine, budget: Budget
) -> Proofs:
    """Make the proofs of a board, of which nothing is proved yet."""
    ledger = ledger_of(board, statements, program, engine)
    return Proofs(Evidence(board), ledger, budget, claims=_claims_of(statements, engine))


def questions_about(
    board: Board, statements: Statements, program: Program | None, engine: Engine, budget: Budget
) -> tuple[SolverQuestion, ...]:
    """Return the questions to solvers while a board is settled, answered. Raises what that does."""
    from logicsweep.reason.solvers.recorder import Recorder

    recorder = Recorder(board)
    engine = engine._replace(recorder=recorder)
    proofs_of(board, statements, program, engine, budget).settle()
    return tuple(recorder.questions)


def _claims_of(statements: Statements, engine: Engine) -> Claims | None:
    """Return what it takes to check the answers of the program that an engine asks, if it does."""
    if engine.command is None:
        return None
    from logicsweep.knowledge.agreement import Claims
    from logicsweep.reason.solvers.engine import engine_of
    from logicsweep.reason.solvers.names import ELIMINATION

    of = partial(ledger_of, statements=statements, program=None)
    return Claims(
        engine.command, partial(of, engine=engine_of(ELIMINATION)), partial(of, engine=engine)
    )
