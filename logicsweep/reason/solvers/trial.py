"""Grounding on trial, in another process.

A user's program may ground for ever without making a ground rule at which a thread could be
stopped. So another process grounds it first, and is killed when it takes too long.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Lock, Thread
from typing import Final
from weakref import finalize

from logicsweep.errors import LimitError
from logicsweep.limits import Budget

# Seconds between two looks at the clock.
_STEP: Final = 0.05

# The program of the other process. It reads lines, each a list of texts in JSON, grounds them
# together, and answers with a line: the seconds that took. Errors in them are reported when they
# are grounded in earnest. It ends with its standard input, and so with its parent in any case.
_CODE: Final = """
import signal
signal.signal(signal.SIGINT, signal.SIG_IGN)
import json, os, sys, threading, time
sys.path[:] = json.loads(sys.argv[1])
import clingo

def ground(*texts):
    start = time.perf_counter()
    try:
        control = clingo.Control(["--warn=none"], logger=lambda *_: None)
        for text in texts:
            control.add("base", [], text)
        control.ground()
    except RuntimeError:
        pass
    except BaseException:
        os._exit(1)
    os.write(1, b"%f\\n" % (time.perf_counter() - start))

for line in sys.stdin.buffer:
    threading.Thread(target=ground, args=json.loads(line), daemon=True).start()
os._exit(0)
"""


class Trials:
    """A process that grounds programs on trial, started for the first and kept for the next.

    It ends with this object. A copy of the object starts a process of its own, and so does one
    that was pickled.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._stop: Callable[[], object] = lambda: None

    def __reduce__(self) -> tuple[type[Trials], tuple[()]]:
        return Trials, ()

    def ground(self, *texts: str, budget: Budget) -> float:
        """Return the seconds it takes to ground programs, also when that ends in an error.

        Raises `LimitError` when the budget is spent or the process ends, as for want of memory.
        """
        with self._lock:
            process = self._started()
            answer: list[bytes] = []
            done = Event()

            def talk() -> None:
                with suppress(OSError):
                    process.stdin.write(json.dumps(texts).encode() + b"\n")  # type: ignore[union-attr]
                    process.stdin.flush()  # type: ignore[union-attr]
                    answer.append(process.stdout.readline())  # type: ignore[union-attr]
                done.set()

            Thread(target=talk, daemon=True).start()
            try:
                while not done.wait(_STEP):
                    budget.check()
            except BaseException:
                process.kill()
                done.wait()
                self._stop()
                raise
            if not any(answer):
                self._stop()
                raise LimitError(f"clingo ended without an answer (exit {process.returncode})")
            return float(answer[0])

    def _started(self) -> subprocess.Popen[bytes]:
        """Return the process; a new one if the last has ended, or this process is a fork."""
        if self._process is None or self._process.poll() is not None:
            self._stop()
            try:
                self._process = subprocess.Popen(  # noqa: S603
                    [
                        sys.executable,
                        "-I",
                        "-S",
                        "-c",
                        _CODE,
                        json.dumps(list(filter(None, sys.path))),
                    ],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL,
                )
            except OSError as error:
                raise LimitError(
                    f"cannot start a process that grounds the program: {error}"
                ) from None
            self._stop = finalize(self, _stop, self._process, os.getpid())
        return self._process


def _stop(process: subprocess.Popen[bytes], parent: int) -> None:
    """Kill a process and close its pipes, unless this is a fork of its parent, which needs it."""
    if os.getpid() != parent:
        return
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            pipe.close()  # type: ignore[union-attr]
