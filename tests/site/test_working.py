"""What a worker does with requests: it passes answers on, asks again, gives up, and ends.

Its process is a thread here, and what is asked ends when the test says so; `test_worker.py` has
real processes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from queue import Queue
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from logicsweep.limits import CancelScope
from logicsweep.site import worker as module
from logicsweep.site.worker import Worker
from tests.site.asking import ENDLESS, EXAMPLES, formats_of, messages_of, request
from tests.site.test_worker import Heard
from tests.site.threaded import work_in_a_thread

SMALL = request("analyse", EXAMPLES["small"])


class Desk:
    """What the worker asks: each request is answered when the test says so.

    Attributes:
        asked: The requests with their scopes, in the order in which they came.
        pauses: How long the worker waited before it started a process again.
        timers: What is to happen later if nothing happens before, with the seconds until then.
        times: What the clock shows each time it is looked at; then zero.
    """

    def __init__(self) -> None:
        self.asked: Queue[tuple[bytes, CancelScope]] = Queue()
        self.pauses: Queue[float] = Queue()
        self.timers: Queue[tuple[float, Any]] = Queue()
        self.is_free = Event()
        self.times: list[float] = []

    def answer(self, data: bytes, _desk: object, scope: CancelScope) -> Iterator[bytes]:
        self.asked.put((data, scope))
        if data == b"defect":
            raise ZeroDivisionError("no such luck")
        assert self.is_free.wait(60)
        yield data

    def timer(self, seconds: float, then: Any) -> SimpleNamespace:
        self.timers.put((seconds, then))
        return SimpleNamespace(cancel=lambda: None)


def until(is_so: Callable[[], object]) -> None:
    """Wait until something is so that another thread is about to do."""
    for _ in range(100_000):
        if is_so():
            return
        Event().wait(0.001)
    pytest.fail("it did not come to that")


@pytest.fixture
def desk(monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    work_in_a_thread(monkeypatch)
    made = Desk()
    monkeypatch.setattr(module, "answer", made.answer)
    monkeypatch.setattr(module, "sleep", made.pauses.put)
    monkeypatch.setattr(module, "monotonic", lambda: made.times.pop(0) if made.times else 0.0)
    monkeypatch.setattr(module, "_timer", made.timer)
    monkeypatch.setattr(module.sys, "excepthook", lambda *_: None)
    yield made
    made.is_free.set()


@pytest.fixture
def worker(desk: Desk) -> Iterator[Worker]:
    del desk
    made = Worker(time_limit=2)
    yield made
    made.close()


def test_a_request_is_answered(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a true desk."""
    work_in_a_thread(monkeypatch)
    worker = Worker()
    assert formats_of(Heard(worker, SMALL).all()) == ["solve", "solve"]
    worker.close()


def test_no_limit_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    """Warnings of threads are errors."""
    work_in_a_thread(monkeypatch)
    for limit in (None, float("inf"), 1e300):
        worker = Worker(time_limit=limit)
        assert formats_of(Heard(worker, SMALL).all()) == ["solve", "solve"]
        worker.close()


def test_who_asks_of_the_same_board_does_not_wait_for_a_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work_in_a_thread(monkeypatch)
    worker = Worker()
    counting = Heard(worker, ENDLESS)
    proved = counting.answered()
    again = Heard(worker, ENDLESS)
    assert again.answered() == proved
    for heard in (counting, again):
        heard.cancel()
    until(lambda: not worker._open)  # noqa: SLF001
    worker.close()


def test_the_process_has_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    work_in_a_thread(monkeypatch)
    given: Queue[dict[str, Any]] = Queue()
    monkeypatch.setattr(module, "Desk", lambda **settings: given.put(settings))
    Worker(time_limit=7, allows_programs=True).close()
    assert given.get(timeout=60) == {"time_limit": 7, "allows_programs": True}


def test_requests_wait_for_no_other(desk: Desk, worker: Worker) -> None:
    several = [Heard(worker, b"%d" % number) for number in range(3)]
    assert {desk.asked.get(timeout=60)[0] for _ in several} == {b"0", b"1", b"2"}
    desk.is_free.set()
    for number, heard in enumerate(several):
        assert heard.first() == b"%d" % number
        assert heard.first() is None
        assert heard.is_silent


def test_a_defect_is_said_and_nothing_ends(desk: Desk, worker: Worker) -> None:
    heard = Heard(worker, b"defect")
    (said,) = messages_of([heard.first() or b""])
    assert said["kind"] == "internal"
    assert "ZeroDivisionError: no such luck" in said["error"]
    assert heard.first() is None
    desk.is_free.set()
    assert Heard(worker, b"1").first() == b"1"


def test_what_is_cancelled_stops_and_says_no_more(desk: Desk, worker: Worker) -> None:
    heard = Heard(worker, b"1")
    _, scope = desk.asked.get(timeout=60)
    process = worker._process  # noqa: SLF001
    heard.cancel()
    longest, watch = desk.timers.get(timeout=60)
    assert longest == 8 * 2 + module._PATIENCE  # noqa: SLF001
    patience, kill = desk.timers.get(timeout=60)
    assert patience == module._PATIENCE  # noqa: SLF001
    until(lambda: scope.is_cancelled)
    desk.is_free.set()
    until(lambda: not worker._open)  # noqa: SLF001
    assert heard.is_silent
    # It has stopped: nothing is killed for it, nor is it when there is no such number.
    for late in (kill, watch, heard.cancel, lambda: worker.cancel(10**6)):
        late()
    assert worker._process is process  # noqa: SLF001
    assert not process.is_killed


def test_the_process_is_killed_for_what_does_not_stop(desk: Desk, worker: Worker) -> None:
    """What else it worked on is asked again."""
    stuck, other = Heard(worker, b"stuck"), Heard(worker, b"other")
    for _ in range(2):
        desk.asked.get(timeout=60)
    desk.timers.get_nowait()
    desk.timers.get_nowait()
    stuck.cancel()
    desk.timers.get_nowait()[1]()
    assert desk.asked.get(timeout=60)[0] == b"other"
    desk.is_free.set()
    assert other.first() == b"other"
    assert other.first() is None
    assert stuck.is_silent
    assert desk.asked.empty()


def test_a_request_without_an_end_is_ended(desk: Desk, worker: Worker) -> None:
    """It is not asked again."""
    heard = Heard(worker, b"1")
    desk.asked.get(timeout=60)
    desk.timers.get_nowait()[1]()
    check_given_up(heard)
    assert desk.asked.empty()


def check_given_up(heard: Heard) -> None:
    (said,) = heard.all()
    assert (formats_of([said]), said["kind"]) == (["serve!"], "limit")


def test_a_request_is_asked_twice_and_no_more(desk: Desk) -> None:
    # The first process begins and ends, the second one as well.
    desk.times = [0.0, 2.9, 3.0, 6.0]
    worker = Worker()
    heard = Heard(worker, b"1")
    for _ in range(2):
        assert desk.asked.get(timeout=60)[0] == b"1"
        assert heard.is_silent
        worker._process.kill()  # noqa: SLF001
    check_given_up(heard)
    assert desk.asked.empty()
    # There was a pause only where the process had ended at once.
    assert desk.pauses.get_nowait() == module._PAUSE  # noqa: SLF001
    assert desk.pauses.empty()
    # And the next process answers.
    desk.is_free.set()
    assert Heard(worker, b"2").first() == b"2"
    worker.close()


def test_closing_ends_what_was_asked_and_starts_nothing(
    desk: Desk, worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_heard, start_again = Event(), worker._start_again  # noqa: SLF001

    def hear_the_end() -> None:
        start_again()
        is_heard.set()

    monkeypatch.setattr(worker, "_start_again", hear_the_end)
    heard = Heard(worker, b"1")
    desk.asked.get(timeout=60)
    process = worker._process  # noqa: SLF001
    worker.close()
    check_given_up(heard)
    assert is_heard.wait(60)
    assert desk.pauses.empty()
    worker.close()
    assert worker._process is process  # noqa: SLF001
    assert process.is_killed


def test_what_waits_for_a_thread_is_cancelled_at_once(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "THREADS", 0.5)
    worker = Worker(time_limit=None)
    first, waiting = Heard(worker, b"1"), Heard(worker, b"2")
    assert desk.asked.get(timeout=60)[0] == b"1"
    waiting.cancel()
    patience, kill = desk.timers.get(timeout=60)
    assert patience == module._PATIENCE  # noqa: SLF001
    until(lambda: len(worker._open) == 1)  # noqa: SLF001
    kill()
    assert not worker._process.is_killed  # noqa: SLF001
    desk.is_free.set()
    assert first.first() == b"1"
    assert first.first() is None
    assert waiting.is_silent
    assert desk.asked.empty()
    worker.close()


def test_messages_come_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent is JSON, whatever the request."""
    work_in_a_thread(monkeypatch)
    worker = Worker()
    for data in (b"", b"null", b"{}", b'{"ask":"greet"}', b"\xff", b"[" * 10_000):
        heard = Heard(worker, data)
        (line, end) = (heard.first(), heard.first())
        assert json.loads(line or b"")["format"] in ("logicsweep-serve/1", "logicsweep-greeting/1")
        assert end is None
    worker.close()
