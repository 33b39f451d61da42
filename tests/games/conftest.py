"""Workers without processes."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial

import pytest

from logicsweep.games import executors
from logicsweep.games.executors import Place


@contextmanager
def _threads(workers: int) -> Iterator[Place]:
    yield Place(partial(ThreadPoolExecutor, workers), workers, lambda _: False)


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have workers be threads of this process, which start at once."""
    monkeypatch.setattr(executors, "processes", _threads)
