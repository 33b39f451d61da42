"""One game of an experiment: how it is played and recorded, on whatever machine."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from heapq import nlargest
from time import perf_counter
from typing import Final, NamedTuple

from msgspec import UNSET

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.games.agents.base import Agent, Move
from logicsweep.games.agents.registry import agent_class
from logicsweep.games.game import Game, Shown
from logicsweep.games.loop import play
from logicsweep.games.told.causes import Cause, Course
from logicsweep.games.view import View
from logicsweep.lab.experiments.move_costs import KEPT_OF_GAME
from logicsweep.lab.experiments.records import (
    Finished,
    Judged,
    JudgedMove,
    Key,
    Record,
    Survived,
    failed,
    fields_of,
    traced,
)
from logicsweep.lab.play.by_moves import by_moves
from logicsweep.lab.play.forced import survive
from logicsweep.limits import Budget

# A game is stopped between two moves at its time limit; within a move, so many seconds later.
_GRACE: Final = 2.0


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


def play_game(task: GameTask) -> Record:
    """Play one game, and return its record. The outcome depends on the key alone.

    If the agent raises an exception, or the game takes longer than its time limit, the record is
    `Failed` and says why. An error is raised only for what you can put right, and then play the
    game.

    Raises:
        MissingLibraryError: The agent needs a library that is not installed.
        AgentError: An agent of your own must not or cannot be imported.
    """
    key, seed = task.key, task.key.seed
    trace: list[tuple[int, int, int]] = []
    kind, judge_kind = _kinds(task)
    too_long = f"longer than {task.time_limit:g} s"
    began = perf_counter()
    try:
        with _alarm(task.time_limit + _GRACE):
            agent = kind(seed, time_limit=task.time_limit)
            if key.condition.forced_survival:
                judge = None if judge_kind is None else judge_kind(seed, time_limit=task.time_limit)
                return _estimated(key, agent, judge, Budget(task.time_limit), began)
            setting = key.condition.setting()
            if task.layout is not None:
                setting = replace(setting, topology=task.layout.own_adjacency)
            game = Game(setting, seed, layout=task.layout, start=task.start)

            course = Course(game.board, game.setting.first_click) if task.causes else None

            def watch(move: Move, _: Shown, view: View) -> None:
                if task.trace:
                    trace.append(traced(agent.known(view)))
                if course is not None:
                    course.add(move)

            outcome = play(
                game,
                agent,
                watch=watch if task.trace or task.causes else None,
                budget=Budget(task.time_limit),
            )
        seconds = perf_counter() - began
        cause = UNSET if course is None or game.is_won else _cause(course, game, task.time_limit)
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
        seconds=seconds,
        cause=cause,
        trace=trace if task.trace else UNSET,
    )


def _kinds(task: GameTask) -> tuple[type[Agent], type[Agent] | None]:
    """Return the classes of the agent and, if there is one, of the judge of its moves."""
    names = (task.key.agent, task.key.condition.judge)
    kinds = [agent_class(name, imports=task.imports) for name in names if name]
    return kinds[0], kinds[1] if len(kinds) > 1 else None


def _cause(course: Course, game: Game, time_limit: float) -> Cause:
    """Return why a game was lost.

    That takes as long as the game may, at most, and counts for none of its seconds.
    """
    try:
        with _alarm(time_limit + _GRACE):
            return course.cause(game.board, time_limit=time_limit)
    except _TooLong:
        return Cause.UNKNOWN


def _estimated(
    key: Key, agent: Agent, judge: Agent | None, budget: Budget, began: float
) -> Survived | Judged:
    """Play a game with forced survival, and judge its moves if there is a judge."""
    if judge is not None:
        return _judged(key, agent, judge, budget, began)
    survived = survive(key.condition.setting(), key.seed, agent, budget=budget)
    return Survived(
        **fields_of(key),
        chance=survived.chance,
        guesses=[(guess.layouts, guess.risk) for guess in survived.guesses],
        replaced=survived.replaced,
        is_cut=survived.is_cut,
        is_won=survived.is_won,
        seconds=perf_counter() - began,
    )


def _judged(key: Key, agent: Agent, judge: Agent, budget: Budget, began: float) -> Judged:
    """Play a game and judge its moves; the positions of those that count most are kept."""
    condition = key.condition
    setting, playouts = condition.setting(), condition.playouts
    result = by_moves(setting, key.seed, agent, judge, playouts=playouts, budget=budget)
    kept = nlargest(KEPT_OF_GAME, result.costs, key=lambda move: abs(move.weighted))
    return Judged(
        **fields_of(key),
        cost=result.cost,
        guesses=result.guesses,
        differing=result.differing,
        costs=[
            JudgedMove(
                layouts=move.layouts,
                weight=move.weight,
                cost=move.cost,
                error=move.error,
                playouts=move.playouts,
                cell=(move.cell.row, move.cell.column),
                instead=(move.instead.row, move.instead.column),
                board=str(move.board) if move in kept else "",
            )
            for move in result.costs
        ],
        seconds=perf_counter() - began,
    )


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
