"""Budgets: how long an answer may take, how large a board may be."""

from __future__ import annotations

from time import monotonic
from typing import Final

from logicsweep.errors import LimitError

# Longer than anybody waits; what waits for other processes takes no larger numbers.
_FOREVER: Final = 1e6

# Larger boards would not fit in memory, as a game or a knowledge base keeps them.
MOST_CELLS: Final = 10_000_000
# Text with more lines, or more uncertain clues, would take seconds to read.
MOST_LINES: Final = 1_000_000
MOST_UNCERTAIN: Final = 250_000


def timeout_of(seconds: float | None) -> float | None:
    """A time limit for what cannot take a very large one: None where it never comes.

    Raises ValueError when it is not a positive number.
    """
    limit = Deadline(seconds).seconds
    return None if limit is None or limit > _FOREVER else limit


class Deadline:
    """A point in time after which work has to stop; `Deadline(None)` never comes."""

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None) -> None:
        """Start the clock. Raises ValueError when `seconds` is not a positive number."""
        if seconds is not None and not seconds > 0:
            raise ValueError(f"a time limit is a positive number of seconds, not {seconds}")
        self.seconds = seconds
        self._end = None if seconds is None else monotonic() + seconds

    def check(self) -> None:
        """Raise `LimitError` once the time is over."""
        if self._end is not None and monotonic() > self._end:
            raise LimitError(f"no complete answer within {self.seconds:g} s")
