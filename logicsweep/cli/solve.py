"""`logicsweep solve`: every verdict, and how likely the rest is, drawn and in words, or as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from logicsweep.answers.asked import Asked
from logicsweep.cli.common import command, cut_short, fail, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ReasoningOptions
from logicsweep.errors import LimitError, counted

with lazily():
    from logicsweep.answers import solving
    from logicsweep.answers.solving import Solution, SolutionLimited
    from logicsweep.board.board import Board
    from logicsweep.cli.boards import answer_each, density_of, load
    from logicsweep.cli.certify import check_new, write_folder
    from logicsweep.cli.reasoning import answering_conflicts, proved_so_far, reasoned
    from logicsweep.cli.terminal import draw, draw_chances, print_lines
    from logicsweep.cli.working import working
    from logicsweep.formulas.user_program import Program
    from logicsweep.reason.solvers.recorder import folder_of
    from logicsweep.render import chances, text_board
    from logicsweep.render.counts import counted_lines
    from logicsweep.render.words import solution_lines


_UNCOUNTED: Final = "; the verdicts are complete, but the layouts are not counted"


@command
def solve(
    boards: list[str],
    *,
    probabilities: bool = False,
    no_count: bool = False,
    questions: Path | None = None,
    reasoning: ReasoningOptions,
    options: BoardOptions,
) -> None:
    """Prove covered cells safe or mines, and give the mine probabilities of the others.

    Args:
        probabilities: Add a table of mine probabilities, in percent.
        no_count: Only prove; count no layouts, give no probabilities.
        questions (DIR): Write what solvers are asked, with the answers, into this folder, new or
            empty: files that other solvers run, and an index.

    Example: logicsweep solve --json example:expert
    """
    if probabilities and no_count:
        raise fail("--no-count and --probabilities cannot be combined; expected one of them")
    if questions is not None:
        if len(boards) > 1:
            raise fail("--questions takes one board")
        check_new(questions)

    def answer(name: str) -> None:
        board, guess = load(name, options)
        density = density_of(reasoning.density, board)
        kb = reasoned(board, reasoning)
        size = f"{board.width}x{board.height}"
        try:
            with answering_conflicts(board, guess), working(f"proving cells of {size}"):
                solution = solving.solution(Asked("solve", name), kb)
                if questions is not None:
                    write_folder(questions, folder_of(kb.questions(), kb.consequences()))
        except LimitError as error:
            text, given = f"limit reached: {error.limit}", {**solving.UNCOUNTED, "liars": kb.liars}
            failure = proved_so_far(kb, error, solving.SolutionLimited, text, **given)
            so_far: Any = failure.answer("solve", name)
            show(
                so_far, lambda: _tell_so_far(board, so_far), as_json=reasoning.json, failure=failure
            )
        limit = None
        if not no_count:
            try:
                with working(f"counting {size}", lambda: kb.counted):
                    solution = solving.with_count(solution, kb.count(density=density))
            except LimitError as error:
                limit = error.limit
        show(
            solution,
            lambda: _tell(board, solution, kb.program, as_table=probabilities),
            as_json=reasoning.json,
            failure=cut_short(solution, solving.SolutionLimited, limit, _UNCOUNTED),
        )

    answer_each("solve", boards, answer, as_json=reasoning.json)


def _tell(board: Board, answer: Solution, program: Program | None, *, as_table: bool) -> None:
    likely = text_board.chances_of(answer)
    if draw(board, answer, likely, size=chances.CHANCE_SIZE if as_table else 1):
        print(text_board.LEGEND)
    if as_table and likely is not None:
        draw_chances(likely)
    print_lines(solution_lines(board, answer, program))
    print_lines(counted_lines(board, answer))


def _tell_so_far(board: Board, answer: SolutionLimited) -> None:
    """Say which verdicts are proved so far; it says nothing about the other cells."""
    draw(board, answer)
    print(
        f"Proved so far: {len(answer.safe)} safe (s), "
        f"{counted(len(answer.mines), 'mine')} (m). Nothing is known about the others."
    )
