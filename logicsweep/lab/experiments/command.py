"""`logicsweep experiment`: play many games, on any machines, and report the results."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from logicsweep.cli.commands import Group
from logicsweep.cli.common import (
    Failure,
    command,
    fail,
    failure_of,
    reason,
    say,
    show,
)
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import RunningOptions
from logicsweep.cli.values import Bounds, completing
from logicsweep.errors import (
    ExperimentError,
    LimitError,
    SpecificationError,
    UnknownNameError,
    counted,
)
from logicsweep.limits import MOST_GAMES

with lazily():
    from logicsweep.answers import base
    from logicsweep.answers.asked import Asked, Where
    from logicsweep.cli.files import output_of, put, saying_that_it_waits
    from logicsweep.cli.working import working
    from logicsweep.lab.experiments import as_json as answers, export as exporting
    from logicsweep.lab.experiments.records import GameRow, key_of
    from logicsweep.lab.experiments.report_words import one_line
    from logicsweep.lab.experiments.reporting import report as write_report
    from logicsweep.lab.experiments.running import run_games, tell, tell_files
    from logicsweep.lab.experiments.specification import Specification
    from logicsweep.lab.experiments.store import read_games, read_stored
    from logicsweep.lab.experiments.toml import check_agents, looks_like_one, read_specification


@command
def run(
    spec: Path,
    *,
    output: Path | None = None,
    number: Annotated[int | None, Bounds(1, MOST_GAMES)] = None,
    allow_imports: bool = False,
    running: RunningOptions,
) -> None:
    """Play the games of an experiment that are not recorded yet, and write the report.

    Each game is recorded as soon as it ends. If a run is interrupted or killed, the same command
    continues it. A game depends on its seed alone, not on the machine. The report needs the extra
    `experiments`; --plain does without it. Agents of your own, module:Class, take
    --allow-imports: this runs their code, so read a stranger's file first.

    Args:
        spec (SPEC.toml): The experiment file.
        output (-o, --output DIR): The folder for games and report. Default: results/ and the name
            of the file.
        number (-n, --number N): Play only the first N games of each agent under each condition; the
            same command without it plays the others later.
        allow_imports: Import agents of your own, named module:Class, from the current folder. This
            runs their code.

    Example: logicsweep experiment run examples/experiments/first-look.toml
    """
    specification = _read(spec)
    imports = Path.cwd() if allow_imports else None
    check_agents(specification, spec, imports)
    folder = output or Path("results") / specification.name
    command = "experiment-run"
    done = run_games(command, specification, folder, running, games=number, imports=imports)
    show(done, lambda: tell(done), as_json=running.json)


@command
def report(folder: Path, *, json: bool = False) -> None:
    """Write the report of an experiment again, from its recorded games.

    If the experiment is not finished, the report says how many of its games have been played.

    Args:
        folder (DIR): The folder of the games.

    Example: logicsweep experiment report results/first-look
    """
    files = tuple(map(str, write_report(folder)))
    head = base.head(Asked("experiment-report"))
    answer = answers.ExperimentReport(**head, folder=str(folder), files=files)
    show(answer, lambda: tell_files(files), as_json=json)


@command
def export(
    folder: Path,
    *,
    to: Annotated[str, completing("csv", "parquet")] = "csv",
    output: str | None = None,
    json: bool = False,
) -> None:
    """Write the recorded games as a table, a row for each game, for pandas, polars and others.

    The columns are the keys and numbers of the records in games.jsonl; single moves and traces
    are left out. A field is empty where a game has no such value.

    Args:
        folder (DIR): The folder of the games.
        to (NAME): csv, or parquet, which needs the extra `parquet`.
        output (-o, --output FILE): The file to write, or - for standard output. Default: games.csv
            or games.parquet in the folder.

    Example: logicsweep experiment export results/first-look --to parquet
    """
    if to not in exporting.FORMATS:
        raise fail(f"--to: {UnknownNameError('format', to, exporting.FORMATS)}")
    if not folder.is_dir():
        raise fail(f"{folder} is not a folder; expected one that `experiment run` filled")
    output = output_of(output or str(folder / f"games.{to}"))
    if json and output == "-":
        raise fail("--json and --output - cannot be combined; expected a file")
    exporting.load(to)
    games = 0

    def counting_them() -> Iterator[GameRow]:
        nonlocal games
        for record in read_games(folder):
            games += 1
            yield record

    parts = exporting.FORMATS[to](counting_them())
    with working(f"writing {output}", lambda: (games, 0)):
        put(output, parts)
    if output != "-":
        head = base.head(Asked("experiment-export"))
        columns = tuple(exporting.COLUMNS)
        answer = answers.ExperimentExport(
            **head, folder=str(folder), file=output, games=games, columns=columns
        )
        show(answer, lambda: print(f"wrote {counted(games, 'game')}: {output}"), as_json=json)


@command
def list_them(
    folder: Path = Path("examples/experiments"),
    results: Path = Path("results"),
    *,
    json: bool = False,
) -> None:
    """List the experiments of a folder, and how many of their games have been played.

    Other TOML files are skipped. Errors in experiment files are listed, too; the exit code is then
    2.

    Args:
        folder (FOLDER): The folder with the experiment files. Default: examples/experiments.
        results (RESULTS): The folder with the folders of their games. Default: results.

    Example: logicsweep experiment list examples/experiments
    """
    if not folder.is_dir():
        raise fail(f"{folder} is not a folder; expected one with experiment files, SPEC.toml")
    listed = [_listed(path, results) for path in sorted(folder.glob("*.toml"))]
    experiments = tuple([row for row in listed if isinstance(row, answers.ListedExperiment)])
    faults = [fault for fault in listed if isinstance(fault, Failure)]
    if not json:
        for row in experiments:
            print(
                f"{row.file}: {one_line(row.title)}; {row.played:,} of {row.games:,} games played"
            )
        if not experiments and not faults:
            print(f"There are no experiment files, SPEC.toml, in {folder}.")
        sys.stdout.flush()
    for fault in faults:
        say(fault.text)
    answer = answers.ExperimentList(
        **base.head(Asked("experiment-list")),
        experiments=experiments,
        faults=tuple(
            [
                answers.ExperimentFault(**base.trouble(fault.text, fault.kind, fault.place))
                for fault in faults
            ]
        ),
    )
    if faults:
        have = "has" if len(faults) == 1 else "have"
        text = f"{counted(len(faults), 'experiment')} {have} errors"
        answer = base.failing(answer, text, "syntax")
    show(answer, lambda: None, as_json=json)


experiment = Group(
    "experiment",
    commands={"run": run, "report": report, "export": export, "list": list_them},
    help="Play many games, with agents, boards and rules from a file, and report the results.",
)


def _listed(path: Path, results: Path) -> answers.ListedExperiment | Failure | None:
    """Return an experiment with how many of its games have been played.

    If there are errors, it is the failure that says so; None for another TOML file.
    """
    try:
        specification = read_specification(path)
        games, played = _played(specification, results)
    except SpecificationError as error:
        is_one = looks_like_one(path.read_text(encoding="utf-8", errors="replace"))
        return failure_of(error) if is_one else None
    except (ExperimentError, LimitError) as error:
        return failure_of(error)
    except OSError as error:
        return _unreadable(path, error)
    return answers.ListedExperiment(
        file=str(path), title=specification.title, games=games, played=played
    )


def _played(specification: Specification, results: Path) -> tuple[int, int]:
    """Count the games of an experiment, and those of them that have been played."""
    wanted = {task.key for task in specification.tasks()}
    folder = results / specification.name
    stored = read_stored(folder)
    if stored is None or not specification.continues(stored):
        return len(wanted), 0
    return len(wanted), len(wanted.intersection(map(key_of, read_games(folder))))


def _read(path: Path) -> Specification:
    try:
        with saying_that_it_waits(str(path), wanted=path.is_fifo()):
            specification = read_specification(path)
    except OSError as error:
        raise _unreadable(path, error) from None
    for name, dealt in specification.files.items():
        if dealt.note is not None:
            say(f"{name}: {dealt.note}")
    return specification


def _unreadable(path: Path, error: OSError) -> Failure:
    """Make the failure of an experiment file that cannot be read."""
    return fail(f"cannot read {path}: {reason(error)}", place=Where(str(path)))
