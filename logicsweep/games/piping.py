"""A process behind two pipes: it is sent bytes, answers in lines, and ends when it has to."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO, Final, Literal
from weakref import finalize

from logicsweep.games.agents.foreign_words import on_one_line

# An answer has at most so many bytes: the cells of a large board twice, and a message.
_LONGEST: Final = 64_000_000
# A request has one line in answer; whoever writes more of them shall not fill the memory.
_MOST_LINES: Final = 1000
# The bytes of standard error that are kept, from its end.
_KEPT: Final = 2_000
# The characters of it that a message quotes.
_QUOTED: Final = 200
_SOON: Final = 5.0
# A foreign program does not see that whoever started it was killed: this process does, and both are
# in its group. A limit of memory is one of data, since some languages reserve many addresses.
_WATCH: Final = """\
import os, signal, subprocess, sys
memory = int(sys.argv[2])
if memory:
    import resource
    resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
child = subprocess.Popen(sys.argv[3:])
while os.getppid() == int(sys.argv[1]):
    try:
        code = child.wait(0.5)
    except subprocess.TimeoutExpired:
        continue
    sys.exit(code if code >= 0 else 128 - code)
os.killpg(0, signal.SIGKILL) if hasattr(os, "killpg") else child.kill()
"""


class LostError(Exception):
    """A process did not answer, and has ended.

    Attributes:
        fault: `time` if it was ended since it took too long, else `crash`.
        words: The details, with what it said to standard error if that is kept.
    """

    def __init__(self, fault: Literal["time", "crash"], words: str) -> None:
        super().__init__(words)
        self.fault: Final = fault
        self.words: Final = words


class Piped:
    """A process in a group of its own; close it when it is no longer needed.

    Args:
        command: The program and its arguments.
        environment: Variables beside those of this process.
        folder: The folder in which it runs; by default the current one.
        keeps_errors: Whether the end of its standard error is kept; else that leads nowhere.

    Attributes:
        has_forged: Whether it wrote more than any answer has, so that it is heard no more.

    Raises:
        OSError: It cannot be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        folder: str | Path | None = None,
        keeps_errors: bool = False,
    ) -> None:
        self.has_forged = False
        self._requests: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        self._errors: deque[int] = deque(maxlen=_KEPT)
        self._is_closed = False
        self._process = subprocess.Popen(  # noqa: S603
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if keeps_errors else subprocess.DEVNULL,
            bufsize=0,
            cwd=folder,
            env={**os.environ, **(environment or {})},
            start_new_session=True,
        )
        # A pipe that nobody reads is full at some time, and then whoever writes to it waits.
        work = [(self._write, self._process.stdin), (self._read, self._process.stdout)]
        if keeps_errors:
            work.append((self._keep, self._process.stderr))
        self._threads = [Thread(target=do, args=(stream,), daemon=True) for do, stream in work]
        for thread in self._threads:
            thread.start()
        self._end = finalize(self, _kill, self._process)  # also when Python ends

    @classmethod
    def watched(cls, command: Sequence[str], *, folder: str | Path, memory: int = 0) -> Piped:
        """Start a foreign program, which also ends when this process is killed.

        `memory` is the most bytes that each of its processes may take, 0 for no limit; Linux only.
        """
        watch = [sys.executable, "-c", _WATCH, str(os.getpid()), str(memory), *command]
        return cls(watch, folder=folder, keeps_errors=True)

    @property
    def is_closed(self) -> bool:
        """True once the process was ended."""
        return self._is_closed

    def send(self, request: bytes) -> None:
        """Send a request; it is read whenever the process reads."""
        self._requests.put(request)

    def line(self, seconds: float | None) -> bytes:
        """Return its next line.

        Raises:
            LostError: There is none within so many seconds (None for no limit), it has ended, or it
                is heard no more; it is closed then.
        """
        try:
            line = self._lines.get(timeout=seconds)
        except Empty:
            raise LostError("time", self.close(f"no answer within {seconds:g} s")) from None
        except BaseException:  # the answer would be taken for that to another request
            self.close()
            raise
        if line is None:
            words = "it wrote too much" if self.has_forged else self._end_words()
            raise LostError("crash", self.close(words))
        return line

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

    def close(self, why: str = "") -> str:
        """End the process, and those that it has started in its group.

        Returns the words `why`, with the end of its standard error.
        """
        if not self._is_closed:
            self._is_closed = True
            self._end()
            self._requests.put(None)
            for thread in self._threads:
                thread.join(_SOON)
            for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
                with suppress(OSError):
                    if stream is not None:
                        stream.close()
        text = bytes(self._errors).decode("utf-8", "replace").strip()
        return f"{why}; it said: {on_one_line(text[-_QUOTED:])}" if text else why

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
                    self.has_forged = True
                    break
        self._lines.put(None)

    def _keep(self, stream: IO[bytes]) -> None:
        """Keep the end of what it writes to standard error."""
        with suppress(OSError, ValueError):
            while part := os.read(stream.fileno(), 1 << 16):
                self._errors.extend(part)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
