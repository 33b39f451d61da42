"""Grounding on trial, in a process of its own.

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

# How long to wait between two looks at the clock, in seconds.
_STEP: Final = 0.05

# Grounds the programs of each line that it reads, a list of texts, and answers with a line: how
# many seconds that took. Errors are for whoever grounds in earnest to say. It ends with its
# standard input, and so with whoever holds the other end, however that ends.
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
    """A process that grounds programs on trial, started with the first and kept for others.

    It ends with this object. A copy has none yet, pickled or not.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._end: Callable[[], object] = lambda: None

    def __reduce__(self) -> tuple[type[Trials], tuple[()]]:
        return Trials, ()

    def ground(self, *texts: str, budget: Budget) -> float:
        """Measure the seconds it takes to ground programs, also when that ends in an error.

        Raises `LimitError` when it takes too long or too much memory.
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
                self._end()
                raise
            if not any(answer):
                self._end()
                raise LimitError(f"clingo ended without an answer (exit {process.returncode})")
            return float(answer[0])

    def _started(self) -> subprocess.Popen[bytes]:
        """Return the process; a new one if the last has ended, or is no child of this one."""
        if self._process is None or self._process.poll() is not None:
            self._end()
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
            self._end = finalize(self, _end, self._process, os.getpid())
        return self._process


def _end(process: subprocess.Popen[bytes], parent: int) -> None:
    if os.getpid() != parent:
        return
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        with suppress(OSError):
            pipe.close()  # type: ignore[union-attr]
