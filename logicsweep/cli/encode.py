"""`logicsweep encode` and `decode`: a board as a formula, and a solver's answer to it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import nullcontext
from pathlib import Path
from typing import Annotated, Final, cast

from click.exceptions import Exit

from logicsweep.answers.asked import Asked, Where
from logicsweep.cli.common import (
    INCONSISTENT,
    SYNTAX,
    command,
    fail,
    failed,
    json_line,
    refusing,
    say,
    show,
)
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ReasoningOptions
from logicsweep.cli.values import completing
from logicsweep.errors import AnswerSyntaxError, LogicSweepError, UnknownNameError, counted
from logicsweep.formulas.cardinality import ENCODINGS, NATIVE, CardinalityName
from logicsweep.formulas.names import CNF, FORMULA_ENDINGS, FORMULA_FORMATS, NNF, FormulaFormat
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.answers import formulas
    from logicsweep.board.board import Board, Cell
    from logicsweep.cli.boards import guess_words, load
    from logicsweep.cli.cells import cell_of
    from logicsweep.cli.files import no_output, output_of, read_text, where_is, write_whole
    from logicsweep.cli.reasoning import answering_trouble, asked_about, program_of, reasoned
    from logicsweep.cli.terminal import draw, print_lines
    from logicsweep.cli.working import working
    from logicsweep.formulas.answers import read_answer
    from logicsweep.formulas.registry import check_format, encode as encode_board
    from logicsweep.knowledge import comparison
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.knowledge.comparison import Measured, agree, compare_encodings
    from logicsweep.reason.solvers.recorder import SolverQuestion
    from logicsweep.render import encoded

# On boards of more cells a comparison says first how long it may take.
_LARGE: Final = 2_500
DIMACS: Final = "dimacs"  # another name of cnf


@command
def encode(
    board: str,
    cell: str | None = None,
    *,
    to: Annotated[str | None, completing(*FORMULA_FORMATS)] = None,
    cardinality: Annotated[str | None, completing(*ENCODINGS, NATIVE)] = None,
    details: bool = False,
    stats: bool = False,
    compare: bool = False,
    as_asked: str | None = None,
    program: list[str] | None = None,
    reasoner: str | None = None,
    solver: str | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    output: Path | None = None,
    options: BoardOptions,
) -> None:
    """Print a board as a formula or a logic program that other tools read.

    --json needs --stats or --compare, and --reasoner and --solver need --as-asked. --time-limit
    applies to each line of --compare, to lp-ground, to nnf and to --as-asked.

    Args:
        cell (ROW,COLUMN): Encode only the clues around this cell.
        to (NAME): The format: cnf (DIMACS CNF); opb (pseudo-Boolean constraints); wcnf (weighted
            CNF with soft clues, the format of 2022); wcnf-old (the same in the format before, with
            a line p wcnf); mcc (model counting competition); nnf (a circuit of all layouts,
            d-DNNF); lp (facts plus programs); facts (facts alone); lp-ground (the program grounded
            by clingo). Default: by the ending of the file, else cnf.
        cardinality (NAME): The encoding of the mine count: {one of} (minicard's format). Default:
            kmtotalizer.
        details: Explain each line in a comment.
        stats: Print the size of the encoding, source by source.
        compare: Compare all cardinality encodings, solvers and engines on the board.
        as_asked (ROW,COLUMN): Print the question to a solver whose answer proves this cell.
        output (-o, --output FILE): Write to this file, in full or not at all.

    Example: logicsweep encode example:small -o small.opb
    """
    if json and not stats and not compare:
        raise fail("--json needs --stats or --compare")
    if compare and (stats or cell or program or cardinality or details or to):
        raise fail(
            "--compare takes the whole board and all encodings; expected no cell and no --to, "
            "--cardinality, --details, --stats or --program"
        )
    if as_asked and (stats or compare or cell or cardinality or details or to):
        raise fail(
            "--as-asked prints what was asked; expected no cell and no --to, --cardinality, "
            "--details, --stats or --compare"
        )
    if (reasoner or solver) and not as_asked:
        raise fail("--reasoner and --solver need --as-asked")
    target = "-" if output is None else output_of(str(output))
    if (stats or compare) and Path(target).suffix in FORMULA_ENDINGS:
        what = "--stats" if stats else "--compare"
        raise fail(
            f"--output is {target!r}, a formula's name; {what} writes a text: expected another"
        )
    form = _form(to, "-" if stats or compare or as_asked else target)
    position, asked = asked_about("encode", board, options)
    if compare:
        _compare(asked, position, target, time_limit=time_limit, json=json)
        return
    if as_asked:
        kb = reasoned(position, ReasoningOptions(json, None, reasoner, solver, program, time_limit))
        question = _question(asked, kb, cell_of(position, as_asked, "--as-asked"))
        _put(question.lines(), target, question.words)
        return
    around = None if cell is None else cell_of(position, cell)
    mine_count = cast("CardinalityName | None", cardinality)
    user_program = program_of(program)
    with refusing(passing=LogicSweepError):
        check_format(form, cardinality=mine_count, program=user_program)
    # A circuit is refused for what the board says; the other formats take every board.
    saying = refusing(passing=LogicSweepError) if form == NNF else nullcontext()
    with working("encoding"), saying:
        encoding = encode_board(
            position,
            form,
            cardinality=mine_count,
            cell=around,
            program=user_program,
            time_limit=time_limit,
        )
    if stats:
        answer = formulas.encoding_size(asked, encoding)
        if json:
            _put([json_line(answer)], target)
        else:
            lines = encoded.statistics_lines(answer, every_source=details)
            _put(lines, target, f"the size of {position.title}, as {form}")
    else:
        _put(encoding.lines(annotate=details), target, f"{position.title}, as {form}")


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
        print_lines(encoded.agreement_lines(position, checked))
        if checked.error:  # which the lines say
            raise Exit(INCONSISTENT)

    show(checked, tell, as_json=json)


def _form(to: str | None, output: str) -> FormulaFormat:
    """Return the format of a name, else of a file. Exits with a message if there is none."""
    name = CNF if to == DIMACS else to
    ending = Path(output).suffix.lower()
    if name is None and ending:  # which pipes and devices have not
        if ending not in FORMULA_ENDINGS:
            raise no_output(output, FORMULA_ENDINGS, "--to NAME, or ")
        return FORMULA_ENDINGS[ending]
    for form in FORMULA_FORMATS:
        if form == (name or CNF):
            return form
    raise UnknownNameError("formula format", str(name), FORMULA_FORMATS)


def _question(asked: Asked, kb: KnowledgeBase, cell: Cell) -> SolverQuestion:
    """Return the question that proves a cell. Exits with a message if there is none."""
    with working("proving"), answering_trouble(asked, kb):
        question = next((each for each in kb.questions() if cell in each.proved), None)
    if question is None:
        raise fail(
            f"--as-asked: no solver was asked about {cell}: clues, layouts or tables settle it; "
            "--reasoner asp asks clingo about every cell"
        )
    return question


def _put(lines: Iterable[str], output: str, what: str | None = None) -> None:
    """Write to a file and say `what` was written, if anything; or print."""
    if output == "-":
        print_lines(lines)
        return
    write_whole(Path(output), iter(lines))
    if what is not None:
        print(f"{output}: {what}.")


def _compare(asked: Asked, board: Board, output: str, *, time_limit: float, json: bool) -> None:
    rows: list[Measured] = []
    total = comparison.CONFIGURATIONS
    if board.grid.size > _LARGE:
        say(
            f"comparing on {counted(board.grid.size, 'cell')}: {total} configurations, "
            f"each for up to {time_limit:g} s and the time to encode it; --time-limit sets less"
        )
    if json or output != "-":
        with working(f"comparing {total} configurations", lambda: (len(rows), total)):
            rows.extend(compare_encodings(board, time_limit=time_limit))
    else:  # rows are printed as they come, since one may take as long as the time limit
        print(encoded.COMPARISON_HEAD)
        for row in compare_encodings(board, time_limit=time_limit):
            rows.append(row)
            print(encoded.comparison_line(row), flush=True)
        print("\n".join(encoded.comparison_end(rows)))
    answer = formulas.comparison(asked, board, rows)
    has_conflict = bool(answer.error)
    if json and (output != "-" or not has_conflict):  # which else is the failure's answer
        _put([json_line(answer)], output)
    elif not json and output != "-":
        _put(encoded.comparison_lines(rows), output, f"a comparison of encodings of {board.title}")
    if not agree(rows):
        raise RuntimeError("engines disagree about a board; this is a mistake in logicsweep")
    if has_conflict:
        raise failed(answer)
