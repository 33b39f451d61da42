"""A game from options: dealt from a seed, or a layout from a file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Annotated, Final, NamedTuple

import typer

from logicsweep.board.clue_models import CLUE_MODELS, clue_model
from logicsweep.board.first_click import FirstClick
from logicsweep.board.total import no_total
from logicsweep.cli.board_options import BoardOptions
from logicsweep.cli.boards import load_deal, named_neighbours, topology_shape
from logicsweep.cli.common import USAGE, completing, fail
from logicsweep.cli.ruling import named_rules
from logicsweep.cli.working import working
from logicsweep.games.dealing.deal import Mode, deal
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.game import Game
from logicsweep.games.setting import (
    STANDARD,
    USUAL_FIRST_CLICK,
    USUAL_FLOOD,
    GameRule,
    Setting,
    size_of,
    size_words,
)
from logicsweep.limits import MOST_CELLS, MOST_NUMBER, Budget

_COUNT: Final = re.compile(r"\d{1,9}", re.ASCII)
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
        metavar="N",
        help=f"The mine count, from 0 to {MOST_CELLS:,}. Default: the usual one of --size.",
    ),
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


class Wishes(NamedTuple):
    """The options that make a game; None for what was not said."""

    size: str | None
    width: int | None
    height: int | None
    mines: str | None
    rule: GameRule
    first_click: FirstClick | None
    flood: bool | None
    clues: str
    topology: str | None = None
    rules: str | None = None


def dealt(wishes: Wishes, seed: int, *, time_limit: float) -> Game:
    """A game dealt from a seed. Exits with a message when there can be none.

    The time limit is for layout rules: for a look whether they leave any layout, and for dealing.
    """
    try:
        setting = _setting(wishes, _shape_of(wishes))
        with working(LOOKING):
            check_dealt(setting.board(), setting.first_click, Budget(time_limit))
        return Game(setting, seed, time_limit=time_limit)
    except ValueError as error:
        raise fail(str(error), USAGE) from None


def shape_of(
    size: str | None,
    width: int | None,
    height: int | None,
    mines: str | None,
    topology: str | None = None,
) -> tuple[int, int, int]:
    """Height, width and mine count from options. Exits with a message when they are none.

    Without a size, a grid of any dimensions has its own.
    """
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
    count = usual if mines is None else _mine_count(mines, rows * columns)
    if count is None:
        raise fail(
            "--mines is missing; expected a mine count, since this size has no usual one", USAGE
        )
    return rows, columns, count


def _mine_count(text: str, cells: int) -> int:
    """The mine count from --mines. Exits with a message for what is none."""
    if _COUNT.fullmatch(text) and int(text) <= MOST_CELLS:
        return int(text)
    wrong = no_total(text, f"a whole number from 0 to {MOST_CELLS:,}", cells=cells)
    raise fail(f"--mines is {wrong}", USAGE)


def levels_of(level: str) -> tuple[int, int]:
    """The least and the highest level from --level. Exits with a message for what is no range."""
    match = _LEVELS.fullmatch(level)
    if match is None:
        raise fail(f"--level is {level[:40]!r}; expected a level or a range, such as 2..3", USAGE)
    return int(match[1]), int(match[2] or match[1])


def without_guesses(wishes: Wishes, seed: int, *, time_limit: float) -> Game:
    """A game that needs no guess, its start open. Exits with a message when there can be none.

    Its layout is a repaired one, so that dense boards are found, too; under rules it is drawn.
    """
    setting = _setting(wishes, _shape_of(wishes))
    try:
        wanted = NoGuess(first_click=setting.first_click)
        with working("dealing"):
            mode: Mode = "repaired" if setting.rules.is_standard else "uniform"
            found = deal(setting, seed, no_guess=wanted, mode=mode, time_limit=time_limit)
    except ValueError as error:
        raise fail(f"--no-guess: {error}", USAGE) from None
    return Game(setting, seed, layout=found.layout, start=found.start)


def given(
    wishes: Wishes, path: str, form: str | None, seed: int, covered: str | None = None
) -> Game:
    """A game on the layout of a file. Exits with a message when there can be none."""
    for name in ("size", "width", "height", "mines"):
        if getattr(wishes, name) is not None:
            raise fail(f"--board and --{name} cannot be combined; expected one of them", USAGE)
    if wishes.first_click not in (None, FirstClick.UNPROTECTED):
        raise fail("--board fixes where the mines are; expected no --first-click", USAGE)
    options = BoardOptions(form, None, covered, None, wishes.topology, wishes.rules)
    found, rules = load_deal(path, options)
    height, width = found.layout.mask.shape
    shape = height, width, int(found.layout.mask.sum())
    own = wishes._replace(first_click=FirstClick.UNPROTECTED, topology=None, rules=None)
    try:
        setting = replace(_setting(own, shape), neighbours=found.layout.own_adjacency, rules=rules)
        return Game(setting, seed, layout=found.layout, start=found.start)
    except ValueError as error:
        raise fail(str(error), USAGE) from None


def setting_of(wishes: Wishes) -> Setting:
    """Return the setting of every game. Exits with a message when there can be no such games."""
    return _setting(wishes, _shape_of(wishes))


def _shape_of(wishes: Wishes) -> tuple[int, int, int]:
    return shape_of(wishes.size, wishes.width, wishes.height, wishes.mines, wishes.topology)


def _setting(wishes: Wishes, shape: tuple[int, int, int]) -> Setting:
    height, width, mines = shape
    try:
        rules = named_rules(wishes.rules)
        first_click = wishes.first_click or wishes.rule.usual_first_click(rules)
        return Setting(
            height=height,
            width=width,
            mines=mines,
            rule=wishes.rule,
            first_click=first_click,
            flood=wishes.rule.usual_flood if wishes.flood is None else wishes.flood,
            model=clue_model(wishes.clues),
            neighbours=named_neighbours(wishes.topology, (height, width)),
            rules=rules,
        )
    except ValueError as error:
        raise fail(str(error), USAGE) from None
