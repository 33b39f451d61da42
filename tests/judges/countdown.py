"""A budget that runs out at a certain look at the clock, whatever the machine's speed."""

from __future__ import annotations

from logicsweep import LimitError
from logicsweep.limits import Budget


class Countdown(Budget):
    """Runs out after `looks` looks."""

    looks = 0

    def __init__(self, seconds: float | None, *, entries: int) -> None:
        super().__init__(None, entries=entries)
        del seconds

    def check(self, *, ahead: float = 0.0) -> None:
        del ahead
        type(self).looks -= 1
        if self.looks < 0:
            raise LimitError("the countdown")
