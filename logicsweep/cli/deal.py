"""`logicsweep deal` and `puzzle`: layouts and positions from seeds, one or thousands."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final, NamedTuple

from click.exceptions import Exit

from logicsweep.cli.common import LIMIT, command, fail, not_both, print_json, refusing, say
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import (
    PATTERNS,
    TECHNIQUES,
    DealtOptions,
    FirstClickName,
    FormatName,
    GameOptions,
    MakingOptions,
    ModeName,
    RecordCount,
)
from logicsweep.cli.values import Bounds, completing
from logicsweep.errors import counted, listed
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.board.board import Cell
    from logicsweep.board.first_click import FirstClick
    from logicsweep.board.rules.rules import Rules
    from logicsweep.board.total import total_words
    from logicsweep.cli import dealt
    from logicsweep.cli.cells import pair_of
    from logicsweep.cli.dealing import check_layouts, levels_of, setting_of
    from logicsweep.cli.dealt import Target
    from logicsweep.cli.files import check_new, write_bytes
    from logicsweep.cli.lines import make
    from logicsweep.cli.terminal import draw
    from logicsweep.formats import registry
    from logicsweep.games.dealing.deal import check_rules, free_of
    from logicsweep.games.dealing.no_guess import NoGuess
    from logicsweep.games.dealing.records import LayoutOrder, NotDealt, Record
    from logicsweep.games.puzzles import records as puzzles
    from logicsweep.games.puzzles.puzzle import check_puzzle
    from logicsweep.games.puzzles.records import Made, NotMade, PuzzleOrder, board_of
    from logicsweep.reasons.patterns import name_of_steps
    from logicsweep.reasons.techniques import Technique
    from logicsweep.render.games import puzzle_words
    from logicsweep.render.sheet import sheet as sheet_of
    from logicsweep.render.words import board_words


# Of one layout in exp(12), 160,000, a minute finds no more than a few.
_HOPELESS: Final = 12


# What --to names beside formats of boards.
_PROOFS: Final = "proofs"


class NoGuessOptions(NamedTuple):
    """The options of layouts that need no guess.

    Attributes:
        no_guess: Deal layouts that need no guess from the start.
        mode (NAME): With --no-guess: uniform draws layouts until one needs no guess, so that all of
            these are equally likely; repaired moves mines until no guess is needed: it finds dense
            layouts too, but not all equally often. Default: uniform.
        level (N|N..M): With --no-guess: the level of the hardest step.
        without (TECHNIQUE): With --no-guess: no step may use this technique: {names}. Without
            total, the mine count is not used at all. May be repeated.
        technique (NAME): With --no-guess: some step has to be of this technique or pattern:
            {names}. An easiest step always comes next; the name of a pattern is also that of its
            reduced form. May be repeated.
        rate: With --no-guess: work out the level; count the steps.
        tries (N): With --no-guess: draw at most N layouts for each that is dealt.
    """

    no_guess: bool = False
    mode: ModeName | None = None
    level: str | None = None
    without: Annotated[list[str] | None, completing(*TECHNIQUES)] = None
    technique: Annotated[list[str] | None, completing(*TECHNIQUES, *PATTERNS)] = None
    rate: bool = False
    tries: Annotated[int | None, Bounds(1)] = None


_MOST_PRINTED: Final = 1000
_SHEET: Final = ".html"


@command
def deal(
    *,
    options: DealtOptions,
    first_click: FirstClickName | None = None,
    start: str | None = None,
    number: RecordCount = 1,
    wishes: NoGuessOptions,
    to: Annotated[str | None, completing(lambda: registry.FORMAT_NAMES, _PROOFS)] = None,
    lossy: bool = False,
    output: str | None = None,
    making: MakingOptions,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Deal layouts: plain ones, or ones that need no guess.

    The seed decides the layout; seed, seed + 1, ... are dealt for -n N. A layout needs no guess if
    from the start cells that are proved safe lead to all others; opening a 0 opens its neighbours.
    With --json, each layout is a line.

    Args:
        start (ROW,COLUMN): The first cell to open. Default: the middle of the board.
        number (-n, --number N): Deal N layouts, seed by seed.
        to (NAME): Write the layouts in this format; `logicsweep list formats` lists them. A format
            that holds only positions gets the position after the start. Or, with --no-guess,
            proofs: write a proof of each step, for `logicsweep check DIR`.
        output (-o, --output OUT): With --to, the file to write, or the folder for several or for
            proofs. Else a file ending in .jsonl, with a line of JSON for each layout; the same
            command continues it.
        time_limit (SECONDS): The time limit for each layout.

    Example: logicsweep deal --size expert --no-guess --seed 7
    """
    for option, value in wishes._asdict().items():
        if value and not wishes.no_guess:
            raise fail(f"--{option} needs --no-guess")
    if options.liars:
        raise fail("--liars is for games; a layout has no clues")

    order = _order(options, first_click, start, wishes, time_limit)
    proofs = _proofs(output, options, wishes) if to == _PROOFS else None
    if proofs is not None:
        to = output = None
    target = dealt.target_of(to, output, number, as_json=making.json, lossy=lossy)
    seeds = making.seeds(number)
    is_hopeless = _is_hopeless(order)
    if is_hopeless and not making.json:
        cells = counted(order.setting.cells, "cell")
        say(
            f"{total_words(order.setting.mines)} in {cells} are so many that hardly any layout "
            f"needs no guess; --mode repaired makes one"
        )
    lost: list[NotDealt] = []

    def tell(record: Record) -> None:
        if isinstance(record, NotDealt):
            lost.append(record)
        dealt.tell(record, order, target, proofs, several=number > 1)

    make(order, seeds, target.path, making, tell)
    if lost:
        if not making.json:
            say(_lost_words(lost, order, several=number > 1, is_warned=is_hopeless))
        raise Exit(LIMIT)


def _proofs(output: str | None, options: DealtOptions, wishes: NoGuessOptions) -> Path:
    """Return the folder of proofs. Exits with a message unless they can be written there."""
    way = f"--to {_PROOFS}"
    if not wishes.no_guess:
        raise fail(f"{way} needs --no-guess")
    if output is None:
        raise fail(f"{way} needs -o DIR")
    for option in ("rules", "constraints", "density"):
        if getattr(options, option) is not None:
            raise not_both(way, f"--{option}")
    check_new(Path(output))
    return Path(output)


def _order(
    options: DealtOptions,
    first_click: FirstClickName | None,
    start: str | None,
    wishes: NoGuessOptions,
    time_limit: float,
) -> LayoutOrder:
    """Read what is to be dealt. Exits with a message when there can be no such layouts."""
    cell = None if start is None else pair_of(start, "--start")
    # Of a layout without guesses the definition says what stays free.
    protected = "unprotected" if wishes.no_guess else first_click
    setting = setting_of(options, GameOptions(first_click=protected))
    usual = setting.rule.usual_first_click(setting.rules, has_constraints=bool(setting.constraints))
    first = FirstClick.of(first_click or usual)
    mode = wishes.mode or "uniform"
    with refusing():
        check_layouts(setting, first, time_limit)
        no_guess = _no_guess(first, cell, wishes) if wishes.no_guess else None
        if no_guess is None:
            NoGuess(start=cell).start_on(setting.height, setting.width)
        else:
            free_of(setting, no_guess)
            check_rules(setting, no_guess, mode)
    return LayoutOrder(
        setting, cell, no_guess, mode, wishes.tries, wishes.rate, time_limit=time_limit
    )


def _no_guess(first: FirstClick, start: Cell | None, wishes: NoGuessOptions) -> NoGuess:
    """Read the definition. Raises ValueError; exits with a message for a wrong word."""
    with refusing("--technique"):
        needs = frozenset(map(name_of_steps, wishes.technique or ()))
    for name in wishes.without or ():
        if name not in TECHNIQUES:
            known = ", ".join(TECHNIQUES)
            raise fail(f"--without: {name[:40]!r} is no technique; expected one of {known}")
    excluded = {Technique(name) for name in wishes.without or ()}
    # `total` excludes the mine count. If no other technique is excluded, all stay allowed, so that
    # no step has to be rated.
    others = excluded - {Technique.TOTAL}
    techniques = frozenset(set(Technique) - others) if others else None
    return NoGuess(
        start=start,
        first_click=first,
        total=Technique.TOTAL not in excluded,
        levels=levels_of(wishes.level),
        techniques=techniques,
        needs=needs,
    )


def _lost_words(lost: list[NotDealt], order: LayoutOrder, *, several: bool, is_warned: bool) -> str:
    """Say how many layouts were not found, in how many tries, and what to do unless that was said.

    With several seeds, the reason for each of them was told before.
    """
    if order.no_guess is None:
        return f"{counted(len(lost), 'layout')} not found"
    tries = f"{sum(record.tries for record in lost):,} drawn"
    hint = " Try --mode repaired." if _may_be_repaired(order) and not is_warned else ""
    if order.no_guess.needs:
        names = listed(sorted(order.no_guess.needs))
        hint = (
            f" Steps of {names} may be rare there: try more tries or time, another size or number "
            "of mines, or fewer --technique."
        )
    if not several:
        return f"no layout without guesses found: {lost[0].error}.{hint}"
    return f"{counted(len(lost), 'layout')} without guesses not found ({tries}).{hint}"


def _may_be_repaired(order: LayoutOrder) -> bool:
    wanted, is_ordinary = order.no_guess, order.setting.is_ordinary
    return wanted is not None and order.mode == "uniform" and not wanted.is_rated and is_ordinary


def _is_hopeless(order: LayoutOrder) -> bool:
    """Return whether so few layouts need no guess that a minute of draws hardly finds one."""
    setting = order.setting
    if not _may_be_repaired(order) or setting.topology is not None:
        return False
    # That a layout needs no guess is exp(-0.015 (density / 0.25)^4 cells) as a rule of thumb:
    # fitted to 10,000 and more draws of 9x9 with 16 to 35 mines and 16x16 with 56 and 64.
    density = setting.mine_bounds[0] / setting.cells
    return 0.015 * (density / 0.25) ** 4 * setting.cells > _HOPELESS


@command
def puzzle(
    *,
    options: DealtOptions,
    number: RecordCount = 1,
    level: str | None = None,
    rate: bool = False,
    tries: Annotated[int | None, Bounds(1)] = None,
    to: FormatName = None,
    lossy: bool = False,
    output: str | None = None,
    making: MakingOptions,
    time_limit: float = DEFAULT_TIME_LIMIT,
) -> None:
    """Make puzzles: positions with one layout, in which no clue can be left out.

    The seed decides the puzzle; seed, seed + 1, ... are made for -n N. A puzzle is decided by its
    clues, its mine count and its rules: no guess is needed. With --json, each puzzle is a line,
    with its layout. --rate and --level may take far longer than making a puzzle.

    Args:
        number (-n, --number N): Make N puzzles, seed by seed.
        level (N|N..M): The level of the hardest step.
        rate: Work out the level; count the steps.
        tries (N): With --level: draw at most N layouts for each puzzle.
        to (NAME): Write the puzzles in this format; `logicsweep list formats` lists them.
        output (-o, --output OUT): With --to, the file to write, or the folder for several. Else a
            file ending in .jsonl, with a line of JSON for each puzzle, which the same command
            continues; or an .html page to print: the puzzles, then their solutions on new pages.
        time_limit (SECONDS): The time limit for each puzzle.

    Example: logicsweep puzzle --size 6x6 --mines 12 --rules C --seed 7
    """
    if tries is not None and level is None:
        raise fail("--tries needs --level")

    setting = setting_of(options, GameOptions(first_click="unprotected"))
    levels = levels_of(level)
    with refusing():
        check_layouts(setting, setting.first_click, time_limit)
        check_puzzle(setting, levels, tries)
    sheet = None
    if to is None and output is not None and Path(output).suffix == _SHEET:
        sheet, output = Path(output), None
        if number > _MOST_PRINTED:
            raise fail(f"a page takes at most {_MOST_PRINTED:,} puzzles, not {number:,}")
    target = dealt.target_of(to, output, number, as_json=making.json, lossy=lossy, others=[_SHEET])
    order = PuzzleOrder(setting, levels, rate, tries, time_limit=time_limit)
    printed: list[Made] = []

    def tell(record: puzzles.Record) -> None:
        if sheet is not None and isinstance(record, Made):
            printed.append(record)
        _tell(record, setting.rules, target, draws=sheet is None, several=number > 1)

    failed = make(order, making.seeds(number), target.path, making, tell)
    if sheet is not None and printed:
        _write_sheet(sheet, printed, setting.rules, as_json=making.json)
    if failed:
        raise Exit(LIMIT)


def _tell(
    record: puzzles.Record, rules: Rules, target: Target, *, draws: bool, several: bool
) -> None:
    """Print a puzzle, if it goes nowhere else, or why it was not made; write it in a format."""
    if target.as_json:
        print_json(record)
    elif isinstance(record, NotMade):
        say(f"seed {record.seed}: limit reached: {record.error}")
    elif draws and target.form is None and target.output is None:
        board = board_of(record, rules)
        draw(board)
        print(board_words(board))
        print(puzzle_words(record))
    if target.form is not None and isinstance(record, Made):
        target.write(board_of(record, rules), record.seed, several=several)


def _write_sheet(path: Path, made: list[Made], rules: Rules, *, as_json: bool) -> None:
    """Write puzzles for print, and say so. Exits with a message if they cannot be written."""
    ordered = sorted(made, key=lambda each: each.seed)
    write_bytes(path, [sheet_of(ordered, rules).encode()])
    if not as_json:
        print(f"{path}: {counted(len(made), 'puzzle')}, and the solutions at the end.")
