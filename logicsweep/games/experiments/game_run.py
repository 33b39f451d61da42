"""One game of an experiment: how it is played and recorded, wherever that is."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final, NamedTuple

from msgspec import UNSET

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.registry import agent_class
from logicsweep.games.experiments.records import Finished, Key, Record, failed, fields_of, traced
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import play
from logicsweep.games.view import View
from logicsweep.limits import Budget

# A game is stopped between two moves at its time limit, within a move so many seconds later.
_GRACE: Final = 2.0


class Task(NamedTuple):
    """A game to be played.

    Attributes:
        key: which game it is.
        time_limit: how long it may take, in seconds.
        trace: whether what is known after each move is recorded.
        layout: where the mines are, if they are not dealt.
        start: a cell that is open from the beginning.
        imports: the folder from which an agent of a user's own may be imported; None if it may not.
    """

    key: Key
    time_limit: float
    trace: bool = False
    layout: Layout | None = None
    start: Cell | None = None
    imports: str | None = None


def play_game(task: Task) -> Record:
    """Play one game; what it comes to depends on its key alone.

    An agent that raises, or takes longer than the time limit, costs the game: the record then has
    an `error` in place of an outcome. Raises `MissingLibraryError`, and `AgentError` when an agent
    of a user's own may not or cannot be imported: these are no fault of the game's, which can be
    played once that is put right.
    """
    key, seed = task.key, task.key.seed
    trace: list[tuple[int, int, int]] = []
    kind = agent_class(key.agent, imports=task.imports)
    too_long = f"longer than {task.time_limit:g} s"
    began = perf_counter()
    try:
        with _alarm(task.time_limit + _GRACE):
            game = Game(key.condition.setting(), seed, layout=task.layout, start=task.start)
            agent = kind(seed, time_limit=task.time_limit)

            def watch(_: Move, __: Shown, view: View) -> None:
                trace.append(traced(agent.known(view)))

            outcome = play(
                game,
                agent,
                watch=watch if task.trace else None,
                budget=Budget(task.time_limit),
            )
    except _TooLong:
        return failed(key, too_long)
    except MissingLibraryError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 whatever an agent does costs its game alone
        if isinstance(error, LimitError) and perf_counter() - began >= task.time_limit:
            return failed(key, too_long)
        return failed(key, f"{type(error).__name__}: {error}")
    return Finished(
        **{**fields_of(key), **outcome._asdict()},
        seconds=perf_counter() - began,
        trace=trace if task.trace else UNSET,
    )


class _TooLong(BaseException):
    """A game takes too long; whatever an agent catches, this is for whoever plays the game."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `_TooLong` in the middle of whatever takes longer, where that can be done."""
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not can:
        yield
        return

    def ring(*_: object) -> None:
        raise _TooLong

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
