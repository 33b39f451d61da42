"""The games of an experiment, grouped by condition and agent."""

from __future__ import annotations

import csv
from array import array
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from io import StringIO
from math import nan
from typing import Final

import numpy as np
from msgspec import UNSET, UnsetType, structs
from numpy.typing import NDArray

from logicsweep.games.keys import Condition
from logicsweep.games.told.causes import Cause
from logicsweep.lab.experiments.faults import descriptions_of
from logicsweep.lab.experiments.losses import Losses
from logicsweep.lab.experiments.metrics import METRICS, MOVES, value_of
from logicsweep.lab.experiments.move_costs import MoveCosts
from logicsweep.lab.experiments.records import Failed, Finished, Judged, Record, Survived, key_of
from logicsweep.lab.experiments.statistics import Estimate, Paired, estimate, paired

# With the first of these that plays, the others are compared.
OURS: Final = ("strategist", "exact", "search-exact")


class Group:
    """The games of one agent under one condition. It keeps numbers, not records.

    `is_forced` is whether they have forced survival.
    """

    def __init__(self, *, is_forced: bool = False) -> None:
        self.games = 0
        self.is_forced = is_forced
        self.losses = Losses()
        self.costs = MoveCosts()
        self.errors: dict[str, int] = {}
        # Of lost games; UNSET where the cause was not recorded.
        self.causes: Counter[Cause | UnsetType] = Counter()
        # Of each game, in the order in which they ended; nan where it has no such value.
        self._seeds = array("q")
        self._values = {name: array("d") for name in METRICS}
        # Intervals take long, and tables, plots and `summary.csv` ask for the same ones.
        self._estimates: dict[str, Estimate | None] = {}

    def add(self, seed: int, record: Record) -> None:
        """Add the record of a game."""
        self.games += 1
        self._estimates.clear()
        if isinstance(record, Failed):
            self.errors[record.error] = self.errors.get(record.error, 0) + 1
        self._seeds.append(seed)
        for name in METRICS:
            value = value_of(name, record)
            self._values[name].append(nan if value is None else value)
        if isinstance(record, Survived):
            self.losses.add(record)
        elif isinstance(record, Judged):
            self.costs.add(record)
        elif isinstance(record, Finished) and not record.is_won:
            self.causes[record.cause] += 1

    def estimate(self, metric: str) -> Estimate | None:
        """Estimate the mean of a metric, with its interval; None when no game has the metric."""
        if metric not in self._estimates:
            self._estimates[metric] = self._estimate(metric)
        return self._estimates[metric]

    def _estimate(self, metric: str) -> Estimate | None:
        _, values = self.by_seed(metric)
        if not values.size:
            return None
        yes_or_no = METRICS[metric].is_yes_or_no and not self.is_forced
        return estimate(values, is_yes_or_no=yes_or_no)

    def by_seed(self, metric: str) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return the seeds of the games that have the metric, ascending, and its values.

        Which game ended first is not to change the bootstrap. Of a quotient of sums, the values
        are those whose mean it is, and which spread as it does (the delta method).
        """
        seeds, values = np.array(self._seeds), np.array(self._values[metric])
        per = METRICS[metric].per
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


Groups = dict[tuple[Condition, str], Group]


def groups_of(records: Iterable[Record]) -> Groups:
    """Group games by condition and agent, both sorted. A game recorded twice counts once."""
    groups: Groups = {}
    seen: dict[tuple[Condition, str], set[int]] = {}
    for record in records:
        condition, agent, seed = key_of(record)
        if (condition, agent) not in groups:
            groups[condition, agent] = Group(is_forced=condition.forced_survival)
            seen[condition, agent] = set()
        group, seeds = groups[condition, agent], seen[condition, agent]
        if seed not in seeds:
            seeds.add(seed)
            group.add(seed, record)
    return dict(sorted(groups.items()))


def conditions_of(groups: Groups) -> list[Condition]:
    """List the conditions, sorted."""
    return list(dict.fromkeys(condition for condition, _ in groups))


def metrics_of(groups: Groups) -> list[str]:
    """List the metrics of games: those that need causes of losses only where some are recorded.

    Games whose moves are judged have metrics of their own.
    """
    if any(condition.judge for condition, _ in groups):
        return [name for name, metric in METRICS.items() if metric.judged is not None]
    has_causes = any(set(group.causes) - {UNSET} for group in groups.values())
    return [
        name
        for name, metric in METRICS.items()
        if name != MOVES and (has_causes or not metric.needs_causes)
    ]


def agents_of(groups: Groups, order: Sequence[str] = ()) -> list[str]:
    """List the agents that played: first those named in `order`, in that order, then the others."""
    there = dict.fromkeys(agent for _, agent in groups)
    return [*[name for name in order if name in there], *[n for n in there if n not in order]]


def ours_of(agents: Sequence[str], groups: Groups | None = None) -> str | None:
    """Choose the agent to compare all others with: one of `OURS`, else the first of all.

    None if there is none to compare. In `groups` whose moves are judged, it is the judge.
    """
    judge = next((condition.judge for condition, _ in groups or {}), "")
    if judge:
        return judge
    if len(agents) < 2:
        return None
    return next((name for name in OURS if name in agents), agents[0])


def compared(
    groups: Groups, condition: Condition, agent: str, rival: str, metric: str
) -> Paired | None:
    """Compare two agents on the games that both played; None when there are none.

    Where moves are judged, the games are those of the rival, and the agent is their judge.
    """
    if condition.judge:
        judged = groups.get((condition, rival))
        costs = () if judged is None or agent != condition.judge else judged.by_seed(metric)[1]
        return paired(costs, [0.0] * len(costs), is_of_means=True) if len(costs) else None
    first, second = (groups.get((condition, name)) for name in (agent, rival))
    if first is None or second is None:
        return None
    (our_seeds, ours), (their_seeds, theirs) = first.by_seed(metric), second.by_seed(metric)
    both, our_places, their_places = np.intersect1d(
        our_seeds, their_seeds, assume_unique=True, return_indices=True
    )
    if not both.size:
        return None
    return paired(
        ours[our_places],
        theirs[their_places],
        is_yes_or_no=METRICS[metric].is_yes_or_no and not condition.forced_survival,
        is_of_means=condition.forced_survival,
    )


# What few boards have.
_RARE: Final = ("rules", "density", "liars", "constraints", "judge", "playouts", "start")


def columns(
    *, rules: bool = False, beside: Collection[str] = (), metrics: Collection[str] | None = None
) -> dict[str, str]:
    """Return the columns of `summary.csv`, in their order, with a sentence on each.

    Those of the `rules`, and of `density`, `liars`, `constraints` and `start`, are there only if
    some board has any, `judge` and `playouts` only if moves are judged. By default, `metrics` are
    those that need no causes of losses.
    """
    if metrics is None:
        metrics = metrics_of({})
    recorded = descriptions_of(Finished)
    left_out = {*_RARE} - {*beside, "rules" if rules else ""}
    fields = [name for name in Condition.__struct_fields__ if name not in left_out]
    described = {name: recorded[name] for name in (*fields, "agent")}
    described["games"] = "The number of games recorded of the agent under these conditions."
    described["unfinished"] = "How many of them were not finished."
    for name in metrics:
        metric = METRICS[name]
        unit = " As a share; the report shows per cent." if metric.percent else ""
        described[name] = f"The mean over games. {metric.about}{unit}"
        described[f"{name}_low"] = f"The lower end of the 95 % interval of `{name}`."
        described[f"{name}_high"] = f"The upper end of the 95 % interval of `{name}`."
    return described


def csv_of(groups: Groups) -> str:
    """Write the text of `summary.csv`: a row for each condition and agent, with the `columns`.

    Where no game has a metric, its three fields are empty.
    """
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    rare = [name for name in _RARE if any(getattr(condition, name) for condition, _ in groups)]
    metrics = metrics_of(groups)
    names = columns(rules="rules" in rare, beside=rare, metrics=metrics)
    writer.writerow(names)
    for (condition, agent), group in groups.items():
        numbers = [number for metric in metrics for number in _three(group.estimate(metric))]
        unfinished = sum(group.errors.values())
        values = structs.asdict(condition) | {
            "mines": condition.counts,
            "constraints": "\n".join(condition.constraints),
        }
        fields = [value for name, value in values.items() if name in names]
        writer.writerow([*fields, agent, group.games, unfinished, *numbers])
    return text.getvalue()


def _three(mean: Estimate | None) -> Iterator[str]:
    for number in ("", "", "") if mean is None else (mean.mean, mean.low, mean.high):
        yield number if isinstance(number, str) else f"{number:.6g}"
