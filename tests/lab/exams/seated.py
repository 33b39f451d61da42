"""Agents of exams that sit in this process, which takes a tenth of the time of one of their own."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
import pytest

from logicsweep.lab.exams import hosting, process
from logicsweep.lab.exams.process import _Desk


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
        self._printed: Any = None

    def send(self, data: bytes) -> None:
        request = pickle.loads(data)  # noqa: S301 the host wrote it
        self._number += 1
        # The desk makes the streams of its process its own, here only while it is at work.
        with redirect_stdout(self._printed), redirect_stderr(self._printed):
            if self._number == 1:
                self._desk = _DeskHere(None, request)  # type: ignore[arg-type]
                self._printed = sys.stdout
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
def seated(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have the agents of exams sit in this process: all is the same but its limits and its end."""
    monkeypatch.setattr(sys, "stdin", StringIO())
    monkeypatch.setattr(process, "_limit", lambda _: True)
    monkeypatch.setattr(hosting, "Piped", _PipeHere)
    path = [*sys.path]
    monkeypatch.setattr(sys, "path", [*path])
    yield
    # Another test may have another agent in a file of the same name.
    folders = {*sys.path} - {*path}
    for name, module in [*sys.modules.items()]:
        if str(Path(getattr(module, "__file__", None) or "").parent) in folders:
            del sys.modules[name]
