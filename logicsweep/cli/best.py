"""`logicsweep best`: what to open next, why, and how likely the best player is to win."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Final

import typer

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.cli.board_options import BoardArgument, BoardOptions
from logicsweep.cli.boards import density_of, load
from logicsweep.cli.common import (
    USAGE,
    DensityOption,
    JsonOption,
    TimeLimitOption,
    check_time_limit,
    command,
    fail,
    print_json,
)
from logicsweep.cli.reasoning import answering_conflicts, answering_limits, knowledge_base
from logicsweep.cli.reasoning_options import ProgramOption
from logicsweep.cli.working import working
from logicsweep.games.playing_out import WinEstimate, play_out, setting_from
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.beside import plain_board
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY, MAX_ENTRIES, MOST_GAMES, MOST_NUMBER
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.render.asked import Asked
from logicsweep.strategy.best import best as answer

EXAMPLE: Final = "Example: logicsweep best example:expert-stuck"


@command
def best(
    board: BoardArgument,
    *,
    first_click: Annotated[
        FirstClick | None,
        typer.Option(
            help="What the game guarantees of the first cell: nothing, that it is safe, or that it "
            "is safe with its neighbours. It counts if no cell is open. Default: opening."
        ),
    ] = None,
    layouts: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_NUMBER,
            help="Solve parts of the board with at most N layouts exactly; 0 solves none.",
        ),
    ] = IN_PLAY,
    games: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            max=MOST_GAMES,
            help="If the probability to win is not known exactly, estimate it by N games that are "
            "played out; 0 for no estimate.",
        ),
    ] = 0,
    seed: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=-MOST_NUMBER,
            max=MOST_NUMBER,
            help="The seed of the games that are played out.",
        ),
    ] = 0,
    density: DensityOption = None,
    program: ProgramOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    options: BoardOptions,
) -> None:
    """Find the best cell to open, and say why it is the best.

    That is a cell that is proved safe; else the cell that wins most often, where the board or a
    part of it is small enough to be solved exactly; else the best guess. 50/50s of ordinary clues
    are named, and the exact probability to win if it is known. Where it is not, --games estimates
    it for ordinary boards. Clues to come are taken to be right, also with --liars.
    """
    check_time_limit(time_limit)
    if games == 1:
        raise fail("--games is 1; expected 0, or at least 2 for an interval", USAGE)
    position, guess = load(board, options)
    prior = density_of(density, position)
    protection = FirstClick.asked(position, first_click)
    kb = knowledge_base(
        position,
        reasoner=None if program else ELIMINATION,
        program=program,
        time_limit=time_limit,
        max_entries=MAX_ENTRIES,
    )
    _check_games(games, kb, protection)
    with (
        answering_conflicts(position, guess),
        answering_limits(position, kb),
        working("looking for the best cell"),
    ):
        kb.consequences()  # what is proved is said where a limit is reached
        found = answer(
            kb,
            first_click=protection,
            density=prior,
            layouts=layouts,
            time_limit=time_limit,
        )
    estimate = None
    if games and found.win_chance is None and found.why is not None:
        with answering_limits(position, kb):
            estimate = _estimate(
                position,
                games,
                seed=seed,
                first_click=protection,
                density=prior,
                time_limit=time_limit,
            )
    if json:
        from logicsweep.render.json import playing

        asked = Asked("best", board)
        print_json(
            playing.best(
                asked,
                found,
                first_click=protection,
                layouts=layouts,
                density=prior,
                estimate=estimate,
            )
        )
        return
    from logicsweep.cli.terminal import draw_lines, print_table
    from logicsweep.render import best as words
    from logicsweep.render.marked import marked_lines

    if found.cells:
        marks = words.best_marks(found)
        if draw_lines(lambda columns: marked_lines(position, marks, columns=columns)):
            print(words.LEGEND)
    lines = words.choice_lines(found, first_click=protection, layouts=layouts, density=prior)
    print("\n".join(lines))
    if estimate is not None:
        print(words.estimate_words(estimate))
    table = words.candidate_table(found)
    if table:
        print_table(table[0], table[1:])
    for lines in (words.rest_lines(found), words.fifty_lines(found), words.part_lines(found)):
        for line in lines:
            print(line)


def _check_games(games: int, kb: KnowledgeBase, first_click: FirstClick) -> None:
    """Exit with a message if games are wanted, and there can be none."""
    if games:
        try:
            setting_from(plain_board(kb), first_click)
        except ValueError as error:
            raise fail(f"--games: {error}", USAGE) from None


def _estimate(
    position: Board,
    games: int,
    *,
    seed: int,
    first_click: FirstClick,
    density: Fraction | None,
    time_limit: float,
) -> WinEstimate:
    """Play a position out."""
    played: list[int] = []
    with working("playing games out", lambda: (len(played), games)):
        return play_out(
            position,
            games,
            seed=seed,
            first_click=first_click,
            density=density,
            time_limit=time_limit,
            watch=played.append,
        )
