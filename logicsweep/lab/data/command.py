"""`logicsweep dataset`: positions with exact answers, as lines or as files of arrays."""

from __future__ import annotations

from contextlib import ExitStack, closing
from pathlib import Path
from typing import Annotated, Final, Literal, get_args

from click.exceptions import Exit

from logicsweep.cli.common import LIMIT, command, fail, print_json, refusing, say
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import (
    DealtOptions,
    FirstClickName,
    GameOptions,
    MakingOptions,
    RecordCount,
)
from logicsweep.cli.values import Bounds, completing
from logicsweep.errors import DatasetError, counted
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

with lazily():
    from logicsweep.cli import lines
    from logicsweep.cli.dealing import setting_of
    from logicsweep.cli.files import writing
    from logicsweep.cli.working import counting, working
    from logicsweep.games.setting import Setting
    from logicsweep.lab.data import columns, drawn, forms, manifest, records, shards

# A test holds both to what `manifest.py` and `columns.py` have.
FormName = Literal["jsonl", "npz", "parquet"]
FloatName = Literal["float64", "float32"]
_FORMS: Final[tuple[FormName, ...]] = get_args(FormName)


@command
def dataset(
    *,
    options: DealtOptions,
    first_click: FirstClickName | None = None,
    number: RecordCount = 100,
    output: Path | None = None,
    to: FormName | None = None,
    shard_size: Annotated[int | None, Bounds(1, 10_000_000)] = None,
    answers: Annotated[str | None, completing(lambda: columns.ANSWERS)] = None,
    floats: FloatName | None = None,
    symmetries: bool = False,
    making: MakingOptions,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Make a data set: positions of games with verdicts, exact chances, levels and reasons.

    Each position is decided by its seed: seed, seed + 1, ... A player opens proved safe cells and
    survives every guess; the position is drawn from such a game. Positions are lines of JSON, or
    arrays in files for numpy or pyarrow. With --json, lines are printed; of arrays, the manifest.

    Args:
        number (-n, --number N): Make N positions, seed by seed.
        output (-o, --output PATH): A file ending in .jsonl, a new file ending in .npz or .parquet,
            or a folder of shards; the same command continues lines and folders. Default: named
            after the size, the mine count and the seeds; with --json, no file of lines.
        to (NAME): The format: jsonl, npz or parquet. Default: by the ending of the file, else
            jsonl.
        shard_size (N): Write a folder of files, each with N seeds but the last, and a manifest with
            their checksums. Default: 10000 where -o names no file.
        answers (NAMES): The answers in arrays, with commas between them, such as
            chances,verdicts,level,best. Default: chances,verdicts. Lines have all but best, and
            reasons.
        floats (NAME): The type of the chances in arrays: float64, or float32, which takes half the
            memory. Default: float64.
        symmetries: Have the turned and mirrored copies of each position follow it, in arrays.

    Example: logicsweep dataset --size expert -n 1000 --seed 1 --workers 4
    """
    setting = setting_of(options, GameOptions(first_click=first_click))
    with refusing(), working("looking whether the rules leave a layout"):
        drawn.check_dataset(setting, Budget(time_limit))
    seeds = making.seeds(number)
    form, is_folder = _kind(output, to, shard_size)
    if form == "jsonl":
        for option, given in [
            ("--shard-size", shard_size),
            ("--answers", answers),
            ("--floats", floats),
            ("--symmetries", symmetries or None),
        ]:
            if given is not None:
                raise fail(f"{option} is for arrays; expected --to npz or parquet with it")
        order = records.PositionOrder(setting, time_limit=time_limit)
        if output is None and not making.json:
            output = Path(f"{_name(setting, seeds)}.jsonl")
        failed = _write_lines(order, seeds, output, making)
    else:
        asked = columns.QUICK
        if answers is not None:
            with refusing("--answers"):
                asked = columns.answers_of(name.strip() for name in answers.split(","))
        files = manifest.FilesOrder(
            form, setting, asked, symmetries, floats or "float64", time_limit
        )
        size = (shard_size or shards.SHARD_SIZE) if is_folder else None
        path = output or Path(_name(setting, seeds))
        failed = _write_files(files, seeds, path, making, size=size)
    if failed:
        raise Exit(LIMIT)


def _kind(
    output: Path | None, form: FormName | None, shard_size: int | None
) -> tuple[FormName, bool]:
    """Return the format, and whether it is a folder of files. Exits with a message."""
    by_ending = {f".{name}": name for name in _FORMS}.get(output.suffix) if output else None
    if by_ending is not None:
        if shard_size is not None:
            raise fail(f"--shard-size is for a folder; --output is {str(output)!r}, a file")
        if form not in (None, by_ending):
            raise fail(
                f"--output is {str(output)!r}; expected a file ending in .{form}, or a folder"
            )
        return by_ending, False
    if output is not None and form in (None, "jsonl"):
        endings = ", ".join(f".{name}" for name in _FORMS)
        raise fail(
            f"--output is {str(output)!r}; expected a file ending in {endings}, or --to npz or "
            f"parquet for a folder"
        )
    return form or "jsonl", True


def _write_lines(
    order: records.PositionOrder, seeds: range, output: Path | None, making: MakingOptions
) -> int:
    """Write lines, or print them; returns the number of positions that reached a limit."""

    def tell(record: records.Record) -> None:
        if making.json:
            print_json(record)
        elif isinstance(record, records.Unanswered):
            say(f"seed {record.seed}: limit reached: {record.error}")

    return lines.make(order, seeds, output, making, tell)


def _write_files(
    order: manifest.FilesOrder, seeds: range, path: Path, making: MakingOptions, *, size: int | None
) -> int:
    """Write a folder of shards of some size, or one file for None; returns as `_write_lines`."""
    forms.load(order.form)
    with ExitStack() as stack:
        stack.enter_context(writing(path))
        with refusing(passing=DatasetError):
            made = stack.enter_context(shards.files_at(path, order, seeds, size))
        for why in made.damaged:
            say(why)
        before = made.manifest.positions
        step = stack.enter_context(counting("positions", made.left, "positions"))
        coming = stack.enter_context(closing(lines.results(made.parts(), order.work, making)))
        failed = 0
        for piece in made.fill(coming):
            for _ in piece.seeds:
                step()
            for seed, why in piece.unanswered:
                say(f"seed {seed}: limit reached: {why}")
            failed += len(piece.unanswered)
    if making.json:
        print_json(made.manifest)
    else:
        new = counted(made.manifest.positions - before, "position")
        print(f"{new} made, {before:,} recorded before: {path}")
    return failed


def _name(setting: Setting, seeds: range) -> str:
    """Name the data set after the size, the mine count or the density, and the seeds."""
    keys = manifest.GameKeys.of(setting)
    count = keys.counts or f"density{keys.density}".replace("/", "_")
    return f"dataset-{setting.size}-{count}-{seeds[0]}-{seeds[-1]}"
