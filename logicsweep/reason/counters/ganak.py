"""The counter ganak, which is exact and projects (extra `ganak`).

It is by Sharma, Roy, Soos and Meel (2019). It writes to standard output and cannot be stopped, so
it runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Final

from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.formulas.cnf import Cnf
from logicsweep.limits import FOLLOW, timeout_of
from logicsweep.reason.counters.projected import Counter

# Reads a formula and a list of literals; writes the number of projected models with each of them.
_COUNTER: Final = (
    FOLLOW
    + """
import json, sys
from pyganak import Counter
top, clauses, projection, literals = json.load(sys.stdin)
for literal in literals:
    counter = Counter()
    counter.new_vars(top)
    counter.add_clauses(clauses + ([[literal]] if literal else []))
    counter.set_sampling_set(projection)
    sys.stderr.write(f"count {counter.count():x}\\n")
"""
)


def ganak(time_limit: float | None) -> Counter:
    """Return the counter; a call may take so many seconds, and raises `LimitError` after them.

    Raises `MissingLibraryError` when pyganak is not installed.
    """
    if find_spec("pyganak") is None:
        raise MissingLibraryError("pyganak", extra="ganak", purpose="the counting engine ganak")

    def count(cnf: Cnf, literals: Sequence[int]) -> list[int]:
        projection = [cell + 1 for cell in cnf.system.cells]
        formula = json.dumps([cnf.top, list(cnf.clauses), projection, literals])
        try:
            done = subprocess.run(  # noqa: S603
                [sys.executable, "-P", "-c", _COUNTER, str(os.getpid())],
                input=formula,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                timeout=timeout_of(time_limit),
                check=True,
            )
        except subprocess.TimeoutExpired:
            raise LimitError(f"ganak gave no answer within {time_limit:g} s") from None
        except subprocess.CalledProcessError as error:
            raise LimitError(f"ganak ended without an answer (exit {error.returncode})") from None
        lines = [line.split() for line in done.stderr.splitlines()]
        return [int(line[1], 16) for line in lines if line[:1] == ["count"]]

    return count
