"""Games in pictures and as a link: the position after each move, or after some of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.picture.picture import Picture
from logicsweep.board.rows import render_rows
from logicsweep.board.state import State
from logicsweep.board.verdicts import Consequences
from logicsweep.errors import counted, expect, whole
from logicsweep.formats.link import Change, fragment_of
from logicsweep.formats.replays.replay import Replay
from logicsweep.formats.tree import tokens_of
from logicsweep.games.review.mouse import played
from logicsweep.games.review.played import PlayedGame
from logicsweep.games.review.review import Review, load_game
from logicsweep.games.told.opening import Flags
from logicsweep.games.told.told import Told
from logicsweep.games.view import View
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.render.drawn import answer_picture
from logicsweep.render.reviews import kind_words
from logicsweep.render.strips import Strip, check_strip_size

DEFAULT_MOST: Final = 25
"""The most pictures of a strip unless another number is asked for."""


class Turn(NamedTuple):
    """One move of a game.

    Attributes:
        cells: The cells that it is to open or to flag.
        shown: The new content of all cells that it changed, flags included.
        flags: Whether it sets a flag; otherwise it opens.
        chord: The number that was clicked; None if the cell itself was.
        numbers: The player's own numbers for cells before it, those that changed since the move
            before; empty for a cell that has none any more.
    """

    cells: tuple[Cell, ...]
    shown: Mapping[Cell, int | Clue]
    flags: bool = False
    chord: Cell | None = None
    numbers: Mapping[Cell, str] = MappingProxyType({})


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
    pictures, words = list[Picture](), list[str]()
    known: dict[tuple[int, int], str] = {}
    seen = 0
    shots = snapshots(start, first_click, turns, numbers, time_limit=time_limit)
    for number, (board, proved) in zip(numbers, shots, strict=True):
        cells, did = turns[number - 1].cells if number else (), "the start"
        for turn in turns[seen : number + 1]:
            known.update(turn.numbers.items())
        seen = number + 1
        texts = {cell: text for cell, text in known.items() if text and seen <= len(turns)}
        picture = answer_picture(board, proved)
        pictures.append(replace(picture, framed=cells, framed_word="the move", numbers=texts))
        if number:
            did = move_words(turns[number - 1], notes[number - 1] if notes else "")
        words.append(f"{number}: {did}")
    shown = f"{len(numbers):,} of {counted(len(turns) + 1, 'position')}"
    return Strip(
        pictures=tuple(pictures),
        words=tuple(words),
        numbers=tuple(numbers),
        title=f"{title}: {shown}",
    )


def move_words(turn: Turn, note: str = "") -> str:
    """Say in a few words what a move was, and what came of it."""
    is_hit = State.KNOWN_MINE in turn.shown.values()
    if turn.chord is not None:
        what = f"chord at {turn.chord}{', a mine' if is_hit else ''}"
    else:
        verb = "flags" if turn.flags else "hits" if is_hit else "opens"
        what = f"{verb} {turn.cells[0]}"
    return f"{what}, {note}" if note else what


def turns_of(game: PlayedGame) -> list[Turn]:
    """Return the openings of a game as moves.

    Flags come with the opening after them, and the last ones with the last opening.
    """
    turns = [
        Turn(opening.cells, {**_flagged(opening.flags), **opening.shown}, chord=opening.chord)
        for opening in game.openings
    ]
    if turns and game.flags:
        last = turns[-1]
        turns[-1] = last._replace(shown={**last.shown, **_flagged(game.flags)})
    return turns


def _flagged(flags: Flags) -> dict[Cell, int]:
    return {cell: int(State.FLAGGED if is_set else State.COVERED) for cell, is_set in flags}


def spread(count: int, most: int | None) -> list[int]:
    """Return at most so many numbers below `count`: the first, the last, and others between them.

    They are in order, and as evenly spread as whole numbers can be; None returns all. A single one
    is the last.
    """
    if most is None or count <= most:
        return list(range(count))
    if most == 1:
        return [count - 1]
    return [round(place * (count - 1) / (most - 1)) for place in range(most)]


def snapshots(
    start: Board,
    first_click: FirstClick,
    turns: Sequence[Turn],
    numbers: Iterable[int],
    *,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Iterator[tuple[Board, Consequences]]:
    """Yield the positions after so many moves of a game, in order, each with what is proved in it.

    The time limit is for the proofs of one position. Raises `LimitError`, `InconsistentBoardError`
    for a position that no layout agrees with, and what showing the cells of a move raises.
    """
    view = View(start)
    told = Told(start, first_click, time_limit=time_limit)
    made = 0
    for number in numbers:
        for turn in turns[made:number]:
            view.show(turn.shown)
            told.tell(turn.cells[0], turn.shown)
        made = number
        yield view.board, told.kb.consequences()


def game_fragment(reviewed: Review) -> str:
    """Write the fragment of the page with the positions of a game, the last one at hand.

    They are named after the openings that led to them; flags are left out. Raises what
    `fragment_of` raises.
    """
    return fragment_of(reviewed.game.start, "the start", _changes(reviewed))


def _changes(reviewed: Review) -> Iterator[Change]:
    """Yield what each opening of the game changed."""
    view = View(reviewed.game.start)
    before = _tokens(view.board)
    for grade in reviewed.grades:
        opening = grade.opening
        view.show(opening.shown)
        after = _tokens(view.board)
        turn = Turn(opening.cells, opening.shown, chord=opening.chord)
        pairs = enumerate(zip(before, after, strict=True))
        changed = {cell: new for cell, (old, new) in pairs if old != new}
        yield Change(move_words(turn, kind_words(grade.kind)), changed)
        before = after


def _tokens(board: Board) -> list[str]:
    """Return the tokens of all cells; each names its clue model, since the first board names none.

    A clue may be written otherwise as soon as another cell around it is open.
    """
    rows = render_rows(board.grid, board.uncertain, None, board.own_adjacency, board.placed_rules)
    return [token for row in rows for token in tokens_of(row, board.width)]
