"""Parts of all commands that reason: engines, programs, and answers cut short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from logicsweep.answers.asked import Asked
from logicsweep.board.board import Board, Cell
from logicsweep.cli.boards import density_of, load, reading_words
from logicsweep.cli.common import fail, failed, refusing
from logicsweep.cli.files import read_text
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import AGENTS, BoardOptions, ReasoningOptions
from logicsweep.errors import (
    AgentError,
    InconsistentBoardError,
    LimitError,
    LogicSweepError,
    UnknownNameError,
)
from logicsweep.formulas.user_program import Program
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import MOST_BYTES_BY_HAND
from logicsweep.reason.solvers.names import ASP, ReasonerName
from logicsweep.reasons.names import BY

with lazily():
    from logicsweep.answers.base import Inconsistent, Limited, inconsistent, limited
    from logicsweep.games.accounts import Account, account
    from logicsweep.games.agents.registry import agent_of

if TYPE_CHECKING:
    from logicsweep.answers.base import Answer

AnyAnswer = TypeVar("AnyAnswer", bound="Answer")


def program_of(paths: Sequence[str] | None, reasoner: str | None = None) -> Program | None:
    """Read a user's program. Exits with a message for several, and for one that cannot be read."""
    if not paths:
        return None
    if len(paths) > 1:
        raise fail("--program is given more than once; expected one logic program")
    (path,) = paths
    if reasoner not in (None, ASP):
        raise fail(f"--program needs --reasoner {ASP}, not {reasoner}")
    if path == "-":
        raise fail("--program is -; expected a file, since standard input is for the board")
    return Program(read_text(path, "a logic program", MOST_BYTES_BY_HAND), name=path)


def reasoned(board: Board, options: ReasoningOptions) -> KnowledgeBase:
    """Make the knowledge base that a group of options asks for."""
    reasoner, program = options.reasoner, options.program
    with refusing(passing=LogicSweepError):
        return KnowledgeBase(
            board,
            reasoner=cast("ReasonerName | None", reasoner),  # it says itself what it knows
            program=program_of(program, reasoner),
            solver=options.solver,
            time_limit=options.time_limit,
            max_entries=options.max_entries,
        )


def check_way(name: str | None) -> None:
    """Exit with a message if `--by` names neither a way to explain nor an agent."""
    if name is not None and name not in (*BY, *AGENTS) and ":" not in name:
        raise fail(f"--by: {UnknownNameError('way to explain', name, (*BY, *AGENTS))}")


def asked_agent(board: Board, name: str, cell: Cell | None) -> Account:
    """Ask an agent about a cell, or its next move. Exits with a message if it cannot be asked."""
    with refusing("--by", passing=(AgentError, InconsistentBoardError)):
        return account(board, agent_of(name, explains=True, imports=Path.cwd()), cell)


def posed(
    command: str, name: str, options: BoardOptions, reasoning: ReasoningOptions
) -> tuple[Asked, KnowledgeBase, Fraction | None]:
    """Read a BOARD, and say what an answer is to, whom to ask, and the density that counts."""
    board, asked = asked_about(command, name, options)
    density = density_of(reasoning.density, board)
    return asked, reasoned(board, reasoning), density


def asked_about(command: str, name: str, options: BoardOptions) -> tuple[Board, Asked]:
    """Read a BOARD, and say what an answer is to: its name, and its format if that is a guess."""
    board, guess = load(name, options)
    return board, Asked(command, name, guess, reading_words(board, guess))


def whole(answer: AnyAnswer | Inconsistent | Limited) -> AnyAnswer:
    """Return an answer. Exits with what there is in place of it, if there is none."""
    if isinstance(answer, (Inconsistent, Limited)):
        raise failed(answer)
    return answer


@contextmanager
def answering_conflicts(asked: Asked, board: Board) -> Iterator[None]:
    """Answer with the clues that conflict, and exit, when the board proves inconsistent."""
    try:
        yield
    except InconsistentBoardError as error:
        raise failed(inconsistent(asked, board, error)) from None


@contextmanager
def answering_trouble(asked: Asked, kb: KnowledgeBase) -> Iterator[None]:
    """Answer with what conflicts, or with what is proved when a limit is reached, and exit."""
    with answering_conflicts(asked, kb.board):
        try:
            yield
        except LimitError as error:
            raise failed(limited(asked, kb, error)) from None
