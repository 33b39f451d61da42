"""Budgets: how long an answer may take, how large a board may be."""

from __future__ import annotations

from decimal import Decimal
from math import inf
from numbers import Real
from time import monotonic
from typing import Final

from logicsweep.errors import LimitError, expect

# Longer than anybody waits; what waits for other processes takes no larger numbers.
_FOREVER: Final = 1e6

# Larger boards would not fit in memory, as a game or a knowledge base keeps them.
MOST_CELLS: Final = 10_000_000
# Text with more lines, or more uncertain clues, would take seconds to read.
MOST_LINES: Final = 1_000_000
MOST_UNCERTAIN: Final = 250_000
# Of one agent on one board, and of a whole experiment: each is kept in mind.
MOST_GAMES: Final = 1_000_000
MOST_GAMES_IN_ALL: Final = 10_000_000
# As many as anybody counts to, on either side of 0.
MOST_SEED: Final = 10**15


def timeout_of(seconds: float | None) -> float | None:
    """A time limit for what cannot take a very large one: None where it never comes.

    Raises ValueError when it is not a positive number.
    """
    limit = Deadline(seconds).seconds
    return None if limit is None or limit > _FOREVER else limit


class Deadline:
    """A point in time after which work has to stop; `Deadline(None)` never comes.

    `seconds` is the time it was given as a float, infinite where that is too large for one.
    """

    __slots__ = ("_end", "seconds")

    def __init__(self, seconds: float | None) -> None:
        """Start the clock. Raises ValueError when `seconds` is not positive, TypeError."""
        self.seconds = None if seconds is None else _positive(seconds)
        self._end = None if self.seconds is None else monotonic() + self.seconds

    def check(self, *, ahead: float = 0.0) -> None:
        """Raise `LimitError` once the time is over, or will be in so many seconds."""
        if self._end is not None and monotonic() + ahead > self._end:
            raise LimitError(f"no complete answer within {self.seconds:g} s")


def _positive(seconds: float) -> float:
    expect("a time limit", seconds, (Real, Decimal), "a positive number of seconds, or None")
    try:
        found = float(seconds)
    except OverflowError:
        found = inf if seconds > 0 else -inf
    if not (found > 0 or (found == 0 and seconds > 0)):  # which nan is not either
        raise ValueError(f"a time limit is a positive number of seconds, not {found}")
    return found


def deadline_of(given: Deadline | None) -> Deadline:
    """A deadline that was given; without one, one that never comes."""
    if given is None:
        return Deadline(None)
    expect("deadline", given, Deadline, "a Deadline, such as Deadline(10), or None")
    return given
