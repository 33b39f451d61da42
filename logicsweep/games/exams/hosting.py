"""The host of an agent: it starts the agent's process, asks it, and ends it."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Final

import msgspec

from logicsweep.errors import AgentError
from logicsweep.games.agents.foreign_words import on_one_line
from logicsweep.games.exams.messages import FaultName, Reply, Request, Start

# The seconds that importing an agent may take; some import large libraries.
_IMPORTING: Final = 60.0
# A call may wait so many times as long as it may work: for a busy machine, or for nothing.
_WAITING: Final = 10.0
# A reply has at most so many bytes: the cells of a board twice, and a message.
_LONGEST: Final = 64_000_000
# A request has one line in reply; whoever writes more of them shall not fill the memory.
_MOST_LINES: Final = 1000
_FORGED: Final = "the agent wrote into the pipe of its replies"
_SOON: Final = 5.0
_CODE: Final = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from logicsweep.games.exams.process import main; main(int(sys.argv[1]))"
)
# Sets of texts have the same order in every process, and libraries start no threads of their own.
_ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
}


class LostError(Exception):
    """The process of the agent has ended, or had to be ended."""

    def __init__(self, fault: FaultName, words: str) -> None:
        super().__init__(words)
        self.fault = fault
        self.words = words


class Host:
    """An agent in a process of its own; close it when it is no longer needed.

    Args:
        start: The agent, and its limits.

    Attributes:
        is_limited: Whether the memory of the process is limited.

    Raises:
        AgentError: The agent cannot be imported.
    """

    def __init__(self, start: Start) -> None:
        self._start = start
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._has_forged = False
        self._is_closed = False
        self._number = 0
        try:
            self._process = subprocess.Popen(  # noqa: S603
                [sys.executable, "-P", "-c", _CODE, str(os.getpid()), *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                bufsize=0,
                env={**os.environ, **_ENVIRONMENT},
                start_new_session=True,
            )
        except OSError as error:
            raise AgentError(f"agent {start.agent}: no process can be started: {error}") from None
        # A pipe that nobody reads is full at some time, and then whoever writes to it waits.
        self._writer = Thread(target=self._write, args=(self._process.stdin,), daemon=True)
        self._reader = Thread(target=self._read, args=(self._process.stdout,), daemon=True)
        self._writer.start()
        self._reader.start()
        try:
            reply = self._reply_to(start, _IMPORTING)
        except LostError as error:
            self.close()
            raise AgentError(f"agent {start.agent} cannot be imported: {error}") from None
        except BaseException:
            self.close()
            raise
        if reply.fault is not None:
            self.close()
            text = reply.words or "it takes more memory than it may"
            raise AgentError(text if reply.fault == "error" else f"agent {start.agent}: {text}")
        self.is_limited = reply.is_limited

    def ask(self, request: Request) -> Reply:
        """Ask the agent, and wait for its reply.

        Raises:
            LostError: The process has ended, or gave no reply in time; it is closed then.
        """
        # Where no timer counts processor time, nobody but this process looks at the clock.
        most = _WAITING if hasattr(signal, "setitimer") else 1.0
        try:
            reply = self._reply_to(request, most * self._start.seconds)
        except LostError:
            self.close()
            raise
        if reply.fault == "time":
            place = f" ({reply.words})" if reply.words else ""
            self.close()
            raise LostError("time", f"more than {self._start.seconds:g} s of work{place}")
        if reply.fault == "memory":
            self.close()
            raise LostError("memory", reply.words)
        return reply

    def close(self) -> None:
        """End the process, and those that it has started in its group."""
        if self._is_closed:
            return
        self._is_closed = True
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()
        self._requests.put(None)
        self._writer.join(_SOON)
        self._reader.join(_SOON)
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()

    def _reply_to(self, request: Request, seconds: float) -> Reply:
        """Send a request and return the reply. Raises `LostError`."""
        self._number += 1
        self._requests.put(pickle.dumps(request))
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise LostError("time", f"no answer within {seconds:g} s") from None
        if line is None:
            raise LostError("crash", _FORGED if self._has_forged else self._end_words())
        try:
            reply = msgspec.json.decode(line, type=Reply)
        except msgspec.MsgspecError:
            reply = Reply()
        if reply.number != self._number:
            raise LostError("crash", _FORGED)
        # The agent may have chosen the words.
        return msgspec.structs.replace(reply, words=on_one_line(reply.words))

    def _end_words(self) -> str:
        """Say how the process ended."""
        try:
            code = self._process.wait(_SOON)
        except subprocess.TimeoutExpired:
            return "it closed the pipe of its replies"
        if code < 0:
            with suppress(ValueError):
                return f"signal {signal.Signals(-code).name}"
        return f"exit code {code}"

    def _write(self, stream: IO[bytes]) -> None:
        """Write requests, until there are no more."""
        with suppress(OSError, ValueError):  # it ended, which the reader notices
            while (request := self._requests.get()) is not None:
                left = memoryview(request)
                while left:
                    left = left[stream.write(left) :]

    def _read(self, stream: IO[bytes]) -> None:
        """Pass on lines, until there are no more, or more than a request is answered by."""
        pending = bytearray()
        with suppress(OSError, ValueError):
            while (part := os.read(stream.fileno(), 1 << 16)) and not self._is_closed:
                *ends, rest = part.split(b"\n")
                for end in ends:
                    pending += end
                    self._lines.put(bytes(pending))
                    pending.clear()
                pending += rest
                if len(pending) > _LONGEST or self._lines.qsize() > _MOST_LINES:
                    self._has_forged = True
                    break
        self._lines.put(None)
