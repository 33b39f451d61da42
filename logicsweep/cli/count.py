"""`logicsweep count`: the number of layouts, and exact probabilities."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, cast

import typer

from logicsweep.cli.board_options import BoardOptions
from logicsweep.cli.boards import answer_each, boards_and_cells, density_of, load
from logicsweep.cli.cells import cell_of
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
    completing,
    fail,
    json_line,
)
from logicsweep.cli.reasoning import answering_conflicts, knowledge_base, limit_words
from logicsweep.cli.reasoning_options import ProgramOption, ReasonerOption
from logicsweep.cli.working import working
from logicsweep.count.engines.names import ELIMINATION, ENGINES, GANAK, MODELS, EngineName
from logicsweep.errors import LimitError, LogicSweepError
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES
from logicsweep.render import counts, words
from logicsweep.render.asked import Asked, Trouble

if TYPE_CHECKING:
    from msgspec import Struct

EXAMPLE: Final = "Example: logicsweep count example:expert-stuck 0,3 --distribution"


@command
def count(
    boards: Annotated[
        list[str],
        typer.Argument(
            metavar="BOARD|ROW,COLUMN",
            help="One or more boards; or one board, and cells to give the mine probabilities of.",
        ),
    ],
    *,
    distribution: Annotated[
        bool,
        typer.Option(
            "--distribution", help="Also give the probability of each clue that the cells may show."
        ),
    ] = False,
    density: DensityOption = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help=f"The counting engine: {', '.join(ENGINES)}. Default: {MODELS} with a program, "
            f"else {ELIMINATION}.",
            autocompletion=completing(*ENGINES),
        ),
    ] = None,
    reasoner: ReasonerOption = None,
    program: ProgramOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    max_entries: MaxEntriesOption = MAX_ENTRIES,
    options: BoardOptions,
) -> None:
    """Count the layouts that agree with a board, and give exact mine probabilities."""
    check_time_limit(time_limit)
    boards, named = boards_and_cells(boards)
    if distribution and not named:
        raise fail("--distribution needs a cell: expected BOARD ROW,COLUMN", USAGE)
    usual = MODELS if program else ELIMINATION
    if distribution and engine not in (None, usual):
        raise fail(f"--distribution needs the engine {usual}, not {engine}", USAGE)

    def answer(board: str) -> None:
        position, guess = load(board, options)
        prior = density_of(density, position)
        cells = [cell_of(position, text) for text in named]
        kb = knowledge_base(
            position,
            reasoner=reasoner,
            program=program,
            time_limit=time_limit,
            max_entries=max_entries,
        )
        try:
            with (
                answering_conflicts(position, guess),
                working(f"counting {position.width}x{position.height}", lambda: kb.counted),
            ):
                counted = kb.count(density=prior, engine=cast("EngineName | None", engine))
                asked = {
                    one: kb.clue_distribution(one, density=prior) if distribution else None
                    for one in cells
                }
                # Much is worked out only now, when it is asked for.
                if json:
                    from logicsweep.render.json import solving

                    found = solving.count(
                        Asked("count", board),
                        position,
                        counted,
                        asked,
                        engine=engine or usual,
                        density=prior,
                        liars=kb.liars,
                    )
                    text = json_line(found)
                else:
                    lines = counts.count_lines(position, counted, asked)
                    text = "\n".join([*lines, *words.liars_lines(kb.liars)])
        except LimitError as error:
            text = limit_words(kb, error)
            raise fail(text, LIMIT, answer=_limited(kb, error.limit)) from None
        except ValueError as error:
            if engine != GANAK or isinstance(error, LogicSweepError):
                raise
            raise fail(str(error), USAGE) from None  # what this engine cannot weigh
        print(text)

    answer_each("count", boards, answer, as_json=json)


def _limited(kb: KnowledgeBase, limit: str) -> Answering:
    """What answers in JSON when a limit was reached."""

    def answer(asked: Asked, trouble: Trouble) -> Struct:
        from logicsweep.render.json.solving import count_limited

        return count_limited(asked, trouble, kb.board, kb.proved_so_far(), limit)

    return answer
