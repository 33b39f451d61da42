"""The process that answers: it is killed, cancelled and closed, and every request has an end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from queue import Queue
from threading import Timer

import psutil
import pytest

from logicsweep import KnowledgeBase
from logicsweep.site import worker as module
from logicsweep.site.worker import Worker
from tests.conftest import ROOT
from tests.judges.processes import LONG, first_line_of, is_idle, wait_until
from tests.site.asking import ENDLESS, EXAMPLES, Message, formats_of, messages_of, request

pytestmark = pytest.mark.slow

EXPERT = EXAMPLES["expert"]


class Heard:
    """What a worker says to a request."""

    def __init__(self, worker: Worker, data: bytes) -> None:
        self._lines: Queue[bytes | None] = Queue()
        self._worker = worker
        self._number = worker.ask(data, self._lines.put)

    def first(self) -> bytes | None:
        return self._lines.get(timeout=LONG)

    def answered(self) -> bytes:
        """The first message that is an answer."""
        for line in iter(self.first, None):
            if b"logicsweep-progress" not in line:
                return line
        raise AssertionError("it was not answered")

    def all(self) -> list[Message]:
        """Every message, up to the last."""
        messages = messages_of(iter(lambda: self._lines.get(timeout=LONG), None))
        assert self._lines.empty()
        return messages

    def cancel(self) -> None:
        self._worker.cancel(self._number)

    @property
    def is_silent(self) -> bool:
        return self._lines.empty()


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    worker = Worker()
    yield worker
    worker.close()


def process_of(worker: Worker) -> psutil.Process:
    """The process, which no other code asks for."""
    return psutil.Process(worker._process.pid)  # noqa: SLF001


def check_expert(messages: list[Message]) -> None:
    assert formats_of(messages) == ["solve", "solve"]
    assert int(messages[1]["models"]) == KnowledgeBase(EXPERT).count().total


def test_requests_are_answered_at_the_same_time(worker: Worker) -> None:
    hard = Heard(worker, ENDLESS)
    assert hard.first() is not None
    several = [Heard(worker, request("analyse", board)) for board in EXAMPLES.values()]
    for name, heard in zip(EXAMPLES, several, strict=True):
        messages = heard.all()
        if name == "inconsistent":
            assert formats_of(messages) == ["solve!", "diagnose!"]
        else:
            assert int(messages[1]["models"]) == KnowledgeBase(EXAMPLES[name]).count().total
    hard.cancel()


def test_a_question_that_is_cancelled_stops_and_says_no_more(worker: Worker) -> None:
    process = process_of(worker)
    heard = Heard(worker, ENDLESS)
    assert heard.first() is not None
    heard.cancel()
    while not heard.is_silent:
        heard.first()
    wait_until(lambda: is_idle(process))
    assert heard.is_silent
    # Nothing had to be killed for it.
    assert process_of(worker) == process
    heard.cancel()
    worker.cancel(10**6)  # no such number
    check_expert(Heard(worker, request("analyse", EXPERT)).all())


def test_what_waits_is_cancelled_without_killing_what_works(
    worker: Worker, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for a knowledge base, or for a thread, is no reason to kill the process."""
    process = process_of(worker)
    # More than there are threads for, all of them about the same board.
    several = [Heard(worker, ENDLESS) for _ in range(40)]
    assert several[0].first() is not None
    late: list[Callable[[], None]] = []
    with monkeypatch.context() as patch:
        patch.setattr(module, "_timer", lambda _, call: late.append(call))
        for heard in several[1:]:
            heard.cancel()
    wait_until(lambda: len(worker._open) == 1)  # noqa: SLF001
    for call in late:
        call()
    assert len(late) == 39
    assert process_of(worker) == process
    several[0].cancel()
    check_expert(Heard(worker, request("analyse", EXPERT)).all())
    assert process_of(worker) == process


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="needs the signals of Unix")
def test_a_process_that_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    """What else it worked on is asked again."""
    monkeypatch.setattr(module, "_PATIENCE", 0.2)
    worker = Worker()
    check_expert(Heard(worker, request("analyse", EXPERT)).all())
    process = process_of(worker)
    process.suspend()
    cancelled = Heard(worker, ENDLESS)
    other = Heard(worker, request("analyse", EXPERT))
    cancelled.cancel()
    check_expert(other.all())
    assert process_of(worker) != process
    assert not process.is_running()
    worker.close()


def test_what_was_open_is_answered_when_the_process_is_killed(worker: Worker) -> None:
    process = process_of(worker)
    hard = Heard(worker, ENDLESS)
    assert hard.first() is not None
    process.suspend()
    several = [Heard(worker, request("analyse", EXPERT)) for _ in range(5)]
    process.kill()
    for heard in several:
        check_expert(heard.all())
    assert process_of(worker) != process
    # Nothing is asked for ever: what ends the process twice is given up.
    process_of(worker).kill()
    said = hard.all()
    assert formats_of(said)[-1] == "serve!"
    assert said[-1]["kind"] == "limit"
    check_expert(Heard(worker, request("analyse", EXPERT)).all())


@pytest.mark.slow
def test_a_request_without_an_end_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each question has its limit; the whole request is watched as well."""
    monkeypatch.setattr(module, "_MOST_QUESTIONS", 0)
    monkeypatch.setattr(module, "_PATIENCE", 1.0)
    worker = Worker(time_limit=200)
    heard = Heard(worker, ENDLESS)
    said = heard.all()
    assert formats_of(said)[-1] == "serve!"
    assert said[-1]["kind"] == "limit"
    worker.close()


def test_closing_ends_the_process_and_what_was_asked() -> None:
    worker = Worker()
    process = process_of(worker)
    heard = Heard(worker, ENDLESS)
    assert heard.first() is not None
    worker.close()
    assert not process.is_running()
    said = heard.all()
    assert formats_of(said)[-1] == "serve!"
    worker.close()
    time.sleep(0.3)
    assert worker._process.pid == process.pid  # noqa: SLF001  # none is started in its place


PARENT = """
import sys, time
from logicsweep.site.worker import Worker
from tests.site.asking import ENDLESS

if __name__ == "__main__":
    worker = Worker()
    heard = []
    worker.ask(ENDLESS, heard.append)
    while not heard:
        time.sleep(0.05)
    print(worker._process.pid, flush=True)
    time.sleep(600)
"""


@pytest.mark.parametrize(
    "number", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.night)]
)
def test_the_process_ends_with_its_parent(number: signal.Signals) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert parent.stdout is not None
    watchdog = Timer(LONG, parent.kill)
    watchdog.start()
    child = psutil.Process(int(first_line_of(parent)))
    parent.send_signal(number)
    parent.wait(LONG)
    parent.stdout.close()
    watchdog.cancel()
    psutil.wait_procs([child], timeout=LONG)
    assert not child.is_running()
