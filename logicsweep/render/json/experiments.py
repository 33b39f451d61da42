"""The JSON answers of `experiment run`, `experiment report` and `experiment list`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta, Struct

from logicsweep.games.experiments.comparison import Compared
from logicsweep.games.experiments.statistics import Estimate
from logicsweep.render.asked import Asked, Trouble
from logicsweep.render.json.base import (
    Answer,
    Error as Failed,
    ErrorKind,
    WrongPlace,
    head,
    trouble,
)

Folder = Annotated[str, Meta(description="The folder of the experiment.")]
Files = Annotated[tuple[str, ...], Meta(description="The files written for the report.")]


class ExperimentRun(Answer, kw_only=True, frozen=True):
    """How many games of an experiment were played."""

    folder: Folder
    games: Annotated[
        int, Meta(ge=0, description="How many games the folder has now, or will have at most.")
    ]
    played: Annotated[int, Meta(ge=0, description="How many of them were played this time.")]
    unfinished: Annotated[
        int, Meta(ge=0, description="How many of those played this time were not finished.")
    ]
    files: Files


class ExperimentReport(Answer, kw_only=True, frozen=True):
    """The report of an experiment."""

    folder: Folder
    files: Files


class ExperimentExport(Answer, kw_only=True, frozen=True):
    """The games of an experiment as a table."""

    folder: Folder
    file: Annotated[str, Meta(description="The file written.")]
    games: Annotated[int, Meta(ge=0, description="How many games it has, a row each.")]
    columns: Annotated[
        tuple[str, ...], Meta(description="The names of its columns, in their order.")
    ]


class Interval(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A mean with its 95 % interval; shares are from 0 to 1."""

    mean: Annotated[float, Meta(description="The mean over games.")]
    low: Annotated[float, Meta(description="The lower end of the interval.")]
    high: Annotated[float, Meta(description="The upper end of the interval.")]


class ListedExperiment(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An experiment, and how many of its games have been played."""

    file: Annotated[str, Meta(description="The experiment file.")]
    title: Annotated[str, Meta(description="The title of the experiment.")]
    games: Annotated[int, Meta(ge=0, description="How many games it has.")]
    played: Annotated[int, Meta(ge=0, description="How many of them have been played.")]


class ExperimentFault(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What is wrong with an experiment."""

    error: Annotated[str, Meta(description="The message.")]
    kind: ErrorKind
    place: WrongPlace


Faults = Annotated[
    tuple[ExperimentFault, ...],
    Meta(description="What is wrong with other experiments, by file name."),
]


class ExperimentList(Answer, kw_only=True, frozen=True):
    """The experiments of a folder."""

    experiments: Annotated[
        tuple[ListedExperiment, ...], Meta(description="The experiments, by file name.")
    ]
    faults: Faults


class ExperimentFaults(Failed, kw_only=True, frozen=True):
    """The experiments of a folder, some of which cannot be read."""

    experiments: Annotated[
        tuple[ListedExperiment, ...],
        Meta(description="The experiments that can be read, by file name."),
    ]
    faults: Faults


class AgentMean(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The games of one agent."""

    agent: Annotated[str, Meta(description="The name of the agent.")]
    games: Annotated[int, Meta(ge=0, description="How many games it has played.")]
    unfinished: Annotated[int, Meta(ge=0, description="How many of these were not finished.")]
    mean: Annotated[
        Interval | None, Meta(description="The mean of the metric; null if no game has it.")
    ]


class AgentDifference(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Two agents on the games that both played."""

    agent: Annotated[str, Meta(description="The agent whose value the other's is taken from.")]
    less: Annotated[str, Meta(description="The other agent.")]
    games: Annotated[int, Meta(ge=1, description="The games that both played.")]
    difference: Annotated[Interval, Meta(description="The mean of the differences, game by game.")]
    p: Annotated[
        float,
        Meta(
            ge=0,
            le=1,
            description="The two-sided p-value of the hypothesis that there is no difference.",
        ),
    ]
    test: Annotated[str, Meta(description="The name of the test.")]


class ComparedAgents(ExperimentRun, kw_only=True, frozen=True):
    """How well agents play the same games."""

    metric: Annotated[str, Meta(description="What is compared, by its name in experiment files.")]
    agents: Annotated[
        tuple[AgentMean, ...], Meta(description="The agents, in the order of the command.")
    ]
    differences: Annotated[
        tuple[AgentDifference, ...],
        Meta(
            description="What one agent has more than each of the others: `strategist` or `exact` "
            "if it plays, else the first one."
        ),
    ]


def comparison_of(
    asked: Asked,
    folder: Path,
    made: Iterable[Path],
    found: Compared,
    *,
    games: int,
    played: int,
    unfinished: int,
) -> ComparedAgents:
    """The answer that compares agents."""
    return ComparedAgents(
        **_folder(asked, folder, made),
        games=games,
        played=played,
        unfinished=unfinished,
        metric=found.metric,
        agents=tuple(
            AgentMean(
                agent=one.agent,
                games=one.games,
                unfinished=one.unfinished,
                mean=None if one.mean is None else _interval(one.mean),
            )
            for one in found.means
        ),
        differences=tuple(
            AgentDifference(
                agent=found.ours,
                less=agent,
                games=pair.games,
                difference=_interval(pair.difference),
                p=pair.p,
                test=pair.test,
            )
            for agent, pair in found.pairs.items()
        ),
    )


def _interval(found: Estimate) -> Interval:
    return Interval(mean=found.mean, low=found.low, high=found.high)


def experiment_run(
    asked: Asked, folder: Path, made: Iterable[Path], *, games: int, played: int, unfinished: int
) -> ExperimentRun:
    """The answer when games were played."""
    return ExperimentRun(
        **_folder(asked, folder, made), games=games, played=played, unfinished=unfinished
    )


def experiment_report(asked: Asked, folder: Path, made: Iterable[Path]) -> ExperimentReport:
    """The answer when a report was written."""
    return ExperimentReport(**_folder(asked, folder, made))


def experiment_export(
    asked: Asked, folder: Path, file: str, *, games: int, columns: Iterable[str]
) -> ExperimentExport:
    """The answer when games were written as a table."""
    return ExperimentExport(
        **head(asked), folder=str(folder), file=file, games=games, columns=tuple(columns)
    )


def experiment_list(asked: Asked, rows: Iterable[tuple[Path, str, int, int]]) -> ExperimentList:
    """The answer that lists experiments: file, title, games, and games played."""
    return ExperimentList(**head(asked), experiments=_listed(rows), faults=())


def experiment_list_with_faults(
    asked: Asked,
    why: Trouble,
    rows: Iterable[tuple[Path, str, int, int]],
    faults: Iterable[Trouble],
) -> ExperimentFaults:
    """The same where some cannot be read."""
    return ExperimentFaults(
        **head(asked),
        **trouble(why),
        experiments=_listed(rows),
        faults=tuple(ExperimentFault(**trouble(fault)) for fault in faults),
    )


def _folder(asked: Asked, folder: Path, made: Iterable[Path]) -> dict[str, Any]:
    return {**head(asked), "folder": str(folder), "files": tuple(map(str, made))}


def _listed(rows: Iterable[tuple[Path, str, int, int]]) -> tuple[ListedExperiment, ...]:
    return tuple(
        ListedExperiment(file=str(path), title=title, games=games, played=played)
        for path, title, games, played in rows
    )
