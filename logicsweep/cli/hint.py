"""`logicsweep hint` and `logicsweep rate`: the easiest step there is, and the hardest needed."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Final

import typer

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.cli.board_options import BoardArgument, BoardOptions, BoardsArgument
from logicsweep.cli.boards import answer_each, density_of, load, load_layout
from logicsweep.cli.cells import pair_of
from logicsweep.cli.common import (
    LIMIT,
    USAGE,
    Answering,
    DensityOption,
    JsonOption,
    TimeLimitOption,
    check_time_limit,
    command,
    fail,
    print_json,
)
from logicsweep.cli.reasoning import answering_conflicts, answering_limits, knowledge_base
from logicsweep.cli.reasoning_options import ReasonerOption
from logicsweep.cli.working import working
from logicsweep.count.model_count import LeastRisky
from logicsweep.errors import LimitError, MissingDensityError, counted
from logicsweep.explain.explanation import Step
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES
from logicsweep.render.asked import Asked, Trouble
from logicsweep.render.counts import ASK, least_words
from logicsweep.render.reasons import difficulty_lines, game_rating_lines

if TYPE_CHECKING:
    from msgspec import Struct

HINT: Final = "Example: logicsweep hint example:expert --safe"
RATE: Final = "Example: logicsweep rate example:only-total"


@command
def hint(
    board: BoardArgument,
    *,
    level: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Show only a step that combines at most N sources."),
    ] = None,
    safe: Annotated[
        bool,
        typer.Option("--safe", help="Show no step to a mine where no cell is proved safe."),
    ] = False,
    reasoner: ReasonerOption = None,
    density: DensityOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Show the easiest way to a safe cell; where there is none, a mine and the least risky cells.

    The fewer sources (clues, mine count) a step combines, the easier it is; the steps that the last
    one needs come before it. A hint does not repeat that a flagged cell is a mine if that is
    already proved.
    """
    position, guess = load(board, options)
    prior = density_of(density, position)
    kb = _asked(position, reasoner, time_limit)
    with (
        answering_conflicts(position, guess),
        answering_limits(position, kb),
        working("looking for the easiest step"),
    ):
        step = kb.next_step(level=level, safe=True)
        if step is None and not safe:
            step = kb.next_step(level=level)
    if step is not None and not json:
        _draw(position, step)
    least, limit = None, None
    if _is_guess(kb):
        with working("counting", lambda: kb.counted):
            least, limit = _least_risky(kb, prior)
    if json and limit is None:
        from logicsweep.render.json import reasons

        print_json(reasons.hint(Asked("hint", board), position, step, least))
    elif not json:
        if step is None and not (safe and _is_guess(kb)):
            print(_nothing(kb, level, safe=safe))
        if _is_guess(kb):
            print("No cell is proved safe: the next move is a guess.")
            if limit is None:
                print(ASK if least is None else least_words(least))
    if limit is not None:
        text = f"limit reached: {limit}; the least risky cells are unknown"
        raise fail(text, LIMIT, answer=_limited(position, step, limit))


@command
def rate(
    boards: BoardsArgument,
    *,
    steps: Annotated[bool, typer.Option("--steps", help="Show every step.")] = False,
    game: Annotated[
        bool,
        typer.Option(
            "--game",
            help="Rate the whole game of a layout, from the cell that --open names or its own "
            "start, as far as no guess is needed.",
        ),
    ] = False,
    reasoner: ReasonerOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Rate how hard the deductions of a position are: the level, and the steps.

    The level is the number of sources (clues, mine count) that the hardest step combines, if one of
    the easiest steps always comes next. At level 0 nothing can be proved. With --game, what is
    proved safe is opened, and the game goes on.
    """
    check_time_limit(time_limit)

    def answer(board: str) -> None:
        if game and reasoner is not None:
            raise fail("--reasoner and --game cannot be combined; expected one of them", USAGE)
        if game:
            _rate_game(board, options, time_limit, every_step=steps, as_json=json)
            return
        position, guess = load(board, options)
        kb = _asked(position, reasoner, time_limit)
        with (
            answering_conflicts(position, guess),
            answering_limits(position, kb),
            working("rating"),
        ):
            found = kb.difficulty()
        if json:
            from logicsweep.render.json import reasons

            print_json(reasons.rating(Asked("rate", board), found))
        else:
            print("\n".join(difficulty_lines(found, every_step=steps)))

    answer_each("rate", boards, answer, as_json=json)


def _rate_game(
    board: str, options: BoardOptions, time_limit: float, *, every_step: bool, as_json: bool
) -> None:
    """Rate a layout from its start."""
    cells = [pair_of(text, "--open") for text in options.opened or ()]
    found = load_layout(board, options._replace(opened=None, mines=None))
    if options.mines is not None:
        raise fail("--mines is for positions; a whole layout fixes the mine count", USAGE)
    start = cells[0] if cells else found.start
    if start is None or len(cells) > 1:
        raise fail("--game needs one --open ROW,COLUMN, the cell to start from", USAGE)
    try:
        with working("rating"):
            wanted = NoGuess(start=start, first_click=FirstClick.SAFE)
            solution = wanted.check(found.layout, time_limit=time_limit)
    except LimitError:
        raise
    except ValueError as error:
        raise fail(f"--open: {error}", USAGE) from None
    if as_json:
        from logicsweep.render.json import reasons

        print_json(reasons.game_rating(Asked("rate", board), solution))
        return
    if solution.stuck is not None:
        from logicsweep.cli.terminal import draw

        draw(solution.stuck)
    print("\n".join(game_rating_lines(solution, every_step=every_step)))


def _asked(position: Board, reasoner: str | None, time_limit: float) -> KnowledgeBase:
    check_time_limit(time_limit)
    return knowledge_base(
        position, reasoner=reasoner, program=None, time_limit=time_limit, max_entries=MAX_ENTRIES
    )


def _limited(board: Board, step: Step | None, limit: str) -> Answering:
    """What answers in JSON when counting the least risky cells reached a limit."""

    def answer(asked: Asked, trouble: Trouble) -> Struct:
        from logicsweep.render.json.reasons import hint_limited

        return hint_limited(asked, trouble, board, step, limit)

    return answer


def _draw(board: Board, step: Step) -> None:
    from logicsweep.cli.terminal import draw_lines
    from logicsweep.render import reasons
    from logicsweep.render.marked import marked_lines

    marks = reasons.step_marks(board, step)
    if draw_lines(lambda columns: marked_lines(board, marks, columns=columns)):
        print(reasons.LEGEND)
    print("\n".join(reasons.hint_lines(step)))


def _is_guess(kb: KnowledgeBase) -> bool:
    """Whether no cell is proved safe, and some may be."""
    proved = kb.consequences()
    return not proved.safe and len(kb.board.covered) > len(proved.mines)


def _least_risky(
    kb: KnowledgeBase, density: Fraction | None
) -> tuple[LeastRisky | None, str | None]:
    """What to open when that is a guess, or the limit that was reached in counting.

    Neither where it takes a density which is not known.
    """
    try:
        return kb.count(density=density).least_risky(), None
    except MissingDensityError:
        return None, None
    except LimitError as error:
        return None, error.limit


def _nothing(kb: KnowledgeBase, level: int | None, *, safe: bool) -> str:
    """Why there is no step."""
    proved = kb.consequences()
    mines = [] if safe else [cell for cell in proved.mines if kb.board[cell] != State.FLAGGED]
    if proved.safe or mines:
        what = "step that proves a cell safe" if safe else "step"
        return f"Every {what} combines more than {counted(level or 0, 'source')}."
    return "Nothing more can be proved." if _is_guess(kb) else "Nothing is left to open."
