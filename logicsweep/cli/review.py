"""`logicsweep review`: a game that was played, judged opening by opening."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from logicsweep.cli.common import SYNTAX, command, fail, not_both, show
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import REPLAY_FORMATS
from logicsweep.cli.pictures import PICTURES, PictureOptions, album_of
from logicsweep.cli.values import completing
from logicsweep.errors import InconsistentBoardError
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.answers import games, reviews
    from logicsweep.answers.asked import Asked, Where
    from logicsweep.cli.boards import locating
    from logicsweep.cli.files import (
        address_of,
        link_in_file,
        outputs_of,
        read_bytes,
        where_is,
        write_bytes,
    )
    from logicsweep.cli.ruling import ruling_of
    from logicsweep.cli.terminal import print_lines
    from logicsweep.cli.working import working
    from logicsweep.games.review import review as judging
    from logicsweep.games.review.played import PlayedGame
    from logicsweep.games.review.review import Review, read_game
    from logicsweep.render import reviews as words
    from logicsweep.render.game_strips import game_fragment, game_strip
    from logicsweep.render.page import review_page


@command
def review(
    replay: str,
    *,
    output: list[str] | None = None,
    public_url: str | None = None,
    drawing: PictureOptions,
    win: bool = False,
    details: bool = False,
    json: bool = False,
    time_limit: float = DEFAULT_TIME_LIMIT,
    form: Annotated[str | None, completing(*REPLAY_FORMATS)] = None,
    rules: str | None = None,
) -> None:
    """Judge every opening of a game: proved safe, a needed guess, a needless one, or a blunder.

    Each is judged by the player's knowledge at that time, and by exact probabilities. The risk of a
    chord is the probability that any of its cells is a mine; flags prove nothing. Where another
    cell would have been better, its shortest explanation is given.

    Args:
        replay (REPLAY): A replay (AVF, EVF, RMV, MVF, RAWVF), a log of `logicsweep play`, or - for
            standard input.
        output (-o, --output FILE): Write a page that steps through the game, and asks for better
            moves (.html); with an address of the public page, it has a link to all positions there.
            Or write positions of the game, with what is proved in each: .svg, and with the extra
            `png`, .png or an animated .gif. May be repeated.
        win: Look for the exact chance to win before and after each guess, up to 2 seconds each.
        details: List the openings that were proved safe, too.
        form (--from NAME): The format of a replay: {names}. Default: detected, as logs of
            `logicsweep play` always are.
        rules (--rules FILE): A file of your own rules, under which a logged game was played.

    Example: logicsweep review game.avf -o game.html
    """
    files = outputs_of(output, {"page": (".html",), "picture": PICTURES})
    html, album = files.get("page"), album_of(files.get("picture"), drawing)
    if public_url is not None and html is None:
        raise fail("--public-url needs -o FILE.html")
    if html is not None and json:
        raise not_both(f"--output {html}", "--json")
    address = None if html is None else address_of(public_url)
    game = _read(replay, form, rules)
    if album is not None:
        album.check(album.numbers(len(game.openings)), game.start.grid.size)
    judged = _judged(game, replay, win=win, time_limit=time_limit)
    answer = reviews.review(Asked("review", replay), judged)
    if html is not None:
        link = link_in_file(address, lambda: game_fragment(judged))
        write_bytes(html, [review_page(judged, link=link).encode()])
        print(f"{html}: {words.review_title(answer)}")
    if album is not None:
        with working("drawing the pictures"):
            written = album.write(game_strip(judged, album.most, time_limit=time_limit))
        answer = games.illustrated(answer, written)
        if not json:
            print(album.words(len(game.openings)))
    if not json and (html is not None or album is not None):
        return
    show(answer, lambda: print_lines(words.review_lines(answer, every=details)), as_json=json)


def _read(replay: str, form: str | None, rules: str | None) -> PlayedGame:
    """Read the game that is named. Exits with a message when there is none."""
    data, where = read_bytes(replay, "a replay, or a log of `logicsweep play`"), where_is(replay)
    with locating(where, form):
        name = "" if replay == "-" else Path(replay).name
        return read_game(data, file_name=name, name=form, rules=ruling_of(rules))


def _judged(game: PlayedGame, replay: str, *, win: bool, time_limit: float) -> Review:
    """Judge a game. Exits with a message when no layout agrees with it."""
    steps = (0, len(game.openings))

    def watch(number: int, total: int) -> None:
        nonlocal steps
        steps = number, total

    try:
        with working("judging the openings", lambda: steps):
            return judging.review(game, search=win, time_limit=time_limit, watch=watch)
    except InconsistentBoardError:
        where = where_is(replay)
        text = f"{where}: no layout agrees with what the game shows; is the file complete?"
        raise fail(text, kind=SYNTAX, place=Where(where)) from None
