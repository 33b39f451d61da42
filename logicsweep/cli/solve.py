"""`logicsweep solve`: every verdict, drawn and in words, or as JSON."""

from __future__ import annotations

import json as json_text
from typing import Annotated, Any, Final

import typer

from logicsweep.board import Board
from logicsweep.cli.common import (
    INCONSISTENT,
    LIMIT,
    USAGE,
    BoardArgument,
    FormatOption,
    JsonOption,
    command,
    fail,
    load,
    working,
)
from logicsweep.errors import InconsistentBoardError, LimitError
from logicsweep.knowledge import DEFAULT_TIME_LIMIT, KnowledgeBase
from logicsweep.reason.sat import DEFAULT_SOLVER, SOLVERS
from logicsweep.render import words

EXAMPLE: Final = "Example: logicsweep solve --json examples/boards/expert.board"


@command
def solve(
    board: BoardArgument,
    *,
    json: JsonOption = False,
    solver: Annotated[
        str, typer.Option(metavar="NAME", help=f"The SAT solver: {', '.join(SOLVERS)}.")
    ] = DEFAULT_SOLVER,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="Stop after this many seconds.")
    ] = DEFAULT_TIME_LIMIT,
    form: FormatOption = None,
) -> None:
    """Find every covered cell that is proved safe or proved to be a mine."""
    if not time_limit > 0:  # which nan is not either
        raise fail(f"--time-limit is {time_limit}; expected a positive number of seconds", USAGE)
    position = load(board, form)
    kb = KnowledgeBase(position, solver=solver, time_limit=time_limit)
    try:
        with working(f"proving cells of {position.width}x{position.height}"):
            proved = kb.consequences()
    except InconsistentBoardError as error:
        if json:
            _print_json(words.clash_fields(position, error))
            raise typer.Exit(INCONSISTENT) from None
        raise fail(words.clash_words(position, error), INCONSISTENT) from None
    except LimitError as error:
        _tell_limit(position, kb, error, json=json)
        raise typer.Exit(LIMIT) from None
    if json:
        _print_json(words.solution_fields(position, proved))
        return
    from logicsweep.cli.terminal import draw
    from logicsweep.render.picture import LEGEND

    if draw(position, proved):
        print(LEGEND)
    print(words.solution_words(position, proved, used_total=kb.uses_total()))


def _tell_limit(position: Board, kb: KnowledgeBase, error: LimitError, *, json: bool) -> None:
    """Say which verdicts are proved so far; nothing is said of the other cells."""
    proved = kb.proved_so_far()
    if json:
        _print_json(words.limit_fields(position, proved, error.limit))
    else:
        from logicsweep.cli.terminal import draw

        draw(position, proved)
        print(
            f"Proved so far: {len(proved.safe)} safe (s), {len(proved.mines)} mines (m). "
            f"Nothing is known of the others."
        )
    fail(f"limit reached: {error.limit}", LIMIT)


def _print_json(value: dict[str, Any]) -> None:
    print(json_text.dumps(value))
