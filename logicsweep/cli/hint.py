"""`logicsweep hint` and `logicsweep rate`: the easiest step there is, and the hardest needed."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import typer

from logicsweep.board.first_click import FirstClick
from logicsweep.cli.common import (
    LIMIT,
    command,
    fail,
    print_json,
)
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.errors import LimitError, MissingDensityError, counted
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.render.asked import Asked

with lazily():
    from logicsweep.board.board import Board
    from logicsweep.board.state import State
    from logicsweep.cli.boards import answer_each, density_of, load, load_layout
    from logicsweep.cli.cells import pair_of
    from logicsweep.cli.reasoning import answering_conflicts, answering_limits, knowledge_base
    from logicsweep.cli.terminal import draw, draw_lines
    from logicsweep.cli.working import working
    from logicsweep.explain.explanation import Step
    from logicsweep.games.dealing.no_guess import NoGuess
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.render import counts, reasons
    from logicsweep.render.json import reasons as answers
    from logicsweep.render.marked import marked_lines


@command
def hint(
    board: str,
    *,
    level: Annotated[int | None, typer.Option(min=1)] = None,
    safe: bool = False,
    reasoner: str | None = None,
    density: str | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Show the easiest way to a safe cell; where there is none, a mine and the least risky cells.

    The fewer sources (clues, mine count) a step combines, the easier it is; the steps that the last
    one needs come before it. A hint does not repeat that a flagged cell is a mine if that is
    already proved.

    Args:
        level (N): Show only a step that combines at most N sources.
        safe: Show no step to a mine where no cell is proved safe.

    Example: logicsweep hint example:expert --safe
    """
    position, guess = load(board, options)
    prior = density_of(density, position)
    kb = knowledge_base(position, reasoner=reasoner, time_limit=time_limit)
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
        with working("counting", lambda: kb.counted), suppress(MissingDensityError):
            try:
                least = kb.count(density=prior).least_risky()
            except LimitError as error:
                limit = error.limit
    if not json and step is None and not (safe and _is_guess(kb)):
        print(_nothing(kb, level, safe=safe))
    if not json and _is_guess(kb):
        print("No cell is proved safe: the next move is a guess.")
    if limit is not None:
        reached = limit
        raise fail(
            f"limit reached: {limit}; the least risky cells are unknown",
            LIMIT,
            answer=lambda asked, why: answers.hint_limited(asked, why, position, step, reached),
        )
    if json:
        print_json(answers.hint(Asked("hint", board), position, step, least))
    elif _is_guess(kb):
        print(counts.ASK if least is None else counts.least_words(least))


@command
def rate(
    boards: list[str],
    *,
    steps: bool = False,
    game: bool = False,
    reasoner: str | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Rate how hard the deductions of a position are: the level, and the steps.

    The level is the number of sources (clues, mine count) that the hardest step combines, if one of
    the easiest steps always comes next. At level 0 nothing can be proved. With --game, what is
    proved safe is opened, and the game goes on.

    Args:
        steps: Show every step.
        game: Rate the whole game of a layout, from the cell that --open names or its own start, as
            far as no guess is needed.

    Example: logicsweep rate example:only-total
    """

    def answer(name: str) -> None:
        if game and reasoner is not None:
            raise fail("--reasoner and --game cannot be combined; expected one of them")
        if game:
            _rate_game(name, options, time_limit, every_step=steps, as_json=json)
            return
        board, guess = load(name, options)
        kb = knowledge_base(board, reasoner=reasoner, time_limit=time_limit)
        with answering_conflicts(board, guess), answering_limits(board, kb), working("rating"):
            difficulty = kb.difficulty()
        if json:
            print_json(answers.rating(Asked("rate", name), difficulty))
        else:
            print("\n".join(reasons.difficulty_lines(difficulty, every_step=steps)))

    answer_each("rate", boards, answer, as_json=json)


def _rate_game(
    board: str, options: BoardOptions, time_limit: float, *, every_step: bool, as_json: bool
) -> None:
    """Rate a layout from its start."""
    cells = [pair_of(text, "--open") for text in options.opened or ()]
    dealt = load_layout(board, options._replace(opened=None, mines=None))
    if options.mines is not None:
        raise fail("--mines is for positions; a whole layout fixes the mine count")
    start = cells[0] if cells else dealt.start
    if start is None or len(cells) > 1:
        raise fail("--game needs one --open ROW,COLUMN, the cell to start from")
    try:
        with working("rating"):
            wanted = NoGuess(start=start, first_click=FirstClick.SAFE)
            solution = wanted.check(dealt.layout, time_limit=time_limit)
    except LimitError:
        raise
    except ValueError as error:
        raise fail(f"--open: {error}") from None
    if as_json:
        print_json(answers.game_rating(Asked("rate", board), solution))
        return
    if solution.stuck is not None:
        draw(solution.stuck)
    print("\n".join(reasons.game_rating_lines(solution, every_step=every_step)))


def _draw(board: Board, step: Step) -> None:
    marks = reasons.step_marks(board, step)
    if draw_lines(lambda columns: marked_lines(board, marks, columns=columns)):
        print(reasons.LEGEND)
    print("\n".join(reasons.hint_lines(step)))


def _is_guess(kb: KnowledgeBase) -> bool:
    """Return whether no cell is proved safe, and some may be."""
    proved = kb.consequences()
    return not proved.safe and len(kb.board.covered) > len(proved.mines)


def _nothing(kb: KnowledgeBase, level: int | None, *, safe: bool) -> str:
    """Say why there is no step."""
    proved = kb.consequences()
    mines = [] if safe else [cell for cell in proved.mines if kb.board[cell] != State.FLAGGED]
    if proved.safe or mines:
        what = "step that proves a cell safe" if safe else "step"
        return f"Every {what} combines more than {counted(level or 0, 'source')}."
    return "Nothing more can be proved." if _is_guess(kb) else "Nothing is left to open."
