"""Metrics: what is measured of a game, worked out where it ends."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Generic, NamedTuple, TypeVar

from logicsweep.games.told.causes import Cause

if TYPE_CHECKING:
    from logicsweep.games.keys import Condition
    from logicsweep.games.loop import Outcome
    from logicsweep.lab.play.by_moves import ByMoves
    from logicsweep.lab.play.forced import Survival

MOVES: Final = "moves"

End = TypeVar("End")


class Ended(NamedTuple, Generic[End]):
    """A game at its end, as metrics see it.

    Attributes:
        end: The outcome of a game, of one with forced survival, or of one whose moves are judged.
        seconds: Its duration in seconds.
        cause: The cause of its loss; None if it was won, or if nobody asked.
    """

    end: End
    seconds: float
    cause: Cause | None = None


class Metric(NamedTuple):
    """A number that each game has; None where it has none.

    Attributes:
        title: The name in tables and plots.
        about: A sentence on what is measured.
        of: The number of a finished game; None if such games have none.
        percent: Whether the report shows means in per cent; elsewhere they are shares.
        unfinished: The number of a game that was not finished; None leaves such games out.
        is_yes_or_no: Whether 0 and 1 are the only numbers of games without forced survival.
        forced: The number of a game with forced survival; None if such games have none.
        needs_causes: Whether the causes of losses have to be recorded, under the rule `classic`.
        judged: The number of a game whose moves are judged; None if such games have none.
        per: The metric whose sum over games divides the sum of this one; None for a mean over
            games.
    """

    title: str
    about: str
    of: Callable[[Ended[Outcome]], float | None] | None = None
    percent: bool = False
    unfinished: float | None = None
    is_yes_or_no: bool = False
    forced: Callable[[Ended[Survival]], float] | None = None
    needs_causes: bool = False
    judged: Callable[[Ended[ByMoves]], float] | None = None
    per: str | None = None


def _losses(title: str, about: str, cause: Cause) -> Metric:
    """Make the metric of a cause: its share of the lost games whose cause is known."""

    def of(game: Ended[Outcome]) -> float | None:
        return None if game.cause in (None, Cause.UNKNOWN) else game.cause is cause

    return Metric(
        f"{title}, % of lost games",
        f"The share of lost games in which {about}.",
        of,
        percent=True,
        is_yes_or_no=True,
        needs_causes=True,
    )


def _share(part: float | None, whole: int) -> float | None:
    return part / whole if whole and part is not None else None


METRICS: Final[dict[str, Metric]] = {
    "win_rate": Metric(
        "games won, %",
        "The share of games that were won. A game that was not finished counts as lost, a game "
        "with forced survival with its estimate of the probability to win.",
        lambda game: game.end.is_won,
        percent=True,
        unfinished=0.0,
        is_yes_or_no=True,
        forced=lambda game: game.end.chance,
    ),
    "flag_rate": Metric(
        "mines flagged and not hit, % of all mines",
        "The share of all mines that are flagged and were not opened, 1 on a board without mines. "
        "A game that was not finished counts as 0.",
        lambda game: game.end.flag_rate,
        percent=True,
        unfinished=0.0,
    ),
    "wrong_rate": Metric(
        "safe cells flagged, % of all mines",
        "The number of safe cells that are flagged, divided by the number of mines; it can be "
        "above 1.",
        lambda game: _share(game.end.wrong_flags, game.end.mines),
        percent=True,
    ),
    "opened_share": Metric(
        "cells opened, % of the board",
        "The share of all cells that were opened, mines included.",
        lambda game: game.end.opened_share,
        percent=True,
    ),
    "openings": Metric(
        "moves that open a cell",
        "The number of moves that opened a cell, mines included.",
        lambda game: game.end.openings,
    ),
    "certain": Metric(
        "certain moves that open a cell",
        "The number of moves that opened a cell which the agent called certain to be safe.",
        lambda game: game.end.certain,
    ),
    "certain_share": Metric(
        "certain moves, % of those that open a cell",
        "Certain moves as a share of the moves that opened a cell.",
        lambda game: _share(game.end.certain, game.end.openings),
        percent=True,
    ),
    "accuracy": Metric(
        "certain moves, % of all that open a cell",
        "The number of certain moves in all games, divided by that of all moves that opened a "
        "cell.",
        lambda game: game.end.certain,
        percent=True,
        per="openings",
    ),
    "opened": Metric(
        "safe cells opened", "The number of safe cells opened.", lambda game: game.end.opened
    ),
    "detonated": Metric(
        "mines hit", "The number of mines opened.", lambda game: game.end.detonated
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
        lambda game: game.seconds,
        forced=lambda game: game.seconds,
        judged=lambda game: game.seconds,
    ),
    MOVES: Metric(
        "cost of the moves, % of games won",
        "How much more often the first agent wins, by what the moves of this one cost if the first "
        "one plays on.",
        percent=True,
        judged=lambda game: game.end.cost,
    ),
}


# What is counted in a game beside its metrics, and is in no report: attributes of its end.
_COUNTED: Final = {
    **{name: name for name in ("is_won", "cells", "right_flags", "wrong_flags")},
    "all_moves": "moves",
    **{name: name for name in ("guesses", "replaced", "is_cut", "differing")},
}
RECORDED: Final = (*METRICS, *_COUNTED)
"""The names of all numbers of a record."""
UNFINISHED: Final = {
    name: metric.unfinished for name, metric in METRICS.items() if metric.unfinished is not None
}
"""The numbers of a game that was not finished."""


def values_of(game: Ended[Outcome | Survival | ByMoves], condition: Condition) -> dict[str, float]:
    """Return the numbers of a game at its end, by name; those that it does not have are left out.

    The condition says which kind of game it was.
    """
    kind = "judged" if condition.judge else "forced" if condition.forced_survival else "of"
    measures = {name: getattr(metric, kind) for name, metric in METRICS.items()}
    values = {name: measure(game) for name, measure in measures.items() if measure is not None}
    values |= {name: getattr(game.end, counted, None) for name, counted in _COUNTED.items()}
    if isinstance(values["guesses"], tuple):
        values["guesses"] = len(values["guesses"])
    return {name: float(value) for name, value in values.items() if value is not None}
