"""`logicsweep best`: what to open next, why, and how likely the best player is to win."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Annotated

import typer

from logicsweep.board.first_click import FirstClick
from logicsweep.cli.common import (
    command,
    fail,
    print_json,
)
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import BoardOptions
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY, MOST_GAMES, MOST_NUMBER
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.render.asked import Asked

with lazily():
    from logicsweep.board.board import Board
    from logicsweep.cli.boards import density_of, load
    from logicsweep.cli.reasoning import answering_conflicts, answering_limits, knowledge_base
    from logicsweep.cli.terminal import draw_lines, print_table
    from logicsweep.cli.working import working
    from logicsweep.games.playing_out import play_out, setting_from
    from logicsweep.knowledge.beside import plain_board
    from logicsweep.render import best as words
    from logicsweep.render.json import playing
    from logicsweep.render.marked import marked_lines
    from logicsweep.strategy.best import Best, best as answer


@command
def best(
    board: str,
    *,
    first_click: FirstClick | None = None,
    layouts: Annotated[int, typer.Option(min=0, max=MOST_NUMBER)] = IN_PLAY,
    games: Annotated[int, typer.Option(min=0, max=MOST_GAMES)] = 0,
    seed: Annotated[int, typer.Option(min=-MOST_NUMBER, max=MOST_NUMBER)] = 0,
    density: str | None = None,
    program: list[str] | None = None,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Find the best cell to open, and say why it is the best.

    That is a cell that is proved safe; else the cell that wins most often, where the board or a
    part of it is small enough to be solved exactly; else the best guess. 50/50s of ordinary clues
    are named, and the exact probability to win if it is known. Where it is not, --games estimates
    it for ordinary boards. Clues to come are taken to be right, also with --liars.

    Args:
        first_click: What the game guarantees of the first cell: nothing, that it is safe, or that
            it is safe with its neighbours. It counts if no cell is open. Default: opening.
        layouts (N): Solve parts of the board with at most N layouts exactly; 0 solves none.
        games (N): If the probability to win is not known exactly, estimate it by N games that are
            played out; 0 for no estimate.
        seed (N): The seed of the games that are played out.

    Example: logicsweep best example:expert-stuck
    """
    if games == 1:
        raise fail("--games is 1; expected 0, or at least 2 for an interval")
    position, guess = load(board, options)
    prior = density_of(density, position)
    protection = FirstClick.asked(position, first_click)
    kb = knowledge_base(
        position,
        reasoner=None if program else ELIMINATION,
        program=program,
        time_limit=time_limit,
    )
    if games:
        try:
            setting_from(plain_board(kb), protection)
        except ValueError as error:
            raise fail(f"--games: {error}") from None
    with (
        answering_conflicts(position, guess),
        answering_limits(position, kb),
        working("looking for the best cell"),
    ):
        kb.consequences()  # what is proved is said where a limit is reached
        choice = answer(
            kb, first_click=protection, density=prior, layouts=layouts, time_limit=time_limit
        )
    estimate = None
    if games and choice.win_chance is None and choice.why is not None:
        played: list[int] = []
        with (
            answering_limits(position, kb),
            working("playing games out", lambda: (len(played), games)),
        ):
            estimate = play_out(
                position,
                games,
                seed=seed,
                first_click=protection,
                density=prior,
                time_limit=time_limit,
                watch=played.append,
            )
    if json:
        best_answer = playing.best(
            Asked("best", board),
            choice,
            first_click=protection,
            layouts=layouts,
            density=prior,
            estimate=estimate,
        )
        print_json(best_answer)
        return
    lines = list(words.choice_lines(choice, first_click=protection, layouts=layouts, density=prior))
    if estimate is not None:
        lines.append(words.estimate_words(estimate))
    _tell(position, choice, lines)


def _tell(board: Board, choice: Best, lines: Iterable[str]) -> None:
    """Draw and describe the choice; `lines` say what it is."""
    if choice.cells:
        marks = words.best_marks(choice)
        if draw_lines(lambda columns: marked_lines(board, marks, columns=columns)):
            print(words.LEGEND)
    print("\n".join(lines))
    table = words.candidate_table(choice)
    if table:
        print_table(table[0], table[1:])
    rest = (words.rest_lines(choice), words.fifty_lines(choice), words.part_lines(choice))
    for line in chain.from_iterable(rest):
        print(line)
