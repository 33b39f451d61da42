"""A game from options: dealt from a seed, or a layout from a file."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from logicsweep.cli.boards import load_layout
from logicsweep.cli.common import USAGE, fail
from logicsweep.clue_models import clue_model
from logicsweep.formats.dealt import Dealt
from logicsweep.game import Game
from logicsweep.setting import STANDARD, FirstClick, Rule, Setting

_SIZE: Final = re.compile(r"(\d{1,5})x(\d{1,5})", re.ASCII)


class Wishes(NamedTuple):
    """The options that make a game; None for what was not said."""

    size: str | None
    mines: int | None
    rule: Rule
    first_click: FirstClick | None
    flood: bool
    clues: str


def dealt(wishes: Wishes, seed: int) -> Game:
    """A game dealt from a seed. Exits with a message when there can be none."""
    size = wishes.size or "beginner"
    mines = wishes.mines
    if size in STANDARD:
        height, width, usual = STANDARD[size]
        mines = usual if mines is None else mines
    else:
        match = _SIZE.fullmatch(size)
        if match is None:
            names = ", ".join(STANDARD)
            raise fail(f"--size is {size!r}; expected ROWSxCOLUMNS or one of {names}", USAGE)
        height, width = int(match[1]), int(match[2])
        if mines is None:
            raise fail("--mines is missing; expected how many a board of this size has", USAGE)
    return _game(wishes, (height, width, mines), seed)


def given(wishes: Wishes, path: str, form: str | None, seed: int) -> Game:
    """A game on the layout of a file. Exits with a message when there can be none."""
    for name, value in (("--size", wishes.size), ("--mines", wishes.mines)):
        if value is not None:
            raise fail(f"--board and {name} exclude each other; expected one of them", USAGE)
    if wishes.first_click not in (None, FirstClick.UNPROTECTED):
        raise fail("--board has the mines where they are; expected no --first-click", USAGE)
    found = load_layout(path, form)
    height, width = found.layout.mask.shape
    shape = height, width, int(found.layout.mask.sum())
    own = wishes._replace(first_click=FirstClick.UNPROTECTED)
    return _game(own, shape, seed, layout=found)


def _game(
    wishes: Wishes, shape: tuple[int, int, int], seed: int, *, layout: Dealt | None = None
) -> Game:
    height, width, mines = shape
    try:
        setting = Setting(
            height=height,
            width=width,
            mines=mines,
            rule=wishes.rule,
            first_click=wishes.first_click or FirstClick.OPENING,
            flood=wishes.flood,
            model=clue_model(wishes.clues),
        )
    except ValueError as error:
        raise fail(str(error), USAGE) from None
    if layout is None:
        return Game(setting, seed)
    return Game(setting, seed, layout=layout.layout, start=layout.start)
