"""The process that answers: it keeps the desk, and is started again when it has to be killed.

A question that is cancelled stops by itself and loses nothing. The process is killed for one that
does not: what else it worked on is then asked again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock, Thread, Timer
from time import monotonic, sleep
from typing import Any, Final, NamedTuple, TypeAlias

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import as_json, error
from logicsweep.answers.page import COMMAND
from logicsweep.limits import (
    DEFAULT_TIME_LIMIT,
    CancelScope,
    follow,
    hear,
    timeout_of,
    unheard,
)
from logicsweep.site.answer import answer
from logicsweep.site.desk import THREADS, Desk

# What hears the messages of a question; None says that there are no more.
Hearing: TypeAlias = Callable[[bytes | None], None]

# How long a cancelled question may take to stop before the process is killed, in seconds.
_PATIENCE: Final = 3.0
# How long to wait before a process that ended at once is started again, in seconds.
_PAUSE: Final = 0.5
# A request asks no more questions than that, each of which has the time limit.
_MOST_QUESTIONS: Final = 8
# How often a request is asked again when the process ended.
_TRIES: Final = 2
# What the process may take, in bytes of addresses; numpy and the solvers reserve some themselves.
_MOST_BYTES: Final = 8 << 30


class _Open(NamedTuple):
    """A request without a last message: its text, who hears it, how often it was asked."""

    request: bytes
    heard: Hearing
    tries: int
    watch: Timer | None


class Worker:
    """A process that answers requests; its methods may be called from any thread.

    Close it when it is no longer needed.

    Args:
        time_limit: The seconds that one question may take; None for no limit.
        allows_programs: Whether questions may come with a logic program.
    """

    def __init__(
        self,
        *,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        allows_programs: bool = False,
    ) -> None:
        self._settings = {"time_limit": time_limit, "allows_programs": allows_programs}
        limit = timeout_of(time_limit)
        self._longest = None if limit is None else _MOST_QUESTIONS * limit + _PATIENCE
        self._lock = Lock()
        self._open: dict[int, _Open] = {}
        self._last = 0
        self._is_closed = False
        self._process: BaseProcess
        self._pipe: Connection
        self._start()

    def _start(self) -> None:
        """Start the process; called with the lock held, or before anybody else can."""
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        self._pipe = ours
        self._process = context.Process(
            target=_work, args=(theirs, os.getpid(), self._settings), daemon=True
        )
        with unheard():
            self._process.start()
        theirs.close()
        listening = Thread(
            target=self._listen, args=(ours, self._process, monotonic()), daemon=True
        )
        listening.start()

    def ask(self, request: bytes, heard: Hearing) -> int:
        """Ask, and have `heard` called with each message, then with None, in another thread.

        Returns a number to cancel it by.
        """
        with self._lock:
            self._last += 1
            number = self._last
            watch = None
            if self._longest is not None:
                watch = _timer(self._longest, lambda: self._kill_for(number))
            self._open[number] = _Open(request, heard, 1, watch)
            self._send("ask", number, request)
        return number

    def cancel(self, number: int) -> None:
        """Stop a question that nobody waits for any more; nothing more is heard of it."""
        with self._lock:
            asked = self._open.get(number)
            if asked is None:
                return
            self._open[number] = asked._replace(heard=_nobody)
            self._send("cancel", number)
        _timer(_PATIENCE, lambda: self._kill_for(number))

    def close(self) -> None:
        """End the process; what is still asked hears so."""
        with self._lock:
            self._is_closed = True
            lost = [self._forget(number) for number in list(self._open)]
            self._process.kill()
        self._process.join(_PATIENCE)
        for heard in lost:
            heard(_ended("the page was ended"))
            heard(None)

    def _forget(self, number: int) -> Hearing:
        """Take a request for answered; called with the lock held. Returns who hears it."""
        asked = self._open.pop(number)
        if asked.watch is not None:
            asked.watch.cancel()
        return asked.heard

    def _send(self, *message: object) -> None:
        with suppress(OSError):  # it ended, and what it worked on will be asked again
            self._pipe.send(message)

    def _listen(self, pipe: Connection, process: BaseProcess, began: float) -> None:
        """Pass on what the process says, until it ends."""
        with suppress(EOFError, OSError):
            while True:
                number, message = pipe.recv()
                self._pass_on(number, message)
        process.join()
        # It may never be able to work, unless it was to end.
        if not self._is_closed and monotonic() - began < _PATIENCE:
            sleep(_PAUSE)
        self._start_again()

    def _pass_on(self, number: int, message: bytes | None) -> None:
        with self._lock:
            asked = self._open.get(number)
            if asked is None:
                return
            if message is None:
                self._forget(number)
        asked.heard(message)

    def _start_again(self) -> None:
        """Ask again what the process that ended had not answered, but not for ever."""
        lost: list[Hearing] = []
        with self._lock:
            if self._is_closed:
                return
            self._start()
            for number, asked in list(self._open.items()):
                if asked.heard is not _nobody and asked.tries < _TRIES:
                    self._open[number] = asked._replace(tries=asked.tries + 1)
                    self._send("ask", number, asked.request)
                else:
                    lost.append(self._forget(number))
        for heard in lost:
            heard(_ended("limit reached: the process that answers ran out of memory, or crashed"))
            heard(None)

    def _kill_for(self, number: int) -> None:
        """Kill the process if a question still runs; it is not asked again."""
        with self._lock:
            asked = self._open.get(number)
            if asked is None or self._is_closed:
                return
            self._open[number] = asked._replace(tries=_TRIES)
            self._process.kill()


def _nobody(_message: bytes | None) -> None:
    """Hear nothing."""


def _timer(seconds: float, then: Callable[[], None]) -> Timer:
    timer = Timer(seconds, then)
    timer.daemon = True
    timer.start()
    return timer


def defect(problem: Exception) -> str:
    """Return the message for an error that nobody expected."""
    return f"this is a defect of logicsweep: {type(problem).__name__}: {problem}"


def _ended(text: str) -> bytes:
    return as_json(error(Asked(COMMAND), text, "limit"))


def _work(pipe: Connection, parent: int, settings: dict[str, Any]) -> None:
    """Answer requests in the process, each in a thread, until the pipe is closed."""
    hear()
    follow(parent)
    _limit_memory()
    desk = Desk(**settings)
    scopes: dict[int, CancelScope] = {}
    begun: set[int] = set()
    sending = Lock()

    def tell(number: int, message: bytes | None) -> None:
        with sending, suppress(OSError):
            pipe.send((number, message))

    def work(number: int, request: bytes) -> None:
        scope = scopes[number]
        begun.add(number)
        try:
            if not scope.is_cancelled:
                for message in answer(request, desk, scope):
                    tell(number, message)
        except Exception as problem:  # noqa: BLE001  # the page hears of it, and goes on
            failure = error(Asked(COMMAND), defect(problem), "internal")
            tell(number, as_json(failure))
            sys.excepthook(type(problem), problem, problem.__traceback__)
        finally:
            del scopes[number]
            begun.remove(number)
            tell(number, None)

    # Twice as many as the desk works on at once: a small question may overtake.
    with ThreadPoolExecutor(2 * THREADS) as threads, suppress(EOFError, OSError):
        while True:
            kind, number, *rest = pipe.recv()
            if kind == "cancel":
                scope = scopes.get(number)
                if scope is not None:
                    scope.cancel()
                    if number not in begun:  # it still waits for a thread, and will do nothing
                        tell(number, None)
            else:
                scopes[number] = CancelScope()
                threads.submit(work, number, *rest)
    os._exit(0)


def _limit_memory() -> None:
    """Have what takes too much memory fail, where the system can do that."""
    try:
        import resource
    except ImportError:  # Windows
        return
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_BYTES, _MOST_BYTES))
