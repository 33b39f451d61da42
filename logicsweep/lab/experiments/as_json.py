"""The JSON answers of `experiment run`, `experiment report` and `experiment list`."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from logicsweep.answers import base
from logicsweep.answers.schemas import Described
from logicsweep.lab.experiments.comparison import AgentMean
from logicsweep.lab.experiments.declared import ExperimentFile
from logicsweep.lab.experiments.records import GameRow
from logicsweep.lab.experiments.summary import AgentDifference, AgentMoves

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
        experiments: The experiments that can be read, by file name.
    """

    experiments: tuple[ListedExperiment, ...]
    faults: Faults


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
        (ExperimentList, base.Error),
        "experiment",
    ),
}
