"""The JSON answers of `experiment run`, `experiment report` and `experiment list`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, Any, Final

from msgspec import Meta, Struct

from logicsweep.lab.experiments.comparison import Compared
from logicsweep.lab.experiments.declared import ExperimentFile
from logicsweep.lab.experiments.move_costs import CostTable
from logicsweep.lab.experiments.records import Failed, Finished, Judged, Survived
from logicsweep.lab.experiments.statistics import Estimate
from logicsweep.render.asked import Asked, Trouble
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
    """

    folder: Folder
    games: base.Number
    played: base.Number
    unfinished: base.Number
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


class CostRange(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The cost of the moves that were made with so many layouts.

    Attributes:
        layouts: The number of layouts, in words.
        cost: The mean over all games; negative for a gain.
    """

    layouts: str
    cost: Interval


class CostlyMove(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A move that cost or gained much.

    Attributes:
        seed: The seed of its game.
        weight: The probability to survive the guesses before it.
        cost: The judge's chance to win with its own move, less that with this one.
        error: The standard error of the cost; 0 if it is exact.
        playouts: How many layouts were played; 0 if the cost is exact.
        layouts: The decimal logarithm of the number of layouts.
        cell: The cell that the agent opened.
        instead: The cell that the judge would have opened.
        board: The position before the move, as native text.
    """

    seed: int
    weight: base.Chance
    cost: Annotated[float, Meta(ge=-1, le=1)]
    error: base.NotNegative
    playouts: base.Number
    layouts: base.NotNegative
    cell: base.Cell
    instead: base.Cell
    board: str


class AgentMoves(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The cost of the moves of an agent, as the first agent judges them.

    Attributes:
        agent: The name of the agent.
        guesses: How many guesses were judged.
        differing: For how many of them the judge chose another cell.
        ranges: The cost by the number of layouts, where there is any.
        positions: The moves that count most, the largest first.
    """

    agent: str
    guesses: base.Number
    differing: base.Number
    ranges: tuple[CostRange, ...]
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


def comparison_of(
    asked: Asked,
    folder: Path,
    made: Iterable[Path],
    compared: Compared,
    *,
    positions: int,
    games: int,
    played: int,
    unfinished: int,
) -> ComparedAgents:
    """Answer with the comparison of agents."""
    return ComparedAgents(
        **_folder(asked, folder, made),
        games=games,
        played=played,
        unfinished=unfinished,
        metric=compared.metric,
        agents=tuple(
            [
                base.filled(
                    AgentMean, means, mean=None if means.mean is None else _interval(means.mean)
                )
                for means in compared.means
            ]
        ),
        differences=tuple(
            [
                base.filled(
                    AgentDifference,
                    pair,
                    agent=compared.ours,
                    less=agent,
                    difference=_interval(pair.difference),
                )
                for agent, pair in compared.pairs.items()
            ]
        ),
        moves=tuple([_moves(agent, costs, positions) for agent, costs in compared.costs.items()]),
    )


def _moves(agent: str, costs: CostTable, positions: int) -> AgentMoves:
    """Answer with what the moves of an agent cost."""
    return AgentMoves(
        agent=agent,
        guesses=costs.guesses,
        differing=costs.differing,
        ranges=tuple(
            CostRange(layouts=layouts, cost=_interval(mean))
            for layouts, mean in costs.parts.items()
        ),
        positions=tuple(
            base.filled(CostlyMove, move, seed=seed) for seed, move in costs.worst[:positions]
        ),
    )


def _interval(estimate: Estimate) -> Interval:
    return base.filled(Interval, estimate)


def experiment_run(
    asked: Asked, folder: Path, made: Iterable[Path], *, games: int, played: int, unfinished: int
) -> ExperimentRun:
    """Answer that games were played."""
    return ExperimentRun(
        **_folder(asked, folder, made), games=games, played=played, unfinished=unfinished
    )


def experiment_report(asked: Asked, folder: Path, made: Iterable[Path]) -> ExperimentReport:
    """Answer that a report was written."""
    return ExperimentReport(**_folder(asked, folder, made))


def experiment_export(
    asked: Asked, folder: Path, file: str, *, games: int, columns: Iterable[str]
) -> ExperimentExport:
    """Answer that games were written as a table."""
    return ExperimentExport(
        **base.head(asked), folder=str(folder), file=file, games=games, columns=tuple(columns)
    )


def experiment_list(asked: Asked, rows: Iterable[tuple[Path, str, int, int]]) -> ExperimentList:
    """List experiments: file, title, games, and games played."""
    return ExperimentList(**base.head(asked), experiments=_listed(rows), faults=())


def experiment_list_with_faults(
    asked: Asked,
    why: Trouble,
    rows: Iterable[tuple[Path, str, int, int]],
    faults: Iterable[Trouble],
) -> ExperimentFaults:
    """List experiments where some cannot be read."""
    return ExperimentFaults(
        **base.head(asked),
        **base.trouble(why),
        experiments=_listed(rows),
        faults=tuple(ExperimentFault(**base.trouble(fault)) for fault in faults),
    )


def _folder(asked: Asked, folder: Path, made: Iterable[Path]) -> dict[str, Any]:
    return {**base.head(asked), "folder": str(folder), "files": tuple(map(str, made))}


def _listed(rows: Iterable[tuple[Path, str, int, int]]) -> tuple[ListedExperiment, ...]:
    return tuple(
        ListedExperiment(file=str(path), title=title, games=games, played=played)
        for path, title, games, played in rows
    )


FORMATS: Final = {
    "experiment": Described(
        "An experiment file, after TOML is read into a dict.", (ExperimentFile,)
    ),
    "game": Described(
        "A line of games.jsonl: one game of an experiment.",
        (Finished, Survived, Judged, Failed),
    ),
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
