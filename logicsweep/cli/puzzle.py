"""`logicsweep puzzle`: positions with exactly one layout, from seeds."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from click.exceptions import Exit

from logicsweep.cli.common import LIMIT, command, fail, print_json, refusing, say
from logicsweep.cli.game_options import DealtOptions, GameOptions, MakingOptions, RecordCount
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import FormatName
from logicsweep.cli.values import Bounds
from logicsweep.errors import counted
from logicsweep.limits import DEFAULT_TIME_LIMIT

with lazily():
    from logicsweep.cli.dealing import check_layouts, levels_of, setting_of
    from logicsweep.cli.dealt import Target, target_of
    from logicsweep.cli.files import write_bytes
    from logicsweep.cli.lines import Making
    from logicsweep.cli.terminal import draw
    from logicsweep.games.keys import check_named
    from logicsweep.games.puzzles.puzzle import check_puzzle
    from logicsweep.games.puzzles.records import Made, NotMade, PuzzleOrder, Record, board_of
    from logicsweep.render.games import puzzle_words
    from logicsweep.render.sheet import sheet as sheet_of
    from logicsweep.render.words import board_words


_MOST_PRINTED: Final = 1000
_SHEET: Final = ".html"


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
        check_named(setting)
        check_layouts(setting, setting.first_click, time_limit)
        check_puzzle(setting, levels, tries)
    sheet = None
    if to is None and output is not None and Path(output).suffix == _SHEET:
        sheet, output = Path(output), None
        if number > _MOST_PRINTED:
            raise fail(f"a page takes at most {_MOST_PRINTED:,} puzzles, not {number:,}")
    target = target_of(to, output, number, as_json=making.json, lossy=lossy, others=[_SHEET])
    order = PuzzleOrder(setting, levels, rate, tries, time_limit=time_limit)
    making_all = Making(order, making.seeds(number), target.path, making)
    printed: list[Made] = []

    def tell(record: Record) -> None:
        if sheet is not None and isinstance(record, Made):
            printed.append(record)
        _tell(record, target, draws=sheet is None, several=number > 1)

    making_all.make(tell)
    if sheet is not None and printed:
        _write_sheet(sheet, printed, as_json=making.json)
    if making_all.failed:
        raise Exit(LIMIT)


def _tell(record: Record, target: Target, *, draws: bool, several: bool) -> None:
    """Print a puzzle, if it goes nowhere else, or why it was not made; write it in a format."""
    if target.as_json:
        print_json(record)
    elif isinstance(record, NotMade):
        say(f"seed {record.seed}: limit reached: {record.error}")
    elif draws and target.form is None and target.output is None:
        board = board_of(record)
        draw(board)
        print(board_words(board))
        print(puzzle_words(record))
    if target.form is not None and isinstance(record, Made):
        target.write(board_of(record), record.seed, several=several)


def _write_sheet(path: Path, puzzles: list[Made], *, as_json: bool) -> None:
    """Write puzzles for print, and say so. Exits with a message if they cannot be written."""
    ordered = sorted(puzzles, key=lambda puzzle: puzzle.seed)
    write_bytes(path, [sheet_of(ordered).encode()])
    if not as_json:
        print(f"{path}: {counted(len(puzzles), 'puzzle')}, and the solutions at the end.")
