"""A game from options: dealt from a seed, or a layout from a file."""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.constraint_forms import Place
from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.board.total import Total, no_total
from logicsweep.cli.boards import constraints_of, load_deal, named_neighbours, topology_shape
from logicsweep.cli.common import fail, not_both, refusing
from logicsweep.cli.game_options import DealtOptions, GameOptions
from logicsweep.cli.options import BoardOptions
from logicsweep.cli.ruling import named_rules
from logicsweep.cli.working import working
from logicsweep.games.dealing.deal import deal, usual_mode
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.game import Game
from logicsweep.games.setting import Setting, mine_count_of, size_of, size_words
from logicsweep.limits import MOST_CELLS, Budget

_LEVELS: Final = re.compile(r"(\d{1,4})(?:\.\.(\d{1,4}))?", re.ASCII)
_USUAL: Final = GameOptions()


def setting_of(options: DealtOptions, how: GameOptions = _USUAL) -> Setting:
    """Return the setting of every game. Exits with a message when there can be no such games."""
    height, width, mines = _shape_of(options)
    near = named_neighbours(options.topology, (height, width))
    return _setting(options, how, (height, width, mines), near, named_rules(options.rules))


def check_layouts(setting: Setting, first_click: FirstClick, time_limit: float) -> None:
    """Check that rules and constraints leave a layout; raises ValueError if there is none."""
    with working("looking whether the rules leave a layout"):
        check_dealt(setting.board(), first_click, Budget(time_limit))


def dealt(options: DealtOptions, how: GameOptions, seed: int, *, time_limit: float) -> Game:
    """Deal a game from a seed. Exits with a message when there can be none.

    The time limit is for layout rules and constraints: for a look whether they leave any layout,
    and for dealing.
    """
    setting = setting_of(options, how)
    with refusing():
        check_layouts(setting, setting.first_click, time_limit)
        return Game(setting, seed, time_limit=time_limit)


def without_guesses(
    options: DealtOptions, how: GameOptions, seed: int, *, time_limit: float
) -> Game:
    """Deal a game that needs no guess, its start open. Exits with a message when there can be none.

    Its layout is a repaired one, so that dense boards are found, too; under rules, constraints and
    open mine counts it is drawn.
    """
    setting = setting_of(options, how)
    with refusing("--no-guess"), working("dealing"):
        wanted = NoGuess(first_click=setting.first_click)
        mode = usual_mode(setting)
        game = deal(setting, seed, no_guess=wanted, mode=mode, time_limit=time_limit)
    return Game(setting, seed, layout=game.layout, start=game.start)


def given(
    options: DealtOptions,
    how: GameOptions,
    path: str,
    form: str | None = None,
    *,
    covered: str | None = None,
    seed: int = 0,
) -> Game:
    """Make a game on the layout of a file. Exits with a message when there can be none."""
    for name in ("size", "width", "height", "mines", "density"):
        if getattr(options, name) is not None:
            raise not_both("--board", f"--{name}")
    if how.first_click not in (None, "unprotected"):
        raise fail("--board fixes where the mines are; expected no --first-click")
    read = BoardOptions(form, None, covered, None, options.topology, options.rules)
    content, rules = load_deal(path, read)
    layout = content.layout
    shape = *layout.mask.shape, int(layout.mask.sum())
    how = how._replace(first_click="unprotected")
    setting = _setting(options, how, shape, layout.own_adjacency, rules)
    with refusing():
        return Game(setting, seed, layout=layout, start=content.start)


def levels_of(level: str | None) -> tuple[int, int] | None:
    """Read the least and the highest level of --level. Exits with a message if it is no range."""
    if level is None:
        return None
    match = _LEVELS.fullmatch(level)
    if match is None:
        raise fail(f"--level is {level[:40]!r}; expected a level or a range, such as 2..3")
    return int(match[1]), int(match[2] or match[1])


def _shape_of(options: DealtOptions) -> tuple[int, int, Total]:
    """Read height, width and mine count. Exits with a message where options contradict.

    Without a size, a grid of any dimensions has its own. With a density the mine count is None.
    """
    size, width, height, mines, density, topology, *_ = options
    for name, side, missing in (("width", width, "height"), ("height", height, "width")):
        if side is not None and size is not None:
            raise not_both("--size", f"--{name}")
        if side is not None and getattr(options, missing) is None:
            text = f"--{missing} is missing; expected --width and --height, or neither"
            raise fail(text)
    shape = None if size is not None or topology is None else topology_shape(topology)
    if width is not None and height is not None:
        shape = height, width
    with refusing("--size"):
        rows, columns, usual = size_of(size_words(*shape) if shape else size or "beginner")
    if mines is not None:
        return rows, columns, _mine_count(mines, rows * columns)
    if usual is None and density is None:
        raise fail("--mines is missing; expected a mine count, since this size has no usual one")
    return rows, columns, None if density is not None else usual


def _mine_count(text: str, cells: int) -> Total:
    """Read the mine count of --mines. Exits with a message for text that is none."""
    try:
        count = mine_count_of(text)
    except ValueError:
        count = None
    most = max(count) if isinstance(count, tuple) else count
    if most is not None and most <= MOST_CELLS:
        return count
    wrong = no_total(text, f"a whole number from 0 to {MOST_CELLS:,}", cells=cells)
    raise fail(f"--mines is {wrong}")


def _setting(
    options: DealtOptions,
    how: GameOptions,
    shape: tuple[int, int, Total],
    near: Adjacency | None,
    rules: Rules,
) -> Setting:
    height, width, mines = shape
    place = Place(height, width, near)
    constraints = [
        constraint
        for path in options.constraints or ()
        for constraint in constraints_of(path, place)
    ]
    with refusing():
        return Setting(
            height=height,
            width=width,
            mines=mines,
            density=options.density,
            topology=near,
            rules=rules,
            liars=options.liars,
            constraints=constraints,
            **how._asdict(),
        )
