"""`logicsweep deal`: layouts from seeds, plain or without guesses, one or thousands."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from random import Random
from typing import Annotated, Final, NamedTuple

import typer

from logicsweep.board.board import Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.cli.cells import pair_of
from logicsweep.cli.common import (
    LIMIT,
    USAGE,
    Failure,
    JsonOption,
    check_time_limit,
    command,
    completing,
    fail,
    print_json,
    reason,
    say,
)
from logicsweep.cli.dealing import (
    FirstClickOption,
    HeightOption,
    MineCountOption,
    SeedOption,
    SizeOption,
    WidthOption,
    shape_of,
)
from logicsweep.cli.files import output_of, print_bytes, write_bytes
from logicsweep.cli.places import ClusterOption, place_for
from logicsweep.cli.working import counting
from logicsweep.errors import LimitError, NoLayoutError, counted
from logicsweep.explain.techniques import Technique
from logicsweep.formats.base import Format
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import FORMAT_NAMES, by_name, endings_of
from logicsweep.games.dealing.deal import MODES, Mode
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.records import (
    BEGINNING,
    Dealt,
    NotDealt,
    Order,
    Record,
    Task,
    deal_one,
    is_of,
    line_of,
    not_dealt,
    records_of,
)
from logicsweep.games.lines import LineFile, read_lines
from logicsweep.games.setting import USUAL_FIRST_CLICK, Setting
from logicsweep.games.spreading import Work, spread
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.render.dealing import dealt_words

EXAMPLE: Final = "Example: logicsweep deal --size expert --no-guess --seed 7"
_SEEDS: Final = 1_000_000
_MOST: Final = 10_000_000
# What a file of lines is called.
_LINES: Final = ".jsonl"
_LEVELS: Final = re.compile(r"(\d{1,4})(?:\.\.(\d{1,4}))?", re.ASCII)
_TECHNIQUES: Final = {one.value: one for one in Technique}


class Wanted(NamedTuple):
    """What to do with each layout; see the options of these names."""

    to: Format | None
    output: str | None
    certify: Path | None
    as_json: bool
    lossy: bool = False

    @property
    def is_recorded(self) -> bool:
        """Whether a file of lines is written, which can be continued."""
        return self.to is None and self.output is not None


@command
def deal(
    *,
    size: SizeOption = None,
    width: WidthOption = None,
    height: HeightOption = None,
    mines: MineCountOption = None,
    first_click: FirstClickOption = None,
    start: Annotated[
        str | None,
        typer.Option(
            metavar="ROW,COLUMN", help="The first cell to open. Default: the middle of the board."
        ),
    ] = None,
    seed: SeedOption = None,
    number: Annotated[
        int,
        typer.Option(
            "-n", "--number", metavar="N", min=1, max=_MOST, help="Deal N layouts, seed by seed."
        ),
    ] = 1,
    no_guess: Annotated[
        bool, typer.Option("--no-guess", help="Deal layouts that need no guess from the start.")
    ] = False,
    mode: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="With --no-guess: uniform draws layouts until one needs no guess, so that all of "
            "these are equally likely; repaired moves mines until none is needed, which finds "
            "dense ones, too, but favours some. Default: uniform.",
            autocompletion=completing(*MODES),
        ),
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar="N|N..M",
            help="With --no-guess: the level of the hardest step that is needed.",
        ),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TECHNIQUE",
            help=f"With --no-guess: no step may be of this technique: {', '.join(_TECHNIQUES)}. "
            "Without total, the mine count is not used at all. May be repeated.",
            autocompletion=completing(*_TECHNIQUES),
        ),
    ] = None,
    rate: Annotated[
        bool, typer.Option("--rate", help="With --no-guess: work out the level; count the steps.")
    ] = False,
    tries: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="With --no-guess: draw at most N layouts for each that is dealt.",
        ),
    ] = None,
    to: Annotated[
        str | None,
        typer.Option(
            "--to",
            metavar="NAME",
            help="Write the layouts in this format; `logicsweep formats` lists them. A format that "
            "holds only positions gets the position after the start.",
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
            ".jsonl, with a line of JSON for each layout; the same command continues it.",
        ),
    ] = None,
    certify: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="With --no-guess: write a proof of each step, for `logicsweep check DIR`.",
        ),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=1000, help="The number of processes. Default: this one alone."
        ),
    ] = None,
    cluster: ClusterOption = None,
    time_limit: Annotated[
        float, typer.Option(metavar="SECONDS", help="The time limit for each layout.")
    ] = DEFAULT_TIME_LIMIT,
    json: JsonOption = False,
) -> None:
    """Deal layouts: plain ones, or ones that need no guess.

    The seed decides the layout; seed, seed + 1, ... are dealt for -n N. A layout needs no guess if
    from the start cells that are proved safe lead to all others; opening a 0 opens its neighbours.
    With --json, each layout is a line.
    """
    check_time_limit(time_limit)
    wishes = {
        "--mode": mode,
        "--level": level,
        "--without": without,
        "--rate": rate,
        "--tries": tries,
        "--certify": certify,
    }
    for option, value in wishes.items():
        if value and not no_guess:
            raise fail(f"{option} needs --no-guess", USAGE)
    shape = shape_of(size, width, height, mines)
    cell = None if start is None else pair_of(start, "--start")
    first = first_click or USUAL_FIRST_CLICK
    try:
        setting = Setting(height=shape[0], width=shape[1], mines=shape[2], first_click=first)
        wanted = _no_guess(first, cell, level, without) if no_guess else None
        (wanted or NoGuess(start=cell)).start_on(*shape[:2])
    except ValueError as error:
        raise fail(str(error), USAGE) from None
    order = Order(setting, cell, wanted, _mode(mode), tries, time_limit, rate)
    form = None if to is None else by_name(to)
    target = Wanted(form, _output(output, to), certify, json, lossy)
    _check(target, number)
    begin = Random().randrange(_SEEDS) if seed is None else seed
    _deal(order, range(begin, begin + number), target, workers, cluster)


def _no_guess(
    first: FirstClick, start: Cell | None, level: str | None, without: list[str] | None
) -> NoGuess:
    """The definition from options. Raises ValueError; exits with a message for a wrong word."""
    excluded = set()
    for name in without or ():
        if name not in _TECHNIQUES:
            known = ", ".join(_TECHNIQUES)
            raise fail(f"--without: {name[:40]!r} is no technique; expected one of {known}", USAGE)
        excluded.add(_TECHNIQUES[name])
    levels = None
    if level is not None:
        match = _LEVELS.fullmatch(level)
        if match is None:
            raise fail(f"--level is {level[:40]!r}; expected a level, or a range as 2..3", USAGE)
        levels = int(match[1]), int(match[2] or match[1])
    total = Technique.TOTAL not in excluded
    excluded.discard(Technique.TOTAL)
    return NoGuess(
        start=start,
        first_click=first,
        total=total,
        levels=levels,
        techniques=frozenset(set(Technique) - excluded) if excluded else None,
    )


def _mode(mode: str | None) -> Mode:
    for name in MODES:
        if name == (mode or MODES[0]):
            return name
    raise fail(f"--mode is {str(mode)[:40]!r}; expected one of {', '.join(MODES)}", USAGE)


def _output(output: str | None, to: str | None) -> str | None:
    if output is None:
        return None
    found = output_of(output)
    if to is None and not found.endswith(_LINES):
        raise fail(f"--out is {output!r}; expected --to NAME, or a file ending in {_LINES}", USAGE)
    return found


def _check(wanted: Wanted, number: int) -> None:
    """Exit with a message for what would not be written."""
    form = wanted.to
    if form is not None:
        if wanted.as_json and wanted.output in (None, "-"):
            raise fail("--to needs --out OUT beside --json, which has standard output", USAGE)
        prints = not form.is_text and wanted.output in (None, "-")
        if prints and (number > 1 or sys.stdout.isatty()):
            raise fail(f"{form.name} is a binary format; expected --out OUT", USAGE)
    if wanted.certify is not None:
        if wanted.is_recorded:
            raise fail(
                f"--certify and --out with a file ending in {_LINES} cannot be combined; expected "
                "one of them",
                USAGE,
            )
        from logicsweep.cli.certify import check_new

        check_new(wanted.certify)


def _deal(
    order: Order, seeds: range, wanted: Wanted, workers: int | None, cluster: str | None
) -> None:
    """Deal the layouts of all seeds, and do with each what is wanted."""
    several = len(seeds) > 1
    failed = 0
    with _recording(wanted, order) as (record_it, done):
        tasks = (Task(order, seed) for seed in seeds if seed not in done)
        left = len(seeds) - sum(seed in seeds for seed in done)
        with (
            counting("dealing", left, "layouts") as step,
            closing(_records(tasks, workers, cluster)) as records,
        ):
            for record in records:
                failed += isinstance(record, NotDealt)
                record_it(record)
                _tell(record, order, wanted, several=several)
                step()
    if wanted.is_recorded and not wanted.as_json:
        was = f"{len(seeds) - left:,} recorded before"
        print(f"{counted(left - failed, 'layout')} dealt, {was}: {wanted.output}")
    if failed:
        if not wanted.as_json:
            hint = "; --mode repaired finds more" if _may_be_repaired(order) else ""
            say(f"{counted(failed, 'layout')} not found{hint}")
        raise typer.Exit(LIMIT)


@contextmanager
def _recording(wanted: Wanted, order: Order) -> Iterator[tuple[Callable[[Record], None], set[int]]]:
    """What adds a record to the file of lines, if there is one, and the seeds that it has."""
    if not wanted.is_recorded:
        yield lambda _: None, set()
        return
    path = Path(str(wanted.output))
    if path.exists() and not path.is_file():
        raise fail(f"{path} is no regular file; expected one, or a new name", USAGE)
    with ExitStack() as stack:
        try:
            lines = stack.enter_context(LineFile(path, path))
            done = _recorded(path, order)
            lines.mend(BEGINNING)
        except OSError as error:
            raise _unwritable(path, error) from None

        def record_it(record: Record) -> None:
            try:
                lines.append(line_of(record))
            except OSError as error:
                raise _unwritable(path, error) from None

        yield record_it, done


def _unwritable(path: Path, error: OSError) -> Failure:
    return fail(f"cannot write {path}: {reason(error)}", USAGE)


def _made(folder: Path) -> None:
    """Make a folder and those it is in, if they are not there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _recorded(path: Path, order: Order) -> set[int]:
    """The seeds of a file's layouts. Exits with a message when they were dealt otherwise."""
    seeds = set()
    try:
        for record in records_of(read_lines(path)):
            if not is_of(record, order):
                raise fail(
                    f"{path} holds layouts that were dealt otherwise, such as seed {record.seed}; "
                    f"expected the same options, or another file",
                    USAGE,
                )
            if isinstance(record, Dealt):  # what was not found is tried again
                seeds.add(record.seed)
    except ValueError as error:
        raise fail(f"{path}: {error}", USAGE) from None
    return seeds


def _records(tasks: Iterable[Task], workers: int | None, cluster: str | None) -> Generator[Record]:
    """The records of tasks as they come; in the order of the seeds if this process deals them."""
    if workers is None and cluster is None:
        yield from map(deal_one, tasks)
        return
    work = Work(deal_one, _given_up)
    with place_for(cluster, workers) as place:
        found = spread(tasks, work, place.make, place.workers, is_lost=place.is_lost)
        with closing(found):
            yield from found


def _given_up(task: Task, why: str) -> Record:
    setting = task.order.setting
    left = setting.cells - setting.mines
    return not_dealt(task, NoLayoutError(why, tries=0, seconds=0.0, opened=0, safe_cells=left))


def _may_be_repaired(order: Order) -> bool:
    wanted = order.no_guess
    return wanted is not None and order.mode == "uniform" and not wanted.is_rated


def _tell(record: Record, order: Order, wanted: Wanted, *, several: bool) -> None:
    """Print, write and certify one layout."""
    if wanted.as_json:
        print_json(record)
    if isinstance(record, NotDealt):
        if not wanted.as_json:
            say(f"seed {record.seed}: {record.error}")
        return
    game = record.game
    if wanted.to is not None:
        _write(game, record.seed, wanted.to, wanted, several=several)
    elif wanted.output is None and not wanted.as_json:
        from logicsweep.cli.terminal import draw

        draw(game.layout.revealed())
        print(dealt_words(record))
    if wanted.certify is not None and order.no_guess is not None:
        folder = wanted.certify / str(record.seed) if several else wanted.certify
        steps = _certify(game, order, folder)
        if not wanted.as_json:
            print(f"{counted(steps, 'step')} certified in {folder}.")


def _write(game: DealtGame, seed: int, form: Format, wanted: Wanted, *, several: bool) -> None:
    """Write a layout in a format, to standard output or a file."""
    output = wanted.output
    if form.write_layout is None and game.start is not None:
        game = game._replace(shown=game.layout.opened([game.start]))
    try:
        data = form.write(game, lossy=wanted.lossy)
    except ValueError as error:
        hint = str(error).replace("; lossy leaves them out", "; --lossy leaves that out")
        raise fail(f"cannot write this: {hint}", USAGE) from None
    if output in (None, "-"):
        if several and data.count(b"\n") > 1:
            raise fail(f"several layouts in the format {form.name} need --out DIR", USAGE)
        print_bytes(data)
        return
    path = Path(str(output))
    if several:
        _made(path)
        path /= f"{seed}{_ending(form)}"
    write_bytes(path, [data])


def _ending(form: Format) -> str:
    return next(iter(endings_of(form.name)), ".txt")


def _certify(game: DealtGame, order: Order, folder: Path) -> int:
    """Write the certificates of a game's steps; returns how many."""
    from logicsweep.cli.certify import write_folder
    from logicsweep.explain.certificates.certificate import Certificate
    from logicsweep.explain.certificates.game import Played, game_files
    from logicsweep.games.dealing.certified import certificates_of

    if game.start is None or order.no_guess is None:
        raise fail("there is no start to certify from", USAGE)
    played = Played(game.layout, game.start, order.no_guess.total)
    steps = 0

    def counted_rounds() -> Iterator[list[Certificate]]:
        nonlocal steps
        for own in certificates_of(played, time_limit=order.time_limit):
            steps += len(own)
            yield own

    _made(folder.parent)
    try:
        write_folder(folder, game_files(played, counted_rounds()))
    except LimitError as error:
        raise fail(f"{folder} was not written: {error}", LIMIT) from None
    return steps
