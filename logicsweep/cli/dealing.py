"""A game from options: dealt from a seed, or a layout from a file."""

from __future__ import annotations

import re
from itertools import chain
from typing import Annotated, Final, NamedTuple

import typer

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.constraint_forms import Place
from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import CLUE_MODELS
from logicsweep.board.rules.rules import Rules
from logicsweep.board.total import Total, no_total
from logicsweep.cli.board_options import (
    BoardOptions,
    ConstraintsOption,
    RulesOption,
    TopologyOption,
)
from logicsweep.cli.boards import constraints_of, load_deal, named_neighbours, topology_shape
from logicsweep.cli.common import USAGE, completing, fail
from logicsweep.cli.ruling import named_rules
from logicsweep.cli.working import working
from logicsweep.games.dealing.deal import deal, usual_mode
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.game import Game
from logicsweep.games.setting import (
    STANDARD,
    USUAL_FIRST_CLICK,
    USUAL_FLOOD,
    USUAL_RULE,
    GameRule,
    Setting,
    mine_count_of,
    named_setting,
    size_of,
    size_words,
)
from logicsweep.limits import MOST_CELLS, MOST_NUMBER, Budget

_LEVELS: Final = re.compile(r"(\d{1,4})(?:\.\.(\d{1,4}))?", re.ASCII)

SizeOption = Annotated[
    str | None,
    typer.Option(
        metavar="WIDTHxHEIGHT",
        help="The size, such as 30x16, or beginner, intermediate, expert. Default: beginner.",
        autocompletion=completing(*STANDARD),
    ),
]
WidthOption = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=MOST_CELLS, help="The number of columns, instead of --size."
    ),
]
HeightOption = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=MOST_CELLS, help="The number of rows, with --width."),
]
MineCountOption = Annotated[
    str | None,
    typer.Option(
        metavar="N|N..M",
        help=f"The mine count, from 0 to {MOST_CELLS:,}, or a range of which the player knows no "
        "more. Default: the usual one of --size.",
    ),
]
DensityOption = Annotated[
    str | None,
    typer.Option(
        metavar="P",
        help="Make each cell a mine with this probability, such as 0.2, in place of a mine count.",
    ),
]
WrongOption = Annotated[
    int,
    typer.Option(metavar="K", min=0, help="Have K safe cells show wrong clues, in games."),
]
FirstClickOption = Annotated[
    FirstClick | None,
    typer.Option(
        help="The guarantee for the first cell: none, safe, or safe with its neighbours. "
        f"Default: {USUAL_FIRST_CLICK}."
    ),
]
RuleOption = Annotated[GameRule, typer.Option(help="When the game ends.")]
FloodOption = Annotated[
    bool | None,
    typer.Option(
        "--flood/--no-flood", help=f"Open the neighbours of a 0 as well. Default: {USUAL_FLOOD}."
    ),
]
CluesOption = Annotated[
    str,
    typer.Option(
        metavar="MODEL",
        help=f"The clue model: {', '.join(CLUE_MODELS)}.",
        autocompletion=completing(*CLUE_MODELS),
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=-MOST_NUMBER,
        max=MOST_NUMBER,
        help="The seed that deals the mines. Default: a random one.",
    ),
]


# What is done before anything is dealt under rules for layouts.
LOOKING: Final = "looking whether the rules leave a layout"


class DealtOptions(NamedTuple):
    """The options that say what is dealt; None for what was not said."""

    size: SizeOption = None
    width: WidthOption = None
    height: HeightOption = None
    mines: MineCountOption = None
    density: DensityOption = None
    topology: TopologyOption = None
    rules: RulesOption = None
    liars: WrongOption = 0
    constraints: ConstraintsOption = None


class GameOptions(NamedTuple):
    """The options that say how a game is played."""

    rule: RuleOption = USUAL_RULE
    first_click: FirstClickOption = None
    flood: FloodOption = None
    clues: CluesOption = "exact"


_USUAL: Final = GameOptions()


def dealt(options: DealtOptions, how: GameOptions, seed: int, *, time_limit: float) -> Game:
    """A game dealt from a seed. Exits with a message when there can be none.

    The time limit is for layout rules and constraints: for a look whether they leave any layout,
    and for dealing.
    """
    setting = setting_of(options, how)
    try:
        with working(LOOKING):
            check_dealt(setting.board(), setting.first_click, Budget(time_limit))
        return Game(setting, seed, time_limit=time_limit)
    except ValueError as error:
        raise fail(str(error), USAGE) from None


def shape_of(options: DealtOptions) -> tuple[int, int, Total]:
    """Height, width and mine count from options. Exits with a message when they are none.

    Without a size, a grid of any dimensions has its own. With a density the mine count is None.
    """
    size, width, height, mines, density, topology, *_ = options
    sides = {"width": width, "height": height}
    given = [name for name, value in sides.items() if value is not None]
    if size is not None and given:
        raise fail(f"--size and --{given[0]} cannot be combined; expected one of them", USAGE)
    if len(given) == 1:
        (missing,) = sides.keys() - given
        raise fail(f"--{missing} is missing; expected --width and --height, or neither", USAGE)
    if width is not None and height is not None:
        size = size_words(height, width)
    if size is None and topology is not None:
        shape = topology_shape(topology)
        size = None if shape is None else size_words(*shape)
    try:
        rows, columns, usual = size_of(size or "beginner")
    except ValueError as error:
        raise fail(f"--size: {error}", USAGE) from None
    count: Total = None if density is not None else usual
    if mines is not None:
        count = _mine_count(mines, rows * columns)
    if count is None and density is None:
        raise fail(
            "--mines is missing; expected a mine count, since this size has no usual one", USAGE
        )
    return rows, columns, count


def _mine_count(text: str, cells: int) -> Total:
    """The mine count from --mines. Exits with a message for what is none."""
    try:
        count = mine_count_of(text)
    except ValueError:
        count = None
    most = max(count) if isinstance(count, tuple) else count
    if most is not None and most <= MOST_CELLS:
        return count
    wrong = no_total(text, f"a whole number from 0 to {MOST_CELLS:,}", cells=cells)
    raise fail(f"--mines is {wrong}", USAGE)


def levels_of(level: str) -> tuple[int, int]:
    """The least and the highest level from --level. Exits with a message for what is no range."""
    match = _LEVELS.fullmatch(level)
    if match is None:
        raise fail(f"--level is {level[:40]!r}; expected a level or a range, such as 2..3", USAGE)
    return int(match[1]), int(match[2] or match[1])


def without_guesses(
    options: DealtOptions, how: GameOptions, seed: int, *, time_limit: float
) -> Game:
    """A game that needs no guess, its start open. Exits with a message when there can be none.

    Its layout is a repaired one, so that dense boards are found, too; under rules, constraints and
    open mine counts it is drawn.
    """
    setting = setting_of(options, how)
    try:
        wanted = NoGuess(first_click=setting.first_click)
        with working("dealing"):
            mode = usual_mode(setting)
            found = deal(setting, seed, no_guess=wanted, mode=mode, time_limit=time_limit)
    except ValueError as error:
        raise fail(f"--no-guess: {error}", USAGE) from None
    return Game(setting, seed, layout=found.layout, start=found.start)


def given(
    options: DealtOptions,
    how: GameOptions,
    path: str,
    form: str | None,
    seed: int,
    *,
    covered: str | None = None,
) -> Game:
    """A game on the layout of a file. Exits with a message when there can be none."""
    for name in ("size", "width", "height", "mines", "density"):
        if getattr(options, name) is not None:
            raise fail(f"--board and --{name} cannot be combined; expected one of them", USAGE)
    if how.first_click not in (None, FirstClick.UNPROTECTED):
        raise fail("--board fixes where the mines are; expected no --first-click", USAGE)
    read = BoardOptions(form, None, covered, None, options.topology, options.rules)
    found, rules = load_deal(path, read)
    layout = found.layout
    shape = *layout.mask.shape, int(layout.mask.sum())
    how = how._replace(first_click=FirstClick.UNPROTECTED)
    setting = _setting(options, how, shape, layout.own_adjacency, rules)
    try:
        return Game(setting, seed, layout=layout, start=found.start)
    except ValueError as error:
        raise fail(str(error), USAGE) from None


def setting_of(options: DealtOptions, how: GameOptions = _USUAL) -> Setting:
    """Return the setting of every game. Exits with a message when there can be no such games."""
    shape = shape_of(options)
    near = named_neighbours(options.topology, shape[:2])
    return _setting(options, how, shape, near, named_rules(options.rules))


def _setting(
    options: DealtOptions,
    how: GameOptions,
    shape: tuple[int, int, Total],
    near: Adjacency | None,
    rules: Rules,
) -> Setting:
    height, width, mines = shape
    place = Place(height, width, near)
    files = [constraints_of(path, place) for path in options.constraints or ()]
    try:
        return named_setting(
            size_words(height, width),
            mines=mines,
            density=options.density,
            topology=near,
            rules=rules,
            rule=how.rule,
            first_click=how.first_click,
            flood=how.flood,
            clues=how.clues,
            liars=options.liars,
            constraints=[*chain.from_iterable(files)],
        )
    except ValueError as error:
        raise fail(str(error), USAGE) from None
