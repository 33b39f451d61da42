"""Losses of games with forced survival, by the number of layouts at the guess."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from itertools import pairwise
from typing import Final

from logicsweep.lab.experiments.records import Survived
from logicsweep.lab.experiments.statistics import Estimate, estimate

# Powers of ten: guesses with fewer layouts than 10^1, than 10^2, and so on.
POWERS: Final = (1, 2, 3, 4, 6, 10, 15, 25, 40, 60)
RANGES: Final = (
    f"< 10^{POWERS[0]}",
    *(f"10^{low} to 10^{high}" for low, high in pairwise(POWERS)),
    f">= 10^{POWERS[-1]}",
)


class Losses:
    """The guesses of one agent under one condition, in games with forced survival."""

    def __init__(self) -> None:
        self._lost = [0.0] * len(RANGES)
        self._off = array("d")

    def add(self, record: Survived) -> None:
        """Add the record of a game."""
        weight = 1.0
        for layouts, risk in record.guesses:
            self._lost[bisect_right(POWERS, layouts)] += weight * risk
            weight *= 1 - risk
        self._off.append(record.chance - record.is_won)

    @property
    def lost(self) -> list[float]:
        """The games lost at guesses, by the number of layouts (`RANGES`): expected numbers.

        They add up to the number of games less the sum of the chances to win.
        """
        return list(self._lost)

    def off(self) -> Estimate | None:
        """Estimate by how much the chance to win exceeds the share of games won as dealt.

        It is the mean of the differences, game by game; 0 is expected. None without games.
        """
        return estimate(sorted(self._off), is_yes_or_no=False) if self._off else None
