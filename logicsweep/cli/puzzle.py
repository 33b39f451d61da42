"""`logicsweep puzzle`: positions with one layout, from seeds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Final, NamedTuple

import typer

from logicsweep.board.first_click import FirstClick
from logicsweep.cli.common import (
    LIMIT,
    USAGE,
    JsonOption,
    check_time_limit,
    command,
    completing,
    fail,
    print_json,
    say,
)
from logicsweep.cli.dealing import (
    LOOKING,
    DealtOptions,
    GameOptions,
    SeedOption,
    levels_of,
    setting_of,
)
from logicsweep.cli.dealt import Wanted, output_for, write_one
from logicsweep.cli.files import write_bytes
from logicsweep.cli.lines import Making, make_all
from logicsweep.cli.places import ClusterOption
from logicsweep.cli.working import working
from logicsweep.errors import UnknownNameError, counted
from logicsweep.formats.registry import FORMAT_NAMES, by_name
from logicsweep.games.dealing.records import check_named
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.puzzles.made import Order, Task, is_of, not_made, record_of
from logicsweep.games.puzzles.puzzle import check_puzzle
from logicsweep.games.puzzles.records import (
    BEGINNING,
    Made,
    NotMade,
    Record,
    board_of,
    line_of,
    records_of,
)
from logicsweep.games.spreading import Work
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget
from logicsweep.render.dealing import puzzle_words
from logicsweep.render.sheet import A4, PAPERS, check_pdf, printed, sheet_pdf, sheet_svg

EXAMPLE: Final = "Example: logicsweep puzzle --size 6x6 --mines 12 --rules C --seed 7"
_SEEDS: Final = 1_000_000
_MOST: Final = 10_000_000
_MOST_PRINTED: Final = 1000


@command
def puzzle(
    *,
    options: DealtOptions,
    seed: SeedOption = None,
    number: Annotated[
        int,
        typer.Option(
            "-n", "--number", metavar="N", min=1, max=_MOST, help="Make N puzzles, seed by seed."
        ),
    ] = 1,
    level: Annotated[
        str | None,
        typer.Option(metavar="N|N..M", help="The level of the hardest step that is needed."),
    ] = None,
    rate: Annotated[
        bool, typer.Option("--rate", help="Work out the level; count the steps.")
    ] = False,
    tries: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, help="With --level: draw at most N layouts for each puzzle."
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="NAME",
            help="Write the puzzles in this format; `logicsweep formats` lists them.",
            autocompletion=completing(*FORMAT_NAMES),
        ),
    ] = None,
    lossy: Annotated[
        bool,
        typer.Option("--lossy", help="Leave out the mine count if the format cannot hold it."),
    ] = False,
    output: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="OUT",
            help="With --to, the file to write, or the folder for several. Else a file ending in "
            ".jsonl, with a line of JSON for each puzzle; the same command continues it.",
        ),
    ] = None,
    sheet: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the puzzles for print, with their solutions on the last pages: .svg, or "
            ".pdf with the extra `pdf`.",
        ),
    ] = None,
    paper: Annotated[str, typer.Option(metavar="NAME", help="With --sheet: a4 or letter.")] = A4,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=1000, help="The number of processes. Default: this one alone."
        ),
    ] = None,
    cluster: ClusterOption = None,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="The time limit for each puzzle.")
    ] = DEFAULT_TIME_LIMIT,
    json: JsonOption = False,
) -> None:
    """Make puzzles: positions with one layout, in which no clue can be left out.

    The seed decides the puzzle; seed, seed + 1, ... are made for -n N. A puzzle is decided by its
    clues, its mine count and its rules: no guess is needed. With --json, each puzzle is a line,
    with its layout. --rate and --level may take far longer than making a puzzle.
    """
    check_time_limit(time_limit)
    if tries is not None and level is None:
        raise fail("--tries needs --level", USAGE)
    setting = setting_of(options, GameOptions(first_click=FirstClick.UNPROTECTED))
    levels = None if level is None else levels_of(level)
    try:
        check_named(setting)
        with working(LOOKING):
            check_dealt(setting.board(), FirstClick.UNPROTECTED, Budget(time_limit))
        check_puzzle(setting, levels, tries)
    except ValueError as error:
        raise fail(str(error), USAGE) from None
    form = None if to is None else by_name(to)
    target = Wanted(form, output_for(output, form), None, json, lossy)
    target.check(number)
    begin = Random().randrange(_SEEDS) if seed is None else seed
    order = Order(setting, levels, rate, tries, time_limit)
    chosen = None if sheet is None else Sheet(sheet, paper, [])
    if chosen is not None:
        chosen.check(target, number)
    _make(order, range(begin, begin + number), target, workers, cluster, sheet=chosen)


class Sheet(NamedTuple):
    """A sheet to write: where, on which paper, and the puzzles that have been made for it."""

    path: Path
    paper: str
    made: list[Made]

    def check(self, wanted: Wanted, number: int) -> None:
        """Exit with a message for what no sheet can be, of so many puzzles."""
        if wanted.output is not None or wanted.to is not None:
            raise fail("--sheet cannot be combined with --to or --out; expected one of them", USAGE)
        if self.path.suffix not in (".svg", ".pdf"):
            raise fail(f"--sheet is {str(self.path)!r}; expected a file in .svg or .pdf", USAGE)
        if self.path.suffix == ".pdf":
            check_pdf()
        if self.paper not in PAPERS:
            raise fail(f"--paper: {UnknownNameError('paper', self.paper, PAPERS)}", USAGE)
        if number > _MOST_PRINTED:
            raise fail(f"--sheet takes at most {_MOST_PRINTED:,} puzzles, not {number:,}", USAGE)

    def write(self) -> str:
        """Write the sheet, and say what is on it. Exits with a message if it cannot be written."""
        puzzles = [printed(record) for record in sorted(self.made, key=lambda one: one.seed)]
        if self.path.suffix == ".svg":
            data = sheet_svg(puzzles, self.paper).encode()
        else:
            data = sheet_pdf(puzzles, self.paper)
        write_bytes(self.path, [data])
        return f"{self.path}: {counted(len(puzzles), 'puzzle')}, and the solutions at the end."


def _make(
    order: Order,
    seeds: range,
    wanted: Wanted,
    workers: int | None,
    cluster: str | None,
    *,
    sheet: Sheet | None,
) -> None:
    """Make the puzzles of all seeds, and do with each what is wanted."""
    path = Path(str(wanted.output)) if wanted.is_recorded else None
    made, failed, before = make_all(
        Making(
            "puzzles",
            "puzzles",
            lambda seed: Task(order, seed),
            Work(record_of, not_made),
            line_of,
            BEGINNING,
            lambda lines: _seeds_of(lines, order, path),
            lambda record: isinstance(record, NotMade),
        ),
        seeds,
        path,
        lambda record: _tell(record, wanted, sheet, several=len(seeds) > 1),
        workers=workers,
        cluster=cluster,
    )
    if wanted.is_recorded and not wanted.as_json:
        print(f"{counted(made, 'puzzle')} made, {before:,} recorded before: {wanted.output}")
    if sheet is not None and sheet.made:
        said = sheet.write()
        if not wanted.as_json:
            print(said)
    if failed:
        raise typer.Exit(LIMIT)


def _tell(record: Record, wanted: Wanted, sheet: Sheet | None, *, several: bool) -> None:
    """Print and write one puzzle, or keep it for the sheet."""
    if sheet is not None and isinstance(record, Made):
        sheet.made.append(record)
    if wanted.as_json:
        print_json(record)
    if isinstance(record, NotMade):
        if not wanted.as_json:
            say(f"seed {record.seed}: limit reached: {record.error}")
    elif wanted.to is not None:
        write_one(board_of(record), record.seed, wanted, several=several)
    elif wanted.output is None and not wanted.as_json and sheet is None:
        from logicsweep.cli.terminal import draw
        from logicsweep.render.words import board_words

        board = board_of(record)
        draw(board)
        print(board_words(board))
        print(puzzle_words(record))


def _seeds_of(lines: Iterator[bytes], order: Order, path: Path | None) -> set[int]:
    """The seeds of a file's puzzles. Exits with a message if they were made otherwise."""
    seeds = set()
    for record in records_of(lines):
        if not is_of(record, order):
            raise fail(
                f"{path} holds puzzles that were made otherwise, such as seed {record.seed}; "
                f"expected the same options, or another file",
                USAGE,
            )
        if not isinstance(record, NotMade):  # what was not found is tried again
            seeds.add(record.seed)
    return seeds
