"""Games on the page: moves, hints and reviews. Mines stay here until the game is over."""

from __future__ import annotations

from collections.abc import Generator
from typing import Literal

from msgspec import Struct

from logicsweep.answers import page, reasons, requests
from logicsweep.answers.asked import Asked
from logicsweep.answers.base import plain
from logicsweep.formats.json import board_object
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.site.desk import Desk, Messages
from logicsweep.site.filing import reviewed
from logicsweep.site.game import played_game, reached


def play(asked: requests.Play, desk: Desk) -> Messages:
    """Play the moves of a game, and yield what it shows then."""
    _, now, game, board = yield from reached(asked, desk)
    state: Literal["playing", "won", "lost"] = "playing"
    if game.is_over:
        state = "won" if game.is_won else "lost"
    has_referee = asked.game.referee
    yield page.message(
        page.Played,
        state=state,
        board=board_object(board),
        mines=plain(tuple(sorted(game.solution.mines))) if game.is_over else None,
        event=now.event,
        guesses=now.guesses if has_referee else None,
        forgiven=now.forgiven if has_referee else None,
    )


def judge(asked: requests.Judge, desk: Desk) -> Messages:
    """Judge the moves of a game that is over: yield its review."""
    begun, now, game, _ = yield from reached(asked, desk)
    if not game.is_over:
        raise ValueError("the game is not over; its moves are judged afterwards")
    yield from reviewed(played_game(begun, now), desk)


def may_guess(asked: requests.MayGuess, desk: Desk) -> Messages:
    """Tell whether a guess is needed; not where."""
    kb = yield from _known(asked, desk)
    proved = yield from desk.watched("proving", kb.consequences, lambda: kb.counted)
    yield page.message(page.Guessing, needed=not proved.safe)


def hint(asked: requests.GetHint, desk: Desk) -> Messages:
    """Give the easiest step to a safe cell, or else the least risky cells."""
    kb = yield from _known(asked, desk)
    step = yield from desk.watched("looking for a step", lambda: kb.copy().next_step(safe=True))
    least = None
    if step is None:
        least = yield from desk.watched("counting", lambda: kb.copy().least_risky())
    asked_as = Asked("hint", "page")
    yield reasons.hint(asked_as, kb.board, step, least, needs_guess=step is None)


def _known(asked: requests.OfGame, desk: Desk) -> Generator[Struct, None, KnowledgeBase]:
    """Return the knowledge base of the player of a game."""
    *_, board = yield from reached(asked, desk)
    return desk.knowledge_base(board_object(board))
