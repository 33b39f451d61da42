"""A worker of the page whose process is a thread of this one: it starts at once.

What a process alone can do is left out: memory that is limited, signals, and a parent that dies.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Thread
from types import FunctionType, SimpleNamespace
from typing import Any

import pytest

from logicsweep.site import worker as module


def _nothing(*_: object) -> None:
    """Do nothing."""


# What a thread must not do.
_ABSENT = {
    **dict.fromkeys(("hear", "follow", "_limit_memory"), _nothing),
    "os": SimpleNamespace(_exit=_nothing),
}


class Process:
    """A thread in the place of a process."""

    def __init__(self, target: FunctionType, args: tuple[Any, ...], *, daemon: bool) -> None:
        pipe, *others = args
        # A process has a copy of its end, too, and of what the module has by then.
        copied = Connection(os.dup(pipe.fileno()))
        work: Callable[..., None] = FunctionType(target.__code__, {**target.__globals__, **_ABSENT})
        self._end = socket.socket(fileno=os.dup(pipe.fileno()))
        self._thread = Thread(target=work, args=(copied, *others), daemon=daemon)

    def start(self) -> None:
        self._thread.start()

    def kill(self) -> None:
        """Break the pipe: nothing more is heard of it, and it hears nothing more."""
        if not self.is_killed:
            self._end.shutdown(socket.SHUT_RDWR)
            self._end.close()

    @property
    def is_killed(self) -> bool:
        return self._end.fileno() < 0

    def join(self, timeout: float | None = None) -> None:
        """Go on at once: it may work on what nobody hears any more."""


def work_in_a_thread(patch: pytest.MonkeyPatch) -> None:
    """Have workers start threads."""
    context = SimpleNamespace(Pipe=get_context("spawn").Pipe, Process=Process)
    patch.setattr(module, "get_context", lambda _method: context)
