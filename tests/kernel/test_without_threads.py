"""Long calls where no thread can be started, as in a browser: tried again with more work."""

from __future__ import annotations

import threading
from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest

from logicsweep import KnowledgeBase, LimitError, limits
from logicsweep.kernel import context as in_context
from logicsweep.kernel.context import OK, STOPPED, Context
from logicsweep.kernel.library import library
from logicsweep.knowledge import base
from logicsweep.limits import CANCELLED, Budget, CancelScope, starts_threads
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.countdown import Countdown
from tests.judges.making import opened_at_random

# Work that a call of these tests does in a second.
PACE = 1 << 26


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_context, "starts_threads", lambda: False)


@pytest.fixture
def short_tries(monkeypatch: pytest.MonkeyPatch) -> None:
    """No work is little enough to be done at once."""
    monkeypatch.setattr(in_context, "_BRIEF", 0)
    monkeypatch.setattr(in_context, "_FIRST_TRY", 1)
    monkeypatch.setattr(in_context, "_CONTEXTS", in_context._Contexts())  # noqa: SLF001


class Paced:
    """A call that does a certain amount of work, under the limits of a context of its own.

    A clock of its own goes on by the time that this takes.
    """

    def __init__(self, needed: float, monkeypatch: pytest.MonkeyPatch) -> None:
        loaded = library()
        assert loaded is not None
        self.context = Context(loaded)
        self.context.library = SimpleNamespace(  # type: ignore[assignment]
            ls_limits=self.limit, ls_delete=loaded.ls_delete
        )
        self.needed, self.allowed, self.now = needed, 0, 0.0
        self.tries: list[int] = []
        for module in (limits, in_context):
            monkeypatch.setattr(module, "monotonic", lambda: self.now)

    def limit(self, _address: int, _entries: int, work: int) -> None:
        self.allowed = work

    def call(self, _address: int) -> int:
        self.tries.append(self.allowed)
        self.now += min(self.allowed, self.needed) / PACE
        return OK if self.allowed >= self.needed else STOPPED


def test_no_thread_is_started_where_none_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    starts_threads.cache_clear()
    assert starts_threads()
    monkeypatch.setattr(threading.Thread, "start", fail)
    assert starts_threads()  # it is asked once
    starts_threads.cache_clear()
    assert not starts_threads()
    starts_threads.cache_clear()


@needs_kernel
@pytest.mark.usefixtures("no_threads", "short_tries")
@pytest.mark.parametrize("seed", seeds(range(12), fast=3))
def test_the_same_answers(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Verdicts, probabilities and counts are those of Python."""
    board = opened_at_random(seed, 16, 16, 40, [0.25, 0.5, 0.7][seed % 3])
    tries = 0
    repeated = Context._repeated  # noqa: SLF001

    def counted(self: Context, call: Callable[[], int], budget: Budget) -> int:
        def again() -> int:
            nonlocal tries
            tries += 1
            return call()

        return repeated(self, again, budget)

    monkeypatch.setattr(in_context, "Thread", None)
    monkeypatch.setattr(Context, "_repeated", counted)
    kb = KnowledgeBase(board)
    verdicts, probabilities, total = kb.consequences(), kb.probabilities(), kb.count().total
    assert tries > 3
    with without_kernel():
        twin = KnowledgeBase(board)
        assert (verdicts, total) == (twin.consequences(), twin.count().total)
        np.testing.assert_allclose(probabilities, twin.probabilities(), rtol=0, atol=1e-12)


@needs_kernel
@pytest.mark.usefixtures("no_threads")
@pytest.mark.parametrize("seconds", [None, 1e-3, 1.0, 60.0, 1e300, float("inf")])
def test_the_time_limit_is_kept(seconds: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only a first try may end after the limit; what takes 3/7 of it always comes to an end.

    Tries that were stopped took less than the last one: at most 1 + 1/4 + 1/16 ... = 4/3 of it.
    """
    for needed in (0.3, 0.9, 1.0, 3.7, 20.0, 25.0, 59.0, 100.0, 1e6):
        paced = Paced(needed * PACE, monkeypatch)
        budget = Budget(seconds)
        try:
            assert paced.context.ask(paced.call, budget, is_long=True) == OK, needed
        except LimitError as error:
            assert seconds is not None
            assert error.limit == f"no complete answer within {seconds:g} s"
            assert needed > 3 / 7 * seconds
        assert paced.now <= 7 / 3 * needed
        first, *others = paced.tries
        assert paced.now <= max(first / PACE, seconds or np.inf) * (1 + 1e-6), needed
        assert [first, *others] == sorted({first, *others}), needed


@needs_kernel
@pytest.mark.usefixtures("no_threads")
def test_what_is_cancelled_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs beside the call, such as a thread that was started before, may cancel it."""
    paced = Paced(1e9 * PACE, monkeypatch)
    scope = CancelScope()

    def call(address: int) -> int:
        if len(paced.tries) == 2:
            scope.cancel()
            assert paced.context.shared[0]
        return paced.call(address)

    with scope, pytest.raises(LimitError, match=CANCELLED):
        paced.context.ask(call, Budget(None), is_long=True)
    assert len(paced.tries) == 3
    assert not paced.context.shared[0]


@needs_kernel
@pytest.mark.usefixtures("no_threads", "short_tries")
def test_asking_again_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question that reached its limit spoils nothing: the next one has the whole answer."""
    board = opened_at_random(3, 12, 12, 30, 0.25)
    complete = KnowledgeBase(board)
    monkeypatch.setattr(base, "Budget", Countdown)
    kb = KnowledgeBase(board)
    stops = 0
    for looks in range(500):
        Countdown.looks = looks
        try:
            answers = kb.consequences(), kb.count().total
        except LimitError:
            stops += 1
        else:
            break
    assert stops > 3
    assert answers == (complete.consequences(), complete.count().total)
