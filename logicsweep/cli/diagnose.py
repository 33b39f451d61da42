"""`logicsweep diagnose`: which clues of an inconsistent board are likely to be wrong."""

from __future__ import annotations

from typing import Annotated

from click.exceptions import Exit

from logicsweep.board.names import CLUE_MODELS
from logicsweep.cli.common import INCONSISTENT, command, not_both, refusing, show
from logicsweep.cli.completion import completing
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.cli.values import Bounds
from logicsweep.formulas.names import WCNF
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES, MOST_SETS

with lazily():
    from logicsweep.answers import diagnosis as answers
    from logicsweep.board.clue_models import clue_model
    from logicsweep.cli.boards import load
    from logicsweep.cli.files import outputs_of, write_whole
    from logicsweep.cli.reasoning import asked_about, knowledge_base
    from logicsweep.cli.terminal import print_lines
    from logicsweep.cli.working import working
    from logicsweep.formulas.registry import encode
    from logicsweep.render import suspects


@command
def diagnose(
    board: str,
    *,
    clues: Annotated[str, completing(*CLUE_MODELS)] = "noisy(1/10)",
    most: Annotated[int, Bounds(1)] = MOST_SETS,
    output: str | None = None,
    reasoner: str | None = None,
    solver: str | None = None,
    program: list[str] | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    max_entries: int = MAX_ENTRIES,
    options: BoardOptions,
) -> None:
    """List the clues that conflict, and the sets of clues that may be wrong, likeliest first.

    The exit code is 1 if the board is inconsistent.

    Args:
        clues (MODEL): The clue model, which says how clues go wrong: {names}.
        most (N): The most sets of each kind to find.
        output (-o, --output FILE.wcnf): Also write a weighted CNF for MaxSAT solvers: each clue
            costs 1.

    Example: logicsweep diagnose example:inconsistent
    """
    with refusing("--clues"):
        noise = clue_model(clues)
    position, guess = load(board, options)
    kb = knowledge_base(
        position,
        reasoner=reasoner,
        solver=solver,
        program=program,
        time_limit=time_limit,
        max_entries=max_entries,
    )
    if output is not None:
        if program:
            raise not_both("--output", "--program")
        wcnf = outputs_of([output], {"wcnf": (".wcnf",)})["wcnf"]
        # Which clues are wrong is what is asked: any number of them may be.
        write_whole(wcnf, encode(position.altered(liars=0), WCNF).lines())
    with working(f"diagnosing {position.width}x{position.height}"):
        asked = asked_about("diagnose", board, position, guess)
        answer = answers.diagnosis(asked, kb.diagnose(noise, most=most))

    def tell() -> None:
        print_lines(suspects.diagnosis_lines(answer, position))
        if answer.conflicts and not asked.note:  # then the lines say all that the message does
            raise Exit(INCONSISTENT)

    show(answer, tell, as_json=json)
