"""Games of an experiment: how one is played and recorded, and many in any executor."""

from __future__ import annotations

import signal
import threading
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from heapq import nlargest
from operator import index
from time import perf_counter
from typing import Final, NamedTuple

from msgspec import UNSET, structs

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.games.agents.base import Agent, Known, Move
from logicsweep.games.agents.registry import agent_class
from logicsweep.games.executors import Place
from logicsweep.games.game import Game, Shown
from logicsweep.games.keys import LARGEST
from logicsweep.games.loop import Outcome, play
from logicsweep.games.spreading import Work, spread
from logicsweep.games.told.causes import Cause, Course
from logicsweep.games.view import View
from logicsweep.lab.experiments.metrics import Ended, values_of
from logicsweep.lab.experiments.records import GameRow, Key, failed
from logicsweep.lab.play.by_moves import ByMoves, by_moves
from logicsweep.lab.play.forced import CostlyMove, Survival, survive
from logicsweep.limits import Budget

# A game is stopped between two moves at its time limit; within a move, so many seconds later.
_GRACE: Final = 2.0
# The positions that are kept of a judged game.
_KEPT: Final = 5


class GameTask(NamedTuple):
    """A game to be played.

    Attributes:
        key: The key of the game.
        time_limit: The longest time it may take, in seconds.
        trace: Whether to record what the agent knows after each move.
        layout: The layout to play; None deals the mines from the seed.
        start: A cell that is open from the beginning; None for none.
        imports: The folder from which an agent of your own is imported; None forbids importing it.
        causes: Whether to record why the game was lost; only under the rule `classic`.
    """

    key: Key
    time_limit: float
    trace: bool = False
    layout: Layout | None = None
    start: Cell | None = None
    imports: str | None = None
    causes: bool = False


def run(tasks: Iterable[GameTask], place: Place) -> Generator[GameRow]:
    """Play games, in any order and each exactly once, and yield their records as they end.

    A game whose worker died is played again, alone; after three attempts its record says that it
    failed. When the iterator is closed, or an exception passes through it, games that are being
    played are abandoned. Any other exception of a worker is raised.
    """
    return spread(tasks, Work(play_game, lambda task, why: failed(task.key, why)), place)


def play_game(task: GameTask) -> GameRow:
    """Play one game, and return its record. The outcome depends on the key alone.

    If the agent raises an exception, or the game takes longer than its time limit, the record has
    an error that says so. An error is raised only for what you can put right, and then play the
    game.

    Raises:
        MissingLibraryError: The agent needs a library that is not installed.
        AgentError: An agent of your own must not or cannot be imported.
    """
    key, condition = task.key, task.key.condition
    names = [name for name in (key.agent, condition.judge) if name]
    kinds = [agent_class(name, imports=task.imports) for name in names]
    too_long = f"longer than {task.time_limit:g} s"
    watched = _Watched(task)
    began = perf_counter()
    try:
        with _alarm(task.time_limit + _GRACE):
            agents = [kind(key.seed, time_limit=task.time_limit) for kind in kinds]
            end = watched.played(*agents)
        seconds = perf_counter() - began
        cause = watched.cause()
    except _TooLong:
        return failed(key, too_long)
    except MissingLibraryError:
        raise
    except (Exception, SystemExit) as error:  # noqa: BLE001 whatever an agent does costs its game alone
        if isinstance(error, LimitError) and perf_counter() - began >= task.time_limit:
            return failed(key, too_long)
        return failed(key, f"{type(error).__name__}: {error}")
    return GameRow(
        **key._asdict(),
        mines=end.mines if isinstance(end, Outcome) else UNSET,
        values=values_of(Ended(end, seconds, cause), condition),
        cause=UNSET if cause is None else cause,
        costs=() if isinstance(end, Outcome) else _costs(end),
        trace=watched.trace if task.trace else UNSET,
    )


class _Watched:
    """A game that is played, and what is recorded of its moves.

    Attributes:
        trace: The knowledge of the agent after each move.
    """

    def __init__(self, task: GameTask) -> None:
        self.trace: list[tuple[int, int, int]] = []
        self._task = task
        self._game: Game | None = None
        self._course: Course | None = None

    def played(self, agent: Agent, judge: Agent | None = None) -> Outcome | Survival | ByMoves:
        """Play the game to its end, by the rules of its condition."""
        task, seed, condition = self._task, self._task.key.seed, self._task.key.condition
        setting, budget = condition.setting(), Budget(task.time_limit)
        if judge is not None:
            count = condition.playouts
            return by_moves(agent, judge, setting, seed=seed, playouts=count, budget=budget)
        if condition.forced_survival:
            return survive(agent, setting, seed=seed, budget=budget)
        if task.layout is not None:
            setting = replace(setting, topology=task.layout.own_adjacency)
        game = self._game = Game(setting, seed=seed, layout=task.layout, start=task.start)
        if task.causes:
            self._course = Course(game.board, game.setting.first_click)

        def watch(move: Move, _: Shown, view: View) -> None:
            if task.trace:
                self.trace.append(_traced(agent.known(view)))
            if self._course is not None:
                self._course.add(move)

        return play(game, agent, watch=watch if task.trace or task.causes else None, budget=budget)

    def cause(self) -> Cause | None:
        """Return why the game was lost; None if it was won, or if nobody asks.

        That takes as long as the game may, at most, and counts for none of its seconds.
        """
        if self._course is None or self._game is None or self._game.is_won:
            return None
        limit = self._task.time_limit
        try:
            with _alarm(limit + _GRACE):
                return self._course.cause(self._game.board, time_limit=limit)
        except _TooLong:
            return Cause.UNKNOWN


def _traced(known: Known) -> tuple[int, int, int]:
    """Return the numbers of safe cells, mines and constraints known, for the trace of a record.

    Raises TypeError for what is no whole number, ValueError for numbers beyond 2**62.
    """
    safe, mines, constraints = map(index, (known.safe, known.mines, known.constraints))
    if max(map(abs, (safe, mines, constraints))) > LARGEST:
        raise ValueError("the agent says that it knows more than 2**62 cells or constraints")
    return safe, mines, constraints


def _costs(end: Survival | ByMoves) -> tuple[CostlyMove, ...]:
    """Return the moves that cost something; of those that count most positions are kept."""
    if isinstance(end, Survival):
        return end.guesses
    kept = nlargest(_KEPT, end.costs, key=lambda move: abs(move.weighted))
    return tuple(move if move in kept else structs.replace(move, board="") for move in end.costs)


class _TooLong(BaseException):
    """A game takes too long. No `Exception`, so that no agent catches it by mistake."""


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise `_TooLong` in code that takes longer, where the system has such an alarm."""
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
