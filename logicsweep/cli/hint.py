"""`logicsweep hint` and `best`: the easiest step there is, and what to open next and why."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from logicsweep.answers.asked import Asked
from logicsweep.board.first_click import FirstClick
from logicsweep.cli.common import command, fail, not_both, refusing, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import (
    PATTERNS,
    TECHNIQUES,
    BoardOptions,
    FirstClickName,
    ReasoningOptions,
)
from logicsweep.cli.values import Bounds, completing
from logicsweep.errors import LogicSweepError
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY, MOST_NUMBER
from logicsweep.reason.solvers.names import ELIMINATION

with lazily():
    from logicsweep.answers import playing, reasons as answers
    from logicsweep.answers.playing import Best
    from logicsweep.board.board import Board
    from logicsweep.cli.boards import answer_each, load_layout
    from logicsweep.cli.cells import pair_of
    from logicsweep.cli.reasoning import posed, whole
    from logicsweep.cli.terminal import draw, draw_marked, print_lines, print_table
    from logicsweep.cli.working import working
    from logicsweep.games.dealing.no_guess import NoGuess
    from logicsweep.knowledge.base import KnowledgeBase
    from logicsweep.reasons.patterns import name_of_steps
    from logicsweep.render import best as words, reasons


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
    way = ReasoningOptions(json, density, reasoner, solver, time_limit=time_limit)
    wished: dict[str, Any] = {"level": level, "safe": safe, "technique": technique}

    def answer(name: str) -> None:
        if game:
            _rate_game(name, options, time_limit, every_step=steps, as_json=json)
            return
        asked, kb, prior = posed("hint", name, options, way)
        if rate:
            with working("rating"):
                rating = whole(answers.rating_position(asked, kb))
            lines = reasons.rating_lines(rating, every_step=steps)
            show(rating, lambda: print_lines(lines), as_json=json)
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


@command
def best(
    board: str,
    *,
    first_click: FirstClickName | None = None,
    layouts: Annotated[int, Bounds(0, MOST_NUMBER)] = IN_PLAY,
    density: str | None = None,
    program: list[str] | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Find the best cell to open, and say why it is the best.

    A proved safe cell comes first; then the cell that wins most often, if the board or a part of it
    is small enough to be solved exactly; then the best guess. 50/50s of ordinary clues
    are named, and the exact probability to win if it is known. Clues to come are taken to be
    right, also with --liars.

    Args:
        first_click: The guarantee for the first cell: none, safe, or safe with its neighbours.
            It counts if every cell is covered. Default: opening.
        layouts (N): Solve parts of the board with at most N layouts exactly; 0 solves none.

    Example: logicsweep best example:expert-stuck
    """
    reasoner = None if program else ELIMINATION
    way = ReasoningOptions(json, density, reasoner, program=program, time_limit=time_limit)
    asked, kb, prior = posed("best", board, options, way)
    protection = FirstClick.asked(kb.board, first_click)
    is_usual = f"--first-click is {protection.value} by default"
    option = is_usual if first_click is None else "--first-click"
    with working("looking for the best cell"), refusing(option, passing=LogicSweepError):
        answer = playing.advising(
            asked, kb, first_click=protection, density=prior, layouts=layouts, time_limit=time_limit
        )
        best_answer = whole(answer)
    show(best_answer, lambda: _tell(kb.board, best_answer), as_json=json)


def _tell(board: Board, best_answer: Best) -> None:
    """Draw and describe the choice."""
    if best_answer.cells:
        draw_marked(board, words.best_marks(best_answer), words.LEGEND)
    print_lines(words.choice_lines(board, best_answer))
    table = words.candidate_table(best_answer)
    if table:
        print_table(table[0], table[1:])
    print_lines(words.rest_lines(best_answer))
    print_lines(words.fifty_lines(board, best_answer))
    print_lines(words.part_lines(best_answer))
