"""`logicsweep solve`: every verdict, and how likely the rest is, drawn and in words, or as JSON."""

from __future__ import annotations

from typing import Annotated

import typer

from logicsweep.cli.common import LIMIT, command, fail, print_json
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ReasoningOptions
from logicsweep.cli.signatures import completing
from logicsweep.errors import LimitError, counted
from logicsweep.reason.solvers.names import SOLVERS
from logicsweep.render.asked import Asked

with lazily():
    from logicsweep.cli.boards import answer_each, density_of, load
    from logicsweep.cli.reasoning import answering_conflicts, reasoned
    from logicsweep.cli.terminal import draw, draw_chances
    from logicsweep.cli.working import working
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.render import chances, text_board, words
    from logicsweep.render.counts import Likely, likely
    from logicsweep.render.json import solving


@command
def solve(
    boards: list[str],
    *,
    probabilities: bool = False,
    no_count: bool = False,
    solver: Annotated[str | None, completing(*SOLVERS)] = None,
    reasoning: ReasoningOptions,
    options: BoardOptions,
) -> None:
    """Prove covered cells safe or mines, and give the mine probabilities of the others.

    Args:
        probabilities: Add a table of mine probabilities, in percent.
        no_count: Only prove; count no layouts, give no probabilities.
        solver (NAME): The SAT solver: {names}. Default: minicard.

    Example: logicsweep solve --json example:expert
    """
    if probabilities and no_count:
        raise fail("--no-count and --probabilities cannot be combined; expected one of them")

    def answer(name: str) -> None:
        board, guess = load(name, options)
        density = density_of(reasoning.density, board)
        kb = reasoned(board, reasoning, solver)
        size = f"{board.width}x{board.height}"
        try:
            with answering_conflicts(board, guess), working(f"proving cells of {size}"):
                proved = kb.consequences()
        except LimitError as error:
            if not reasoning.json:
                _tell_limit(kb)
            raise _limited(kb, error.limit, "", all_proved=False) from None
        count, limit = None, None
        if not no_count:
            try:
                with working(f"counting {size}", lambda: kb.counted):
                    count = likely(kb.count(density=density))
            except LimitError as error:
                limit = error.limit
        if not reasoning.json:
            _tell(kb, count, as_table=probabilities)
        elif limit is None:
            print_json(solving.solution(Asked("solve", name), board, proved, count, kb.liars))
        if limit is not None:
            rest = "; the verdicts are complete, but the layouts are not counted"
            raise _limited(kb, limit, rest, all_proved=True)

    answer_each("solve", boards, answer, as_json=reasoning.json)


def _limited(kb: KnowledgeBase, limit: str, rest: str, *, all_proved: bool) -> typer.Exit:
    """Make the failure where proving, or counting (`all_proved`), reached a limit."""
    proved = kb.consequences() if all_proved else kb.proved_so_far()
    return fail(
        f"limit reached: {limit}{rest}",
        LIMIT,
        answer=lambda asked, why: solving.solution_limited(
            asked, why, kb.board, proved, limit=limit, liars=kb.liars, all_proved=all_proved
        ),
    )


def _tell(kb: KnowledgeBase, count: Likely | None, *, as_table: bool) -> None:
    proved = kb.consequences()
    probabilities = None if count is None else count.probabilities
    size = chances.CHANCE_SIZE if as_table else 1
    if draw(kb.board, proved, probabilities, size=size):
        print(text_board.LEGEND)
    if as_table and probabilities is not None:
        draw_chances(probabilities)
    print(words.knowledge_words(kb))
    if count is not None:
        print(count.words(has_safe=bool(proved.safe)))


def _tell_limit(kb: KnowledgeBase) -> None:
    """Say which verdicts are proved so far; it says nothing about the other cells."""
    proved = kb.proved_so_far()
    draw(kb.board, proved)
    print(
        f"Proved so far: {len(proved.safe)} safe (s), "
        f"{counted(len(proved.mines), 'mine')} (m). Nothing is known about the others."
    )
