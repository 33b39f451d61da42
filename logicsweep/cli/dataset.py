"""`logicsweep dataset`: positions with verdicts, exact chances, levels and reasons, as lines."""

from __future__ import annotations

from pathlib import Path

import typer

from logicsweep.cli.common import LIMIT, command, fail, print_json, refusing, say
from logicsweep.cli.game_names import FirstClickName
from logicsweep.cli.game_options import DealtOptions, GameOptions, MakingOptions, RecordCount
from logicsweep.cli.lazy import lazily
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

with lazily():
    from logicsweep.cli import lines
    from logicsweep.cli.dealing import setting_of
    from logicsweep.cli.working import working
    from logicsweep.games.dataset import positions, records
    from logicsweep.games.setting import Setting
    from logicsweep.games.spreading import Work


@command
def dataset(
    *,
    options: DealtOptions,
    first_click: FirstClickName | None = None,
    number: RecordCount = 100,
    output: Path | None = None,
    making: MakingOptions,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Make a data set: positions of games with verdicts, exact chances, levels and reasons.

    Each position is a line of JSON, decided by its seed: seed, seed + 1, ... A player opens proved
    safe cells and survives every guess; the position is drawn from such a game. With --json, the
    lines are printed.

    Args:
        number (-n, --number N): Make N positions, seed by seed.
        output (--out, -o FILE): The file to write, ending in .jsonl; the same command continues it.
            Default: named after the size, the mine count and the seeds; with --json, none.

    Example: logicsweep dataset --size expert -n 1000 --seed 1 --workers 4
    """
    setting = setting_of(options, GameOptions(first_click=first_click))
    with refusing(), working("looking whether the rules leave a layout"):
        positions.check_dataset(setting, Budget(time_limit))
    seeds = making.seeds(number)
    if output is None and not making.json:
        output = Path(_file_name(setting, seeds))
    elif output is not None and output.suffix != lines.LINES:
        raise fail(f"--out is {str(output)!r}; expected a file ending in {lines.LINES}")
    kind = lines.Kind(
        doing="positions",
        unit="position",
        verb="made",
        others="positions of other games",
        task=positions.Task,
        work=Work(positions.record_of, positions.unanswered),
        lines=records.LINES,
        is_of=positions.is_of,
    )
    made = lines.Making(kind, positions.Order(setting, time_limit), seeds, output, making)

    def tell(record: records.Record) -> None:
        if making.json:
            print_json(record)
        elif isinstance(record, records.Unanswered):
            say(f"seed {record.seed}: limit reached: {record.error}")

    made.make(tell)
    if made.failed:
        raise typer.Exit(LIMIT)


def _file_name(setting: Setting, seeds: range) -> str:
    """Name the file after the size, the mine count or the density, and the seeds."""
    least, most = setting.mine_bounds
    count = str(least) if least == most else f"{least}..{most}"
    if setting.mines is None:
        count = f"density{setting.density}".replace("/", "_")
    return f"dataset-{setting.size}-{count}-{seeds[0]}-{seeds[-1]}.jsonl"
