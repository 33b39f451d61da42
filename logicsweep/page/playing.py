"""Games on the page. Their mines are drawn here, and stay here until the game is over.

A game is its size, its rules and a name; the name and a secret of the server give the mines. So
nothing is kept for a game but the cells that its player opened, which the page sends along: a game
can be taken back, shared and continued, and outlives the process that answers.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from fractions import Fraction
from typing import Any, Literal

import msgspec
from msgspec import Struct

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import is_covered
from logicsweep.errors import LimitError
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.json import board_object
from logicsweep.games.dealing.deal import check_rules, deal, usual_mode
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.game import Game
from logicsweep.games.keys import arguments_of
from logicsweep.games.setting import Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.page.desk import MOST_CELLS, Desk, Messages
from logicsweep.render.asked import Asked
from logicsweep.render.json import page, reasons
from logicsweep.render.json.base import plain


def play(asked: page.Play, desk: Desk) -> Messages:
    """Play the moves of a game, and yield what it shows then."""
    game = yield from _started(asked, desk)
    for _ in _moves(game, asked):
        pass
    state: Literal["playing", "won", "lost"] = "playing"
    if game.is_over:
        state = "won" if game.is_won else "lost"
    mines = tuple(sorted(game.solution.mines)) if game.is_over else None
    mark = desk.mark_of(asked.game.id)
    yield page.message(
        page.Played, state=state, mark=mark, board=board_object(game.board), mines=plain(mines)
    )


def judge(asked: page.Judge, desk: Desk) -> Messages:
    """Judge each move by what its player could know."""
    game = yield from _started(asked, desk)
    for _ in _moves(game, asked):
        pass
    if not game.is_over:
        raise ValueError("the game is not over; its moves are judged afterwards")
    game = yield from _started(asked, desk)
    survival = 1.0
    for number, (board, cell) in enumerate(_moves(game, asked)):
        judged = yield from desk.watched("judging", lambda: _judged(board, cell, desk))  # noqa: B023
        is_start = number == 0 and (
            asked.game.no_guess or _setting(asked.game).first_click is not FirstClick.UNPROTECTED
        )
        survival *= 1.0 if is_start else float(1 - judged["risk"])
        yield page.message(
            page.Judged,
            move=number,
            cell=plain(cell),
            kind="start" if is_start else judged["kind"],
            risk=plain(judged["risk"]),
            least=plain(judged["least"]),
            survival=survival,
        )


def may_guess(asked: page.MayGuess, desk: Desk) -> Messages:
    """Tell whether a guess is needed; not where."""
    kb = yield from _known(asked, desk)
    proved = yield from desk.watched("proving", kb.consequences, lambda: kb.counted)
    yield page.message(page.Guessing, needed=not proved.safe)


def hint(asked: page.GetHint, desk: Desk) -> Messages:
    """Give the easiest step to a safe cell, or else the least risky cells."""
    kb = yield from _known(asked, desk)
    step = yield from desk.watched("looking for a step", lambda: kb.copy().next_step(safe=True))
    least = None
    if step is None:
        least = yield from desk.watched("counting", lambda: kb.copy().least_risky())
    asked_as = Asked("hint", "page")
    yield reasons.hint(asked_as, kb.board, step, least, needs_guess=step is None)


def _known(asked: page.OfGame, desk: Desk) -> Generator[Struct, None, KnowledgeBase]:
    """Return the knowledge base of the player of a game."""
    game = yield from _started(asked, desk)
    for _ in _moves(game, asked):
        pass
    return desk.knowledge_base(board_object(game.board), 0, None)


def _started(asked: page.OfGame, desk: Desk) -> Generator[Struct, None, Game]:
    """Return the game before its first move."""
    wanted = asked.game
    if wanted.rows * wanted.columns > MOST_CELLS:
        raise LimitError(f"the board has more than {MOST_CELLS:,} cells; the page shows no more")
    setting = _setting(wanted)
    if wanted.mark not in (None, desk.mark_of(wanted.id)):
        raise ValueError(
            "this game belongs to an earlier start of `logicsweep serve`, which had other mines"
        )
    seed = desk.seed_of(wanted.id)
    limit = desk.time_limit
    mode = usual_mode(setting)
    levels = None if wanted.level is None else (wanted.level, wanted.level)
    if wanted.no_guess:
        check_rules(setting, NoGuess(levels=levels), mode)
    if not asked.opened:  # before the first cell, anything is possible that the rules allow
        # Whether they leave room for the first click depends on the cell.
        yield from desk.watched(
            "dealing under rules",
            lambda: check_dealt(setting.board(), FirstClick.SAFE, Budget(limit)),
        )
        return Game(setting, seed, time_limit=limit)
    if not (wanted.no_guess or setting.rules.choosing):
        return Game(setting, seed, time_limit=limit)
    start = asked.opened[0]

    def dealt() -> DealtGame:
        if not wanted.no_guess:
            return deal(setting, seed, start=start, time_limit=limit)
        first = setting.first_click
        definition = NoGuess(
            start=start,
            first_click=FirstClick.OPENING if first is FirstClick.UNPROTECTED else first,
            levels=levels,
        )
        return deal(setting, seed, no_guess=definition, mode=mode, time_limit=limit)

    what = "dealing a board without guesses" if wanted.no_guess else "dealing under rules"
    key = msgspec.structs.replace(wanted, mark=None), start
    game = yield from desk.watched(what, lambda: desk.dealt(key, dealt))
    return Game(setting, seed, layout=game.layout)


def _setting(wanted: page.GameOf) -> Setting:
    """Return the setting of a game; what the page does not ask for is as usual."""
    return Setting(height=wanted.rows, width=wanted.columns, **arguments_of(wanted))


def _moves(game: Game, asked: page.OfGame) -> Iterator[tuple[Board, Cell]]:
    """Make all moves; yields the board before each. What is open already is passed over."""
    for place in asked.opened:
        cell = Cell.of(place)
        before = game.board
        before.number(cell)  # which has to be on the board
        if not game.is_over and is_covered(int(before.grid[cell])):
            yield before, cell
            game.open(cell)


def _judged(board: Board, cell: Cell, desk: Desk) -> dict[str, Any]:
    """Return the risk and the kind of a move, and the least risk that was possible."""
    kb = KnowledgeBase(board, time_limit=desk.time_limit)
    count = kb.count()
    risk, least = count.probability(cell), count.least_risky().probability
    kind = "least" if risk == least else "riskier"
    if not risk:
        kind = "proved"
    elif kb.consequences().safe:
        kind = "needless"
    return {"risk": Fraction(risk), "least": Fraction(least), "kind": kind}
