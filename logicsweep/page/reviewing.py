"""Reviews of games for the page: from a file to what each of its openings was."""

from __future__ import annotations

from functools import partial

from logicsweep.errors import InconsistentBoardError
from logicsweep.games.review.played import PlayedGame
from logicsweep.games.review.review import review
from logicsweep.games.review.source import read_game
from logicsweep.page.desk import Desk, Messages, check_size
from logicsweep.render.asked import Asked
from logicsweep.render.json import page, reviews, shapes


def review_game(asked: page.Review, desk: Desk) -> Messages:
    """Yield the shapes of the cells of the board, then the review."""
    game = read_game(asked.data, file_name=asked.name)
    check_size(game.start)
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
