"""A game from options: dealt from a seed, or a layout from a file."""

from __future__ import annotations

from typing import Any, Final

from logicsweep.board.board import Cell
from logicsweep.board.constraint_forms import Place
from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.cli.boards import constraints_of, load_deal
from logicsweep.cli.cells import span_of
from logicsweep.cli.common import fail, not_both, refusing
from logicsweep.cli.options import BoardOptions, DealtOptions, GameOptions
from logicsweep.cli.ruling import named_rules
from logicsweep.cli.working import working
from logicsweep.games.dealing.deal import deal, usual_mode
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.game import Game
from logicsweep.games.setting import Setting, place_of
from logicsweep.limits import Budget

_USUAL: Final = GameOptions()


def setting_of(options: DealtOptions, how: GameOptions = _USUAL) -> Setting:
    """Return the setting of every game. Exits with a message when there can be no such games."""
    with refusing():
        place, _ = place_of(options.size, None, None, options.topology)
        return _setting(options, how, place, named_rules(options.rules))


def check_layouts(setting: Setting, first_click: FirstClick, time_limit: float) -> None:
    """Check that rules and constraints leave a layout; raises ValueError if there is none."""
    with working("looking whether the rules leave a layout"):
        check_dealt(setting.board(), first_click, Budget(time_limit))


def dealt(
    options: DealtOptions, how: GameOptions, seed: int, *, start: Cell | None, time_limit: float
) -> Game:
    """Deal a game from a seed. Exits with a message when there can be none.

    The time limit is for finding out whether layout rules and constraints leave any layout, and for
    dealing one.
    """
    setting = setting_of(options, how)
    with refusing():
        check_layouts(setting, setting.first_click, time_limit)
        return Game(setting, seed=seed, start=start, time_limit=time_limit)


def without_guesses(
    options: DealtOptions, how: GameOptions, seed: int, *, start: Cell | None, time_limit: float
) -> Game:
    """Deal a game that needs no guess, its start open. Exits with a message when there can be none.

    Its layout is a repaired one, so that dense boards are found, too; under rules, constraints and
    open mine counts it is drawn.
    """
    setting = setting_of(options, how)
    with refusing("--no-guess"), working("dealing"):
        wanted = NoGuess(start=start, first_click=setting.first_click)
        mode = usual_mode(setting)
        game = deal(setting, seed=seed, no_guess=wanted, mode=mode, time_limit=time_limit)
    return Game(setting, seed=seed, layout=game.layout, start=game.start)


def given(
    options: DealtOptions,
    how: GameOptions,
    path: str,
    form: str | None = None,
    *,
    covered: str | None = None,
    start: Cell | None = None,
    seed: int = 0,
) -> Game:
    """Make a game on the layout of a file. Exits with a message when there can be none."""
    for name in ("size", "mines", "density"):
        if getattr(options, name) is not None:
            raise not_both("--board", f"--{name}")
    if how.first_click not in (None, "unprotected"):
        raise fail("--board fixes where the mines are; expected no --first-click")
    read = BoardOptions(form, covered=covered, topology=options.topology, rules=options.rules)
    content, rules = load_deal(path, read)
    layout = content.layout
    height, width = layout.mask.shape
    place = Place(height, width, layout.own_adjacency)
    how = how._replace(first_click="unprotected")
    with refusing():
        setting = _setting(
            options,
            how,
            place,
            rules,
            height=height,
            width=width,
            mines=int(layout.mask.sum()),
            topology=place.adjacency,
        )
        return Game(setting, seed=seed, layout=layout, start=start or content.start)


def levels_of(level: str | None) -> tuple[int, int] | None:
    """Read the least and the highest level of --level. Exits with a message if it is no range."""
    if level is None:
        return None
    levels = span_of(level, digits=4)
    if levels is None:
        raise fail(f"--level is {level[:40]!r}; expected a level or a range, such as 2..3")
    return levels


def _setting(
    options: DealtOptions, how: GameOptions, place: Place, rules: Rules, **fixed: Any
) -> Setting:
    """Make the setting of options on a board; `fixed` are arguments that a layout gives."""
    constraints = constraints_of(options.constraints, place)
    given = {**options._asdict(), **how._asdict(), **fixed}
    return Setting(**{**given, "rules": rules, "constraints": constraints})
