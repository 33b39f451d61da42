"""Reviews of games for the page: from a file to what each of its openings was."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from logicsweep.answers import page, requests, reviews, shapes
from logicsweep.answers.asked import Asked
from logicsweep.errors import BoardSyntaxError, InconsistentBoardError
from logicsweep.formats.json import board_object
from logicsweep.formats.replays.replay import ARBITER, replay_format
from logicsweep.games.review.log import is_log
from logicsweep.games.review.played import PlayedGame
from logicsweep.games.review.review import read_game, review
from logicsweep.render.examples import example_game
from logicsweep.site.desk import Desk, Messages, check_size


def replayed(asked: requests.Read) -> Struct | None:
    """Tell that a content is a game that was played; None for a board, or a game of no opening.

    Raises what reading a log of `play` raises, and `LimitError` for a board that is too large.
    """
    is_of_play = is_log(asked.data)
    try:
        game = read_game(asked.data, file_name=asked.name)
    except BoardSyntaxError:
        if is_of_play:
            raise
        return None  # which still may be a board: replays begin with one
    if not game.openings:
        return None
    check_size(game.start)
    form = "log" if is_of_play else replay_format(asked.data, asked.name) or ARBITER
    return page.message(page.Replayed, form=form, name=asked.name)


def review_game(asked: requests.Review, desk: Desk) -> Messages:
    """Yield the board before the first opening, the shapes of its cells, then the review."""
    data, name = asked.data, asked.name
    if asked.example is not None:
        file = example_game(asked.example)
        data, name = file.read_bytes(), file.name
    game = read_game(data, file_name=name)
    check_size(game.start)
    yield page.message(page.Start, board=board_object(game.start))
    yield shapes.shapes(game.start)
    yield from reviewed(game, desk, search=asked.search)


def reviewed(game: PlayedGame, desk: Desk, *, search: bool = False) -> Messages:
    """Yield the review of a game; with `search`, with chances to win."""
    done = [0]

    def watch(number: int, _: int) -> None:
        done[0] = number

    judge = partial(review, game, search=search, time_limit=desk.time_limit, watch=watch)
    try:
        judged = yield from desk.watched(
            "judging the openings", judge, lambda: (done[0], len(game.openings))
        )
    except InconsistentBoardError:
        raise ValueError("no layout agrees with what the game shows") from None
    yield reviews.review(Asked("review"), judged)
