"""Games of an experiment, played and recorded: for every command that plays some."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple

from logicsweep.cli.common import fail
from logicsweep.cli.game_options import RunningOptions
from logicsweep.cli.places import place_for
from logicsweep.cli.working import counting
from logicsweep.errors import MissingLibraryError, counted
from logicsweep.lab.experiments import game_run as runner, reporting as report
from logicsweep.lab.experiments.specification import Specification
from logicsweep.lab.experiments.store import GAMES, Store


class Run(NamedTuple):
    """The outcome of a run.

    Attributes:
        folder: The folder of the games.
        before: The number of games recorded before.
        played: The number of games played.
        unfinished: The number of these that were not finished.
        reason: The reason why the first of those was not; empty if all were finished.
        files: The files of the report; empty if none was wanted.
    """

    folder: Path
    before: int
    played: int
    unfinished: int
    reason: str
    files: list[Path]

    @property
    def numbers(self) -> dict[str, Any]:
        """The numbers of all games, of those played now, and of unfinished ones, as in JSON."""
        games = self.before + self.played
        return {"games": games, "played": self.played, "unfinished": self.unfinished}


def run_games(
    specification: Specification,
    folder: Path,
    running: RunningOptions,
    *,
    games: int | None = None,
    imports: Path | None = None,
) -> Run:
    """Play the games of an experiment that are not recorded in a folder yet.

    `games` plays only the first so many of each agent under each condition; `imports` is the folder
    from which agents of your own are imported. Raises `ExperimentError`, `MissingLibraryError`.
    """
    if running.report:
        try:
            report.load()  # a library that is missing is noticed now, not when all are played
        except MissingLibraryError as error:
            raise fail(f"{error}; or play without a report, with --no-report") from None
    with (
        place_for(running.cluster, running.workers) as place,
        Store(folder, specification) as store,
    ):
        tasks = [
            task for task in specification.tasks(imports=imports) if task.key not in store.done
        ]
        if games is not None:
            until = specification.first_seed + games
            tasks = [task for task in tasks if task.key.seed < until]
        before = len(store.done)
        unfinished, reason = 0, ""
        with (
            counting(specification.name, len(tasks), "games") as step,
            closing(runner.run(tasks, place.make, place.workers, is_lost=place.is_lost)) as records,
        ):
            for record in records:
                store.append(record)
                if record.error:
                    unfinished += 1
                    reason = reason or record.error
                step()
    files = report.report(folder) if running.report else []
    return Run(folder, before, len(tasks), unfinished, reason, files)


def tell(done: Run) -> None:
    """Say what a run has done."""
    recorded = f"{done.before:,} recorded before: {done.folder / GAMES}"
    print(f"{counted(done.played, 'game')} played, {recorded}")
    if done.unfinished:
        was = "was" if done.unfinished == 1 else "were"
        print(f"{counted(done.unfinished, 'game')} {was} not finished, the first: {done.reason}")
    tell_files(done.files)


def tell_files(files: list[Path]) -> None:
    """Name the files of a report."""
    for path in files:
        print(f"wrote {path}")
