"""`logicsweep deal`: layouts from seeds, plain or without guesses, one or thousands."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from logicsweep.cli.common import LIMIT, command, completing, fail, not_both, refusing, say
from logicsweep.cli.game_names import TECHNIQUES, FirstClickName
from logicsweep.cli.game_options import (
    DealtOptions,
    FirstClickOption,
    GameOptions,
    LossyOption,
    MakingOptions,
    level_option,
    limit_option,
    number_option,
    out_option,
    to_option,
)
from logicsweep.errors import NoLayoutError, counted
from logicsweep.limits import DEFAULT_TIME_LIMIT

if TYPE_CHECKING:
    from logicsweep.board.board import Cell
    from logicsweep.board.first_click import FirstClick
    from logicsweep.games.dealing.deal import Mode
    from logicsweep.games.dealing.no_guess import NoGuess
    from logicsweep.games.dealing.records import NotDealt, Order, Task

EXAMPLE: Final = "Example: logicsweep deal --size expert --no-guess --seed 7"
# Of one layout in exp(12), 160,000, a minute finds no more than a few.
_HOPELESS: Final = 12


def _modes() -> Iterable[Mode]:
    from logicsweep.games.dealing.deal import MODES

    return MODES


class NoGuessOptions(NamedTuple):
    """The options of layouts that need no guess."""

    no_guess: Annotated[
        bool, typer.Option("--no-guess", help="Deal layouts that need no guess from the start.")
    ] = False
    mode: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="With --no-guess: uniform draws layouts until one needs no guess, so that all of "
            "these are equally likely; repaired moves mines until none is needed, which finds "
            "dense ones, too, but favours some. Default: uniform.",
            autocompletion=completing(_modes),
        ),
    ] = None
    level: Annotated[
        str | None, level_option("With --no-guess: the level of the hardest step that is needed.")
    ] = None
    without: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TECHNIQUE",
            help=f"With --no-guess: no step may be of this technique: {', '.join(TECHNIQUES)}. "
            "Without total, the mine count is not used at all. May be repeated.",
            autocompletion=completing(*TECHNIQUES),
        ),
    ] = None
    rate: Annotated[
        bool, typer.Option("--rate", help="With --no-guess: work out the level; count the steps.")
    ] = False
    tries: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=1,
            help="With --no-guess: draw at most N layouts for each that is dealt.",
        ),
    ] = None
    certify: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR",
            help="With --no-guess: write a proof of each step, for `logicsweep check DIR`.",
        ),
    ] = None


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
    number: Annotated[int, number_option("Deal N layouts, seed by seed.")] = 1,
    wishes: NoGuessOptions,
    to: Annotated[
        str | None,
        to_option(
            "Write the layouts in this format; `logicsweep formats` lists them. A format that "
            "holds only positions gets the position after the start."
        ),
    ] = None,
    lossy: LossyOption = False,
    output: Annotated[
        str | None,
        out_option(
            "OUT",
            "With --to, the file to write, or the folder for several. Else a file ending in "
            ".jsonl, with a line of JSON for each layout; the same command continues it.",
        ),
    ] = None,
    making: MakingOptions,
    time_limit: Annotated[float, limit_option("each layout")] = DEFAULT_TIME_LIMIT,
) -> None:
    """Deal layouts: plain ones, or ones that need no guess.

    The seed decides the layout; seed, seed + 1, ... are dealt for -n N. A layout needs no guess if
    from the start cells that are proved safe lead to all others; opening a 0 opens its neighbours.
    With --json, each layout is a line.
    """
    _check(options, wishes)
    from logicsweep.cli import dealt
    from logicsweep.cli.lines import Kind, Making
    from logicsweep.games.dealing import records
    from logicsweep.games.spreading import Work

    order = _order(options, first_click, start, wishes, time_limit)
    target = dealt.target_of(to, output, number, as_json=making.json, lossy=lossy)
    if wishes.certify is not None:
        _check_certified(wishes.certify, target.path)
    seeds = making.seeds(number)
    is_hopeless = _is_hopeless(order)
    if is_hopeless and not making.json:
        from logicsweep.board.total import total_words

        cells = counted(order.setting.cells, "cell")
        say(
            f"{total_words(order.setting.mines)} in {cells} are so many that hardly any layout "
            f"needs no guess; --mode repaired makes one"
        )
    kind = Kind(
        doing="dealing",
        unit="layout",
        verb="dealt",
        others="layouts that were dealt otherwise",
        task=records.Task,
        work=Work(records.deal_one, _given_up),
        failure=records.LINES.failed,
        beginning=records.LINES.beginning,
        write=records.LINES.write,
        read=records.LINES.read,
        is_of=records.is_of,
    )
    lost: list[NotDealt] = []
    made = Making(kind, order, seeds, target.path, making)
    with closing(made.records()) as lines:
        for record in lines:
            if isinstance(record, records.NotDealt):
                lost.append(record)
            dealt.tell(record, order, target, wishes.certify, several=number > 1)
    if target.path is not None and not making.json:
        made.tell()
    if lost:
        if not making.json:
            say(_lost_words(lost, order, several=number > 1, is_warned=is_hopeless))
        raise typer.Exit(LIMIT)


def _check(options: DealtOptions, wishes: NoGuessOptions) -> None:
    """Exit with a message for options that cannot be combined."""
    for option, value in wishes._asdict().items():
        if value and not wishes.no_guess:
            raise fail(f"--{option} needs --no-guess")
    if options.liars:
        raise fail("--liars is for games; a layout has no clues")
    for option in ("rules", "constraints", "density"):
        if wishes.certify is not None and getattr(options, option) is not None:
            raise not_both("--certify", f"--{option}")


def _check_certified(folder: Path, path: Path | None) -> None:
    """Exit with a message unless certificates can be written to a folder."""
    from logicsweep.cli.certify import check_new

    if path is not None:
        raise not_both("--certify", "--out with a file ending in .jsonl")
    check_new(folder)


def _order(
    options: DealtOptions,
    first_click: FirstClickName | None,
    start: str | None,
    wishes: NoGuessOptions,
    time_limit: float,
) -> Order:
    """Read what is to be dealt. Exits with a message when there can be no such layouts."""
    from logicsweep.board.first_click import FirstClick
    from logicsweep.cli.cells import pair_of
    from logicsweep.cli.dealing import check_layouts, setting_of
    from logicsweep.games.dealing.deal import check_rules, free_of
    from logicsweep.games.dealing.no_guess import NoGuess
    from logicsweep.games.dealing.records import Order
    from logicsweep.games.keys import check_named
    from logicsweep.games.setting import USUAL_RULE

    cell = None if start is None else pair_of(start, "--start")
    # Of a layout without guesses the definition says what stays free.
    protected = "unprotected" if wishes.no_guess else first_click
    setting = setting_of(options, GameOptions(first_click=protected))
    first = (
        USUAL_RULE.usual_first_click(setting.rules, has_constraints=bool(setting.constraints))
        if first_click is None
        else FirstClick(first_click)
    )
    mode = _mode(wishes.mode)
    with refusing():
        check_named(setting)
        check_layouts(setting, first, time_limit)
        no_guess = _no_guess(first, cell, wishes) if wishes.no_guess else None
        if no_guess is None:
            NoGuess(start=cell).start_on(setting.height, setting.width)
        else:
            free_of(setting, no_guess)
            check_rules(setting, no_guess, mode)
    return Order(setting, cell, no_guess, mode, wishes.tries, time_limit, wishes.rate)


def _no_guess(first: FirstClick, start: Cell | None, wishes: NoGuessOptions) -> NoGuess:
    """Read the definition. Raises ValueError; exits with a message for a wrong word."""
    from logicsweep.cli.dealing import levels_of
    from logicsweep.explain.techniques import Technique
    from logicsweep.games.dealing.no_guess import NoGuess

    for name in wishes.without or ():
        if name not in TECHNIQUES:
            known = ", ".join(TECHNIQUES)
            raise fail(f"--without: {name[:40]!r} is no technique; expected one of {known}")
    excluded = {Technique(name) for name in wishes.without or ()}
    total = Technique.TOTAL not in excluded
    excluded.discard(Technique.TOTAL)
    return NoGuess(
        start=start,
        first_click=first,
        total=total,
        levels=levels_of(wishes.level),
        techniques=frozenset(set(Technique) - excluded) if excluded else None,
    )


def _mode(mode: str | None) -> Mode:
    """Read --mode, uniform by default. Exits with a message for what is none."""
    known = tuple(_modes())
    for name in known:
        if name == (mode or known[0]):
            return name
    raise fail(f"--mode is {str(mode)[:40]!r}; expected one of {', '.join(known)}")


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


def _given_up(task: Task, why: str) -> NotDealt:
    from logicsweep.games.dealing.records import not_dealt

    setting = task.order.setting
    left = setting.cells - setting.mine_bounds[0]
    return not_dealt(task, NoLayoutError(why, tries=0, seconds=0.0, opened=0, safe_cells=left))


def _may_be_repaired(order: Order) -> bool:
    wanted = order.no_guess
    return wanted is not None and order.mode == "uniform" and not wanted.is_rated


def _is_hopeless(order: Order) -> bool:
    """Return whether so few layouts need no guess that a minute of draws hardly finds one."""
    setting = order.setting
    if not _may_be_repaired(order) or setting.topology is not None or not setting.is_ordinary:
        return False
    # That a layout needs no guess is exp(-0.015 (density / 0.25)^4 cells) as a rule of thumb:
    # fitted to 10,000 and more draws of 9x9 with 16 to 35 mines and 16x16 with 56 and 64.
    density = setting.mine_bounds[0] / setting.cells
    return 0.015 * (density / 0.25) ** 4 * setting.cells > _HOPELESS
