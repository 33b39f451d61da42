"""The clock of time limits, by a clock that stands still until it is set."""

from __future__ import annotations

from contextvars import ContextVar
from threading import Event, Thread

import pytest

from logicsweep import KnowledgeBase, LimitError, limits
from logicsweep.kernel import context
from logicsweep.limits import Budget, limited_to
from logicsweep.reason import REASONERS, ReasonerName
from tests.conftest import needs_kernel
from tests.judges.interrupts import StopError
from tests.judges.making import opened_at_random
from tests.judges.refusals import refused


class Clock:
    """Shows what it was set to, and goes on by `step` whenever it is read."""

    def __init__(self) -> None:
        self.now, self.step = 1000.0, 0.0

    def __call__(self) -> float:
        self.now += self.step
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(limits, "monotonic", made)
    return made


def test_the_time_is_over_after_so_many_seconds(clock: Clock) -> None:
    budget, forever = Budget(60), Budget(None)
    assert (budget.left(), forever.left()) == (60, None)
    clock.now += 59
    budget.check()
    assert budget.left() == 1
    with pytest.raises(LimitError, match="no complete answer within 60 s"):
        budget.check(ahead=1.5)
    budget.check(ahead=0.5)
    clock.now += 2
    for own in (budget, budget.with_entries(7)):
        assert own.left() == 0
        with refused(LimitError):
            own.check()
    assert budget.renewed().left() == 60
    budget.renewed().check()
    clock.now += 1e9
    forever.check()


def test_what_is_waited_for_has_until_then(clock: Clock) -> None:
    done = Event()
    budget = Budget(1e-3)
    clock.step = 1e-4
    with refused(LimitError):
        budget.wait(done)
    clock.step = 0
    for patient in (Budget(1e300), Budget(None), Budget(1e-3)):
        done.clear()
        Thread(target=done.set).start()
        patient.wait(done)


@pytest.mark.usefixtures("python_kernel")
@pytest.mark.parametrize("reasoner", REASONERS)
def test_questions_have_the_same_clock(clock: Clock, reasoner: ReasonerName) -> None:
    ask(clock, reasoner)


@needs_kernel
def test_long_calls_into_the_kernel_have_the_same_clock(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(context, "_BRIEF", 0)
    # A context keeps the limits of its last call: take one that knows only these.
    monkeypatch.setattr(context, "_CONTEXTS", context._Contexts())  # noqa: SLF001
    ask(clock, "elimination")


def ask(clock: Clock, reasoner: ReasonerName) -> None:
    """The answer is complete where the clock stands still, and a limit where it does not."""
    board, other = (opened_at_random(seed, 12, 12, 30, 0.25) for seed in (0, 1))
    expected = KnowledgeBase(board, time_limit=None).count().total
    assert KnowledgeBase(board, reasoner=reasoner, time_limit=1e-9).count().total == expected
    clock.step = 1
    # Of another board nothing is known from before.
    with pytest.raises(LimitError, match="within 1e-09 s"):
        KnowledgeBase(other, reasoner=reasoner, time_limit=1e-9).count()


def test_an_interrupt_at_the_beginning_of_a_block_leaves_no_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Signals are heard when a call ends, such as the one that sets the limit."""
    outer: ContextVar[Budget | None] = ContextVar("outer", default=None)

    class Interrupted:
        get, reset = outer.get, outer.reset

        def set(self, budget: Budget | None) -> object:
            token = outer.set(budget)
            if budget is not None:
                raise StopError
            return token

    monkeypatch.setattr(limits, "_OUTER", Interrupted())
    with pytest.raises(StopError), limited_to(Budget(60)):
        pass
    assert outer.get() is None
