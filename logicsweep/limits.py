"""Limits of the time of an answer, of the size of an input, and of the life of a process."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from contextvars import ContextVar, Token
from decimal import Decimal
from functools import cache
from math import inf
from numbers import Real
from time import monotonic, sleep
from typing import BinaryIO, Final, Self, TypeVar

from logicsweep.errors import LimitError, expect, positive, whole

Thing = TypeVar("Thing")

# Small things, such as constraints, between two looks at the clock.
_SOME: Final = 256
# Longer than anybody waits; calls that wait for other processes accept no larger numbers.
_FOREVER: Final = 1e6
# A time limit that is over at once, in seconds.
_SHORTEST: Final = 1e-9

# The seconds that a question to a knowledge base may take by default.
DEFAULT_TIME_LIMIT: Final = 60.0

# A game or a knowledge base on a larger board would not fit in memory.
MOST_CELLS: Final = 10_000_000
# The cells of all boards of one call together: their answers take eight gigabytes.
MOST_CELLS_IN_ALL: Final = 1_000_000_000
# The page shows no larger board, such as one of 250x250.
MOST_PAGE_CELLS: Final = 62_500
# Text with more lines, or more uncertain clues, would take seconds to read.
MOST_LINES: Final = 1_000_000
MOST_UNCERTAIN: Final = 250_000
# Games of one agent on one board, and of a whole experiment: each is kept in memory.
MOST_GAMES: Final = 1_000_000
MOST_GAMES_IN_ALL: Final = 10_000_000
# Layouts on which a move is played out to judge it: the most, and the usual number.
MOST_PLAYOUTS: Final = 10_000
USUAL_PLAYOUTS: Final = 8
# Positions that are kept of an agent whose moves are judged, and the number that is shown.
MOST_POSITIONS: Final = 100
USUAL_POSITIONS: Final = 5
# The largest number in a specification, on either side of 0.
MOST_NUMBER: Final = 10**15
# An entry takes a bit for each cell and some bytes for its weight: ten million entries take about a
# gigabyte.
MAX_ENTRIES: Final = 10_000_000
# The most layouts of an endgame that is solved in play.
IN_PLAY: Final = 10_000
# The most layouts of a part that is played by a policy.
BY_POLICY: Final = 60_000
# The most layouts that are listed, if nothing else is asked for.
MOST_LISTED: Final = 10_000
# The most cells that a joint distribution can have.
MOST_JOINT: Final = 8
# The most sets of each kind that a diagnosis looks for.
MOST_SETS: Final = 100
# Six bytes for each cell: enough for a table with quotes, and for numbers as numpy prints them.
MOST_BYTES: Final = 64_000_000
# Files written by hand are shorter: a program, the specification of an experiment.
MOST_BYTES_BY_HAND: Final = 10_000_000
# Python converts at most 4,300 digits of a number, and takes minutes to refuse millions of them.
MOST_DIGITS: Final = 4_000

_PART: Final = 1 << 20

# The signals that end a command.
ENDING: Final[frozenset[int]] = frozenset(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)

# The seconds that a process may outlive the one that started it.
_STEP: Final = 0.2

# The same as `follow`, as code for a process that does not import logicsweep; its first argument is
# the process to follow.
FOLLOW: Final = f"""
import os, sys, threading, time

def watch(parent=int(sys.argv.pop(1))):
    while os.getppid() == parent:
        time.sleep({_STEP})
    os._exit(1)

threading.Thread(target=watch, daemon=True).start()
"""


def read_up_to(stream: BinaryIO, name: str, most: int = MOST_BYTES) -> bytes:
    """Read a whole stream, but at most `most` bytes: a device has no end.

    `name` is what messages call it. Raises `LimitError` for more bytes.
    """
    parts: list[bytes] = []
    room = most
    while part := stream.read(min(_PART, room + 1)):
        room -= len(part)
        if room < 0:
            raise LimitError(f"{name} has more than {most:,} bytes")
        parts.append(part)
    return b"".join(parts)


def timeout_of(seconds: float | None) -> float | None:
    """Return a time limit for calls such as those of `subprocess`; None if there is no limit.

    Very large limits, which these calls do not accept, count as none. Raises ValueError unless it
    is a positive number.
    """
    limit = Budget(seconds).seconds
    return None if limit is None or limit > _FOREVER else limit


class CancelScope:
    """A scope in which one thread asks questions and another one can stop them.

    Questions that are asked in a `with` block of the scope raise `LimitError` soon after `cancel`,
    and so does every later one in the block. Verdicts proved by then are kept, as at any limit: a
    question asked again outside goes on from there. Scopes can be nested; only the innermost
    counts.

    Attributes:
        is_cancelled: Whether it was cancelled.
    """

    __slots__ = ("_lock", "_stops", "_tokens", "is_cancelled")

    def __init__(self) -> None:
        self.is_cancelled = False
        self._lock = threading.Lock()
        # Functions that stop the calls which do not look at the flag themselves.
        self._stops: list[Callable[[], None]] = []
        self._tokens: list[Token[CancelScope | None]] = []

    def cancel(self) -> None:
        """Stop the questions asked in the scope, now and later; from any thread."""
        with self._lock:
            self.is_cancelled = True
            for stop in self._stops:
                stop()

    @contextmanager
    def stopping(self, stop: Callable[[], None]) -> Iterator[None]:
        """Have `cancel` call `stop` as well while the block runs, at once if it came before."""
        with self._lock:
            self._stops.append(stop)
            if self.is_cancelled:
                stop()
        try:
            yield
        finally:
            with self._lock:
                self._stops.remove(stop)

    def __enter__(self) -> Self:
        self._tokens.append(_SCOPE.set(self))
        return self

    def __exit__(self, *_error: object) -> None:
        _SCOPE.reset(self._tokens.pop())


# The innermost scope around whoever asks.
_SCOPE: Final[ContextVar[CancelScope | None]] = ContextVar("scope", default=None)
# The limit that a cancelled question reached.
CANCELLED: Final = "the question was cancelled"


def is_cancelled() -> bool:
    """Tell whether the scope around it, if any, was cancelled."""
    scope = _SCOPE.get()
    return scope is not None and scope.is_cancelled


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Have `stop` called if the scope around the block is cancelled while the block runs."""
    scope = _SCOPE.get()
    if scope is None:
        yield
        return
    with scope.stopping(stop):
        yield


class _Turn:
    """A lock that is waited for only until the scope around it is cancelled."""

    __slots__ = ("_lock", "_scope")

    def __init__(self, lock: threading.RLock, scope: CancelScope) -> None:
        self._lock = lock
        self._scope = scope

    def __enter__(self) -> None:
        while not self._lock.acquire(timeout=_STEP):
            if self._scope.is_cancelled:
                raise LimitError(CANCELLED)

    def __exit__(self, *_error: object) -> None:
        self._lock.release()


def turn(lock: threading.RLock) -> AbstractContextManager[object]:
    """Return a block that holds a lock, and raises `LimitError` if its scope is cancelled first.

    Without a scope around it, this is the lock itself.
    """
    scope = _SCOPE.get()
    return lock if scope is None else _Turn(lock, scope)


class Budget:
    """The limits of an answer: seconds from now on, and entries of the tables that counting needs.

    An entry is a pair of rows that a join of two tables tries or, in the kernel, one model count in
    a table: the number of models of one row with one number of mines.

    Args:
        seconds: The time limit, a positive number; None for no limit.
        entries: The most entries in all tables of one component together, 1 or more.

    Attributes:
        seconds: The time limit as a float, infinite if it was too large for one; None for no limit.
        entries: The most entries.

    Raises:
        ValueError: A limit is not positive.
        TypeError: A limit is not a number.
    """

    __slots__ = ("_end", "entries", "seconds")

    def __init__(self, seconds: float | None = None, *, entries: int = MAX_ENTRIES) -> None:
        if type(entries) is not int:
            entries = whole("max_entries", entries)
        self.entries = positive("max_entries", entries) if entries < 1 else entries
        if seconds is not None and (type(seconds) is not float or not seconds > 0):
            seconds = _checked_seconds(seconds)
        self.seconds: float | None = seconds
        self._end = None if self.seconds is None else monotonic() + self.seconds

    def renewed(self) -> Budget:
        """Start the clock again under the same limits, for another question.

        Within another budget (see `limited_to`) it ends with that one at the latest.
        """
        outer = _OUTER.get()
        if self.seconds is None:
            return self if outer is None else outer.with_entries(self.entries)
        made = self._like(self.entries, monotonic() + self.seconds)
        return made if outer is None else outer.cutting(made)

    def cutting(self, given: Budget) -> Budget:
        """Choose the other budget, or this one with its entries if this one ends sooner."""
        left, given_left = self.left(), given.left()
        ends_sooner = left is not None and (given_left is None or left < given_left)
        return self.with_entries(given.entries) if ends_sooner else given

    def with_entries(self, most: int) -> Self:
        """Keep the time limit, still running, and allow at most `most` entries."""
        return self._like(min(self.entries, most), self._end)

    def _like(self, entries: int, end: float | None) -> Self:
        """Make a copy without checking the limits again: small questions come by the thousand."""
        made = object.__new__(type(self))
        made.entries, made.seconds = entries, self.seconds
        made._end = end
        return made

    def left(self) -> float | None:
        """Return the seconds that are left, 0 once the time is over; None without a time limit."""
        return None if self._end is None else max(self._end - monotonic(), 0.0)

    def remaining(self) -> float | None:
        """Return the seconds that are left as the time limit of a question. Raises as `check`."""
        self.check()
        left = self.left()
        return None if left is None else max(left, _SHORTEST)

    def wait(self, done: threading.Event) -> None:
        """Wait for an event. Raises `LimitError` as `check` does, once the time is over."""
        while not done.wait(None if self._end is None else min(self._end - monotonic(), _FOREVER)):
            self.check()

    def check(self, *, ahead: float = 0.0) -> None:
        """Raise `LimitError` if the time is over, or will be over `ahead` seconds from now.

        It also does so where the `CancelScope` around it was cancelled.
        """
        scope = _SCOPE.get()
        if scope is not None and scope.is_cancelled:
            raise LimitError(CANCELLED)
        if self._end is not None and monotonic() + ahead > self._end:
            raise LimitError(f"no complete answer within {self.seconds:g} s")


# The budget within which all questions are asked.
_OUTER: Final[ContextVar[Budget | None]] = ContextVar("outer", default=None)


@contextmanager
def limited_to(budget: Budget | None) -> Iterator[None]:
    """Have the time of a budget be the limit of all questions in the block together.

    Each of them has its own limit as well. Blocks can be nested; the one that ends first counts. A
    class would be faster, but an interrupt between its entry and the block would leave the limit in
    force: a generator is closed then.
    """
    outer = _OUTER.get()
    if budget is None:
        budget = outer
    elif outer is not None:
        budget = outer.cutting(budget)
    try:
        _OUTER.set(budget)  # within the block: an interrupt may come next
        yield
    finally:
        _OUTER.set(outer)


def look() -> None:
    """Look at the clock of the block around it (see `limited_to`), for work that has no budget.

    Raises `LimitError` if its time is over, or the `CancelScope` around it was cancelled.
    """
    budget = _OUTER.get()
    if budget is not None:
        budget.check()
    elif is_cancelled():
        raise LimitError(CANCELLED)


def watched(things: Iterable[Thing], budget: Budget | None) -> Iterator[Thing]:
    """Yield things one after the other. Raises `LimitError` in between when the budget is spent."""
    for number, thing in enumerate(things):
        if budget is not None and not number % _SOME:
            budget.check()
        yield thing


def _checked_seconds(seconds: float) -> float:
    """Return a time limit as a float, which may be infinite. Raises ValueError."""
    kinds = (int, Real, Decimal)
    expect("a time limit", seconds, kinds, "a positive number of seconds, or None")
    try:
        number = float(seconds)
    except OverflowError:
        number = inf if seconds > 0 else -inf
    if not (number > 0 or (number == 0 and seconds > 0)):  # which nan is not either
        raise ValueError(f"a time limit is a positive number of seconds, not {number}")
    return number


def budget_of(given: Budget | None) -> Budget:
    """Return the given budget, or one without a time limit."""
    if given is None:
        return Budget(None)
    expect("budget", given, Budget, "a Budget, such as Budget(10), or None")
    return given


@contextmanager
def unheard(signals: frozenset[int] = ENDING) -> Iterator[None]:
    """Block these signals in all processes that are started meanwhile; this one has to end them.

    Otherwise a Ctrl-C, which a terminal sends to all processes, could end them with a traceback
    while they still load modules. This process gets the signals of the meantime afterwards.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    before = signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        # Starting the tracker unblocks signals. One of the processes, which it has to outlive,
        # would start it otherwise.
        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_SETMASK, before | signals)
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def hear() -> None:
    """Hear of signals again in a process that was started `unheard`, but for Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, ENDING)


@cache
def starts_threads() -> bool:
    """Tell whether this process can start threads, by starting one; in a browser it cannot."""
    try:
        threading.Thread(target=bool, daemon=True).start()
    except RuntimeError:
        return False
    return True


def follow(parent: int) -> None:
    """End this process when its parent, the process with this number, has ended."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(_STEP)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
