"""The tests of the kernel again, with a library that checks its memory and its arithmetic."""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache

import pytest

from tests.conftest import ROOT
from tools.compiling import digest

pytestmark = [
    pytest.mark.night,
    pytest.mark.usefixtures("compiler"),
    # One process compiles the library for all of these tests.
    pytest.mark.xdist_group("sanitized"),
]

FILES = (
    *("test_whole.py", "test_hand.py", "test_components.py", "test_hostile.py"),
    *("test_reach.py", "test_deal.py", "test_sources.py", "test_pair.py", "test_winning.py"),
    "../lab/data/test_play.py",
)
# A process ends with this where a sanitizer reports something.
REPORT = 66


@cache
def environment() -> dict[str, str]:
    """The variables with which Python loads the library with sanitizers, which is compiled."""
    done = subprocess.run(
        [sys.executable, "tools/kernel", "--sanitize"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        pytest.skip(f"no sanitizers: {done.stderr}")
    variables = dict(word.split("=", 1) for word in done.stdout.split())
    variables["ASAN_OPTIONS"] += f":exitcode={REPORT}"
    variables["UBSAN_OPTIONS"] = f"print_stacktrace=1:exitcode={REPORT}"
    return {**os.environ, **variables}


def test_no_sanitizer_reports_anything() -> None:
    made = environment()
    files = [f"tests/kernel/{name}" for name in FILES]
    done = subprocess.run(
        # The address sanitizer's own locks do not survive a fork beside other threads.
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-x", "-k", "not fork", *files],
        cwd=ROOT,
        env=made,
        capture_output=True,
        text=True,
        timeout=550,
        check=False,
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    assert "ERROR: AddressSanitizer" not in said, said
    assert "runtime error" not in said, said
    # It was this library, and all of these tests ran.
    assert "skipped" not in done.stdout, said
    used = (
        "from logicsweep.kernel.library import library; "
        "print(library()._name, library().ls_sources().decode())"
    )
    asked = subprocess.run(
        [sys.executable, "-c", used], cwd=ROOT, env=made, capture_output=True, text=True, check=True
    )
    assert asked.stdout.split() == [made["LOGICSWEEP_KERNEL_FILE"], digest()]


WRITES_PAST = """
import numpy as np
from logicsweep import Board
from logicsweep.system.system import position_of
from logicsweep.kernel.context import context
from logicsweep.kernel.whole import NO_PRIOR, load
from logicsweep.limits import Budget
own = context()
position = position_of(Board(np.full((100, 100), -1)))
# Larger than what the array is: the library writes 79,992 bytes past its end.
load(own, position, NO_PRIOR, Budget(None), np.empty(1))
"""


def test_a_report_is_noticed() -> None:
    """The library writes past the end of an array that is too short, given on purpose."""
    done = subprocess.run(
        [sys.executable, "-c", WRITES_PAST],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == REPORT
    assert "ERROR: AddressSanitizer: heap-buffer-overflow" in done.stderr
