"""Files of the page: boards that it reads and saves, and games to review."""

from __future__ import annotations

from functools import partial

from msgspec import Struct

from logicsweep.answers import page, requests, reviews, shapes
from logicsweep.answers.asked import Asked, Where
from logicsweep.answers.base import trouble
from logicsweep.board.rows import COVERED_HASH
from logicsweep.errors import BoardSyntaxError, InconsistentBoardError
from logicsweep.formats.base import Reading
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.files import example_game
from logicsweep.formats.json import board_object
from logicsweep.formats.registry import board_to_play, by_name, endings_of, read as read_content
from logicsweep.formats.replays.replay import ARBITER, replay_format
from logicsweep.games.review.log import is_log
from logicsweep.games.review.played import PlayedGame
from logicsweep.games.review.review import read_game, review
from logicsweep.render.drawn import png, svg
from logicsweep.site.desk import Desk, Messages, check_size, page_words


def read(asked: requests.Read, _desk: Desk) -> Messages:
    """Read the board in the content of a file, a link or a game id, or tell that it is a game."""
    if asked.form is None and asked.covered is None:
        game = _replayed(asked)
        if game is not None:
            yield game
            return
    try:
        reading = _reading(asked, asked.covered)
    except BoardSyntaxError as problem:
        sign = _covered_sign(asked, problem)
        if sign is None:
            raise
        where = Where("the board", problem.line, problem.column)
        why = trouble(page_words(problem), "syntax", where)
        yield page.message(page.Unclear, **why, sign=sign)
        return
    content = reading.content
    is_layout = False
    if isinstance(content, DealtGame) and content.shown is None and content.start is None:
        board, is_layout = content.layout.revealed(), True
    else:
        board = board_to_play(content)
    check_size(board)
    yield page.message(
        page.Found,
        form=reading.form.name,
        holds="layout" if is_layout else "position",
        board=board_object(board),
    )


def _reading(asked: requests.Read, covered: str | None) -> Reading:
    return read_content(asked.data, file_name=asked.name, name=asked.form, covered=covered)


def _covered_sign(asked: requests.Read, problem: BoardSyntaxError) -> str | None:
    """Return the character with which a text can be read if it is a covered cell, or None."""
    sign: str | None = getattr(problem, "sign", "#" if COVERED_HASH in problem.text else None)
    if sign is None or asked.covered is not None:
        return None
    try:
        _reading(asked, sign)
    except ValueError:
        return None
    return sign


def _replayed(asked: requests.Read) -> Struct | None:
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


def write(asked: requests.Write, desk: Desk) -> Messages:
    """Write the board to a file, or draw it with the verdicts that are proved so far."""
    kb = desk.asked_base(asked)
    if asked.to == "svg":
        drawn = yield from desk.watched("drawing", lambda: svg(kb.copy()).encode())
        yield _file("board.svg", "image/svg+xml", drawn)
    elif asked.to == "png":
        drawn = yield from desk.watched("drawing", lambda: png(kb.copy()))
        yield _file("board.png", "image/png", drawn)
    else:
        form = by_name(asked.to)
        board = kb.board
        data = form.write(board, lossy=True)
        ending = (*endings_of(form.name), ".txt" if form.is_text else ".bin")[0]
        media = "text/plain" if form.is_text else "application/octet-stream"
        yield _file(f"board{ending}", media, data, form.left_out(board))


def _file(name: str, media: str, data: bytes, left_out: tuple[str, ...] = ()) -> Struct:
    return page.message(page.File, name=name, media=media, data=data, left_out=left_out)
