"""Agents of exams that sit in this process, which takes a tenth of the time of one of their own."""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import pytest

from logicsweep.lab.exams import hosting, process
from logicsweep.lab.exams.process import _Desk


class _DeskHere(_Desk):
    @contextmanager
    def _timed(self) -> Iterator[None]:
        yield  # the alarm would end this process


class _PipeHere:
    """In place of the pipe to a process: a line is answered when it is sent."""

    has_forged = False
    is_closed = False

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        del environment
        start = command[command.index(str(os.getpid())) + 1]  # a pickle in hex
        self._answers = BytesIO()
        # The desk makes the streams of its process its own, here only while it is at work.
        with redirect_stdout(None), redirect_stderr(None):
            self._desk = _DeskHere(self._answers, pickle.loads(bytes.fromhex(start)))  # noqa: S301
            self._printed: Any = sys.stdout
            self._desk.start()

    def send(self, line: bytes) -> None:
        with redirect_stdout(self._printed), redirect_stderr(self._printed):
            self._desk.answer(line)

    def line(self, seconds: float) -> bytes:
        del seconds
        return self._answers.getvalue().splitlines()[-1]

    def close(self, why: str = "") -> str:
        self.is_closed = True
        return why


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
