"""`logicsweep deal`: layouts from seeds, plain or without guesses, one or thousands."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated, Final

import typer

from logicsweep.board.board import Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import SQUARE
from logicsweep.board.total import total_words
from logicsweep.cli.cells import pair_of
from logicsweep.cli.common import (
    LIMIT,
    USAGE,
    JsonOption,
    check_time_limit,
    command,
    completing,
    fail,
    say,
)
from logicsweep.cli.dealing import (
    LOOKING,
    DealtOptions,
    FirstClickOption,
    GameOptions,
    SeedOption,
    levels_of,
    setting_of,
)
from logicsweep.cli.dealt import Wanted, output_for, seeds_of, tell
from logicsweep.cli.lines import Making, make_all
from logicsweep.cli.places import ClusterOption
from logicsweep.cli.working import working
from logicsweep.errors import NoLayoutError, counted
from logicsweep.explain.techniques import Technique
from logicsweep.formats.registry import FORMAT_NAMES, by_name
from logicsweep.games.dealing.deal import MODES, Mode, check_rules, free_of
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.records import (
    BEGINNING,
    NotDealt,
    Order,
    Record,
    Task,
    check_named,
    deal_one,
    line_of,
    not_dealt,
    records_of,
)
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.setting import USUAL_RULE
from logicsweep.games.spreading import Work
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

EXAMPLE: Final = "Example: logicsweep deal --size expert --no-guess --seed 7"
_SEEDS: Final = 1_000_000
_MOST: Final = 10_000_000
# Of one layout in exp(12), 160,000, a minute finds no more than a few.
_HOPELESS: Final = 12
_TECHNIQUES: Final = {one.value: one for one in Technique}


@command
def deal(
    *,
    options: DealtOptions,
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
    if options.liars:
        raise fail("--liars is for games; a layout has no clues", USAGE)
    beside = ("rules", "constraints", "density")
    other = next((name for name in beside if getattr(options, name) is not None), None)
    if certify is not None and other is not None:
        raise fail(f"--certify and --{other} cannot be combined; expected one of them", USAGE)
    cell = None if start is None else pair_of(start, "--start")
    # Of a layout without guesses the definition says what stays free.
    own = FirstClick.UNPROTECTED if no_guess else first_click
    setting = setting_of(options, GameOptions(first_click=own))
    first = first_click or USUAL_RULE.usual_first_click(
        setting.rules, has_constraints=bool(setting.constraints)
    )
    try:
        check_named(setting)
        with working(LOOKING):
            check_dealt(setting.board(), first, Budget(time_limit))
        wanted = _no_guess(first, cell, level, without) if no_guess else None
        if wanted is None:
            NoGuess(start=cell).start_on(setting.height, setting.width)
        else:
            free_of(setting, wanted)
            check_rules(setting, wanted, _mode(mode))
    except ValueError as error:
        raise fail(str(error), USAGE) from None
    order = Order(setting, cell, wanted, _mode(mode), tries, time_limit, rate)
    form = None if to is None else by_name(to)
    target = Wanted(form, output_for(output, form), certify, json, lossy)
    target.check(number)
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
    levels = None if level is None else levels_of(level)
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


def _deal(
    order: Order, seeds: range, wanted: Wanted, workers: int | None, cluster: str | None
) -> None:
    """Deal the layouts of all seeds, and do with each what is wanted."""
    several = len(seeds) > 1
    lost: list[NotDealt] = []

    def tell_one(record: Record) -> None:
        if isinstance(record, NotDealt):
            lost.append(record)
            if not several and order.no_guess is not None and not wanted.as_json:
                return  # it is told in the end
        tell(record, order, wanted, several=several)

    is_hopeless = _is_hopeless(order)
    if not wanted.as_json and is_hopeless:
        cells = counted(order.setting.cells, "cell")
        say(
            f"{total_words(order.setting.mines)} in {cells} are so many that hardly any layout "
            f"needs no guess; --mode repaired makes one"
        )
    path = Path(str(wanted.output)) if wanted.is_recorded else None
    dealt, failed, before = make_all(
        Making(
            "dealing",
            "layouts",
            lambda seed: Task(order, seed),
            Work(deal_one, _given_up),
            line_of,
            BEGINNING,
            lambda lines: seeds_of(records_of(lines), order, path),
            lambda record: isinstance(record, NotDealt),
        ),
        seeds,
        path,
        tell_one,
        workers=workers,
        cluster=cluster,
    )
    if wanted.is_recorded and not wanted.as_json:
        print(f"{counted(dealt, 'layout')} dealt, {before:,} recorded before: {wanted.output}")
    if failed:
        if not wanted.as_json:
            say(_lost_words(lost, order, several=several, is_warned=is_hopeless))
        raise typer.Exit(LIMIT)


def _lost_words(lost: list[NotDealt], order: Order, *, several: bool, is_warned: bool) -> str:
    """Say how many layouts were not found, in how many tries; and what to do, unless that is said.

    Of several seeds, why each has none was told before.
    """
    if order.no_guess is None:
        return f"{counted(len(lost), 'layout')} not found"
    tries = f"{sum(record.tries for record in lost):,} drawn"
    hint = " Try --mode repaired." if _may_be_repaired(order) and not is_warned else ""
    if not several:
        return f"no layout without guesses found: {lost[0].error}.{hint}"
    return f"{counted(len(lost), 'layout')} without guesses not found ({tries}).{hint}"


def _given_up(task: Task, why: str) -> Record:
    setting = task.order.setting
    left = setting.cells - setting.mine_bounds[0]
    return not_dealt(task, NoLayoutError(why, tries=0, seconds=0.0, opened=0, safe_cells=left))


def _may_be_repaired(order: Order) -> bool:
    wanted = order.no_guess
    return wanted is not None and order.mode == "uniform" and not wanted.is_rated


def _is_hopeless(order: Order) -> bool:
    """Return whether so few layouts need no guess that a minute of draws hardly finds one."""
    setting = order.setting
    if not _may_be_repaired(order) or setting.topology != SQUARE or not setting.is_ordinary:
        return False
    # That a layout needs no guess is exp(-0.015 (density / 0.25)^4 cells) as a rule of thumb:
    # fitted to 10,000 and more draws of 9x9 with 16 to 35 mines and 16x16 with 56 and 64.
    density = setting.mine_bounds[0] / setting.cells
    return 0.015 * (density / 0.25) ** 4 * setting.cells > _HOPELESS
