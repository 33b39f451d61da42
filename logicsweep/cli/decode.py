"""`logicsweep decode`: what another solver answered, drawn and checked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from logicsweep.board.board import Board
from logicsweep.cli.board_options import BoardOptions
from logicsweep.cli.boards import Loaded, guess_words, load
from logicsweep.cli.common import (
    INCONSISTENT,
    LIMIT,
    SYNTAX,
    USAGE,
    Answering,
    Failure,
    JsonOption,
    TimeLimitOption,
    check_time_limit,
    command,
    fail,
    place_of,
    print_json,
)
from logicsweep.cli.files import read_text, where_is
from logicsweep.cli.reasoning import ProgramOption, program_of
from logicsweep.cli.working import working
from logicsweep.errors import AnswerSyntaxError
from logicsweep.formulas.answers import Answer, read_answer
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.render.answers import agreement_lines
from logicsweep.render.asked import Asked, Trouble

if TYPE_CHECKING:
    from msgspec import Struct

EXAMPLE: Final = (
    "Example: logicsweep encode BOARD --to lp | clingo - | logicsweep decode --board BOARD -"
)


@command
def decode(
    model: Annotated[
        str,
        typer.Argument(metavar="MODEL", help="A solver's output, or - for standard input."),
    ],
    *,
    board: Annotated[str, typer.Option(metavar="BOARD", help="The board that was encoded.")],
    program: ProgramOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Turn a solver's output back into a layout, draw it, and check it against the board.

    MODEL has `s` and `v` lines (SAT, MaxSAT and pseudo-Boolean solvers), or is minisat's result
    file or clingo's output. If it has several models, the last one counts. The claim that the board
    is inconsistent is checked, too. Exit code 1: the layout does not agree, or there is none.
    """
    check_time_limit(time_limit)
    if model == board == "-":
        raise fail("standard input can be the board or the model, not both", USAGE)
    position, guess = load(board, options)
    kb = KnowledgeBase(position, program=program_of(program), time_limit=time_limit)
    text = read_text(model, "a solver's output")
    try:
        answer = read_answer(position, text)
    except AnswerSyntaxError as error:
        place = place_of(where_is(model), error.line)
        raise fail(f"{where_is(model)}: {error}", USAGE, kind=SYNTAX, place=place) from None
    if answer.layout is None:
        raise _no_model(Loaded(position, guess), answer, kb)
    layout = answer.layout
    alone = KnowledgeBase(position, time_limit=time_limit) if program else kb
    agrees = alone.allows(layout)
    obeys = kb.allows(layout) if agrees and program else None
    is_good = agrees and obeys is not False
    from logicsweep.render.json.formulas import model as good_model

    checked = good_model(Asked("decode", board), position, answer, obeys=obeys, agrees=agrees)
    if not json:
        from logicsweep.cli.terminal import draw

        if draw(layout.on(position)):
            print("* mine   _ safe")
        print("\n".join(agreement_lines(position, checked)))
    elif is_good:
        print_json(checked)
    if not is_good:
        if json:
            what = "does not obey the program" if agrees else "does not agree with the board"
            wrong = _wrong(position, answer, agrees=agrees, obeys=obeys)
            raise fail(f"the layout {what}", INCONSISTENT, answer=wrong)
        raise typer.Exit(INCONSISTENT)


def _wrong(board: Board, answer: Answer, *, agrees: bool, obeys: bool | None) -> Answering:
    """What answers in JSON about a layout that does not agree."""

    def wrong(asked: Asked, trouble: Trouble) -> Struct:
        from logicsweep.render.json.formulas import no_model

        return no_model(asked, trouble, board, answer, agrees=agrees, obeys=obeys)

    return wrong


def _no_model(loaded: Loaded, answer: Answer, kb: KnowledgeBase) -> Failure:
    """What it means that there is no model; a claim that there can be none is checked."""
    board, guess = loaded
    is_consistent = None
    if answer.satisfiable is False:
        with working("checking that"):
            is_consistent = kb.has_layout()

    def no_model(asked: Asked, trouble: Trouble) -> Struct:
        from logicsweep.render.json import formulas

        read_as = guess if is_consistent is False else None
        return formulas.no_model(
            asked, trouble, board, answer, consistent=is_consistent, read_as=read_as
        )

    if answer.satisfiable is None:
        return fail("the solver gave up without an answer", LIMIT, answer=no_model)
    if answer.satisfiable:
        what = "the output says that there is a model, but has no line with its values (v ...)"
        return fail(what, USAGE, answer=no_model)
    text = "the solver says that no layout agrees with the board"
    if is_consistent:
        text += ", but some do: its answer is wrong, or it is one about another formula"
    else:
        text += f"; that is so{guess_words(guess)}"
    return fail(text, INCONSISTENT, answer=no_model)
