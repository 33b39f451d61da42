"""A context of the kernel: memory, limits, calls that can be interrupted.

A context belongs to one thread at a time and shares nothing with other contexts.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from contextlib import suppress
from ctypes import CDLL, addressof, c_char, string_at
from enum import IntEnum
from functools import partial
from threading import Event, Lock, Thread, local
from time import monotonic
from typing import TYPE_CHECKING, Any, Final, Literal

from logicsweep.errors import LimitError
from logicsweep.kernel import headers
from logicsweep.kernel.library import library
from logicsweep.limits import CANCELLED, MAX_ENTRIES, Budget, starts_threads, stopping

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Status(IntEnum):
    """The result of a call. Everything but `OK` and `CLASH` leaves the question open."""

    OK = headers.LS_OK
    CLASH = headers.LS_CLASH
    """No layout agrees with the board."""
    WIDE = headers.LS_WIDE
    """The tables would take more numbers than allowed."""
    MEMORY = headers.LS_MEMORY
    """More memory than the ceiling, or than there is."""
    IMPRECISE = headers.LS_IMPRECISE
    """Doubles are too narrow: a marginal might be off by more than 1e-12."""
    STOPPED = headers.LS_STOPPED
    """Cancelled, out of time, or more work than was allowed."""


# The same as numbers: looking up a member of an enum takes as long as some calls.
OK: Final = int(Status.OK)
CLASH: Final = int(Status.CLASH)
IMPRECISE: Final = int(Status.IMPRECISE)
STOPPED: Final = int(Status.STOPPED)


def address_of(array: NDArray[Any]) -> int:
    """Return the address of a writable, C-contiguous array with at least one item.

    A fifth of the time of `array.ctypes`, which matters on small boards.
    """
    return addressof(c_char.from_buffer(array))  # type: ignore[arg-type]  # a Buffer from 3.12 on


def numbers_at(address: int, count: int, kind: Literal["i", "q"] = "i") -> list[int]:
    """Copy numbers of 32 bits, or of 64, out of the kernel."""
    numbers = array(kind)
    numbers.frombytes(string_at(address, count * numbers.itemsize))
    return numbers.tolist()


# The most bytes of all tables and lists of a context together; it is checked before memory is
# taken. A board that needs more is left to Python.
MOST_BYTES: Final = 2 << 30
# So much work is done at once, with no ear for Ctrl-C: some milliseconds. What takes longer is done
# again by a thread, while this one waits.
_BRIEF: Final = 1 << 22
# The same for a question that would be prepared anew before it: a tenth of a second.
LESS_BRIEF: Final = 100_000_000
# Where no thread can be started, the same thread does it again, first with so much work, then with
# so many times more: all tries together take little longer than the last.
_FIRST_TRY: Final = 1 << 24
_GROWTH: Final = 4
_ANY: Final = (1 << 63) - 1
# A context that has taken more is not kept for the next question, in bytes.
_KEPT: Final = 64 << 20


class Context:
    """The working memory of the kernel for one board or component at a time."""

    __slots__ = ("__weakref__", "_entries", "_most_bytes", "address", "library", "loaded", "shared")

    def __init__(self, library: CDLL, most_bytes: int = MOST_BYTES) -> None:
        """Make a context of the kernel. Raises MemoryError if there is no memory for it."""
        self.library = library
        self._most_bytes = most_bytes
        # Stands for the board that was loaded last.
        self.loaded = object()
        self.address: int | None = None
        # Flags that both sides read and write: whether to stop; then, of the marginals written
        # last, whether some depend on a density, and whether the mine count decides some cell.
        self.shared = array("i", (0, 0, 0))
        # The entries that the limits were set for, or None when they are to be set again.
        self._entries: int | None = None
        self.address = library.ls_new(most_bytes, self.shared.buffer_info()[0])
        if not self.address:
            raise MemoryError("no memory for the tables of the kernel")

    def __del__(self) -> None:
        address, self.address = self.address, None
        if address:
            self.library.ls_delete(address)

    def cancel(self) -> None:
        """Stop the call that another thread makes; it comes to `Status.STOPPED`."""
        self.shared[0] = 1

    def ask(
        self, function: Callable[..., int], budget: Budget, *arguments: Any, is_long: bool = False
    ) -> int:
        """Return the status of a function of the library, called for this context.

        Ctrl-C is heard during long calls; `is_long` for those that are known to be. Where no thread
        can be started, it is heard between two tries of a call, and so is the time limit. Raises
        `LimitError` when the time is over.
        """
        if not is_long:
            if self._entries != budget.entries:
                self.be_brief(budget.entries)
            status = function(self.address, *arguments)
            if status != STOPPED:
                return status
        budget.check()
        self._entries = None
        self.shared[0] = 0
        call = partial(function, self.address, *arguments)
        if starts_threads():
            self.library.ls_limits(self.address, budget.entries, _ANY)
            status = self._aside(call, budget)
        else:
            status = self._repeated(call, budget)
        if status == STOPPED:
            budget.check()
            raise LimitError(CANCELLED)
        return status

    def ask_anew(self, function: Callable[..., int], budget: Budget, *arguments: Any) -> int:
        """Ask for an answer in arrays of the caller, for which the board at hand is given up."""
        self.loaded = object()
        try:
            return self.ask(function, budget, *arguments)
        finally:
            release(self)

    def ask_of_many(self, function: Callable[..., int], *arguments: Any) -> int:
        """Ask about many boards, of which each may take milliseconds, and give up the one at hand.

        All answers are in arrays of the caller.
        """
        self.be_brief(MAX_ENTRIES)
        self.loaded = object()
        status = function(self.address, *arguments)
        release(self)
        return status

    def be_brief(self, entries: int, work: int | None = None) -> None:
        """Let calls stop after some milliseconds of work, or at `entries` numbers in all tables."""
        self.library.ls_limits(self.address, entries, _BRIEF if work is None else work)
        self._entries = entries if work is None else None

    def _aside(self, call: Callable[[], int], budget: Budget) -> int:
        """Make a call in another thread and wait for it; whatever interrupts this cancels it.

        Raises `LimitError` when the time is over.
        """
        statuses: list[int] = []
        done = Event()
        # Whoever takes it first decides: the other thread makes the call, or this one calls it off.
        first = Lock()

        def attempt() -> None:
            if first.acquire(blocking=False):
                try:
                    statuses.append(call())
                finally:
                    done.set()

        try:
            with stopping(self.cancel):
                Thread(target=attempt, daemon=True).start()
                budget.wait(done)
        finally:
            # A second Ctrl-C, or an alarm, may not leave the call behind: it writes to arrays of
            # its caller. What interrupted first is raised when it has ended.
            while not (done.is_set() or first.acquire(blocking=False)):
                with suppress(BaseException):
                    self.cancel()
                    done.wait()
            self.shared[0] = 0
        return statuses[0]

    def _repeated(self, call: Callable[[], int], budget: Budget) -> int:
        """Make a call in this thread, and again with more work until it is not stopped any more.

        Raises `LimitError` once there is no time for a try that is longer than the last one.
        """
        work = _FIRST_TRY
        try:
            with stopping(self.cancel):
                while True:
                    self.library.ls_limits(self.address, budget.entries, work)
                    start = monotonic()
                    status = call()
                    if status != STOPPED or self.shared[0]:
                        return status
                    took = monotonic() - start
                    budget.check(ahead=took)
                    growth, left = float(_GROWTH), budget.left()
                    if left is not None and took:
                        # At the pace of this try the next one ends with the time.
                        growth = min(growth, left / took)
                    work = min(int(work * growth), _ANY)
        finally:
            self.shared[0] = 0

    @property
    def is_large(self) -> bool:
        """Whether it has taken more memory than is worth keeping."""
        return int(self.library.ls_taken(self.address)) > _KEPT

    @property
    def is_limited(self) -> bool:
        """Tell whether its ceiling of memory is lower than usual."""
        return self._most_bytes < MOST_BYTES


class _Contexts(local):
    context: Context | None = None
    spare: Context | None = None


_CONTEXTS: Final = _Contexts()


def context() -> Context | None:
    """Return this thread's context, used for each question; None without the library."""
    current = _CONTEXTS.context
    if current is None:
        loaded = library()
        if loaded is None:
            return None
        current = _CONTEXTS.context = Context(loaded)
    return current


def spare() -> Context | None:
    """Return a context of one's own, which may have been put by; None without the library."""
    loaded = library()
    if loaded is None:
        return None
    kept, _CONTEXTS.spare = _CONTEXTS.spare, None  # making one takes a while
    return Context(loaded) if kept is None or kept.address is None else kept


def put_by(used: Context) -> None:
    """Keep a context that nobody uses any more for the next one in this thread, if it is small.

    A context with a lower ceiling is not kept: it would refuse boards of others. In a cycle of
    garbage a context may have been deleted before its owner, or may be deleted after this: then it
    has no address.
    """
    if used.address is not None and not used.is_large and not used.is_limited:
        used.loaded = object()
        _CONTEXTS.spare = used


def release(used: Context) -> None:
    """Give back the memory of a large question.

    Not by forgetting the context: that takes some milliseconds, and a Ctrl-C that comes while
    Python deletes an object is lost.
    """
    if used.is_large:
        used.loaded = object()
        used.library.ls_empty(used.address)
