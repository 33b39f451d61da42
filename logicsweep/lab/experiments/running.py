"""Games of an experiment, played and recorded: for every command that plays some."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.cli.common import fail
from logicsweep.cli.lines import place_for
from logicsweep.cli.options import RunningOptions
from logicsweep.cli.working import counting
from logicsweep.errors import MissingLibraryError, counted
from logicsweep.lab.experiments import game_run as runner, reporting as report
from logicsweep.lab.experiments.as_json import ExperimentRun
from logicsweep.lab.experiments.specification import Specification
from logicsweep.lab.experiments.store import GAMES, Store


def run_games(
    command: str,
    specification: Specification,
    folder: Path,
    running: RunningOptions,
    *,
    games: int | None = None,
    imports: Path | None = None,
) -> ExperimentRun:
    """Play the games of an experiment that are not recorded in a folder yet, for a command.

    `games` plays only the first so many of each agent under each condition; `imports` is the folder
    from which agents of your own are imported. Raises `ExperimentError`, `MissingLibraryError`.
    """
    if not running.plain:
        try:
            report.load()  # a library that is missing is noticed now, not when all are played
        except MissingLibraryError as error:
            raise fail(f"{error}; or play without a report, with --plain") from None
    with (
        place_for(running.cluster, running.workers) as place,
        Store(folder, specification) as store,
    ):
        tasks = [
            task for task in specification.tasks(imports=imports) if task.key not in store.done
        ]
        if games is not None:
            until = specification.seed + games
            tasks = [task for task in tasks if task.key.seed < until]
        before = len(store.done)
        unfinished, reason = 0, ""
        with (
            counting(specification.name, len(tasks), "games") as step,
            closing(runner.run(tasks, place)) as records,
        ):
            for record in records:
                store.append(record)
                if record.error:
                    unfinished += 1
                    reason = reason or record.error
                step()
    files = [] if running.plain else report.report(folder)
    return ExperimentRun(
        **base.head(Asked(command)),
        folder=str(folder),
        games=before + len(tasks),
        played=len(tasks),
        unfinished=unfinished,
        reason=reason,
        files=tuple(map(str, files)),
    )


def tell(done: ExperimentRun) -> None:
    """Say what a run has done."""
    recorded = f"{done.games - done.played:,} recorded before: {Path(done.folder) / GAMES}"
    print(f"{counted(done.played, 'game')} played, {recorded}")
    if done.unfinished:
        was = "was" if done.unfinished == 1 else "were"
        print(f"{counted(done.unfinished, 'game')} {was} not finished, the first: {done.reason}")
    tell_files(done.files)


def tell_files(files: Iterable[str]) -> None:
    """Name the files of a report."""
    for path in files:
        print(f"wrote {path}")
