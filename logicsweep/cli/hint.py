"""`logicsweep hint` and `logicsweep rate`: the easiest step there is, and the hardest needed."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from logicsweep.board import Board, State
from logicsweep.cli.boards import BoardArgument, FormatOption, OpenOption, load
from logicsweep.cli.common import (
    JsonOption,
    TimeLimitOption,
    answering_clashes,
    check_time_limit,
    command,
    print_json,
    working,
)
from logicsweep.cli.reasoning import ReasonerOption, answering_limits, knowledge_base
from logicsweep.count.tables import MAX_ENTRIES
from logicsweep.evidence import DEFAULT_TIME_LIMIT
from logicsweep.explain.explanation import Step
from logicsweep.knowledge import KnowledgeBase
from logicsweep.render.words import board_fields

HINT: Final = "Example: logicsweep hint examples/boards/expert.board"
RATE: Final = "Example: logicsweep rate examples/boards/only-total.board"


@command
def hint(
    board: BoardArgument,
    *,
    level: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="Only steps that take so many sources together at most."
        ),
    ] = None,
    reasoner: ReasonerOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    form: FormatOption = None,
    opened: OpenOption = None,
) -> None:
    """Show the easiest deduction anywhere on the board. A hint never guesses.

    A step is the easier the fewer sources (clues, and the total) it takes together. That flagged
    cells are mines is taken as known where it is proved.
    """
    position = load(board, form, opened)
    kb = _asked(position, reasoner, time_limit)
    with (
        answering_clashes(position, as_json=json),
        answering_limits(position, kb, as_json=json),
        working("looking for the easiest step"),
    ):
        step = kb.next_step(level=level)
    if json:
        from logicsweep.render.reasons import steps_fields

        steps = [] if step is None else steps_fields(position, [step])
        fields = {**board_fields(position), "consistent": True, "step": None}
        print_json(fields | ({"step": steps[0]} if steps else {}))
    elif step is None:
        print(_nothing(kb, level))
    else:
        _draw(position, step)


@command
def rate(
    board: BoardArgument,
    *,
    steps: Annotated[bool, typer.Option("--steps", help="Show every step.")] = False,
    reasoner: ReasonerOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    form: FormatOption = None,
    opened: OpenOption = None,
) -> None:
    """Say how hard it is to prove what follows from a board: its level, and the steps it takes.

    The level is how many sources (clues, and the total) have to be taken together in the hardest
    step, when always one of the easiest is taken next. 0 means that nothing follows.
    """
    position = load(board, form, opened)
    kb = _asked(position, reasoner, time_limit)
    with (
        answering_clashes(position, as_json=json),
        answering_limits(position, kb, as_json=json),
        working("rating"),
    ):
        found = kb.difficulty()
    from logicsweep.render.reasons import difficulty_fields, difficulty_lines

    if json:
        print_json(difficulty_fields(found))
    else:
        print("\n".join(difficulty_lines(found, every_step=steps)))


def _asked(position: Board, reasoner: str | None, time_limit: float) -> KnowledgeBase:
    check_time_limit(time_limit)
    return knowledge_base(
        position, reasoner=reasoner, rules=None, time_limit=time_limit, max_entries=MAX_ENTRIES
    )


def _draw(board: Board, step: Step) -> None:
    from logicsweep.cli.terminal import draw_lines
    from logicsweep.render import reasons
    from logicsweep.render.marked import marked_lines

    marks = reasons.step_marks(board, step)
    if draw_lines(lambda columns: marked_lines(board, marks, columns=columns)):
        print(reasons.LEGEND)
    print("\n".join(reasons.hint_lines(board, step)))


def _nothing(kb: KnowledgeBase, level: int | None) -> str:
    """Why there is no hint."""
    board = kb.board
    proved = kb.consequences()
    if not proved.safe and all(board[cell] == State.FLAGGED for cell in proved.mines):
        return "Nothing more is proved: what is left is a guess."
    return f"No step takes {level} or fewer sources together; the next one takes more."
