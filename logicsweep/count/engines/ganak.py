"""Counting with ganak, an exact projected model counter (extra `ganak`): an independent judge.

The counter is by Sharma, Roy, Soos and Meel (2019). It writes to standard output and cannot be
stopped, so it runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from importlib.util import find_spec
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.count.counted import FloatArray
from logicsweep.errors import LimitError, MissingLibraryError
from logicsweep.formulas.cnf import Cnf
from logicsweep.limits import FOLLOW, timeout_of

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


class GanakQueries:
    """The `MarginalQueries` of ganak. It has no weights, so that a total or range must be known.

    `covered` marks the covered cells in a flat array, `known` is the number of mines shown. Raises
    `MissingLibraryError` when pyganak is not installed.
    """

    def __init__(
        self,
        cnf: Cnf,
        covered: NDArray[np.bool_],
        *,
        known: int,
        has_total: bool,
        time_limit: float | None,
    ) -> None:
        if find_spec("pyganak") is None:
            raise MissingLibraryError("pyganak", extra="ganak", purpose="the counting engine ganak")
        self._cnf = cnf
        self._covered = covered
        self._known = known
        self._has_total = has_total
        self._time_limit = time_limit

    def layouts(self) -> int:
        return self._layouts

    def marginal(self, number: int) -> Fraction:
        """See `MarginalQueries.marginal`. Raises ValueError when the total is unknown."""
        self._check_total()
        (count,) = self._count([number + 1])
        return Fraction(count, self._layouts)

    def marginals(self) -> FloatArray:
        """See `MarginalQueries.marginals`; rounded once.

        Raises ValueError when the total is unknown.
        """
        marginals = np.full(self._covered.size, np.nan)
        for number, probability in self._all.items():
            marginals[number] = float(probability)
        return marginals

    def fractions(self) -> dict[int, Fraction]:
        """See `MarginalQueries.fractions`. Raises ValueError when the total is unknown."""
        return self._all

    def expected_mines(self) -> Fraction:
        """See `MarginalQueries.expected_mines`. Raises ValueError when the total is unknown."""
        return self._known + sum(self._all.values(), Fraction(0))

    @cached_property
    def _layouts(self) -> int:
        return self._count([0])[0]

    @cached_property
    def _all(self) -> dict[int, Fraction]:
        """The marginal of every covered cell."""
        self._check_total()
        cells = self._covered.nonzero()[0].tolist()
        counts = self._count([number + 1 for number in cells])
        return {n: Fraction(count, self._layouts) for n, count in zip(cells, counts, strict=True)}

    def _check_total(self) -> None:
        if not self._has_total:
            raise ValueError(
                "the counting engine ganak cannot weigh layouts, and the mine count is unknown; "
                "expected elimination or models"
            )

    def _count(self, literals: Sequence[int]) -> list[int]:
        """Count the layouts under each literal: all layouts under 0."""
        projection = [cell + 1 for cell in self._cnf.system.cells]
        clauses = list(self._cnf.clauses)
        if not projection or () in clauses:
            # Nothing to count over: one empty layout, or none.
            return [int(() not in clauses)] * len(literals)
        formula = json.dumps([self._cnf.top, clauses, projection, literals])
        try:
            done = subprocess.run(  # noqa: S603
                [sys.executable, "-P", "-c", _COUNTER, str(os.getpid())],
                input=formula,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
                timeout=timeout_of(self._time_limit),
                check=True,
            )
        except subprocess.TimeoutExpired:
            raise LimitError(f"ganak gave no answer within {self._time_limit:g} s") from None
        except subprocess.CalledProcessError as error:
            raise LimitError(f"ganak ended without an answer (exit {error.returncode})") from None
        lines = [line.split() for line in done.stderr.splitlines()]
        return [int(line[1], 16) for line in lines if line[:1] == ["count"]]
