"""Limits: how long an answer may take, how large a board may be, whom a process may outlive."""

from __future__ import annotations

import os
import threading
from decimal import Decimal
from math import inf
from numbers import Real
from time import monotonic, sleep
from typing import BinaryIO, Final, Self

from logicsweep.errors import LimitError, expect, whole

# Longer than anybody waits; what waits for other processes takes no larger numbers.
_FOREVER: Final = 1e6

# How long a question to a knowledge base may take, in seconds, unless somebody says otherwise.
DEFAULT_TIME_LIMIT: Final = 60.0

# Larger boards would not fit in memory, as a game or a knowledge base keeps them.
MOST_CELLS: Final = 10_000_000
# Text with more lines, or more uncertain clues, would take seconds to read.
MOST_LINES: Final = 1_000_000
MOST_UNCERTAIN: Final = 250_000
# Of one agent on one board, and of a whole experiment: each is kept in mind.
MOST_GAMES: Final = 1_000_000
MOST_GAMES_IN_ALL: Final = 10_000_000
# As many as anybody counts to, on either side of 0.
MOST_NUMBER: Final = 10**15
# An entry takes a bit for each cell and what the weights need; ten million of them take some
# gigabyte at most.
MAX_ENTRIES: Final = 10_000_000
# Six bytes for each cell: enough for a table with quotes, and for numbers as numpy prints them.
MOST_BYTES: Final = 64_000_000
# What is written by hand is shorter: a program, the specification of an experiment.
MOST_BYTES_BY_HAND: Final = 10_000_000
# Python converts no more than 4,300 digits of a number, and takes minutes to find that of millions.
MOST_DIGITS: Final = 4_000

_PART: Final = 1 << 20

# How long a process may outlive the one that started it, in seconds.
_STEP: Final = 0.2

# The same as code for a process that has none of ours: its first argument is whom to follow.
FOLLOW: Final = f"""
import os, sys, threading, time

def watch(parent=int(sys.argv.pop(1))):
    while os.getppid() == parent:
        time.sleep({_STEP})
    os._exit(1)

threading.Thread(target=watch, daemon=True).start()
"""


def read_up_to(stream: BinaryIO, name: str, most: int = MOST_BYTES) -> bytes:
    """What is in a stream, counted while it is read: a device has no end.

    `name` says in messages what it is. Raises `LimitError` for more than `most` bytes.
    """
    parts: list[bytes] = []
    left = most
    while part := stream.read(min(_PART, left + 1)):
        left -= len(part)
        if left < 0:
            raise LimitError(f"{name} has more than {most:,} bytes")
        parts.append(part)
    return b"".join(parts)


def timeout_of(seconds: float | None) -> float | None:
    """A time limit for what takes no very large numbers, such as `subprocess`.

    None for no limit, or for one that is as good as none.
    Raises ValueError when it is not a positive number.
    """
    limit = Budget(seconds).seconds
    return None if limit is None or limit > _FOREVER else limit


class Budget:
    """What an answer may take: so many `seconds` from now on, and so many table `entries`.

    `seconds` is a float, infinite where the time given is too large for one; None for no limit.
    `entries` are those of all tables that counting one component takes: an entry is the number of
    models of one row for one number of mines, some tens of bytes.
    """

    __slots__ = ("_end", "entries", "seconds")

    def __init__(self, seconds: float | None = None, *, entries: int = MAX_ENTRIES) -> None:
        """Start the clock.

        Raises ValueError for limits that are not positive, TypeError for what is no number.
        """
        if whole("max_entries", entries) < 1:
            raise ValueError(f"max_entries is {entries}; expected 1 or more")
        self.entries = entries
        self.seconds = None if seconds is None else _positive(seconds)
        self._end = None if self.seconds is None else monotonic() + self.seconds

    def renewed(self) -> Self:
        """The same limits for another question: the clock starts again."""
        seconds = self.seconds
        return self._like(self.entries, None if seconds is None else monotonic() + seconds)

    def with_entries(self, most: int) -> Self:
        """What is left of the time, and at most so many entries."""
        return self._like(min(self.entries, most), self._end)

    def _like(self, entries: int, end: float | None) -> Self:
        """The same seconds; nothing is checked again, as small questions are asked by thousands."""
        made = object.__new__(type(self))
        made.entries, made.seconds = entries, self.seconds
        made._end = end
        return made

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


def budget_of(given: Budget | None) -> Budget:
    """The budget that was given; without one, a budget that has no time limit."""
    if given is None:
        return Budget(None)
    expect("budget", given, Budget, "a Budget, such as Budget(10), or None")
    return given


def follow(parent: int) -> None:
    """End this process once the one with this number, which started it, has ended."""

    def watch() -> None:
        while os.getppid() == parent:
            sleep(_STEP)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
