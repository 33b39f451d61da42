"""Games on the page: from a link and some moves to the position that they lead to.

A game is its size, its rules and a seed, which give the mines; see docs/reference/seeds.md. So
nothing has to be kept for a game but the cells that its player opened, which the page sends along:
a game can be taken back, shared and continued, and outlives the server. What the desk keeps only
saves time.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from msgspec import Struct

from logicsweep.answers import requests
from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.errors import LimitError
from logicsweep.games.dealing.deal import check_rules, usual_mode
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.dealing.seeded import MOST, SplitMix64, move_source, seeded
from logicsweep.games.game import Game
from logicsweep.games.keys import arguments_of
from logicsweep.games.puzzles.puzzle import check_puzzle, puzzle_from
from logicsweep.games.referee import Event, check_referee, ruling
from logicsweep.games.review.played import WITHOUT_GUESSES, PlayedGame
from logicsweep.games.setting import Setting
from logicsweep.games.told.opening import Opening
from logicsweep.games.told.told import promised_on
from logicsweep.limits import MOST_PAGE_CELLS, Budget
from logicsweep.site.catalogue import stored_games
from logicsweep.site.desk import Desk

# How many layouts a puzzle of a level is looked for in; some seconds for the usual sizes.
_TRIES: Final = 200


class Begun(NamedTuple):
    """A game before its first move.

    Attributes:
        setting: Its setting.
        seed: Its seed.
        first_click: The guarantee for the first cell.
        layout: The layout that was dealt; None as long as that waits for the first cell.
        clues: The cells that are open from the beginning.
        note: A note for reviews; empty if there is none.
    """

    setting: Setting
    seed: int
    first_click: FirstClick
    layout: Layout | None = None
    clues: tuple[Cell, ...] = ()
    note: str = ""

    def game(self, layout: Layout | None, moves: Iterable[Cell] = ()) -> Game:
        """Return the game on a layout, None for one without moves, after some moves."""
        game = Game(self.setting, seed=self.seed, layout=layout)
        for cell in (*self.clues, *moves):
            game.open(cell)
        return game


class Reached(NamedTuple):
    """A game after some moves, as far as it does not follow from its layout.

    Attributes:
        layout: The layout with which it goes on; None if none was dealt yet.
        moves: The cells that were opened; those that were open already are left out.
        event: The decision of the referee about the last move.
        guesses: The number of cells that were opened, but not proved safe, if there is a referee.
        forgiven: The number of them that were forgiven.
    """

    layout: Layout | None
    moves: tuple[Cell, ...] = ()
    event: Event | None = None
    guesses: int = 0
    forgiven: int = 0


class Position(NamedTuple):
    """A game after some moves.

    Attributes:
        begun: The game before its first move.
        now: The moves, and the decisions of a referee.
        game: The game itself, which knows the mines.
        board: The position with all that its player knows.
    """

    begun: Begun
    now: Reached
    game: Game
    board: Board


def reached(asked: requests.OfGame, desk: Desk) -> Generator[Struct, None, Position]:
    """Return a game after its moves; yields how far that has come."""
    wanted, opened = asked.game, asked.opened
    begun = yield from _begun(wanted, opened[0] if opened else None, desk)
    now, known = Reached(begun.layout), 0
    if wanted.referee:  # of the others, everything follows from the layout
        now, known = _last_known(asked, now, desk)
    game = begun.game(now.layout, now.moves)
    board = game.board
    visible = set(map(board.cell, np.flatnonzero(~board.covered_mask).tolist()))
    for number, place in enumerate(opened[known:], known + 1):
        cell = Cell.of(place)
        board.number(cell)  # which has to be on the board
        if game.is_over or cell in visible:
            continue
        if wanted.referee:
            about = wanted, begun, now, cell, _known(begun, now, game)
            judge = partial(_refereed, *about, time_limit=desk.time_limit)
            after = yield from desk.watched("judging the move", judge)
            if after.layout is not now.layout:
                game = begun.game(after.layout, now.moves)
            now = after
            desk.put((wanted, opened[:number]), now)
        else:
            now = now._replace(moves=(*now.moves, cell))
        visible.update(game.open(cell))
    return Position(begun, now, game, _known(begun, now, game))


def _posed(wanted: requests.GameOf, desk: Desk) -> Generator[Struct, None, Begun]:
    """Return the game that begins with a puzzle, one made from its seed or one that is stored."""
    setting, seed = _checked(wanted)
    if wanted.stored is not None:
        return _stored(wanted, setting, seed)
    source = SplitMix64(seed)
    levels = None if wanted.level is None else (wanted.level, wanted.level)
    make = partial(puzzle_from, setting, source, source, levels=levels, tries=_TRIES)
    limited = partial(make, time_limit=desk.time_limit)
    try:
        puzzle = yield from desk.watched("making a puzzle", lambda: desk.kept(wanted, limited))
    except LimitError as error:
        raise LimitError(f"{error.limit}; another seed, level or size may help") from None
    return Begun(setting, seed, setting.first_click, puzzle.layout, tuple(puzzle.board.clues))


def _stored(wanted: requests.GameOf, setting: Setting, seed: int) -> Begun:
    """Return the game on a stored board, which has the number of the seed among those of its name.

    The number is its seed, too: it gives what a clue shows where it may show several values.
    """
    name, rules = wanted.stored or "", wanted.rules or "puzzle"
    boards = stored_games().get(name)
    if boards is None:
        raise ValueError(f"no boards are stored as {name!r}; expected a rule, or puzzle 1 to 4")
    number = seed % len(boards)
    stored = boards[number]
    mask = np.array([sign == "*" for sign in stored.cells.split()])
    if (mask.size, mask.sum(), name.split()[0]) != (setting.cells, setting.mines, rules):
        raise ValueError(f"board {number} of {name} has another size, mine count or rule")
    given = tuple([Cell(*divmod(cell, setting.width)) for cell in stored.open])
    layout = Layout(mask.reshape(setting.height, setting.width))
    return Begun(setting, number, setting.first_click, layout, given)


def played_game(begun: Begun, now: Reached) -> PlayedGame:
    """Return a game after its moves, to be reviewed."""
    game = begun.game(now.layout)
    start = game.board
    openings = tuple([Opening((cell,), game.open(cell)) for cell in now.moves])
    return PlayedGame(start, begun.first_click, openings, now.layout, note=begun.note)


def _known(begun: Begun, now: Reached, game: Game) -> Board:
    """Return the board with the promise for the first cell, as long as it tells something."""
    first = now.moves[0] if now.moves else None
    return promised_on(game.board, begun.setting.board(), begun.first_click, first)


def _last_known(asked: requests.OfGame, now: Reached, desk: Desk) -> tuple[Reached, int]:
    """Return the last position that the referee has seen already, and after how many cells."""
    for number in range(len(asked.opened), 0, -1):
        seen: Reached | None = desk.known((asked.game, asked.opened[:number]))
        if seen is not None:
            return seen, number
    return now, 0


def _refereed(
    wanted: requests.GameOf,
    begun: Begun,
    now: Reached,
    cell: Cell,
    board: Board,
    *,
    time_limit: float | None,
) -> Reached:
    """Return the game after a move that the referee has judged."""
    is_first, moves = not now.moves, (*now.moves, cell)
    if now.layout is None or (is_first and begun.first_click is not FirstClick.UNPROTECTED):
        return now._replace(moves=moves)
    ruled = ruling(
        board,
        cell,
        now.layout,
        move_source(begun.seed, len(now.moves)),
        punishes=not is_first,
        forgives=wanted.forgives,
        time_limit=time_limit,
    )
    guesses = now.guesses + (ruled.is_guess and not is_first)
    forgiven = now.forgiven + (ruled.event == "forgiven")
    return Reached(ruled.layout, moves, ruled.event, guesses, forgiven)


def _checked(wanted: requests.GameOf) -> tuple[Setting, int]:
    """Return the setting and the seed of a game; what the page does not ask for is as usual.

    Raises ValueError for what cannot be, and `LimitError` for a board that is too large.
    """
    if wanted.rows * wanted.columns > MOST_PAGE_CELLS:
        raise LimitError(
            f"the board has more than {MOST_PAGE_CELLS:,} cells; the page shows no more"
        )
    seed = int(wanted.seed)
    if seed > MOST:
        raise ValueError(f"the seed is {seed}; expected a number from 0 to {MOST}")
    _check_kind(wanted)
    given = arguments_of(wanted)
    if wanted.puzzle:
        given |= {"first_click": FirstClick.UNPROTECTED, "flood": False}
    setting = Setting(height=wanted.rows, width=wanted.columns, **given)
    if wanted.referee:
        check_referee(setting)
    if wanted.puzzle and wanted.stored is None:
        check_puzzle(setting, None, None)
        if setting.choice is not None:
            raise ValueError(f"{setting.choice}; a puzzle to play needs clues that show one value")
    return setting, seed


def _check_kind(wanted: requests.GameOf) -> None:
    """Raise ValueError for kinds of games that do not go together."""
    if wanted.level is not None and not (wanted.no_guess or wanted.puzzle):
        raise ValueError("a level is for games without guesses and for puzzles; expected none")
    if wanted.stored is not None and not wanted.puzzle:
        raise ValueError("stored boards are puzzles; expected a game with puzzle=true")
    if wanted.forgives and not wanted.referee:
        raise ValueError("only a referee forgives guesses; expected a game with referee=true")
    for name in ("no_guess", "referee", "first_click"):
        if wanted.puzzle and getattr(wanted, name):
            raise ValueError(
                f"puzzle and {name} cannot be combined: a puzzle needs no guess anyway, and its "
                "first cell is one like any other"
            )


def _begun(
    wanted: requests.GameOf, start: tuple[int, int] | None, desk: Desk
) -> Generator[Struct, None, Begun]:
    """Return a game before its first move, dealt for the first cell if that is known."""
    setting, seed = _checked(wanted)
    if wanted.puzzle:
        return (yield from _posed(wanted, desk))
    begun = Begun(setting, seed, setting.first_click)
    limit = desk.time_limit
    if not wanted.no_guess:
        if start is None:  # before the first cell, anything is possible that the rules allow
            # Whether they leave room for the first click depends on the cell.
            yield from desk.watched(
                "dealing under rules",
                lambda: check_dealt(setting.board(), FirstClick.SAFE, Budget(limit)),
            )
            return begun
        deal = partial(seeded, setting, seed=seed, start=start, time_limit=limit)
    else:
        levels = None if wanted.level is None else (wanted.level, wanted.level)
        first = setting.first_click
        if first is FirstClick.UNPROTECTED:
            first = FirstClick.OPENING
        definition = NoGuess(start=start, first_click=first, levels=levels)
        begun = begun._replace(first_click=first, note=WITHOUT_GUESSES)
        if start is None:
            check_rules(setting, definition, usual_mode(setting))
            return begun
        deal = partial(seeded, setting, seed=seed, no_guess=definition, time_limit=limit)
    what = "dealing a board without guesses" if wanted.no_guess else "dealing"
    dealt = yield from desk.watched(what, lambda: desk.kept((wanted, start), deal))
    return begun._replace(layout=dealt.layout)
