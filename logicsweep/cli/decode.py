"""`logicsweep decode`: what another solver answered, drawn and checked."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from logicsweep.board import Board
from logicsweep.cli.common import (
    INCONSISTENT,
    LIMIT,
    USAGE,
    FormatOption,
    JsonOption,
    command,
    fail,
    load,
    print_json,
    read_text,
    where_is,
    working,
)
from logicsweep.encoding.answers import Answer, read_answer
from logicsweep.errors import AnswerSyntaxError
from logicsweep.knowledge import KnowledgeBase
from logicsweep.render.answers import answer_fields, clash_lines

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
    json: JsonOption = False,
    form: FormatOption = None,
) -> None:
    """Turn a solver's output back into a layout, draw it, and check it against the board.

    Read are `s` and `v` lines (SAT, MaxSAT and pseudo-Boolean solvers), minisat's result file, and
    clingo's output. Of several answers the last one counts. Exit code 1: it does not agree.
    """
    if model == board == "-":
        raise fail("standard input can be the board or the model, not both", USAGE)
    position = load(board, form)
    text = read_text(model, "a solver's output")
    try:
        answer = read_answer(position, text)
    except AnswerSyntaxError as error:
        raise fail(f"{where_is(model)}: {error}", USAGE) from None
    if answer.layout is None:
        _tell_none(position, answer, json=json)
    clashes = () if answer.layout is None else answer.layout.clashes(position)
    if json:
        print_json(answer_fields(position, answer))
    else:
        _tell(position, answer)
    if clashes:
        raise typer.Exit(INCONSISTENT)


def _tell_none(board: Board, answer: Answer, *, json: bool) -> None:
    """Exit with what it means that there is no model."""
    if json:
        print_json(answer_fields(board, answer))
    if answer.satisfiable is None:
        raise fail("the solver gave up without an answer", LIMIT)
    if answer.satisfiable:
        raise fail("the solver found a model, but its output has none", USAGE)
    with working("checking that"):
        is_right = not KnowledgeBase(board).is_consistent()
    checked = "and so it is" if is_right else "BUT LAYOUTS AGREE WITH IT"
    raise fail(f"the solver says that the board is inconsistent, {checked}", INCONSISTENT)


def _tell(board: Board, answer: Answer) -> None:
    from logicsweep.cli.terminal import draw

    if answer.layout is None:
        return
    if draw(answer.layout.on(board)):
        print("* mine   _ safe")
    print("\n".join(clash_lines(board, answer)))
