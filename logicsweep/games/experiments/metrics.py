"""What is measured of a game, from its record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from logicsweep.games.experiments.records import Failed, Finished, Record


class Metric(NamedTuple):
    """A number that each game has; None where it has none.

    Attributes:
        title: what tables and plots call it.
        of: the number of a game that came to its end.
        percent: whether means are shown as percentages.
        unfinished: the number of a game that did not come to its end; None leaves it out.
        is_yes_or_no: whether there are no numbers but 0 and 1.
    """

    title: str
    of: Callable[[Finished], float | None]
    percent: bool = False
    unfinished: float | None = None
    is_yes_or_no: bool = False


def _share(part: str, whole: str) -> Callable[[Finished], float | None]:
    def of(game: Finished) -> float | None:
        among: int = getattr(game, whole)
        return getattr(game, part) / among if among else None

    return of


METRICS: Final[dict[str, Metric]] = {
    "win_rate": Metric(
        "games won, %",
        lambda game: float(game.is_won),
        percent=True,
        unfinished=0.0,
        is_yes_or_no=True,
    ),
    "flag_rate": Metric(
        "mines flagged and not hit, % of all mines",
        lambda game: game.right_flags / game.mines if game.mines else 1.0,
        percent=True,
        unfinished=0.0,
    ),
    "wrong_rate": Metric(
        "safe cells flagged, % of all mines", _share("wrong_flags", "mines"), percent=True
    ),
    "opened_share": Metric(
        "cells opened, % of the board",
        lambda game: (game.opened + game.detonated) / game.cells,
        percent=True,
    ),
    "openings": Metric("moves that open a cell", lambda game: float(game.openings)),
    "certain": Metric("certain moves that open a cell", lambda game: float(game.certain)),
    "certain_share": Metric(
        "certain moves, % of those that open a cell", _share("certain", "openings"), percent=True
    ),
    "opened": Metric("safe cells opened", lambda game: float(game.opened)),
    "detonated": Metric("mines hit", lambda game: float(game.detonated)),
    "seconds": Metric("seconds a game", lambda game: float(game.seconds)),
}


def value_of(metric: str, game: Record) -> float | None:
    """The number of a game, None where it has none."""
    found = METRICS[metric]
    return found.unfinished if isinstance(game, Failed) else found.of(game)
