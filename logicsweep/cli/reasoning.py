"""What the commands that reason share: which engine, whose rules."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, cast

import typer

from logicsweep.board.board import Board
from logicsweep.cli.common import USAGE, completing, fail, print_json, read_text
from logicsweep.errors import LimitError, LogicSweepError
from logicsweep.formulas.user_rules import Rules
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import MOST_BYTES_BY_HAND
from logicsweep.reason.solvers.engine import ASP, REASONERS, ReasonerName
from logicsweep.reason.solvers.sat import DEFAULT_SOLVER, SolverName
from logicsweep.render import words

ReasonerOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"Who proves: {' or '.join(REASONERS)}.",
        autocompletion=completing(*REASONERS),
    ),
]
RulesOption = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE.lp",
        help=f"A logic program that layouts have to satisfy as well; {ASP} proves.",
    ),
]

LiarsOption = Annotated[
    int, typer.Option(metavar="K", help="Up to so many clues may be wrong, nobody knows which.")
]


def rules_of(path: Path | None, reasoner: str | None = None) -> Rules | None:
    """Read a user's rules. Exits with a message when there are none to be read."""
    if path is None:
        return None
    if reasoner not in (None, ASP):
        raise fail(f"--rules needs --reasoner {ASP}, not {reasoner}", USAGE)
    if str(path) == "-":
        raise fail("--rules is -; expected a file, standard input is for the board", USAGE)
    return Rules(read_text(str(path), "a logic program", MOST_BYTES_BY_HAND), name=str(path))


def knowledge_base(
    board: Board,
    *,
    reasoner: str | None,
    rules: Path | None,
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
            rules=rules_of(rules, reasoner),
            liars=liars,
            solver=cast("SolverName", solver),
            time_limit=time_limit,
            max_entries=max_entries,
        )
    except LogicSweepError:
        raise
    except ValueError as error:
        raise fail(f"--liars: {error}" if liars else str(error), USAGE) from None


@contextmanager
def answering_limits(board: Board, kb: KnowledgeBase, *, as_json: bool) -> Iterator[None]:
    """Answer in JSON with what is proved so far when a limit is reached; it is raised on."""
    try:
        yield
    except LimitError as error:
        if as_json:
            print_json(words.limit_fields(board, kb.proved_so_far(), error.limit))
        raise
