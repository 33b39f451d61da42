"""`logicsweep decode`: what another solver answered, drawn and checked."""

from __future__ import annotations

from click.exceptions import Exit

from logicsweep.answers.asked import Asked, Where
from logicsweep.cli.common import INCONSISTENT, SYNTAX, command, fail, failed, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.errors import AnswerSyntaxError
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.answers import formulas
    from logicsweep.cli.boards import guess_words, load
    from logicsweep.cli.files import read_text, where_is
    from logicsweep.cli.reasoning import program_of
    from logicsweep.cli.terminal import draw, print_lines
    from logicsweep.cli.working import working
    from logicsweep.formulas.answers import read_answer
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.render.encoded import agreement_lines


@command
def decode(
    model: str,
    *,
    board: str,
    program: list[str] | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Turn a solver's output back into a layout, draw it, and check it against the board.

    MODEL has `s` and `v` lines (SAT, MaxSAT and pseudo-Boolean solvers), or is minisat's result
    file or clingo's output. If it has several models, the last one counts. The claim that the board
    is inconsistent is checked, too. Exit code 1: the layout does not agree, or there is none.

    Args:
        model (MODEL): A solver's output, or - for standard input.
        board (BOARD): The board that was encoded.

    Example: logicsweep encode BOARD --to lp | python -m clingo - |
        logicsweep decode --board BOARD -
    """
    if model == board == "-":
        raise fail("standard input can be the board or the model, not both")
    position, guess = load(board, options)
    kb = KnowledgeBase(position, program=program_of(program), time_limit=time_limit)
    asked = Asked("decode", board, guess, guess_words(guess))
    text = read_text(model, "a solver's output")
    try:
        answer = read_answer(position, text)
    except AnswerSyntaxError as error:
        place = Where(where_is(model), error.line)
        raise fail(f"{where_is(model)}: {error}", kind=SYNTAX, place=place) from None
    with working("checking"):
        checked = formulas.decoding(asked, kb, answer)
    layout = answer.layout
    if layout is None:
        raise failed(checked)

    def tell() -> None:
        if draw(layout.on(position)):
            print("* mine   _ safe")
        print_lines(agreement_lines(position, checked))
        if checked.error:  # which the lines say
            raise Exit(INCONSISTENT)

    show(checked, tell, as_json=json)
