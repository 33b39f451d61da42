"""The JSON answers of `experiment run`, `experiment report` and `experiment list`."""

from __future__ import annotations

from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from logicsweep.lab.experiments.comparison import Compared
from logicsweep.lab.experiments.declared import ExperimentFile
from logicsweep.lab.experiments.records import CostlyMove, GameRow
from logicsweep.lab.experiments.statistics import Estimate
from logicsweep.lab.experiments.summary import CostTable
from logicsweep.render.json import base
from logicsweep.render.json.schemas import Described

Folder = Annotated[str, Meta(description="The folder of the experiment.")]
Files = Annotated[tuple[str, ...], Meta(description="The files written for the report.")]


class ExperimentRun(base.Answer, kw_only=True, frozen=True):
    """How many games of an experiment were played.

    Attributes:
        games: How many games the folder has now, or will have at most.
        played: How many of them were played this time.
        unfinished: How many of those played this time were not finished.
        reason: Why the first of these was not; empty if all were finished.
    """

    folder: Folder
    games: base.Number
    played: base.Number
    unfinished: base.Number
    reason: str
    files: Files


class ExperimentReport(base.Answer, kw_only=True, frozen=True):
    """The report of an experiment."""

    folder: Folder
    files: Files


class ExperimentExport(base.Answer, kw_only=True, frozen=True):
    """The games of an experiment as a table.

    Attributes:
        file: The file written.
        games: How many games it has, a row each.
        columns: The names of its columns, in their order.
    """

    folder: Folder
    file: str
    games: base.Number
    columns: tuple[str, ...]


class Interval(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A mean with its 95 % interval; shares are from 0 to 1.

    Attributes:
        mean: The mean over games.
        low: The lower end of the interval.
        high: The upper end of the interval.
    """

    mean: float
    low: float
    high: float


class ListedExperiment(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An experiment, and how many of its games have been played.

    Attributes:
        file: The experiment file.
        title: The title of the experiment.
        games: How many games it has.
        played: How many of them have been played.
    """

    file: str
    title: str
    games: base.Number
    played: base.Number


class ExperimentFault(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What is wrong with an experiment.

    Attributes:
        error: The message.
    """

    error: str
    kind: base.ErrorKind
    place: base.WrongPlace


Faults = Annotated[
    tuple[ExperimentFault, ...],
    Meta(description="What is wrong with other experiments, by file name."),
]


class ExperimentList(base.Answer, kw_only=True, frozen=True):
    """The experiments of a folder.

    Attributes:
        experiments: The experiments, by file name.
    """

    experiments: tuple[ListedExperiment, ...]
    faults: Faults


class ExperimentFaults(base.Error, kw_only=True, frozen=True):
    """The experiments of a folder, some of which cannot be read.

    Attributes:
        experiments: The experiments that can be read, by file name.
    """

    experiments: tuple[ListedExperiment, ...]
    faults: Faults


class AgentMean(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The games of one agent.

    Attributes:
        agent: The name of the agent.
        games: How many games it has played.
        unfinished: How many of these were not finished.
        mean: The mean of the metric; null if no game has it.
    """

    agent: str
    games: base.Number
    unfinished: base.Number
    mean: Interval | None


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
        guesses: How many guesses were judged.
        differing: For how many of them the judge chose another cell.
        ranges: The mean cost over all games, by the number of layouts before the moves, in words;
            negative for a gain. Where there are any.
        positions: The moves that count most, the largest first.
    """

    agent: str
    guesses: base.Number
    differing: base.Number
    ranges: dict[str, Interval]
    positions: tuple[CostlyMove, ...]


class ComparedAgents(ExperimentRun, kw_only=True, frozen=True):
    """How well agents play the same games.

    Attributes:
        metric: What is compared, by its name in experiment files.
        agents: The agents, in the order of the command.
        differences: What one agent has more than each of the others: `strategist` or `exact` if it
            plays, else the first one. With the metric `moves` it is the first one.
        moves: With the metric `moves`, what the moves of the others cost; else empty.
    """

    metric: str
    agents: tuple[AgentMean, ...]
    differences: tuple[AgentDifference, ...]
    moves: tuple[AgentMoves, ...]


def comparison_of(compared: Compared, *, positions: int) -> dict[str, Any]:
    """Return the keys of `ComparedAgents` that say what came out, with so many positions."""
    return {
        "metric": compared.metric,
        "agents": tuple(
            base.filled(AgentMean, means, mean=means.mean and _interval(means.mean))
            for means in compared.means
        ),
        "differences": tuple(
            base.filled(
                AgentDifference,
                pair,
                agent=compared.ours,
                less=agent,
                difference=_interval(pair.difference),
            )
            for agent, pair in compared.pairs.items()
        ),
        "moves": tuple(_moves(agent, costs, positions) for agent, costs in compared.costs.items()),
    }


def _moves(agent: str, costs: CostTable, positions: int) -> AgentMoves:
    """Answer with what the moves of an agent cost."""
    return AgentMoves(
        agent=agent,
        guesses=costs.guesses,
        differing=costs.differing,
        ranges={layouts: _interval(mean) for layouts, mean in costs.parts.items()},
        positions=tuple(costs.worst[:positions]),
    )


def _interval(estimate: Estimate) -> Interval:
    return base.filled(Interval, estimate)


FORMATS: Final = {
    "experiment": Described(
        "An experiment file, after TOML is read into a dict.", (ExperimentFile,)
    ),
    "game": Described("A line of games.jsonl: one game of an experiment.", (GameRow,)),
    "compare": Described(
        "How well agents play the same games.", (ComparedAgents, base.Error), "compare"
    ),
    "experiment-run": Described(
        "How many games of an experiment were played.", (ExperimentRun, base.Error), "experiment"
    ),
    "experiment-report": Described(
        "The files of a report.", (ExperimentReport, base.Error), "experiment"
    ),
    "experiment-export": Described(
        "The file of the games of an experiment.", (ExperimentExport, base.Error), "experiment"
    ),
    "experiment-list": Described(
        "The experiments of a folder.",
        (ExperimentList, ExperimentFaults, base.Error),
        "experiment",
    ),
}
