"""One game of an experiment: what it is, and how it is played and recorded, wherever that is."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any, Final, NamedTuple

from logicsweep.agents.base import Known
from logicsweep.agents.registry import agent_of
from logicsweep.board import Cell
from logicsweep.clue_models import clue_model
from logicsweep.errors import LimitError
from logicsweep.game import Game
from logicsweep.layout import Layout
from logicsweep.limits import Deadline
from logicsweep.play import play, view_of
from logicsweep.setting import FirstClick, Rule, Setting

# A game is stopped between two moves at its time limit, within a move so many seconds later.
_GRACE: Final = 2.0

Record = dict[str, Any]


class Condition(NamedTuple):
    """What a game is played on and by; `file` names the layout if it is given and not dealt."""

    height: int
    width: int
    mines: int
    rule: str = Rule.CLASSIC.value
    first_click: str = FirstClick.UNPROTECTED.value
    flood: bool = False
    model: str = "exact"
    file: str = ""

    @property
    def density(self) -> float:
        """The share of cells that are mines."""
        return self.mines / (self.height * self.width)

    @property
    def board(self) -> str:
        """The board in words: its file, or width x height / mines."""
        return self.file or f"{self.width}x{self.height}/{self.mines}"

    def setting(self) -> Setting:
        """The setting of its games. Raises ValueError when there can be none."""
        return Setting(
            height=self.height,
            width=self.width,
            mines=self.mines,
            rule=Rule(self.rule),
            first_click=FirstClick(self.first_click),
            flood=self.flood,
            model=clue_model(self.model),
        )


class Key(NamedTuple):
    """Which game of an experiment one is."""

    condition: Condition
    agent: str
    seed: int


class Task(NamedTuple):
    """A game to be played. `time_limit` is in seconds; with `trace` what is known is recorded."""

    key: Key
    time_limit: float
    trace: bool = False
    layout: Layout | None = None
    start: Cell | None = None


def key_of(record: Record) -> Key:
    """Which game a record is of. Raises KeyError or TypeError for what is no record."""
    fields = {name: record[name] for name in Condition._fields if name in record}
    return Key(Condition(**fields), str(record["agent"]), int(record["seed"]))


def failed(key: Key, error: str) -> Record:
    """The record of a game that did not come to its end."""
    return {**_fields(key), "error": error}


def play_game(task: Task) -> Record:
    """Play one game; what it comes to depends on its key alone.

    An agent that raises, or takes longer than the time limit, costs the game: the record then has
    an `error` in place of an outcome.
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
                deadline=Deadline(task.time_limit),
                watch=(lambda *_: trace.append(agent.known(view))) if task.trace else None,
            )
    except (LimitError, TimeoutError):
        return failed(task.key, f"longer than {task.time_limit:g} s")
    except Exception as error:  # noqa: BLE001 whatever an agent does costs its game alone
        return failed(task.key, f"{type(error).__name__}: {error}")
    record = {**_fields(task.key), **outcome._asdict(), "seconds": perf_counter() - began}
    if task.trace:
        record["trace"] = [list(known) for known in trace]
    return record


def _fields(key: Key) -> Record:
    return {"agent": key.agent, "seed": key.seed, **key.condition._asdict()}


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
