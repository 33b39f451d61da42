"""Processes that tests wait for: one that has ended is not waited for any longer."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

import psutil

# Seconds: longer than anything takes where all cores are busy.
LONG = 300


def wait_until(is_so: Callable[[], bool], process: subprocess.Popen[str] | None = None) -> None:
    """Wait until something is so; no other function of the tests looks at a clock.

    If a process sees to it, and ends before, the test fails at once with what that printed.
    """
    limit = time.monotonic() + LONG
    while not is_so():
        assert process is None or process.poll() is None, _ending_of(process)
        assert time.monotonic() < limit, f"it is not so after {LONG} s"
        time.sleep(0.02)


def is_idle(process: psutil.Process) -> bool:
    """Whether a process takes next to no processor time for a moment."""
    return all(process.cpu_percent(0.2) < 20 for _ in range(3))


def first_line_of(process: subprocess.Popen[str]) -> str:
    """Return the first line that a process prints.

    The test fails, with what the process printed elsewhere, if that ends without a line.
    """
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line, _ending_of(process)
    return line


def _ending_of(process: subprocess.Popen[str]) -> str:
    out, errors = process.communicate(timeout=LONG)
    return f"the process ended with {process.returncode}:\n{out or ''}{errors or ''}"
