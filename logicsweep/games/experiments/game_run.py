"""One game of an experiment: how it is played and recorded, wherever that is."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Final, NamedTuple

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.games.agents.base import Known
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.experiments.records import Key, Record, failed, fields_of
from logicsweep.games.game import Game
from logicsweep.games.loop import play, view_of
from logicsweep.limits import Budget

# A game is stopped between two moves at its time limit, within a move so many seconds later.
_GRACE: Final = 2.0


class Task(NamedTuple):
    """A game to be played. `time_limit` is in seconds; with `trace` what is known is recorded."""

    key: Key
    time_limit: float
    trace: bool = False
    layout: Layout | None = None
    start: Cell | None = None


def play_game(task: Task) -> Record:
    """Play one game; what it comes to depends on its key alone.

    An agent that raises, or takes longer than the time limit, costs the game: the record then has
    an `error` in place of an outcome. Raises `MissingLibraryError` alone.
    """
    trace: list[Known] = []
    began = perf_counter()
    try:
        with _alarm(task.time_limit + _GRACE):
            game = Game(
                task.key.condition.setting(), task.key.seed, layout=task.layout, start=task.start
            )
            view = view_of(game)
            agent = agent_of(task.key.agent, view, task.key.seed, time_limit=task.time_limit)
            outcome = play(
                game,
                agent,
                view,
                budget=Budget(task.time_limit),
                watch=(lambda *_: trace.append(agent.known(view))) if task.trace else None,
            )
    except (LimitError, TimeoutError):
        return failed(task.key, f"longer than {task.time_limit:g} s")
    except MissingLibraryError:
        raise  # which is no fault of the game's: it can be played once the library is there
    except Exception as error:  # noqa: BLE001 whatever an agent does costs its game alone
        return failed(task.key, f"{type(error).__name__}: {error}")
    record = {**fields_of(task.key), **outcome._asdict(), "seconds": perf_counter() - began}
    if task.trace:
        record["trace"] = [list(known) for known in trace]
    return record


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise TimeoutError in the middle of whatever takes longer, where that can be done."""
    can = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not can:
        yield
        return

    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
