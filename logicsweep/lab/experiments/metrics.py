"""Metrics: what is measured of a game, computed from its record."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from msgspec import UNSET

from logicsweep.games.told.causes import Cause
from logicsweep.lab.experiments.records import Failed, Finished, Judged, Record, Survived

MOVES: Final = "moves"


class Metric(NamedTuple):
    """A number that each game has; None where it has none.

    Attributes:
        title: The name in tables and plots.
        about: A sentence on what is measured.
        of: The number of a finished game.
        percent: Whether the report shows means in per cent; elsewhere they are shares.
        unfinished: The number of a game that was not finished; None leaves such games out.
        is_yes_or_no: Whether 0 and 1 are the only numbers of games without forced survival.
        forced: The number of a game with forced survival; None if such games have none.
        needs_causes: Whether the causes of losses have to be recorded, under the rule `classic`.
        judged: The number of a game whose moves are judged; None if such games have none.
        per: The metric, as `of` is one, whose sum over games divides the sum of this one; None for
            a mean over games.
    """

    title: str
    about: str
    of: Callable[[Finished], float | None]
    percent: bool = False
    unfinished: float | None = None
    is_yes_or_no: bool = False
    forced: Callable[[Survived], float] | None = None
    needs_causes: bool = False
    judged: Callable[[Judged], float] | None = None
    per: str | None = None


def _share(part: str, whole: str) -> Callable[[Finished], float | None]:
    def of(game: Finished) -> float | None:
        among: int = getattr(game, whole)
        return getattr(game, part) / among if among else None

    return of


def _losses(title: str, about: str, cause: Cause) -> Metric:
    """Make the metric of a cause: its share of the lost games whose cause is known."""

    def of(game: Finished) -> float | None:
        if game.cause is UNSET or game.cause is Cause.UNKNOWN:
            return None
        return float(game.cause is cause)

    return Metric(
        f"{title}, % of lost games",
        f"The share of lost games in which {about}.",
        of,
        percent=True,
        is_yes_or_no=True,
        needs_causes=True,
    )


METRICS: Final[dict[str, Metric]] = {
    "win_rate": Metric(
        "games won, %",
        "The share of games that were won. A game that was not finished counts as lost, a game "
        "with forced survival with its estimate of the probability to win.",
        lambda game: float(game.is_won),
        percent=True,
        unfinished=0.0,
        is_yes_or_no=True,
        forced=lambda game: game.chance,
    ),
    "flag_rate": Metric(
        "mines flagged and not hit, % of all mines",
        "The share of all mines that are flagged and were not opened, 1 on a board without mines. "
        "A game that was not finished counts as 0.",
        lambda game: game.right_flags / game.mines if game.mines else 1.0,
        percent=True,
        unfinished=0.0,
    ),
    "wrong_rate": Metric(
        "safe cells flagged, % of all mines",
        "The number of safe cells that are flagged, divided by the number of mines; it can be "
        "above 1.",
        _share("wrong_flags", "mines"),
        percent=True,
    ),
    "opened_share": Metric(
        "cells opened, % of the board",
        "The share of all cells that were opened, mines included.",
        lambda game: (game.opened + game.detonated) / game.cells,
        percent=True,
    ),
    "openings": Metric(
        "moves that open a cell",
        "The number of moves that opened a cell, mines included.",
        lambda game: float(game.openings),
    ),
    "certain": Metric(
        "certain moves that open a cell",
        "The number of moves that opened a cell which the agent called certain to be safe.",
        lambda game: float(game.certain),
    ),
    "certain_share": Metric(
        "certain moves, % of those that open a cell",
        "Certain moves as a share of the moves that opened a cell.",
        _share("certain", "openings"),
        percent=True,
    ),
    "accuracy": Metric(
        "certain moves, % of all that open a cell",
        "The number of certain moves in all games, divided by that of all moves that opened a "
        "cell.",
        lambda game: float(game.certain),
        percent=True,
        per="openings",
    ),
    "opened": Metric(
        "safe cells opened", "The number of safe cells opened.", lambda game: float(game.opened)
    ),
    "detonated": Metric(
        "mines hit", "The number of mines opened.", lambda game: float(game.detonated)
    ),
    "lost_first_click": _losses(
        "lost at the first click", "the first opened cell was a mine", Cause.FIRST_CLICK
    ),
    "lost_forced": _losses(
        "lost by a forced guess",
        "no covered cell was proved safe, and none was less likely a mine than the opened one",
        Cause.FORCED,
    ),
    "lost_avoidable": _losses(
        "lost by a riskier guess than needed",
        "no covered cell was proved safe, but some cell was less likely a mine than the opened one",
        Cause.AVOIDABLE,
    ),
    "lost_missed": _losses(
        "lost beside a safe cell",
        "some covered cell was proved safe, and the agent opened another one",
        Cause.MISSED,
    ),
    "lost_wrong": _losses(
        "lost by a move called certain",
        "the agent called the opening of the mine certain",
        Cause.WRONG,
    ),
    "seconds": Metric(
        "seconds a game",
        "How long a game took, in seconds, on the machine that played it.",
        lambda game: float(game.seconds),
        forced=lambda game: game.seconds,
        judged=lambda game: game.seconds,
    ),
    MOVES: Metric(
        "cost of the moves, % of games won",
        "How much more often the first agent wins, by what the moves of this one cost if the first "
        "one plays on.",
        lambda _: None,
        percent=True,
        judged=lambda game: game.cost,
    ),
}


def value_of(metric: str, game: Record) -> float | None:
    """Return the value of a metric, given by name, for a game; None where it has none."""
    definition = METRICS[metric]
    if isinstance(game, Failed):
        return definition.unfinished
    if isinstance(game, Judged):
        return None if definition.judged is None else definition.judged(game)
    if isinstance(game, Survived):
        return None if definition.forced is None else definition.forced(game)
    return definition.of(game)
