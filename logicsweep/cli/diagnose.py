"""`logicsweep diagnose`: which clues of an inconsistent board are likely to be wrong."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from logicsweep.board.clue_models import CLUE_MODELS, clue_model
from logicsweep.cli.board_options import BoardOptions
from logicsweep.cli.boards import BoardArgument, load, reading_words
from logicsweep.cli.common import (
    INCONSISTENT,
    USAGE,
    Answering,
    JsonOption,
    MaxEntriesOption,
    TimeLimitOption,
    check_time_limit,
    command,
    completing,
    fail,
    print_json,
    say,
)
from logicsweep.cli.files import output_of, write_whole
from logicsweep.cli.reasoning import ProgramOption, ReasonerOption, knowledge_base
from logicsweep.cli.working import working
from logicsweep.explain.diagnosis import DEFAULT_MODEL, MOST_SETS, Diagnosis
from logicsweep.formulas.formulas import WCNF
from logicsweep.formulas.registry import encode
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES
from logicsweep.render import suspects
from logicsweep.render.asked import Asked, Trouble

if TYPE_CHECKING:
    from msgspec import Struct

EXAMPLE: Final = "Example: logicsweep diagnose example:inconsistent"


@command
def diagnose(
    board: BoardArgument,
    *,
    model: Annotated[
        str,
        typer.Option(
            metavar="MODEL",
            help=f"The clue model, which says how clues go wrong: {', '.join(CLUE_MODELS)}.",
            autocompletion=completing(*CLUE_MODELS),
        ),
    ] = DEFAULT_MODEL.name,
    most: Annotated[
        int, typer.Option(metavar="N", min=1, help="The most sets of each kind to find.")
    ] = MOST_SETS,
    wcnf: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Also write a weighted CNF for MaxSAT solvers: each clue costs 1."
        ),
    ] = None,
    reasoner: ReasonerOption = None,
    program: ProgramOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    max_entries: MaxEntriesOption = MAX_ENTRIES,
    options: BoardOptions,
) -> None:
    """List the clues that conflict, and the sets of clues that may be wrong, likeliest first.

    The exit code is 1 if the board is inconsistent.
    """
    check_time_limit(time_limit)
    try:
        noise = clue_model(model)
    except ValueError as error:
        raise fail(f"--model: {error}", USAGE) from None
    position, guess = load(board, options)
    kb = knowledge_base(
        position,
        reasoner=reasoner,
        program=program,
        time_limit=time_limit,
        max_entries=max_entries,
    )
    if wcnf is not None:
        if program:
            raise fail("--wcnf cannot be combined with --program", USAGE)
        if output_of(str(wcnf)) == "-":
            raise fail(f"--wcnf: {wcnf} is standard output; expected a file", USAGE)
        # Which clues are wrong is what is asked: any number of them may be.
        write_whole(wcnf, encode(position.altered(liars=0), WCNF).lines())
    with working(f"diagnosing {position.width}x{position.height}"):
        found = kb.diagnose(noise, most=most)
    from logicsweep.render.json.diagnosis import nothing_to_diagnose

    answer = nothing_to_diagnose(Asked("diagnose", board), found)
    if found.is_consistent and json:
        print_json(answer)
    elif not json:
        print("\n".join(suspects.diagnosis_lines(answer, position)))
    if not found.is_consistent:
        read_as = reading_words(position, guess)
        text = f"the board is inconsistent{read_as}"
        if json:
            raise fail(text, INCONSISTENT, answer=_inconsistent(found, guess))
        if read_as:
            say(text)
        raise typer.Exit(INCONSISTENT)


def _inconsistent(found: Diagnosis, guess: str | None) -> Answering:
    """What answers in JSON about an inconsistent board."""

    def answer(asked: Asked, trouble: Trouble) -> Struct:
        from logicsweep.render.json.diagnosis import diagnosis

        return diagnosis(asked, trouble, found, guess)

    return answer
