"""Parts of all commands that reason: engines, programs, and answers cut short."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, cast

from logicsweep.answers.asked import Asked, Trouble
from logicsweep.board.board import Board, Cell
from logicsweep.cli.boards import reading_words
from logicsweep.cli.common import INCONSISTENT, LIMIT, Failure, fail, refusing
from logicsweep.cli.files import read_text
from logicsweep.cli.game_names import AGENTS
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import ReasoningOptions
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
from logicsweep.render import words

with lazily():
    from msgspec import Struct

    from logicsweep.answers.base import Limited, inconsistent, limited
    from logicsweep.games.accounts import Account, account
    from logicsweep.games.agents.registry import agent_of


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


def knowledge_base(board: Board, **options: Any) -> KnowledgeBase:
    """Make the knowledge base that some of the options of `ReasoningOptions` ask for."""
    return reasoned(board, ReasoningOptions(**options))


def check_way(name: str | None) -> None:
    """Exit with a message if `--by` names neither a way to explain nor an agent."""
    if name is not None and name not in (*BY, *AGENTS) and ":" not in name:
        raise fail(f"--by: {UnknownNameError('way to explain', name, (*BY, *AGENTS))}")


def asked_agent(board: Board, name: str, cell: Cell | None) -> Account:
    """Ask an agent about a cell, or its next move. Exits with a message if it cannot be asked."""
    with refusing("--by", passing=(AgentError, InconsistentBoardError)):
        return account(board, agent_of(name, explains=True, imports=Path.cwd()), cell)


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
    """Return the failure to raise when a board proves inconsistent."""

    def answer(asked: Asked, trouble: Trouble) -> Struct:
        return inconsistent(asked, trouble, board, error, guess)

    text = words.conflict_words(board, error) + reading_words(board, guess)
    return fail(text, INCONSISTENT, answer=answer)


@contextmanager
def answering_trouble(
    kb: KnowledgeBase, guess: str | None, kind: type[Struct] | None = None, **given: Any
) -> Iterator[None]:
    """Answer with what conflicts, or with what is proved when a limit is reached, and exit.

    `kind` and the keys that are given are those of `proved_so_far`.
    """
    with answering_conflicts(kb.board, guess):
        try:
            yield
        except LimitError as error:
            raise proved_so_far(kb, error, kind or Limited, **given) from None


def proved_so_far(
    kb: KnowledgeBase, error: LimitError, kind: type[Struct], text: str = "", **given: Any
) -> Failure:
    """Make the failure where a limit is reached while a board is proved.

    `kind` is the form of its answer, with the keys that it has beside those of `Limited`. The
    message, if no `text` is given, has the number of cells proved so far; the error may not say it,
    since what a `ModelCount` works out later knows nothing of verdicts.
    """
    proved = kb.proved_so_far()

    def answer(asked: Asked, why: Trouble) -> Struct:
        return limited(kind, asked, why, proved, limit=error.limit, **given)

    said = text or str(LimitError(error.limit, mines=proved.mines, safe=proved.safe))
    return fail(said, LIMIT, answer=answer)
