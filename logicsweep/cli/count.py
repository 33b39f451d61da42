"""`logicsweep count`: the number of layouts, and exact probabilities."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from logicsweep.cli.common import command, fail, refusing, show
from logicsweep.cli.completion import completing
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions, ReasoningOptions
from logicsweep.errors import LogicSweepError
from logicsweep.reason.counters.names import ELIMINATION, ENGINES, MODELS, is_counter

with lazily():
    from msgspec.structs import replace

    from logicsweep.answers import solving
    from logicsweep.cli.boards import answer_each, boards_and_cells, density_of, load
    from logicsweep.cli.cells import cell_of
    from logicsweep.cli.counted import certify_count, check_certifiable
    from logicsweep.cli.reasoning import answering_trouble, asked_about, reasoned, whole
    from logicsweep.cli.terminal import print_lines
    from logicsweep.cli.working import working
    from logicsweep.render.words import count_lines


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
        check_certifiable(output, boards, cells, reasoning.program)

    def answer(name: str) -> None:
        board, guess = load(name, options)
        density = density_of(reasoning.density, board)
        named = [cell_of(board, text) for text in cells]
        kb = reasoned(board, reasoning)
        progress = working(f"counting {board.width}x{board.height}", lambda: kb.counted)
        asked = asked_about("count", name, board, guess)
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
        show(
            counted,
            lambda: print_lines(count_lines(board, counted)),
            as_json=reasoning.json,
        )

    answer_each("count", boards, answer, as_json=reasoning.json)
