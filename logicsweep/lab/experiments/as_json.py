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
    """A run of an experiment: the games that were played.

    Attributes:
        games: The number of games that the folder has now, or will have at most.
        played: The number of them that were played this time.
        unfinished: The number of those played this time that were not finished.
        reason: The reason why the first of these was not; empty if all were finished.
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
        games: The number of its games, a row each.
        columns: The names of its columns, in their order.
    """

    folder: Folder
    file: str
    games: base.Number
    columns: tuple[str, ...]


class ListedExperiment(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An experiment, and the number of its games that have been played.

    Attributes:
        file: The experiment file.
        title: The title of the experiment.
        games: The number of its games.
        played: The number of them that have been played.
    """

    file: str
    title: str
    games: base.Number
    played: base.Number


class ExperimentFault(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A fault of an experiment file.

    Attributes:
        error: The message.
    """

    error: str
    kind: base.ErrorKind
    place: base.WrongPlace


Faults = Annotated[
    tuple[ExperimentFault, ...],
    Meta(description="The faults of other experiment files, by file name."),
]


class ExperimentList(base.Answer, kw_only=True, frozen=True):
    """The experiments of a folder.

    Attributes:
        experiments: The experiments that can be read, by file name.
    """

    experiments: tuple[ListedExperiment, ...]
    faults: Faults


class ComparedAgents(ExperimentRun, kw_only=True, frozen=True):
    """A comparison of agents on the same games.

    Attributes:
        metric: The metric that is compared, by its name in experiment files.
        agents: The agents, in the order of the command.
        differences: The differences of an agent from each of the others: of `strategist` or `exact`
            if it plays, else of the first one. With the metric `moves` it is the first one.
        moves: With the metric `moves`, the cost of the moves of the others; else empty.
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
        "A comparison of agents on the same games.", (ComparedAgents, base.Error), "compare"
    ),
    "experiment-run": Described(
        "A run of an experiment.", (ExperimentRun, base.Error), "experiment"
    ),
    "experiment-report": Described(
        "The files of a report.", (ExperimentReport, base.Error), "experiment"
    ),
    "experiment-export": Described(
        "The file of the games of an experiment.", (ExperimentExport, base.Error), "experiment"
    ),
    "experiment-list": Described(
        "The experiments of a folder.", (ExperimentList, base.Error), "experiment"
    ),
}
