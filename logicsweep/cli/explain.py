"""`logicsweep explain`: why a cell is safe or a mine, or how it can be either."""

from __future__ import annotations

from fractions import Fraction

from logicsweep.cli.common import LIMIT, command, fail, print_json
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ReasoningOptions
from logicsweep.errors import InconsistentBoardError, LimitError, MissingDensityError
from logicsweep.render.asked import Asked

with lazily():
    from logicsweep.board.board import Board, Cell
    from logicsweep.board.verdicts import Verdict
    from logicsweep.cli.boards import density_of, load
    from logicsweep.cli.cells import covered_cell
    from logicsweep.cli.reasoning import answering_limits, conflict, reasoned
    from logicsweep.cli.terminal import draw_lines
    from logicsweep.cli.working import working
    from logicsweep.explain.explanation import Explanation
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.render import reasons
    from logicsweep.render.json import reasons as answers
    from logicsweep.render.marked import marked_lines


@command
def explain(
    board: str,
    cell: str,
    *,
    smallest: bool = False,
    steps: bool = False,
    cut: bool = False,
    reasoning: ReasoningOptions,
    options: BoardOptions,
) -> None:
    """Explain why a cell is safe or a mine, by a minimal set of sources (clues, mine count).

    For an undetermined cell, show two layouts, one with a mine there and one without, and the mine
    probability. For an inconsistent board, explain the contradiction (exit code 1).

    Args:
        cell (ROW,COLUMN): A covered cell; rows and columns count from 0.
        smallest: Find a set of sources of the least size.
        steps: Show steps that a person can follow.
        cut: Show what would be cut off from what, under a rule such as C.

    Example: logicsweep explain example:only-total 0,0 --smallest
    """
    position, guess = load(board, options)
    wanted = covered_cell(position, cell)
    density = density_of(reasoning.density, position)
    if steps and reasoning.program:
        raise fail("--steps cannot be combined with --program")
    kb = reasoned(position, reasoning)
    asked = Asked("explain", board)
    try:
        with answering_limits(position, kb), working(f"explaining {wanted}"):
            verdict = kb.verdict(wanted)
    except InconsistentBoardError as error:
        if not reasoning.json:
            _draw_conflict(position, error)
        raise conflict(position, error, guess) from None
    with answering_limits(position, kb):
        if verdict is Verdict.UNDETERMINED:
            _show_both_ways(kb, wanted, density, asked, json=reasoning.json)
            return
        explanation, limit = _explained(kb, wanted, smallest=smallest, steps=steps, cut=cut)
    if not reasoning.json:
        _tell(explanation)
        if cut and explanation.cut is None:
            print("No single cut shows it.")
    elif limit is None:
        print_json(answers.explanation(asked, explanation))
    if limit is not None:
        reached = limit
        raise fail(
            f"limit reached: {limit}",
            LIMIT,
            answer=lambda asked, why: answers.explanation_limited(asked, why, explanation, reached),
        )


def _explained(
    kb: KnowledgeBase, cell: Cell, *, smallest: bool, steps: bool, cut: bool
) -> tuple[Explanation, str | None]:
    """Return the explanation wanted; or else a minimal set, and the limit that was reached."""
    with working(f"explaining {cell}"):
        try:
            return kb.explain(cell, smallest=smallest, steps=steps, cut=cut), None
        except LimitError as error:
            if not smallest and not steps:
                raise
            return kb.explain(cell), error.limit


def _tell(explanation: Explanation) -> None:
    marks = reasons.explanation_marks(explanation)
    if draw_lines(lambda columns: marked_lines(explanation.board, marks, columns=columns)):
        print(reasons.LEGEND)
    print("\n".join(reasons.explanation_lines(explanation)))


def _show_both_ways(
    kb: KnowledgeBase, cell: Cell, density: Fraction | None, asked: Asked, *, json: bool
) -> None:
    """Show that an undetermined cell can be either, and its mine probability."""
    with working(f"looking for two layouts around {cell}"):
        pair = kb.counterexample(cell)
    chance, limit = None, None
    with working("counting", lambda: kb.counted):
        try:
            chance = kb.count(density=density).probability(cell)
        except MissingDensityError:
            chance = None
        except LimitError as error:
            limit = error.limit
    if not json:
        if draw_lines(lambda columns: reasons.pair_lines(pair, columns)):
            print(reasons.PAIR_LEGEND)
        print(pair.text)
        if chance is not None:
            print(reasons.chance_line(cell, chance))
    elif limit is None:
        print_json(answers.undetermined(asked, pair, chance))
    if limit is not None:
        reached = limit
        raise fail(
            f"limit reached: {limit}; the mine probability is unknown",
            LIMIT,
            answer=lambda asked, why: answers.undetermined_limited(asked, why, pair, reached),
        )


def _draw_conflict(board: Board, error: InconsistentBoardError) -> None:
    """Draw a contradiction, and explain it."""
    marks = reasons.conflict_marks(board, error)
    if error.core:
        draw_lines(lambda columns: marked_lines(board, marks, columns=columns))
    if error.core is not None:
        print("\n".join(reasons.conflict_lines(board, error)))
