"""`logicsweep hint` and `logicsweep rate`: the easiest step there is, and the hardest needed."""

from __future__ import annotations

from typing import Annotated

from logicsweep.answers.asked import Asked
from logicsweep.board.first_click import FirstClick
from logicsweep.cli.common import command, fail, not_both, refusing, show
from logicsweep.cli.completion import completing
from logicsweep.cli.game_names import PATTERNS, TECHNIQUES
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.cli.values import Bounds
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.answers import reasons as answers
    from logicsweep.board.board import Board
    from logicsweep.cli.boards import answer_each, density_of, load, load_layout
    from logicsweep.cli.cells import pair_of
    from logicsweep.cli.reasoning import asked_about, knowledge_base, whole
    from logicsweep.cli.terminal import draw, draw_marked, print_lines
    from logicsweep.cli.working import working
    from logicsweep.games.dealing.no_guess import NoGuess
    from logicsweep.reasons.patterns import name_of_steps
    from logicsweep.render import reasons


@command
def hint(
    board: str,
    *,
    level: Annotated[int | None, Bounds(1)] = None,
    safe: bool = False,
    technique: Annotated[str | None, completing(*TECHNIQUES, *PATTERNS)] = None,
    reasoner: str | None = None,
    solver: str | None = None,
    density: str | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Show the easiest way to a safe cell; where there is none, a mine and the least risky cells.

    The fewer sources (clues, mine count) a step combines, the easier it is; the steps that the last
    one needs come before it. Flagged cells that are proved mines are taken as known.

    Args:
        level (N): Show only a step that combines at most N sources.
        safe: Show no step to a mine where no cell is proved safe.
        technique (NAME): Show the first step of this technique or pattern among those of rate:
            {names}. The name of a pattern is also that of its reduced form.

    Example: logicsweep hint example:expert --safe
    """
    if technique is not None:
        with refusing("--technique"):
            name_of_steps(technique)
    position, guess = load(board, options)
    prior = density_of(density, position)
    kb = knowledge_base(position, reasoner=reasoner, solver=solver, time_limit=time_limit)
    with working("looking for the easiest step", lambda: kb.counted):
        answer = whole(
            answers.hinting(
                asked_about("hint", board, position, guess),
                kb,
                level=level,
                safe=safe,
                technique=technique,
                density=prior,
            )
        )

    def tell() -> None:
        if answer.step is not None:
            draw_marked(position, reasons.step_marks(position, answer.step), reasons.LEGEND)
        print_lines(reasons.hint_lines(answer, level=level, safe=safe, technique=technique))

    show(answer, tell, as_json=json)


@command
def rate(
    boards: list[str],
    *,
    steps: bool = False,
    game: bool = False,
    reasoner: str | None = None,
    solver: str | None = None,
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
        for option, given in (("--reasoner", reasoner), ("--solver", solver)):
            if game and given is not None:
                raise not_both(option, "--game")
        if game:
            _rate_game(name, options, time_limit, every_step=steps, as_json=json)
            return
        board, guess = load(name, options)
        kb = knowledge_base(board, reasoner=reasoner, solver=solver, time_limit=time_limit)
        asked = asked_about("rate", name, board, guess)
        with working("rating"):
            rating = whole(answers.rating_position(asked, kb))
        show(
            rating,
            lambda: print_lines(reasons.rating_lines(rating, every_step=steps)),
            as_json=json,
        )

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
    with refusing("--open"), working("rating"):
        wanted = NoGuess(start=start, first_click=FirstClick.SAFE)
        solution = wanted.check(dealt.layout, time_limit=time_limit)
    answer = answers.game_rating(Asked("rate", board), solution)

    def tell() -> None:
        if answer.stuck is not None:
            draw(Board.parse(answer.stuck))
        print_lines(reasons.game_rating_lines(answer, dealt.layout, every_step=every_step))

    show(answer, tell, as_json=as_json)
