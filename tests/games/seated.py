"""Agents of exams that sit in this process, which takes a tenth of the time of one of their own."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import StringIO

import msgspec
import pytest

from logicsweep.games.exams import hosting, process
from logicsweep.games.exams.process import _Desk


class _DeskHere(_Desk):
    @contextmanager
    def _timed(self) -> Iterator[None]:
        yield  # the alarm would end this process


class _PipeHere:
    """In place of the pipe to a process: a request is answered when it is sent."""

    has_forged = False

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        del command, environment
        self._number = 0

    def send(self, data: bytes) -> None:
        request = pickle.loads(data)  # noqa: S301 the host wrote it
        self._number += 1
        if self._number == 1:
            self._desk = _DeskHere(None, request)  # type: ignore[arg-type]
            reply = self._desk.start()
        else:
            reply = self._desk.answer(request)
        self._line = msgspec.json.encode(msgspec.structs.replace(reply, number=self._number))

    def line(self, seconds: float) -> bytes:
        del seconds
        return self._line

    def close(self) -> None:
        pass


@pytest.fixture
def seated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the agents of exams sit in this process: all is the same but its limits and its end."""
    for name in ("stdout", "stderr"):  # which the desk replaces
        monkeypatch.setattr(sys, name, getattr(sys, name))
    monkeypatch.setattr(sys, "stdin", StringIO())
    monkeypatch.setattr(sys, "path", [*sys.path])
    monkeypatch.setattr(process, "_limit", lambda _: False)
    monkeypatch.setattr(hosting, "Piped", _PipeHere)
