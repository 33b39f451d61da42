"""`logicsweep dataset`: positions with verdicts, exact chances, levels and reasons, as lines."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Final

import typer

from logicsweep.cli.common import (
    LIMIT,
    USAGE,
    JsonOption,
    TimeLimitOption,
    check_time_limit,
    command,
    fail,
    print_json,
    say,
)
from logicsweep.cli.dealing import (
    LOOKING,
    DealtOptions,
    FirstClickOption,
    GameOptions,
    SeedOption,
    setting_of,
)
from logicsweep.cli.lines import LINES, Making, make_all
from logicsweep.cli.places import ClusterOption
from logicsweep.cli.working import working
from logicsweep.errors import counted
from logicsweep.games.dataset.positions import (
    Order,
    Task,
    check_dataset,
    is_of,
    record_of,
    unanswered,
)
from logicsweep.games.dataset.records import (
    BEGINNING,
    Position,
    Record,
    Unanswered,
    line_of,
    records_of,
)
from logicsweep.games.setting import Setting, size_words
from logicsweep.games.spreading import Work
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

EXAMPLE: Final = "Example: logicsweep dataset --size expert -n 1000 --seed 1 --workers 4"
_SEEDS: Final = 1_000_000
_MOST: Final = 10_000_000


@command
def dataset(
    *,
    options: DealtOptions,
    first_click: FirstClickOption = None,
    seed: SeedOption = None,
    number: Annotated[
        int,
        typer.Option(
            "-n", "--number", metavar="N", min=1, max=_MOST, help="Make N positions, seed by seed."
        ),
    ] = 100,
    output: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="The file to write, ending in .jsonl; the same command continues it. Default: "
            "named after the size, the mine count and the seeds; with --json, none.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=1000, help="The number of processes. Default: this one alone."
        ),
    ] = None,
    cluster: ClusterOption = None,
    json: JsonOption = False,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
) -> None:
    """Make a data set: positions of games with verdicts, exact chances, levels and reasons.

    Each position is a line of JSON, decided by its seed: seed, seed + 1, ... A player opens what is
    proved safe and survives every guess; the position is drawn from such a game. With --json, the
    lines are printed.
    """
    check_time_limit(time_limit)
    setting = setting_of(options, GameOptions(first_click=first_click))
    try:
        with working(LOOKING):
            check_dataset(setting, Budget(time_limit))
    except ValueError as error:
        raise fail(str(error), USAGE) from None
    begin = Random().randrange(_SEEDS) if seed is None else seed
    seeds = range(begin, begin + number)
    if output is None and not json:
        shown = size_words(setting.height, setting.width)
        output = Path(f"dataset-{shown}-{_count_words(setting)}-{begin}-{seeds[-1]}{LINES}")
    elif output is not None and output.suffix != LINES:
        raise fail(f"--out is {str(output)!r}; expected a file ending in {LINES}", USAGE)
    _make(Order(setting, time_limit), seeds, output, workers, cluster, as_json=json)


def _count_words(setting: Setting) -> str:
    """The mine count or the density, as the name of a file has it."""
    if setting.mines is None:
        return f"density{setting.density}".replace("/", "_")
    least, most = setting.mine_bounds
    return str(least) if least == most else f"{least}..{most}"


def _make(
    order: Order,
    seeds: range,
    output: Path | None,
    workers: int | None,
    cluster: str | None,
    *,
    as_json: bool,
) -> None:
    """Make the positions of all seeds that the file does not have."""

    def tell(record: Record) -> None:
        if as_json:
            print_json(record)
        elif isinstance(record, Unanswered):
            say(f"seed {record.seed}: limit reached: {record.error}")

    made, failed, before = make_all(
        Making(
            "positions",
            "positions",
            lambda seed: Task(order, seed),
            Work(record_of, unanswered),
            line_of,
            BEGINNING,
            lambda lines: _seeds_of(lines, order, output),
            lambda record: isinstance(record, Unanswered),
        ),
        seeds,
        output,
        tell,
        workers=workers,
        cluster=cluster,
    )
    if output is not None and not as_json:
        print(f"{counted(made, 'position')} made, {before:,} recorded before: {output}")
    if failed:
        raise typer.Exit(LIMIT)


def _seeds_of(lines: Iterator[bytes], order: Order, path: Path | None) -> set[int]:
    """The seeds of a file's positions. Exits with a message if they are of other games."""
    seeds = set()
    for record in records_of(lines):
        if not is_of(record, order):
            raise fail(
                f"{path} holds positions of other games, such as seed {record.seed}; expected the "
                f"same options, or another file",
                USAGE,
            )
        if isinstance(record, Position):  # what had no answer is tried again
            seeds.add(record.seed)
    return seeds
