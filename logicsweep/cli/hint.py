"""`logicsweep hint`: the easiest step there is, and the hardest needed."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

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
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.reasons.patterns import name_of_steps
    from logicsweep.render import reasons


@command
def hint(
    boards: list[str],
    *,
    level: Annotated[int | None, Bounds(1)] = None,
    safe: bool = False,
    technique: Annotated[str | None, completing(*TECHNIQUES, *PATTERNS)] = None,
    rate: bool = False,
    steps: bool = False,
    game: bool = False,
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

    With --rate, the answer is how hard the deductions of the position are. The level is the number
    of sources that the hardest step combines, if one of the easiest steps always comes next. At
    level 0 nothing can be proved.

    Args:
        level (N): Show only a step that combines at most N sources.
        safe: Show no step to a mine where no cell is proved safe.
        technique (NAME): Show the first step of this technique or pattern among those of --rate:
            {names}. The name of a pattern is also that of its reduced form.
        rate: Rate how hard the deductions are: the level, and the number of steps.
        steps: With --rate: show every step.
        game: With --rate: rate the whole game of a layout, from the cell that --open names or its
            own start. What is proved safe is opened, as far as no guess is needed.

    Example: logicsweep hint example:expert --safe
    """
    wishes = {"--level": level, "--safe": safe, "--technique": technique, "--density": density}
    for option, given in wishes.items() if rate else {"--steps": steps, "--game": game}.items():
        if given:
            raise not_both(option, "--rate") if rate else fail(f"{option} needs --rate")
    for option, value in {"--reasoner": reasoner, "--solver": solver}.items():
        if game and value is not None:
            raise not_both(option, "--game")
    if technique is not None:
        with refusing("--technique"):
            name_of_steps(technique)
    wished: dict[str, Any] = {"level": level, "safe": safe, "technique": technique}

    def answer(name: str) -> None:
        if game:
            _rate_game(name, options, time_limit, every_step=steps, as_json=json)
            return
        position, guess = load(name, options)
        prior = density_of(density, position)
        kb = knowledge_base(position, reasoner=reasoner, solver=solver, time_limit=time_limit)
        asked = asked_about("hint", name, position, guess)
        if rate:
            _rate(asked, kb, every_step=steps, as_json=json)
        else:
            _hint(asked, kb, prior, wished, as_json=json)

    answer_each("hint", boards, answer, as_json=json)


def _hint(
    asked: Asked,
    kb: KnowledgeBase,
    density: Fraction | None,
    wished: dict[str, Any],
    *,
    as_json: bool,
) -> None:
    """Show the easiest step of those that are wished for, or the least risky cells."""
    with working("looking for the easiest step", lambda: kb.counted):
        answer = whole(answers.hinting(asked, kb, density=density, **wished))

    def tell() -> None:
        if answer.step is not None:
            draw_marked(kb.board, reasons.step_marks(kb.board, answer.step), reasons.LEGEND)
        print_lines(reasons.hint_lines(answer, **wished))

    show(answer, tell, as_json=as_json)


def _rate(asked: Asked, kb: KnowledgeBase, *, every_step: bool, as_json: bool) -> None:
    """Rate how hard the deductions of a position are."""
    with working("rating"):
        rating = whole(answers.rating_position(asked, kb))
    show(
        rating,
        lambda: print_lines(reasons.rating_lines(rating, every_step=every_step)),
        as_json=as_json,
    )


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
    answer = answers.game_rating(Asked("hint", board), solution)

    def tell() -> None:
        if answer.stuck is not None:
            draw(Board.parse(answer.stuck))
        print_lines(reasons.game_rating_lines(answer, dealt.layout, every_step=every_step))

    show(answer, tell, as_json=as_json)
