"""The memory that the tables of an elimination take, estimated, and a ceiling for it.

The estimate is the same on every machine: rows by their number and the length of their integers,
and the transitions and region states that steps keep. It came within a fifth of the memory that
processes took (CPython 3.11, boards with the rules C, O and T).
"""

from __future__ import annotations

from sys import getsizeof
from typing import Final

from logicsweep.eliminate.step import Step, Table

# The usual ceiling for the tables of one component.
MOST_BYTES: Final = 800_000_000
# Bytes that a row takes in its dictionary.
_ROW: Final = 60


class TooLargeError(Exception):
    """The tables would take more memory than the ceiling, in bytes."""

    def __init__(self, most: int) -> None:
        super().__init__(most)
        self.most = most


class Memory:
    """The memory of one component's tables, added up table by table.

    Attributes:
        taken: The bytes of the tables that are kept.
    """

    def __init__(self, most: int = MOST_BYTES) -> None:
        """Set the ceiling, in bytes."""
        self.taken = 0
        self._most = most

    def check(self, table: Table, step: Step | None = None) -> int:
        """Return the bytes of a table, and of the step that makes it.

        Raises `TooLargeError` when they exceed the ceiling together with the tables that are kept.
        """
        size = _size(table) + (0 if step is None else step.size)
        if self.taken + size > self._most:
            raise TooLargeError(self._most)
        return size

    def keep(self, table: Table, step: Step | None = None) -> None:
        """Add the bytes of a table that is kept, and of its step. Raises what `check` raises."""
        self.taken += self.check(table, step)


def _size(table: Table) -> int:
    """Estimate the bytes of a table from its last row."""
    if not table:
        return 0
    # The integers of one table are of much the same length.
    key, value = next(reversed(table.items()))
    return len(table) * (_ROW + getsizeof(key) + getsizeof(value))


def megabytes(most: int) -> str:
    """Return a ceiling in words."""
    return f"{most / 1e6:,.10g} MB of memory"
