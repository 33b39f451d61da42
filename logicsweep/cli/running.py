"""Games of an experiment, played and recorded: for every command that plays some."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from logicsweep.cli.common import USAGE, fail
from logicsweep.cli.places import place_for
from logicsweep.cli.working import counting
from logicsweep.errors import MissingLibraryError, counted

if TYPE_CHECKING:
    from logicsweep.games.experiments.specification import Specification

WorkersOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=1000,
        help="The number of processes. Default: one for each processor.",
    ),
]
ReportOption = Annotated[
    bool,
    typer.Option("--report/--no-report", help="Write the report when all games are played."),
]
ImportsOption = Annotated[
    bool,
    typer.Option(
        "--allow-imports",
        help="Import agents of your own, named module:Class, from the current folder. This runs "
        "their code.",
    ),
]


class Run(NamedTuple):
    """The outcome of a run.

    Attributes:
        folder: The folder of the games.
        before: How many games were recorded before.
        played: How many were played.
        unfinished: How many of these were not finished.
        files: The files of the report; empty if none was wanted.
    """

    folder: Path
    before: int
    played: int
    unfinished: int
    files: list[Path]


def run_games(
    specification: Specification,
    folder: Path,
    *,
    workers: int | None,
    cluster: str | None,
    games: int | None = None,
    imports: Path | None = None,
    report: bool = True,
) -> Run:
    """Play the games of an experiment that are not recorded in a folder yet.

    `games` plays only the first so many of each agent under each condition; `imports` is the folder
    from which agents of your own are imported. Raises `ExperimentError`, `MissingLibraryError`.
    """
    from logicsweep.games.experiments.records import Failed
    from logicsweep.games.experiments.report import load, report as write_report
    from logicsweep.games.experiments.runner import run
    from logicsweep.games.experiments.store import Store

    if report:
        try:
            load()  # a library that is missing is noticed now, not when all games are played
        except MissingLibraryError as error:
            raise fail(f"{error}; or play without a report, with --no-report", USAGE) from None
    with place_for(cluster, workers) as place, Store(folder, specification) as store:
        tasks = [
            task for task in specification.tasks(imports=imports) if task.key not in store.done
        ]
        if games is not None:
            until = specification.first_seed + games
            tasks = [task for task in tasks if task.key.seed < until]
        before = len(store.done)
        unfinished = 0
        with counting(specification.name, len(tasks), "games") as step:
            records = run(tasks, place.make, place.workers, is_lost=place.is_lost)
            with closing(records):
                for record in records:
                    store.append(record)
                    unfinished += isinstance(record, Failed)
                    step()
    return Run(folder, before, len(tasks), unfinished, write_report(folder) if report else [])


def tell(done: Run) -> None:
    """Say what a run has done."""
    from logicsweep.games.experiments.store import GAMES

    recorded = f"{done.before:,} recorded before: {done.folder / GAMES}"
    print(f"{counted(done.played, 'game')} played, {recorded}")
    if done.unfinished:
        was = "was" if done.unfinished == 1 else "were"
        print(
            f"{counted(done.unfinished, 'game')} {was} not finished; the report gives the reasons."
        )
    tell_files(done.files)


def tell_files(made: list[Path]) -> None:
    """Name the files of a report."""
    for path in made:
        print(f"wrote {path}")
