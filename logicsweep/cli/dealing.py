"""A game from options: dealt from a seed, or a layout from a file."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board.clue_models import clue_model
from logicsweep.board.first_click import FirstClick
from logicsweep.cli.boards import BoardOptions, load_layout
from logicsweep.cli.common import USAGE, fail
from logicsweep.formats.dealt import DealtGame
from logicsweep.games.game import Game
from logicsweep.games.setting import (
    USUAL_FIRST_CLICK,
    GameRule,
    Setting,
    size_of,
    size_words,
)


class Wishes(NamedTuple):
    """The options that make a game; None for what was not said."""

    size: str | None
    width: int | None
    height: int | None
    mines: int | None
    rule: GameRule
    first_click: FirstClick | None
    flood: bool
    clues: str


def dealt(wishes: Wishes, seed: int) -> Game:
    """A game dealt from a seed. Exits with a message when there can be none."""
    size = wishes.size
    sides = {"width": wishes.width, "height": wishes.height}
    given = [name for name, value in sides.items() if value is not None]
    if size is not None and given:
        raise fail(f"--size and --{given[0]} cannot be combined; expected one of them", USAGE)
    if len(given) == 1:
        (missing,) = sides.keys() - given
        raise fail(f"--{missing} is missing; expected --width and --height, or neither", USAGE)
    if wishes.width is not None and wishes.height is not None:
        size = size_words(wishes.height, wishes.width)
    try:
        height, width, usual = size_of(size or "beginner")
    except ValueError as error:
        raise fail(f"--size: {error}", USAGE) from None
    mines = usual if wishes.mines is None else wishes.mines
    if mines is None:
        raise fail(
            "--mines is missing; expected a mine count, since this size has no usual one", USAGE
        )
    return _game(wishes, (height, width, mines), seed)


def given(
    wishes: Wishes, path: str, form: str | None, seed: int, covered: str | None = None
) -> Game:
    """A game on the layout of a file. Exits with a message when there can be none."""
    for name in ("size", "width", "height", "mines"):
        if getattr(wishes, name) is not None:
            raise fail(f"--board and --{name} cannot be combined; expected one of them", USAGE)
    if wishes.first_click not in (None, FirstClick.UNPROTECTED):
        raise fail("--board fixes where the mines are; expected no --first-click", USAGE)
    found = load_layout(path, BoardOptions(form=form, covered=covered))
    height, width = found.layout.mask.shape
    shape = height, width, int(found.layout.mask.sum())
    own = wishes._replace(first_click=FirstClick.UNPROTECTED)
    return _game(own, shape, seed, layout=found)


def _game(
    wishes: Wishes, shape: tuple[int, int, int], seed: int, *, layout: DealtGame | None = None
) -> Game:
    height, width, mines = shape
    try:
        setting = Setting(
            height=height,
            width=width,
            mines=mines,
            rule=wishes.rule,
            first_click=wishes.first_click or USUAL_FIRST_CLICK,
            flood=wishes.flood,
            model=clue_model(wishes.clues),
        )
    except ValueError as error:
        raise fail(str(error), USAGE) from None
    if layout is None:
        return Game(setting, seed)
    return Game(setting, seed, layout=layout.layout, start=layout.start)
