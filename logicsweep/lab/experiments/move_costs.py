"""The costs of an agent's moves, by the number of layouts, and those that cost most."""

from __future__ import annotations

from bisect import bisect_right
from heapq import nlargest
from typing import Final, NamedTuple

from logicsweep.lab.experiments.losses import POWERS, RANGES
from logicsweep.lab.experiments.records import Judged, JudgedMove
from logicsweep.lab.experiments.statistics import Estimate, estimate
from logicsweep.limits import MOST_POSITIONS

# The positions that are kept of a game.
KEPT_OF_GAME: Final = 5


class CostlyMove(NamedTuple):
    """A move that cost much, or gained it, and the seed of its game."""

    seed: int
    move: JudgedMove


class CostTable(NamedTuple):
    """The costs of the moves of an agent, over its games.

    Attributes:
        guesses: The number of guesses.
        differing: The number of guesses for which the judge chose another cell.
        parts: The cost of the moves with so many layouts (`RANGES`), where there are any. They add
            up to the cost of the games.
        worst: The moves that count most, gains included, the largest first.
    """

    guesses: int
    differing: int
    parts: dict[str, Estimate]
    worst: list[CostlyMove]


class MoveCosts:
    """The judged games of one agent under one condition. It keeps numbers, and few positions."""

    def __init__(self) -> None:
        self._games: list[tuple[int, dict[int, float]]] = []
        self._guesses: list[tuple[int, int]] = [(0, 0)]
        self._kept: list[CostlyMove] = []

    def add(self, record: Judged) -> None:
        """Add the record of a game."""
        parts: dict[int, float] = {}
        for move in record.costs:
            place = bisect_right(POWERS, move.layouts)
            parts[place] = parts.get(place, 0.0) + move.weighted
            if move.board:
                self._kept.append(CostlyMove(record.seed, move))
        self._games.append((record.seed, parts))
        self._guesses.append((record.guesses, record.differing))
        if len(self._kept) > 2 * MOST_POSITIONS:
            self._kept = self._worst()

    def table(self) -> CostTable:
        """Return the result, whatever the order of the games."""
        guesses, differing = (sum(counts) for counts in zip(*self._guesses, strict=True))
        games = sorted(self._games, key=lambda game: game[0])
        there = sorted({place for _, parts in games for place in parts})
        columns = {place: [parts.get(place, 0.0) for _, parts in games] for place in there}
        means = {
            RANGES[place]: estimate(values, is_yes_or_no=False) for place, values in columns.items()
        }
        return CostTable(guesses, differing, means, self._worst())

    def _worst(self) -> list[CostlyMove]:
        return nlargest(MOST_POSITIONS, self._kept, key=_order)


def _order(entry: CostlyMove) -> tuple[float, int, str]:
    return abs(entry.move.weighted), -entry.seed, entry.move.board
