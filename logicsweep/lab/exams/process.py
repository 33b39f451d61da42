"""The process of an agent: it imports the agent, and answers requests until there are no more.

It learns what the agent is shown, and nothing else. What the agent prints is counted and dropped.
"""

from __future__ import annotations

import io
import os
import pickle
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any, Final

import msgspec

from logicsweep.errors import AgentError
from logicsweep.games.agents.own import error_words, line_of, place_of
from logicsweep.lab.exams.candidate import Candidate, NoCellsError, NoMoveError, candidate_of
from logicsweep.lab.exams.messages import Begin, Choose, FaultName, Reply, Start, Tell
from logicsweep.limits import follow, hear

# Processes and threads that an agent may start beside those that its user has.
_MORE: Final = 256


class _Channel:
    """The pipes to the exam. The standard streams lead nowhere from now on."""

    def __init__(self) -> None:
        self._requests = os.fdopen(os.dup(0), "rb")
        self._replies = os.dup(1)
        self._number = 0
        nowhere = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nowhere, stream)
        os.close(nowhere)

    def requests(self) -> Iterator[Any]:
        """Yield requests until there are no more."""
        with suppress(EOFError):
            while True:
                request = pickle.load(self._requests)  # noqa: S301 the exam wrote it
                self._number += 1
                yield request

    def send(self, reply: Reply) -> None:
        numbered = msgspec.structs.replace(reply, number=self._number)
        line = memoryview(msgspec.json.encode(numbered) + b"\n")
        while line:
            line = line[os.write(self._replies, line) :]


class _Printed(io.TextIOBase):
    """A stream of text that only counts its characters."""

    def __init__(self) -> None:
        self.count = 0

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.count += len(text)
        return len(text)


class _Desk:
    """The agent, and the limits of each call."""

    def __init__(self, channel: _Channel, start: Start) -> None:
        self._channel = channel
        self._start = start
        self._folder = str(Path(start.folder).resolve())
        self._printed = _Printed()
        self._process = os.getpid()
        self._candidate: Candidate
        sys.stdout = sys.stderr = self._printed

    def answer(self, request: Any) -> Reply:
        """Answer a request, whatever the agent does."""
        began = process_time()
        try:
            with self._timed():
                reply = self._answered(request)
        except MemoryError as error:
            reply = self._fault("memory", error_words(error, self._folder))
        except NoMoveError as error:
            reply = self._fault("move", str(error))
        except NoCellsError as error:
            reply = self._fault("claims", str(error))
        except SystemExit as error:
            reply = self._fault("exit", error_words(error, self._folder))
        except BaseException as error:  # noqa: BLE001 whatever an agent does costs its game alone
            reply = self._fault("error", error_words(error, self._folder))
        if os.getpid() != self._process:  # the agent has forked
            os._exit(0)
        seconds = process_time() - began
        return msgspec.structs.replace(reply, seconds=seconds, printed=self._printed.count)

    def _answered(self, request: Any) -> Reply:
        match request:
            case Begin():
                self._candidate.begin(request)
                return Reply()
            case Choose(shown):
                self._candidate.tell(shown)
                cell, flags, is_proved = self._candidate.choose()
                safes, mines = self._candidate.claims()
                return Reply(cell=cell, flags=flags, proved=is_proved, safes=safes, mines=mines)
            case Tell(shown):
                self._candidate.tell(shown)
                safes, mines = self._candidate.claims()
                return Reply(safes=safes, mines=mines)
        raise TypeError(f"unknown request {request!r}")

    def start(self) -> Reply:
        """Import the agent, under the limit of memory."""
        is_limited = _limit(self._start.memory)
        agent, folder, interface = self._start[:3]
        try:
            self._candidate = candidate_of(agent, folder, interface)
        except AgentError as error:
            return self._fault("error", str(error))
        except MemoryError:
            return self._fault("memory", "")
        return Reply(is_limited=is_limited)

    def _fault(self, fault: FaultName, words: str) -> Reply:
        return Reply(fault=fault, words=words)

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Have the process say so and end if a block takes too much processor time."""
        if not hasattr(signal, "setitimer"):
            yield
            return

        def ring(_signal: int, frame: FrameType | None) -> None:
            places = []
            while frame is not None:
                places.append((frame.f_code.co_filename, line_of(frame.f_code, frame.f_lasti)))
                frame = frame.f_back
            self._channel.send(self._fault("time", place_of(places[::-1], self._folder)))
            os._exit(0)

        signal.signal(signal.SIGPROF, ring)
        signal.setitimer(signal.ITIMER_PROF, self._start.seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)


def main(parent: int) -> None:
    """Answer the requests on standard input, until that ends or the process `parent` does."""
    channel = _Channel()
    hear()
    follow(parent)
    requests = channel.requests()
    desk = _Desk(channel, next(requests))
    channel.send(desk.start())
    for request in requests:
        channel.send(desk.answer(request))
    os._exit(0)  # whatever threads the agent has started


def _limit(memory: int) -> bool:
    """Bound what the process takes from now on; tell whether its memory is limited."""
    try:
        import resource
    except ImportError:  # Windows
        return False
    _set(resource.setrlimit, resource.RLIMIT_CORE, 0)
    status = Path("/proc/self/statm")
    if not status.exists():  # macOS accepts a limit of addresses, and does not keep it
        return False
    if hasattr(resource, "RLIMIT_NPROC"):
        _set(resource.setrlimit, resource.RLIMIT_NPROC, _threads_of_user() + _MORE)
    taken = int(status.read_text("ascii").split()[0]) * resource.getpagesize()
    return _set(resource.setrlimit, resource.RLIMIT_AS, taken + memory)


def _set(setting: Callable[[int, tuple[int, int]], object], limit: int, value: int) -> bool:
    try:
        setting(limit, (value, value))
    except (ValueError, OSError):  # a lower limit holds already
        return False
    return True


def _threads_of_user() -> int:
    """Count the threads of all processes that the user of this one has."""
    user, threads = os.getuid(), 0
    for process in Path("/proc").iterdir():
        with suppress(OSError):
            if process.name.isdigit() and process.stat().st_uid == user:
                threads += sum(1 for _ in (process / "task").iterdir())
    return threads
