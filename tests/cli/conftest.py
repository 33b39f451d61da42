"""What takes processes or libraries, without them: workers, agents of exams, a test of wins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext, redirect_stderr, redirect_stdout
from functools import partial
from math import comb
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from logicsweep.errors import AgentError
from logicsweep.games import executors
from logicsweep.games.exams import exam, process
from logicsweep.games.exams.messages import Reply, Request, Start
from logicsweep.games.experiments import statistics


@contextmanager
def _threads(workers: int) -> Iterator[executors.Place]:
    yield executors.Place(partial(ThreadPoolExecutor, workers), workers, lambda _: False)


@pytest.fixture
def workers_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have threads of this process do what processes would, which take long to start."""
    monkeypatch.setattr(executors, "processes", _threads)


def chance(more: int, games: int) -> float:
    """The two-sided chance of so many heads among so many coins, or of what is less likely."""
    tail = sum(comb(games, number) for number in range(min(more, games - more) + 1))
    return min(1.0, 2 * tail / 2**games)


@pytest.fixture
def without_scipy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have wins compared by a test of our own, without a library that need not be installed."""
    stats = SimpleNamespace(binomtest=lambda *given: SimpleNamespace(pvalue=chance(*given)))
    monkeypatch.setattr(statistics, "_stats", lambda: stats)


class _Host:
    """An agent in this process, without limits: see `logicsweep.games.exams.hosting`."""

    is_limited = True

    def __init__(self, start: Start) -> None:
        channel: Any = None
        with redirect_stdout(None), redirect_stderr(None):  # which the desk makes its own
            self._desk = process._Desk(channel, start)  # noqa: SLF001
            self._printed: Any = sys.stdout
        reply = self._desk.start()
        if reply.fault is not None:
            raise AgentError(reply.words)

    def ask(self, request: Request) -> Reply:
        with redirect_stdout(self._printed), redirect_stderr(self._printed):
            return self._desk.answer(request)

    def close(self) -> None:
        pass


@pytest.fixture
def agents_here(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have agents that are judged play in this process; what they import is forgotten."""
    monkeypatch.setattr(exam, "Host", _Host)
    monkeypatch.setattr(process, "_limit", lambda _: True)
    monkeypatch.setattr(process._Desk, "_timed", lambda _: nullcontext())  # noqa: SLF001
    path = [*sys.path]
    yield
    folders = {*sys.path} - {*path}
    sys.path[:] = path
    for name, module in [*sys.modules.items()]:
        if str(Path(getattr(module, "__file__", None) or "").parent) in folders:
            del sys.modules[name]
