"""`logicsweep review`: a game that was played, judged opening by opening."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from logicsweep.cli.common import (
    SYNTAX,
    JsonOption,
    TimeLimitOption,
    command,
    completing,
    fail,
    not_both,
    place_of,
    show,
)
from logicsweep.cli.game_names import REPLAY_FORMATS
from logicsweep.cli.lazy import lazily
from logicsweep.errors import BoardSyntaxError, InconsistentBoardError
from logicsweep.limits import DEFAULT_TIME_LIMIT

if TYPE_CHECKING:
    from logicsweep.games.review.played import PlayedGame
    from logicsweep.games.review.review import Review

with lazily():
    from logicsweep.cli.boards import fault
    from logicsweep.cli.files import output_of, read_bytes, where_is, write_bytes
    from logicsweep.cli.terminal import print_lines
    from logicsweep.cli.working import working
    from logicsweep.games.review import review as judging
    from logicsweep.games.review.source import read_game
    from logicsweep.render import reviews as words
    from logicsweep.render.asked import Asked
    from logicsweep.render.json import reviews
    from logicsweep.render.review_page import review_page

EXAMPLE: Final = "Example: logicsweep review game.avf --html game.html"


@command
def review(
    replay: Annotated[
        str,
        typer.Argument(
            metavar="REPLAY",
            help="A replay (AVF, EVF, RMV, MVF, RAWVF), a log of `logicsweep play`, or - for "
            "standard input.",
        ),
    ],
    *,
    html: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write a page that steps through the game, and asks for what would have been "
            "better.",
        ),
    ] = None,
    search: Annotated[
        bool,
        typer.Option(
            "--search",
            help="Look for the exact chance to win before and after each guess, up to 2 seconds "
            "each.",
        ),
    ] = False,
    every: Annotated[
        bool, typer.Option("--all", help="List the openings that were proved safe, too.")
    ] = False,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
    form: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="NAME",
            help=f"The format of a replay: {', '.join(REPLAY_FORMATS)}. Default: detected, as logs "
            "of `logicsweep play` always are.",
            autocompletion=completing(*REPLAY_FORMATS),
        ),
    ] = None,
) -> None:
    """Judge every opening of a game: proved safe, a needed guess, a needless one, or a blunder.

    Each is judged by what the player could know then, and by exact chances. Chords count by the
    chance that all their cells are safe; flags prove nothing. Where another cell would have been
    better, its shortest explanation is given.
    """
    if html is not None and json:
        raise not_both("--html", "--json")
    if html is not None and output_of(str(html)) == "-":
        raise fail(f"--html: {html} is standard output; expected a file")
    judged = _judged(_read(replay, form), replay, search=search, time_limit=time_limit)
    answer = reviews.review(Asked("review", replay), judged)
    if html is not None:
        write_bytes(html, [review_page(judged).encode()])
        print(f"{html}: {words.review_title(answer)}")
        return
    show(answer, lambda: print_lines(words.review_lines(answer, every=every)), as_json=json)


def _read(replay: str, form: str | None) -> PlayedGame:
    """Read the game that is named. Exits with a message when there is none."""
    data, where = read_bytes(replay, "a replay, or a log of `logicsweep play`"), where_is(replay)
    try:
        return read_game(data, file_name="" if replay == "-" else Path(replay).name, name=form)
    except BoardSyntaxError as error:
        raise fault(where, error, is_chosen=form is not None) from None


def _judged(game: PlayedGame, replay: str, *, search: bool, time_limit: float) -> Review:
    """Judge a game. Exits with a message when no layout agrees with it."""
    steps = (0, len(game.openings))

    def watch(number: int, total: int) -> None:
        nonlocal steps
        steps = number, total

    try:
        with working("judging the openings", lambda: steps):
            return judging.review(game, search=search, time_limit=time_limit, watch=watch)
    except InconsistentBoardError:
        where = where_is(replay)
        text = f"{where}: no layout agrees with what the game shows; is the file complete?"
        raise fail(text, kind=SYNTAX, place=place_of(where)) from None
