"""Faults of certificates, and the limits of a check."""

from __future__ import annotations

from time import monotonic

# Steps between two looks at the clock: some milliseconds.
_STEPS = 2_000
# The most bytes of a file, and of all files of a folder together.
MOST_BYTES = 64_000_000
# The most work of one check, in steps: an hour at most.
MOST_STEPS = 2_000_000_000


class CheckError(Exception):
    """A certificate does not prove what it claims.

    `file` is the name of the file that shows it, and `line` the line in it, counted from 1.
    """

    def __init__(self, text: str, *, file: str | None = None, line: int | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.file = file
        self.line = line

    def __str__(self) -> str:
        line = "" if self.line is None else f":{self.line}"
        return self.text if self.file is None else f"{self.file}{line}: {self.text}"


class CheckLimitError(Exception):
    """The time is over, or something is too large to be checked; nothing is said of the rest."""


class Clock:
    """The time of a check; `seconds` is None for no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self._seconds = seconds
        self._end = None if seconds is None else monotonic() + seconds
        self._steps = 0
        self._all = 0

    def tick(self, steps: int = 1) -> None:
        """Count steps; raises `CheckLimitError` when the time is over."""
        self._steps += steps
        if self._steps < _STEPS:
            return
        self._all += self._steps
        self._steps = 0
        if self._all > MOST_STEPS:
            raise CheckLimitError("the check takes too many steps")
        self.look()

    def look(self) -> None:
        """Look at the clock; raises `CheckLimitError` when the time is over."""
        if self._end is not None and monotonic() > self._end:
            raise CheckLimitError(f"no complete check within {self._seconds:g} s")


def shown(text: str, most: int = 60) -> str:
    """Quote the beginning of a text."""
    return repr(text[:most])
