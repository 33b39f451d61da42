"""`logicsweep dataset`: positions with verdicts, exact chances, levels and reasons, as lines."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from logicsweep.cli.common import LIMIT, TimeLimitOption, command, fail, print_json, refusing, say
from logicsweep.cli.game_options import (
    DealtOptions,
    FirstClickOption,
    GameOptions,
    MakingOptions,
    number_option,
    out_option,
)
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

if TYPE_CHECKING:
    from logicsweep.games.setting import Setting

EXAMPLE: Final = "Example: logicsweep dataset --size expert -n 1000 --seed 1 --workers 4"


@command
def dataset(
    *,
    options: DealtOptions,
    first_click: FirstClickOption = None,
    number: Annotated[int, number_option("Make N positions, seed by seed.")] = 100,
    output: Annotated[
        Path | None,
        out_option(
            "FILE",
            "The file to write, ending in .jsonl; the same command continues it. Default: named "
            "after the size, the mine count and the seeds; with --json, none.",
        ),
    ] = None,
    making: MakingOptions,
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT,
) -> None:
    """Make a data set: positions of games with verdicts, exact chances, levels and reasons.

    Each position is a line of JSON, decided by its seed: seed, seed + 1, ... A player opens what is
    proved safe and survives every guess; the position is drawn from such a game. With --json, the
    lines are printed.
    """
    from logicsweep.cli.dealing import setting_of
    from logicsweep.cli.lines import LINES, Kind, Making
    from logicsweep.cli.working import working
    from logicsweep.games.dataset import positions, records
    from logicsweep.games.spreading import Work

    setting = setting_of(options, GameOptions(first_click=first_click))
    with refusing(), working("looking whether the rules leave a layout"):
        positions.check_dataset(setting, Budget(time_limit))
    seeds = making.seeds(number)
    if output is None and not making.json:
        output = Path(_file_name(setting, seeds))
    elif output is not None and output.suffix != LINES:
        raise fail(f"--out is {str(output)!r}; expected a file ending in {LINES}")
    kind = Kind(
        doing="positions",
        unit="position",
        verb="made",
        others="positions of other games",
        task=positions.Task,
        work=Work(positions.record_of, positions.unanswered),
        failure=records.LINES.failed,
        beginning=records.LINES.beginning,
        write=records.LINES.write,
        read=records.LINES.read,
        is_of=positions.is_of,
    )
    made = Making(kind, positions.Order(setting, time_limit), seeds, output, making)
    with closing(made.records()) as lines:
        for record in lines:
            if making.json:
                print_json(record)
            elif isinstance(record, records.Unanswered):
                say(f"seed {record.seed}: limit reached: {record.error}")
    if output is not None and not making.json:
        made.tell()
    if made.failed:
        raise typer.Exit(LIMIT)


def _file_name(setting: Setting, seeds: range) -> str:
    """Name the file after the size, the mine count or the density, and the seeds."""
    least, most = setting.mine_bounds
    count = str(least) if least == most else f"{least}..{most}"
    if setting.mines is None:
        count = f"density{setting.density}".replace("/", "_")
    return f"dataset-{setting.size}-{count}-{seeds[0]}-{seeds[-1]}.jsonl"
