"""Strips of games: a picture of the position after each move, or after some of them."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.errors import counted, expect, whole
from logicsweep.formats.replays.replay import Replay
from logicsweep.games.review.mouse import played
from logicsweep.games.review.played import PlayedGame
from logicsweep.games.review.review import Review, load_game
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.render.answer_picture import answer_picture
from logicsweep.render.reviews import kind_words
from logicsweep.render.snapshots import Turn, snapshots, spread, turns_of
from logicsweep.render.strips import Strip, check_strip_size

DEFAULT_MOST: Final = 25
"""The most pictures of a strip unless another number is asked for."""
_MOVE: Final = "the move"


def game_strip(
    game: str | os.PathLike[str] | Replay | PlayedGame | Review,
    most: int | None = DEFAULT_MOST,
    *,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Strip:
    """Put positions of a game that was played into one picture: the first, the last, some between.

    The cells of the move before each position are framed, and the verdicts that follow from it are
    drawn as `svg` draws those of a `KnowledgeBase`. The openings of a `Review` are named,
    unless they were proved safe.

    Args:
        game: A game, as in `review`, or a review of one.
        most: The most positions; they are evenly spread. None for all.
        time_limit: The seconds that the proofs of one position may take; None for no limit.

    Raises:
        OSError: The file cannot be read.
        BoardSyntaxError: The file is no replay and no log, as in `review`.
        InconsistentBoardError: The log shows what no layout allows.
        LimitError: Proofs took longer than `time_limit`, or there are more than 1,000 pictures.
        ValueError: `most` is less than 1; or a clue of a `PlayedGame` cannot be where it is.
        TypeError: This is no game.
    """
    kinds = (str, os.PathLike, Replay, PlayedGame, Review)
    expect("game", game, kinds, "a path, a Replay, a PlayedGame or a Review")
    words: list[str] = []
    if isinstance(game, Review):
        words = [kind_words(grade.kind) for grade in game.grades]
        game = game.game
    elif isinstance(game, Replay):
        game = played(game)
    elif not isinstance(game, PlayedGame):
        game = load_game(game)
    turns = turns_of(game)
    title = f"{game.player or 'A game'}, {counted(len(turns), 'opening')}"
    return turns_strip(
        game.start, game.first_click, turns, most, title=title, notes=words, time_limit=time_limit
    )


def turns_strip(
    start: Board,
    first_click: FirstClick,
    turns: Sequence[Turn],
    most: int | None,
    *,
    title: str,
    notes: Sequence[str] = (),
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Strip:
    """Draw positions of a game as `game_strip` does, from its moves.

    `notes` are words on each move, which may be empty.
    """
    if most is not None and whole("most", most) < 1:
        raise ValueError(f"most is {most}; expected at least 1, or None for all")
    numbers = spread(len(turns) + 1, most)
    check_strip_size(len(numbers), 0)
    pictures = []
    known: dict[tuple[int, int], str] = {}
    seen = 0
    for shot in snapshots(start, first_click, turns, numbers, time_limit=time_limit):
        picture = answer_picture(shot.board, shot.proved)
        cells = turns[shot.number - 1].cells if shot.number else ()
        for turn in turns[seen : shot.number + 1]:
            known.update(turn.numbers.items())
        seen = shot.number + 1
        texts = {cell: text for cell, text in known.items() if text and seen <= len(turns)}
        pictures.append(replace(picture, framed=cells, framed_word=_MOVE, numbers=texts))
    words = [
        turn_words(number, turns[number - 1], notes[number - 1] if notes else "")
        if number
        else "0: the start"
        for number in numbers
    ]
    shown = f"{len(numbers):,} of {counted(len(turns) + 1, 'position')}"
    return Strip(
        pictures=tuple(pictures),
        words=tuple(words),
        numbers=tuple(numbers),
        title=f"{title}: {shown}",
    )


def turn_words(number: int, turn: Turn, note: str = "") -> str:
    """Say in a few words which move it was, and what came of it."""
    return f"{number}: {move_words(turn, note)}"


def move_words(turn: Turn, note: str = "") -> str:
    """Say in a few words what a move was, and what came of it."""
    is_hit = State.KNOWN_MINE in turn.shown.values()
    if turn.chord is not None:
        what = f"chord at {turn.chord}{', a mine' if is_hit else ''}"
    else:
        verb = "flags" if turn.flags else "hits" if is_hit else "opens"
        what = f"{verb} {turn.cells[0]}"
    return f"{what}, {note}" if note else what
