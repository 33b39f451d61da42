"""The games of an experiment, brought together by condition and agent."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO

from msgspec import UNSET

from logicsweep.games.experiments.metrics import METRICS, value_of
from logicsweep.games.experiments.records import Condition, Failed, Record, key_of
from logicsweep.games.experiments.statistics import Estimate, Paired, estimate, paired


class Group:
    """The games of one agent under one condition; numbers are kept, and not the records."""

    def __init__(self) -> None:
        self.games = 0
        self.errors: dict[str, int] = {}
        self._values = {name: array("d") for name in METRICS}
        self._seeds = {name: array("q") for name in METRICS}
        # Sums of what was known after each move, and how many games came so far.
        self._known: list[list[float]] = []
        # Intervals take long, and tables, plots and `summary.csv` ask for the same ones.
        self._estimates: dict[str, Estimate | None] = {}

    def add(self, seed: int, record: Record) -> None:
        """Take in a game."""
        self.games += 1
        self._estimates.clear()
        if isinstance(record, Failed):
            self.errors[record.error] = self.errors.get(record.error, 0) + 1
        for name in METRICS:
            value = value_of(name, record)
            if value is not None:
                self._values[name].append(value)
                self._seeds[name].append(seed)
        traced = () if isinstance(record, Failed) or record.trace is UNSET else record.trace
        for number, known in enumerate(traced):
            if number == len(self._known):
                self._known.append([0.0] * (len(known) + 1))
            for place, value in enumerate((*known, 1)):
                self._known[number][place] += value

    def estimate(self, metric: str) -> Estimate | None:
        """The mean of a metric, with its interval; None when no game has the metric."""
        if metric not in self._estimates:
            self._estimates[metric] = self._estimate(metric)
        return self._estimates[metric]

    def _estimate(self, metric: str) -> Estimate | None:
        # In the order of the seeds, so that resampling does not depend on who came in first.
        seeded = sorted(zip(self._seeds[metric], self._values[metric], strict=True))
        if not seeded:
            return None
        yes_or_no = METRICS[metric].is_yes_or_no
        return estimate([value for _, value in seeded], is_yes_or_no=yes_or_no)

    def by_seed(self, metric: str) -> dict[int, float]:
        """The metric of each game that has one."""
        return dict(zip(self._seeds[metric], self._values[metric], strict=True))

    @property
    def known(self) -> list[tuple[float, float, float]]:
        """The means of what `records.traced` says, after each move.

        Over the games that came so far; as long as these are half of them.
        """
        least = self.games / 2
        return [
            (safe / games, mines / games, constraints / games)
            for safe, mines, constraints, games in self._known
            if games >= least
        ]


Groups = dict[tuple[Condition, str], Group]


def groups_of(records: Iterable[Record]) -> Groups:
    """All games by condition and agent, both sorted; each game once."""
    groups: Groups = {}
    seen: dict[tuple[Condition, str], set[int]] = {}
    for record in records:
        condition, agent, seed = key_of(record)
        if (condition, agent) not in groups:
            groups[condition, agent], seen[condition, agent] = Group(), set()
        group, seeds = groups[condition, agent], seen[condition, agent]
        if seed not in seeds:
            seeds.add(seed)
            group.add(seed, record)
    return dict(sorted(groups.items()))


def conditions_of(groups: Groups) -> list[Condition]:
    """The conditions, sorted."""
    return list(dict.fromkeys(condition for condition, _ in groups))


def agents_of(groups: Groups, order: Sequence[str] = ()) -> list[str]:
    """The agents: those of an order as it has them, then the others."""
    there = dict.fromkeys(agent for _, agent in groups)
    return [*[name for name in order if name in there], *[n for n in there if n not in order]]


def compared(
    groups: Groups, condition: Condition, one: str, other: str, metric: str
) -> Paired | None:
    """Two agents on the games that both have played; None when there are none."""
    first, second = (groups.get((condition, agent)) for agent in (one, other))
    if first is None or second is None:
        return None
    ours, theirs = first.by_seed(metric), second.by_seed(metric)
    seeds = sorted(ours.keys() & theirs.keys())
    if not seeds:
        return None
    return paired(
        [ours[seed] for seed in seeds],
        [theirs[seed] for seed in seeds],
        is_yes_or_no=METRICS[metric].is_yes_or_no,
    )


def csv_of(groups: Groups) -> str:
    """A row for each condition and agent: all metrics with their intervals, as plain numbers."""
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [f"{metric}{part}" for metric in METRICS for part in ("", "_low", "_high")]
    writer.writerow([*Condition._fields, "agent", "games", "unfinished", *names])
    for (condition, agent), group in groups.items():
        numbers = [number for metric in METRICS for number in _three(group.estimate(metric))]
        unfinished = sum(group.errors.values())
        writer.writerow([*condition, agent, group.games, unfinished, *numbers])
    return text.getvalue()


def _three(found: Estimate | None) -> Iterator[str]:
    for number in ("", "", "") if found is None else (found.mean, found.low, found.high):
        yield number if isinstance(number, str) else f"{number:.6g}"
