"""`logicsweep explain`: why a cell is safe or a mine, or how it can be either."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Final

import typer

from logicsweep.board.board import Board, Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.cli.board_options import BoardArgument, BoardOptions, CellArgument
from logicsweep.cli.boards import density_of, load
from logicsweep.cli.cells import covered_cell
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
    fail,
    print_json,
)
from logicsweep.cli.reasoning import answering_limits, conflict, knowledge_base
from logicsweep.cli.reasoning_options import ProgramOption, ReasonerOption
from logicsweep.cli.working import working
from logicsweep.errors import InconsistentBoardError, LimitError, MissingDensityError
from logicsweep.explain.explanation import Counterexample, Explanation
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES
from logicsweep.render.asked import Asked, Trouble

if TYPE_CHECKING:
    from msgspec import Struct

EXAMPLE: Final = "Example: logicsweep explain example:only-total 0,0 --smallest"


@command
def explain(
    board: BoardArgument,
    cell: CellArgument,
    *,
    smallest: Annotated[
        bool, typer.Option("--smallest", help="Find a set of sources of the least size.")
    ] = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Show steps that a person can follow.")
    ] = False,
    cut: Annotated[
        bool,
        typer.Option("--cut", help="Show what would be cut off from what, under a rule such as C."),
    ] = False,
    reasoner: ReasonerOption = None,
    program: ProgramOption = None,
    density: DensityOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    max_entries: MaxEntriesOption = MAX_ENTRIES,
    options: BoardOptions,
) -> None:
    """Explain why a cell is safe or a mine, by a minimal set of sources (clues, mine count).

    For an undetermined cell, show two layouts, one with a mine there and one without, and the mine
    probability. For an inconsistent board, explain the contradiction (exit code 1).
    """
    check_time_limit(time_limit)
    position, guess = load(board, options)
    wanted = covered_cell(position, cell)
    prior = density_of(density, position)
    if steps and program:
        raise fail("--steps cannot be combined with --program", USAGE)
    kb = knowledge_base(
        position,
        reasoner=reasoner,
        program=program,
        time_limit=time_limit,
        max_entries=max_entries,
    )
    try:
        with answering_limits(position, kb), working(f"explaining {wanted}"):
            verdict = kb.verdict(wanted)
    except InconsistentBoardError as error:
        if not json:
            _draw_conflict(position, error)
        raise conflict(position, error, guess) from None
    with answering_limits(position, kb):
        if verdict is Verdict.UNDETERMINED:
            _both_ways(kb, wanted, prior, Asked("explain", board), json=json)
            return
        found, limit = _explained(kb, wanted, smallest=smallest, steps=steps, cut=cut)
    if limit is None and json:
        from logicsweep.render.json import reasons

        print_json(reasons.explanation(Asked("explain", board), found))
    elif not json:
        _tell(found)
        if cut and found.cut is None:
            print("No single cut shows it.")
    if limit is not None:
        raise fail(f"limit reached: {limit}", LIMIT, answer=_limited(found, limit))


def _limited(found: Explanation | Counterexample, limit: str) -> Answering:
    """What answers in JSON with what there is when a limit was reached."""

    def answer(asked: Asked, trouble: Trouble) -> Struct:
        from logicsweep.render.json import reasons

        if isinstance(found, Explanation):
            return reasons.explanation_limited(asked, trouble, found, limit)
        return reasons.undetermined_limited(asked, trouble, found, limit)

    return answer


def _explained(
    kb: KnowledgeBase, cell: Cell, *, smallest: bool, steps: bool, cut: bool
) -> tuple[Explanation, str | None]:
    """The explanation wanted; or else a minimal set, and the limit that was reached."""
    with working(f"explaining {cell}"):
        try:
            return kb.explain(cell, smallest=smallest, steps=steps, cut=cut), None
        except LimitError as error:
            if not smallest and not steps:
                raise
            return kb.explain(cell), error.limit


def _tell(found: Explanation) -> None:
    from logicsweep.cli.terminal import draw_lines
    from logicsweep.render import reasons
    from logicsweep.render.marked import marked_lines

    marks = reasons.explanation_marks(found)
    if draw_lines(lambda columns: marked_lines(found.board, marks, columns=columns)):
        print(reasons.LEGEND)
    print("\n".join(reasons.explanation_lines(found)))


def _both_ways(
    kb: KnowledgeBase, cell: Cell, density: Fraction | None, asked: Asked, *, json: bool
) -> None:
    """Show that an undetermined cell can be either, and its mine probability."""
    from logicsweep.cli.terminal import draw_lines
    from logicsweep.render import reasons

    with working(f"looking for two layouts around {cell}"):
        found = kb.counterexample(cell)
    chance, limit = None, None
    with working("counting", lambda: kb.counted):
        try:
            chance = kb.count(density=density).probability(cell)
        except MissingDensityError:
            chance = None
        except LimitError as error:
            limit = error.limit
    if json and limit is None:
        from logicsweep.render.json.reasons import undetermined

        print_json(undetermined(asked, found, chance))
    elif not json:
        if draw_lines(lambda columns: reasons.pair_lines(found, columns)):
            print(reasons.PAIR_LEGEND)
        print(found.text)
        if chance is not None:
            print(reasons.chance_line(cell, chance))
    if limit is not None:
        text = f"limit reached: {limit}; the mine probability is unknown"
        raise fail(text, LIMIT, answer=_limited(found, limit))


def _draw_conflict(board: Board, error: InconsistentBoardError) -> None:
    """Draw a contradiction, and explain it."""
    from logicsweep.cli.terminal import draw_lines
    from logicsweep.render import reasons
    from logicsweep.render.marked import marked_lines

    marks = reasons.conflict_marks(board, error)
    if error.core:
        draw_lines(lambda columns: marked_lines(board, marks, columns=columns))
    if error.core is not None:
        print("\n".join(reasons.conflict_lines(board, error)))
