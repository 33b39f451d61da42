"""`logicsweep solve`: every verdict, and how likely the rest is, drawn and in words, or as JSON."""

from __future__ import annotations

from pathlib import Path

from logicsweep.cli.common import command, fail, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ReasoningOptions
from logicsweep.errors import counted

with lazily():
    from logicsweep.answers import solving
    from logicsweep.answers.base import Limited
    from logicsweep.answers.solving import Solution
    from logicsweep.board.board import Board
    from logicsweep.cli.boards import answer_each, density_of, load
    from logicsweep.cli.certify import check_new, write_folder
    from logicsweep.cli.reasoning import answering_trouble, asked_about, reasoned
    from logicsweep.cli.terminal import draw, draw_chances, print_lines
    from logicsweep.cli.working import working
    from logicsweep.formulas.user_program import Program
    from logicsweep.reason.solvers.recorder import folder_of
    from logicsweep.render import chances, text_board
    from logicsweep.render.words import counted_lines, solution_lines


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
        asked = asked_about("solve", name, board, guess)
        answers = solving.solving(asked, kb, density=density, counts=not no_count)
        with working(f"proving cells of {size}"):
            solution = next(answers)
            if questions is not None and not solution.error:
                with answering_trouble(asked, kb):
                    write_folder(questions, folder_of(kb.questions(), kb.consequences()))
        with working(f"counting {size}", lambda: kb.counted):
            solution = next(answers, solution)

        def tell() -> None:
            if isinstance(solution, Solution):
                _tell(board, solution, kb.program, as_table=probabilities)
            elif isinstance(solution, Limited):
                _tell_so_far(board, solution)

        show(solution, tell, as_json=reasoning.json)

    answer_each("solve", boards, answer, as_json=reasoning.json)


def _tell(board: Board, answer: Solution, program: Program | None, *, as_table: bool) -> None:
    likely = text_board.chances_of(answer)
    if draw(board, answer, likely, size=chances.CHANCE_SIZE if as_table else 1):
        print(text_board.LEGEND)
    if as_table and likely is not None:
        draw_chances(likely)
    print_lines(solution_lines(board, answer, program))
    print_lines(counted_lines(board, answer))


def _tell_so_far(board: Board, answer: Limited) -> None:
    """Say which verdicts are proved so far; it says nothing about the other cells."""
    draw(board, answer)
    print(
        f"Proved so far: {len(answer.safe)} safe (s), "
        f"{counted(len(answer.mines), 'mine')} (m). Nothing is known about the others."
    )
