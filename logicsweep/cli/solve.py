"""`logicsweep solve`: every verdict, and how likely the rest is, drawn and in words, or as JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Final

import typer

from logicsweep.board.board import Board
from logicsweep.cli.board_options import BoardOptions
from logicsweep.cli.boards import BoardsArgument, answer_each, density_of, load
from logicsweep.cli.common import (
    LIMIT,
    USAGE,
    Answering,
    DensityOption,
    JsonOption,
    MaxEntriesOption,
    TimeLimitOption,
    check_time_limit,
    command,
    completing,
    fail,
    print_json,
)
from logicsweep.cli.reasoning import (
    ProgramOption,
    ReasonerOption,
    answering_conflicts,
    knowledge_base,
)
from logicsweep.cli.working import working
from logicsweep.errors import LimitError, counted
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES
from logicsweep.reason.solvers.sat import DEFAULT_SOLVER, SOLVERS
from logicsweep.render import words
from logicsweep.render.asked import Asked, Trouble
from logicsweep.render.counts import Likely, likely

if TYPE_CHECKING:
    from msgspec import Struct

EXAMPLE: Final = "Example: logicsweep solve --json example:expert"


@command
def solve(
    boards: BoardsArgument,
    *,
    json: JsonOption = False,
    probabilities: Annotated[
        bool,
        typer.Option("--probabilities", help="Add a table of mine probabilities, in percent."),
    ] = False,
    no_count: Annotated[
        bool,
        typer.Option("--no-count", help="Only prove; count no layouts, give no probabilities."),
    ] = False,
    density: DensityOption = None,
    reasoner: ReasonerOption = None,
    program: ProgramOption = None,
    solver: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"The SAT solver: {', '.join(SOLVERS)}. Default: {DEFAULT_SOLVER}.",
            autocompletion=completing(*SOLVERS),
        ),
    ] = None,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    max_entries: MaxEntriesOption = MAX_ENTRIES,
    options: BoardOptions,
) -> None:
    """Prove covered cells safe or mines, and give the mine probabilities of the others."""
    check_time_limit(time_limit)
    if probabilities and no_count:
        raise fail("--no-count and --probabilities cannot be combined; expected one of them", USAGE)

    def answer(board: str) -> None:
        position, guess = load(board, options)
        prior = density_of(density, position)
        kb = knowledge_base(
            position,
            reasoner=reasoner,
            program=program,
            solver=solver,
            time_limit=time_limit,
            max_entries=max_entries,
        )
        _prove(kb, guess, json=json)
        found, limit = (None, None) if no_count else _count(kb, prior)
        if json and limit is None:
            from logicsweep.render.json.solving import solution

            asked = Asked("solve", board)
            print_json(solution(asked, position, kb.consequences(), found, kb.liars))
        elif not json:
            _tell(position, kb, found, as_table=probabilities)
        if limit is not None:
            what = "the verdicts are complete, but the layouts are not counted"
            text = f"limit reached: {limit}; {what}"
            raise fail(text, LIMIT, answer=_limited(kb, limit, all_proved=True))

    answer_each("solve", boards, answer, as_json=json)


def _prove(kb: KnowledgeBase, guess: str | None, *, json: bool) -> None:
    """Prove what follows. Exits with what is proved so far at a limit."""
    board = kb.board
    try:
        with (
            answering_conflicts(board, guess),
            working(f"proving cells of {board.width}x{board.height}"),
        ):
            kb.consequences()
    except LimitError as error:
        if not json:
            _tell_limit(board, kb)
        answer = _limited(kb, error.limit, all_proved=False)
        raise fail(f"limit reached: {error.limit}", LIMIT, answer=answer) from None


def _limited(kb: KnowledgeBase, limit: str, *, all_proved: bool) -> Answering:
    """What answers in JSON when a limit was reached in proving, or in counting (`all_proved`)."""

    def answer(asked: Asked, trouble: Trouble) -> Struct:
        from logicsweep.render.json.solving import solution_limited

        proved = kb.consequences() if all_proved else kb.proved_so_far()
        return solution_limited(
            asked,
            trouble,
            kb.board,
            proved,
            limit=limit,
            liars=kb.liars,
            all_proved=all_proved,
        )

    return answer


def _count(kb: KnowledgeBase, density: Fraction | None) -> tuple[Likely | None, str | None]:
    """What counting finds, or the limit that it reached."""
    board = kb.board
    try:
        with working(f"counting {board.width}x{board.height}", lambda: kb.counted):
            return likely(kb.count(density=density)), None
    except LimitError as error:
        return None, error.limit


def _tell(position: Board, kb: KnowledgeBase, found: Likely | None, *, as_table: bool) -> None:
    from logicsweep.cli.terminal import draw, draw_chances
    from logicsweep.render.chances import CHANCE_SIZE
    from logicsweep.render.text_board import LEGEND

    proved = kb.consequences()
    chances = None if found is None else found.probabilities
    if draw(position, proved, chances, size=CHANCE_SIZE if as_table else 1):
        print(LEGEND)
    if as_table and chances is not None:
        draw_chances(chances)
    print(words.knowledge_words(kb))
    if found is not None:
        print(found.words(has_safe=bool(proved.safe)))


def _tell_limit(position: Board, kb: KnowledgeBase) -> None:
    """Say which verdicts are proved so far; it says nothing about the other cells."""
    from logicsweep.cli.terminal import draw

    proved = kb.proved_so_far()
    draw(position, proved)
    print(
        f"Proved so far: {len(proved.safe)} safe (s), "
        f"{counted(len(proved.mines), 'mine')} (m). Nothing is known about the others."
    )
