"""The games of an experiment, grouped by condition and agent: means, and what moves cost."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from heapq import nlargest
from itertools import pairwise
from math import nan
from typing import Annotated, Final, Self

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace
from numpy.typing import NDArray

from logicsweep.answers import base
from logicsweep.games.keys import Condition
from logicsweep.games.told.causes import Cause
from logicsweep.lab.experiments.metrics import METRICS, MOVES, RECORDED
from logicsweep.lab.experiments.records import GameRow
from logicsweep.lab.experiments.statistics import Estimate, Interval, estimate, paired
from logicsweep.lab.play.forced import CostlyMove
from logicsweep.limits import MOST_POSITIONS

# With the first of these that plays, the others are compared.
OURS: Final = ("strategist", "exact", "search-exact")
# Powers of ten: moves with fewer layouts than 10^1, than 10^2, and so on.
_POWERS: Final = (1, 2, 3, 4, 6, 10, 15, 25, 40, 60)
RANGES: Final = (
    f"< 10^{_POWERS[0]}",
    *(f"10^{low} to 10^{high}" for low, high in pairwise(_POWERS)),
    f">= 10^{_POWERS[-1]}",
)
"""The ranges of the number of layouts by which costs of moves are added up, in words."""


class AgentDifference(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Two agents on the games that both played.

    Attributes:
        agent: The agent whose value the other's is taken from.
        less: The other agent.
        games: The games that both played.
        difference: The mean of the differences, game by game.
        p: The two-sided p-value of the hypothesis that there is no difference.
        test: The name of the test.
    """

    agent: str
    less: str
    games: base.Positive
    difference: Interval
    p: Annotated[float, Meta(ge=0, le=1)]
    test: str


class AgentMoves(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The cost of the moves of an agent, as the first agent judges them.

    Attributes:
        agent: The name of the agent.
        guesses: The number of guesses that were judged.
        differing: The number of these for which the judge chose another cell.
        ranges: The mean cost over all games, by the number of layouts before the moves, in words;
            negative for a gain. Where there are any.
        positions: The moves that count most, the largest first.
    """

    agent: str
    guesses: base.Number
    differing: base.Number
    ranges: dict[str, Interval]
    positions: tuple[CostlyMove, ...]


class Group:
    """The games of one agent under one condition. It keeps numbers, and few positions.

    `is_forced` is whether they have forced survival. Beside the numbers of its records it has, by
    the names of `RANGES`, what the moves with so many layouts cost in each game.
    """

    def __init__(self, *, is_forced: bool = False) -> None:
        self.games = 0
        self.is_forced = is_forced
        self.errors: Counter[str] = Counter()
        # Of lost games; UNSET where the cause was not recorded.
        self.causes: Counter[Cause | UnsetType] = Counter()
        # Of each game, in the order in which they ended; nan where it has no such value.
        self._seeds = array("q")
        names = (*RECORDED, *RANGES) if is_forced else RECORDED
        self._values = {name: array("d") for name in names}
        self._kept: list[CostlyMove] = []
        # Intervals take long, and tables, plots and `summary.csv` ask for the same ones.
        self._estimates: dict[str, Estimate | None] = {}

    def add(self, record: GameRow) -> None:
        """Add the record of a game."""
        self.games += 1
        self._estimates.clear()
        values = record.values
        if record.error:
            self.errors[record.error] += 1
        elif self.is_forced:
            values = values | dict.fromkeys(RANGES, 0.0)
            for move in record.costs:
                values[RANGES[bisect_right(_POWERS, move.layouts)]] += move.weighted
        if record.is_lost:
            self.causes[record.cause] += 1
        self._seeds.append(record.seed)
        for name, column in self._values.items():
            column.append(values.get(name, nan))
        self._kept += [replace(move, seed=record.seed) for move in record.costs if move.board]
        if len(self._kept) > 2 * MOST_POSITIONS:
            self._kept = self._worst()

    def estimate(self, name: str) -> Estimate | None:
        """Estimate the mean of a number, with its interval; None when no game has the number."""
        if name not in self._estimates:
            _, values = self.by_seed(name)
            yes_or_no = name in METRICS and METRICS[name].is_yes_or_no and not self.is_forced
            self._estimates[name] = (
                estimate(values, is_yes_or_no=yes_or_no) if values.size else None
            )
        return self._estimates[name]

    def total(self, name: str) -> float:
        """Add up a number over all games that have it."""
        return float(np.nansum(self._values[name]))

    def by_seed(self, name: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the seeds of the games that have a number, ascending, and its values.

        Which game ended first is not to change the bootstrap. Of a quotient of sums, the values
        are those whose mean it is, and which spread as it does (the delta method).
        """
        seeds, values = np.array(self._seeds), np.array(self._values[name])
        per = METRICS[name].per if name in METRICS else None
        if per is not None:
            parts = np.array(self._values[per])
            if not np.nansum(parts):
                return seeds[:0], values[:0]
            quotient = np.nansum(values) / np.nansum(parts)
            values = quotient + (values - quotient * parts) / np.nanmean(parts)
        has_one = ~np.isnan(values)
        seeds, values = seeds[has_one], values[has_one]
        order = seeds.argsort()
        return seeds[order], values[order]

    def off(self) -> Estimate | None:
        """Estimate by how much the chance to win exceeds the share of games won as dealt.

        It is the mean of the differences, game by game; 0 is expected. None unless games have
        forced survival.
        """
        off = np.array(self._values["win_rate"]) - np.array(self._values["is_won"])
        off = np.sort(off[~np.isnan(off)])
        return estimate(off, is_yes_or_no=False) if off.size else None

    def moves(self, agent: str) -> AgentMoves:
        """Return what the moves of the agent cost, whatever the order of the games."""
        means = {name: self.estimate(name) for name in RANGES if self.total(name)}
        return AgentMoves(
            agent=agent,
            guesses=int(self.total("guesses")),
            differing=int(self.total("differing")),
            ranges={name: mean.interval for name, mean in means.items() if mean is not None},
            positions=tuple(self._worst()),
        )

    def _worst(self) -> list[CostlyMove]:
        return nlargest(MOST_POSITIONS, self._kept, key=_order)


def _order(move: CostlyMove) -> tuple[float, int, str]:
    seed = 0 if move.seed is UNSET else move.seed
    return abs(move.weighted), -seed, move.board


class Groups(dict[tuple[Condition, str], Group]):
    """The games of each condition and agent that have some; of any other pair, none."""

    @classmethod
    def of(cls, records: Iterable[GameRow]) -> Self:
        """Group games by condition and agent, both sorted. A game recorded twice counts once."""
        groups = cls()
        seen: dict[tuple[Condition, str], set[int]] = defaultdict(set)
        for record in records:
            pair = record.condition, record.agent
            if pair not in groups:
                groups[pair] = Group(is_forced=record.condition.forced_survival)
            if record.seed not in seen[pair]:
                seen[pair].add(record.seed)
                groups[pair].add(record)
        return cls(sorted(groups.items()))

    def __missing__(self, pair: tuple[Condition, str]) -> Group:
        """Return a group without games."""
        return Group()

    @property
    def conditions(self) -> list[Condition]:
        """The conditions, sorted."""
        return list(dict.fromkeys(condition for condition, _ in self))

    @property
    def judge(self) -> str:
        """The agent that judges the moves of the others; empty where they are not judged."""
        return next((condition.judge for condition, _ in self if condition.judge), "")

    @property
    def metrics(self) -> list[str]:
        """The metrics of games: those that need causes of losses only where some are recorded.

        Games whose moves are judged have metrics of their own.
        """
        if self.judge:
            return [name for name, metric in METRICS.items() if metric.judged is not None]
        has_causes = any(set(group.causes) - {UNSET} for group in self.values())
        return [
            name
            for name, metric in METRICS.items()
            if name != MOVES and (has_causes or not metric.needs_causes)
        ]

    def agents(self, order: Sequence[str] = ()) -> list[str]:
        """List the agents that played: those named in `order`, in that order, then the others."""
        there = dict.fromkeys(agent for _, agent in self)
        return [*[name for name in order if name in there], *[n for n in there if n not in order]]

    def ours(self, agents: Sequence[str]) -> str | None:
        """Choose the agent to compare all others with: the judge, one of `OURS`, or the first one.

        None if there is none to compare.
        """
        if self.judge or len(agents) < 2:
            return self.judge or None
        return next((name for name in OURS if name in agents), agents[0])

    def compared(
        self, condition: Condition, agent: str, rival: str, metric: str
    ) -> AgentDifference | None:
        """Compare two agents on the games that both played; None when there are none.

        Where moves are judged, the games are those of the rival, and the agent is their judge.
        """
        (our_seeds, ours), (their_seeds, theirs) = (
            self[condition, name].by_seed(metric) for name in (agent, rival)
        )
        if agent == condition.judge:
            our_seeds, ours, theirs = their_seeds, theirs, np.zeros_like(theirs)
        both, our_places, their_places = np.intersect1d(
            our_seeds, their_seeds, assume_unique=True, return_indices=True
        )
        if not both.size:
            return None
        difference, p, test = paired(
            ours[our_places],
            theirs[their_places],
            is_yes_or_no=METRICS[metric].is_yes_or_no and not condition.forced_survival,
            is_of_means=condition.forced_survival,
        )
        return AgentDifference(
            agent=agent,
            less=rival,
            games=difference.games,
            difference=difference.interval,
            p=p,
            test=test,
        )
