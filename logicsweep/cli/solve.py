"""`logicsweep solve` and `count`: what is proved, and how likely and how many the rest are."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from logicsweep.cli.common import command, fail, refusing, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ReasoningOptions
from logicsweep.cli.values import completing
from logicsweep.errors import LogicSweepError, counted
from logicsweep.reason.counters.names import ELIMINATION, ENGINES, MODELS, is_counter

with lazily():
    from msgspec.structs import replace

    from logicsweep.answers import solving
    from logicsweep.answers.base import Limited
    from logicsweep.answers.solving import Solution
    from logicsweep.board.board import Board
    from logicsweep.cli.boards import answer_each, boards_and_cells
    from logicsweep.cli.cells import cell_of
    from logicsweep.cli.files import check_new, write_folder
    from logicsweep.cli.reasoning import answering_trouble, posed, whole
    from logicsweep.cli.terminal import draw, draw_chances, print_lines
    from logicsweep.cli.working import working
    from logicsweep.formulas.user_program import Program
    from logicsweep.reason.solvers.recorder import folder_of
    from logicsweep.reasons.certificates.folder import check_countable, count_files
    from logicsweep.render import text_board
    from logicsweep.render.words import count_lines, counted_lines, solution_lines
    from logicsweep.tables.circuit import nnf_lines
    from logicsweep.tables.compiling import circuit_of


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
        asked, kb, density = posed("solve", name, options, reasoning)
        board = kb.board
        size = f"{board.width}x{board.height}"
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
    if draw(board, answer, likely, size=text_board.CHANCE_SIZE if as_table else 1):
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


@command
def count(
    boards: list[str],
    *,
    distribution: bool = False,
    components: bool = False,
    output: Path | None = None,
    engine: Annotated[str | None, completing(*ENGINES)] = None,
    reasoning: ReasoningOptions,
    options: BoardOptions,
) -> None:
    """Count the layouts that agree with a board, and give exact mine probabilities.

    Args:
        boards (BOARD|ROW,COLUMN): One or more boards; or one board, and cells to give the mine
            probabilities of.
        distribution: Also give the probability of each clue that the cells may show.
        components: Also list, for each component of cells that clues tie together, all
            configurations of mines, and the share of them in which each cell is a mine.
        output (-o, --output DIR): Also write a certificate of the number of layouts to this folder,
            new or empty: a circuit of all layouts, which `logicsweep check DIR` checks.
        engine (NAME|CMD): The counting engine: {names}; or a program that reads and answers as in
            the model counting competition, such as 'ganak {{mcc}}'. Default: models with a program,
            else elimination.

    Example: logicsweep count example:expert-stuck 0,3 --distribution
    """
    boards, cells = boards_and_cells(boards)
    if distribution and not cells:
        raise fail("--distribution needs a cell: expected BOARD ROW,COLUMN")
    usual = MODELS if reasoning.program else ELIMINATION
    if distribution and engine not in (None, usual):
        raise fail(f"--distribution needs the engine {usual}, not {engine}")
    if output is not None:
        if len(boards) > 1 or cells:
            raise fail("--output takes one board and no cells: expected BOARD")
        if reasoning.program:
            raise fail("--output: there are no certificates of counts with a program")
        check_new(output)

    def answer(name: str) -> None:
        asked, kb, density = posed("count", name, options, reasoning)
        board = kb.board
        named = [cell_of(board, text) for text in cells]
        progress = working(f"counting {board.width}x{board.height}", lambda: kb.counted)
        # What a counter cannot weigh, or a command that cannot be read.
        passing = LogicSweepError if is_counter(engine) else Exception
        with progress, refusing(passing=passing):
            answer = solving.counting(
                asked,
                kb,
                named,
                distribution=distribution,
                components=components,
                engine=engine,
                density=density,
            )
            counted = whole(answer)
            if output is not None:
                with answering_trouble(asked, kb):
                    certify_count(output, board, counted.models, time_limit=reasoning.time_limit)
                counted = replace(counted, certificate=str(output))
        show(counted, lambda: print_lines(count_lines(board, counted)), as_json=reasoning.json)

    answer_each("count", boards, answer, as_json=reasoning.json)


def certify_count(folder: Path, board: Board, layouts: int, *, time_limit: float) -> None:
    """Write the certificate of a count. Raises `LimitError`; exits where there is none."""
    with refusing("--output", passing=LogicSweepError):
        check_countable(board)
        circuit = circuit_of(board, refutations=True, time_limit=time_limit)
    if circuit.count() != layouts:
        raise RuntimeError("the circuit has another number of layouts; a mistake in logicsweep")
    write_folder(folder, count_files(board, list(nnf_lines(circuit)), layouts))
