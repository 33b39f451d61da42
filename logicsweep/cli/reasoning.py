"""What the commands that reason share: which engine, whose program, and answers cut short."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, cast

import typer

from logicsweep.board.board import Board
from logicsweep.cli.common import INCONSISTENT, LIMIT, USAGE, Failure, completing, fail
from logicsweep.cli.files import read_text
from logicsweep.errors import InconsistentBoardError, LimitError, LogicSweepError
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import MOST_BYTES_BY_HAND
from logicsweep.reason.solvers.engine import ASP, REASONERS, ReasonerName
from logicsweep.reason.solvers.sat import DEFAULT_SOLVER, SolverName
from logicsweep.render import words
from logicsweep.render.asked import Asked, Trouble

if TYPE_CHECKING:
    from msgspec import Struct

ReasonerOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"Who proves: {' or '.join(REASONERS)}.",
        autocompletion=completing(*REASONERS),
    ),
]
ProgramOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.lp",
        help=f"A logic program that layouts have to satisfy as well; {ASP} proves.",
    ),
]

LiarsOption = Annotated[
    int, typer.Option(metavar="K", help="Up to so many clues may be wrong, nobody knows which.")
]


def program_of(path: Path | None, reasoner: str | None = None) -> Program | None:
    """Read a user's program. Exits with a message when there is none to be read."""
    if path is None:
        return None
    if reasoner not in (None, ASP):
        raise fail(f"--program needs --reasoner {ASP}, not {reasoner}", USAGE)
    if str(path) == "-":
        raise fail("--program is -; expected a file, standard input is for the board", USAGE)
    return Program(read_text(str(path), "a logic program", MOST_BYTES_BY_HAND), name=str(path))


def knowledge_base(
    board: Board,
    *,
    reasoner: str | None,
    program: Path | None,
    liars: int = 0,
    solver: str = DEFAULT_SOLVER,
    time_limit: float,
    max_entries: int,
) -> KnowledgeBase:
    """The knowledge base that the options ask for."""
    try:
        return KnowledgeBase(
            board,
            reasoner=cast("ReasonerName | None", reasoner),  # it says itself what it knows
            program=program_of(program, reasoner),
            liars=liars,
            solver=cast("SolverName", solver),
            time_limit=time_limit,
            max_entries=max_entries,
        )
    except LogicSweepError:
        raise
    except ValueError as error:
        raise fail(f"--liars: {error}" if liars else str(error), USAGE) from None


def guess_words(guess: str | None) -> str:
    """What is said behind a conflict: the format of a board, if its content alone told it."""
    return "" if guess is None else f" (read as {guess}; --from says otherwise)"


@contextmanager
def answering_conflicts(board: Board, guess: str | None = None) -> Iterator[None]:
    """Answer with the clues that conflict, and exit, when the board proves inconsistent.

    `guess` is the format that it was read in, if its content alone told that.
    """
    try:
        yield
    except InconsistentBoardError as error:
        raise conflict(board, error, guess) from None


def conflict(board: Board, error: InconsistentBoardError, guess: str | None) -> Failure:
    """What to raise when a board proves inconsistent."""

    def answer(asked: Asked, trouble: Trouble) -> Struct:
        from logicsweep.render.json.base import inconsistent

        return inconsistent(asked, trouble, board, error, guess)

    text = words.conflict_words(board, error) + guess_words(guess)
    return fail(text, INCONSISTENT, answer=answer)


@contextmanager
def answering_limits(board: Board, kb: KnowledgeBase) -> Iterator[None]:
    """Answer in JSON with what is proved so far when a limit is reached."""
    try:
        yield
    except LimitError as error:
        limit = error.limit

        def answer(asked: Asked, trouble: Trouble) -> Struct:
            from logicsweep.render.json.base import limited

            return limited(asked, trouble, board, kb.proved_so_far(), limit)

        raise fail(str(error), LIMIT, answer=answer) from None
