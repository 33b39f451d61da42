"""The functions of the kernel, and a context of it: memory, limits, calls that can be interrupted.

A context belongs to one thread at a time and shares nothing with other contexts.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable
from contextlib import suppress
from ctypes import CDLL, POINTER, addressof, c_char, c_char_p, c_double, c_int32, c_int64, c_void_p
from enum import IntEnum
from functools import cache
from threading import Event, Lock, Thread, local
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from logicsweep.errors import LimitError
from logicsweep.kernel.library import library
from logicsweep.kernel.structures import (
    BoardPlan,
    BoardToReach,
    Certified,
    Components,
    Decision,
    EasyToFind,
    ForcedGame,
    Further,
    Groups,
    Hidden,
    LayoutsOfPart,
    LayoutToDeal,
    Models,
    ModelsShown,
    Numbers,
    Outlooks,
    PlainBoard,
    PositionsToMake,
    Problem,
    Recipe,
    SwapsAsked,
    Verdict,
    WholeGame,
    WholeWon,
    Winning,
)
from logicsweep.limits import CANCELLED, Budget, starts_threads, stopping

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Status(IntEnum):
    """The result of a call. Everything but `OK` and `CLASH` leaves the question open."""

    OK = 0
    CLASH = 1
    """No layout agrees with the board."""
    WIDE = 2
    """The tables would take more numbers than allowed."""
    MEMORY = 3
    """More memory than the ceiling, or than there is."""
    IMPRECISE = 4
    """Doubles are too narrow: a marginal might be off by more than 1e-12."""
    STOPPED = 5
    """Cancelled, out of time, or more work than was allowed."""


# The same as numbers: looking up a member of an enum takes as long as some calls.
OK: Final = int(Status.OK)
CLASH: Final = int(Status.CLASH)
IMPRECISE: Final = int(Status.IMPRECISE)
STOPPED: Final = int(Status.STOPPED)

# Products of limbs for `ls_fractions`, beyond which Python counts as fast.
BRIEF_JOIN: Final = 1e6


_CONTEXT: Final = c_void_p
_ARRAY: Final = c_void_p

# The name, the type of the result and those of the arguments; door.h and decide.h declare them.
_SIGNATURES: Final = (
    # most bytes, int32 (3,): see `Context.shared`
    ("ls_new", c_void_p, (c_int64, _ARRAY)),
    ("ls_delete", None, (_CONTEXT,)),
    ("ls_empty", None, (_CONTEXT,)),
    ("ls_limits", None, (_CONTEXT, c_int64, c_int64)),
    ("ls_taken", c_int64, (_CONTEXT,)),
    (
        # size, degree, near: int32 (degree, size), states: int8 (size,), least and most mines on
        # the board (-1 for unknown), density and odds of a mine (0 for unknown), uncertain clues:
        # int32 (clues, 3), their weights: float64, marginals: float64 (size,)
        "ls_load",
        c_int32,
        (
            *(_CONTEXT, c_int32, c_int32, _ARRAY, c_char_p, c_int64, c_int64, c_double, c_double),
            *(_ARRAY, _ARRAY, _ARRAY),
        ),
    ),
    ("ls_marginals", c_int32, (_CONTEXT, _ARRAY)),
    # numbers and values: int32 (count,)
    ("ls_tell", c_int32, (_CONTEXT, _ARRAY, _ARRAY, c_int32)),
    # as ls_tell; marginals: float64 (size,), logarithm of the mass: float64 (1,)
    ("ls_what_if", c_int32, (_CONTEXT, _ARRAY, _ARRAY, c_int32, _ARRAY, _ARRAY)),
    ("ls_fifties", c_int32, (_CONTEXT, POINTER(SwapsAsked))),
    # marginals: float64 (size,), pairs: int32 (size, 2)
    ("ls_links", c_int32, (_CONTEXT, _ARRAY, _ARRAY)),
    ("ls_look_ahead", c_int32, (_CONTEXT, POINTER(Outlooks))),
    ("ls_look_further", c_int32, (_CONTEXT, POINTER(Further))),
    (
        # with the marginals: float64 (size,)
        "ls_choose",
        c_int32,
        (_CONTEXT, POINTER(Recipe), POINTER(BoardPlan), _ARRAY, POINTER(Decision)),
    ),
    (
        # as ls_load; boards: int8 (count, size), bounds: int64 (count, 2), marginals: float64
        # (count, size), statuses: int32 (count,)
        "ls_batch",
        c_int32,
        (
            *(_CONTEXT, c_int32, c_int32, _ARRAY, c_int64, _ARRAY, _ARRAY, c_double, c_double),
            *(_ARRAY, _ARRAY),
        ),
    ),
    ("ls_list", c_int32, (_CONTEXT, POINTER(Components))),
    ("ls_exactly", c_int32, (_CONTEXT, c_int32, POINTER(Numbers))),
    ("ls_fractions", c_int32, (_CONTEXT, c_double, POINTER(Groups))),
    # places: int32 (draws, components), ranks: int64 of that shape, layouts: uint8 (draws, size)
    ("ls_draw", c_int32, (_CONTEXT, c_int32, _ARRAY, _ARRAY, _ARRAY)),
    ("ls_component_exactly", c_int32, (_CONTEXT, POINTER(Problem), c_int32, POINTER(Numbers))),
    (
        # message: float64 (length,), marginals: float64 (boxes,)
        "ls_component_marginals",
        c_int32,
        (_CONTEXT, POINTER(Problem), _ARRAY, c_int32, c_int32, _ARRAY),
    ),
    (
        "ls_component_models",
        c_int32,
        (_CONTEXT, POINTER(Problem), c_char_p, c_int64, POINTER(Models)),
    ),
    (
        # allowed: one byte for each number of mines up to all cells, or None
        "ls_component_show",
        c_int32,
        (_CONTEXT, POINTER(Problem), c_char_p, c_int32, POINTER(ModelsShown)),
    ),
    (
        # allowed by number of mines: bytes, decided: uint8 (boxes,)
        "ls_component_possible",
        c_int32,
        (_CONTEXT, POINTER(Problem), c_char_p, _ARRAY),
    ),
    (
        # tried: int32 (count,), alpha, is_each, values: int64 (count,)
        "ls_endgame",
        c_int32,
        (_CONTEXT, POINTER(Hidden), _ARRAY, c_int32, c_int64, c_int32, _ARRAY),
    ),
    # is_each, values: int64 (cells,)
    ("ls_policy", c_int32, (_CONTEXT, POINTER(Hidden), c_int32, _ARRAY)),
    # most layouts, is_each
    ("ls_win", c_int32, (_CONTEXT, c_int32, c_int32, POINTER(Winning))),
    # a cell of the part, most layouts
    ("ls_layouts_of", c_int32, (_CONTEXT, c_int32, c_int32, POINTER(LayoutsOfPart))),
    # the last argument is an array of one int32, the status
    ("ls_optimum_new", c_void_p, (_CONTEXT, POINTER(WholeGame), _ARRAY)),
    ("ls_optimum_delete", None, (c_void_p,)),
    # shown: int8 (cells,), a cell, alpha
    (
        "ls_optimum_value",
        c_int32,
        (_CONTEXT, c_void_p, c_char_p, c_int32, c_int64, POINTER(WholeWon)),
    ),
    ("ls_reach", c_int32, (_CONTEXT, POINTER(BoardToReach))),
    ("ls_deal", c_int32, (_CONTEXT, POINTER(LayoutToDeal))),
    ("ls_positions", c_int32, (_CONTEXT, POINTER(PositionsToMake))),
    ("ls_play_forced", c_int32, (_CONTEXT, POINTER(ForcedGame))),
    ("ls_easy_proofs", c_int32, (_CONTEXT, POINTER(EasyToFind))),
    ("ls_minimal", c_int32, (_CONTEXT, POINTER(Verdict))),
    # cell, mine, room, answer: int32 (room,)
    ("ls_mus", c_int32, (_CONTEXT, POINTER(PlainBoard), c_int32, c_int32, c_int32, _ARRAY)),
    # cell, two layouts: uint8 (size,)
    ("ls_pair", c_int32, (_CONTEXT, POINTER(PlainBoard), c_int32, _ARRAY, _ARRAY)),
    ("ls_log2_mass", c_double, (_CONTEXT,)),
    (
        # as ls_load, up to the weights; verdicts: int8 (size,)
        "ls_verdicts",
        c_int32,
        (
            *(_CONTEXT, c_int32, c_int32, _ARRAY, c_char_p, c_int64, c_int64),
            *(_ARRAY, _ARRAY, _ARRAY, POINTER(Certified)),
        ),
    ),
    (
        # as ls_batch; verdicts: int8 (count, size)
        "ls_verdicts_of_many",
        c_int32,
        (_CONTEXT, c_int32, c_int32, _ARRAY, c_int64, _ARRAY, _ARRAY, _ARRAY, _ARRAY),
    ),
)


def address_of(array: NDArray[Any]) -> int:
    """Return the address of a writable, C-contiguous array with at least one item.

    A fifth of the time of `array.ctypes`, which matters on small boards.
    """
    return addressof(c_char.from_buffer(array))  # type: ignore[arg-type]  # a Buffer from 3.12 on


@cache
def functions() -> CDLL | None:
    """Return the native library with the signatures of its functions; None if Python does the work.

    Raises what `library` raises.
    """
    loaded = library()
    if loaded is not None:
        for name, result, arguments in _SIGNATURES:
            function = getattr(loaded, name)
            function.restype = result
            function.argtypes = arguments
    return loaded


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

    def ask(self, call: Callable[[], int], budget: Budget, *, is_long: bool = False) -> int:
        """Return the status of a call into the library, made within a budget.

        Ctrl-C is heard during long calls; `is_long` for those that are known to be. Where no thread
        can be started, it is heard between two tries of a call, and so is the time limit. Raises
        `LimitError` when the time is over.
        """
        if not is_long:
            if self._entries != budget.entries:
                self.be_brief(budget.entries)
            status = call()
            if status != STOPPED:
                return status
        budget.check()
        self._entries = None
        self.shared[0] = 0
        if starts_threads():
            self.library.ls_limits(self.address, budget.entries, _ANY)
            status = self._aside(call, budget)
        else:
            status = self._repeated(call, budget)
        if status == STOPPED:
            budget.check()
            raise LimitError(CANCELLED)
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
        library = functions()
        if library is None:
            return None
        current = _CONTEXTS.context = Context(library)
    return current


def spare(library: CDLL) -> Context:
    """Return a context of one's own, which may have been put by; making one takes a while."""
    kept, _CONTEXTS.spare = _CONTEXTS.spare, None
    return Context(library) if kept is None or kept.address is None else kept


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
