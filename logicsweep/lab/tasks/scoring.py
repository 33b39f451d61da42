"""`Tally`: the scores of many answers, by kind and by level, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import isfinite
from typing import Annotated, Final, NamedTuple

from msgspec import Meta, Struct

from logicsweep.games.records import Number
from logicsweep.games.told.opening import Kind as Opening
from logicsweep.lab.experiments.statistics import Interval, estimate
from logicsweep.lab.judging.claims import MoveClaim
from logicsweep.lab.judging.judgements import ChanceJudgement, MoveJudgement, Truth
from logicsweep.lab.tasks.answer_files import Faulty, Mark
from logicsweep.lab.tasks.kinds import KINDS

HARD: Final = 3
"""The level from which on tasks are one group."""

_NO_KIND: Final = "any"
_NO_LEVEL: Final = "none"
_GUESSES: Final = frozenset((Opening.LEAST_RISK, Opening.RISKIER))


class AnswerGroup(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The scores of a group of answers.

    Attributes:
        number: The number of answers.
        read: The share from which a claim was read that could be judged.
        right: The share of claims that follow from the board; a guess never does.
        score: The mean score, 0 for an answer that was not judged; null if every score depends on
            a density that is unknown.
    """

    name: Annotated[str, Meta(description="The name of the group.")]
    number: Number
    read: Interval
    right: Interval
    score: Interval | None


class JudgedOpenings(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The worth of moves that open a cell.

    Attributes:
        number: The number of openings that were judged.
        regret: The mean chance of survival that was lost against the best cell.
        proved: The share that was proved safe.
        needless: The share of guesses although a cell was proved safe.
        guess: The share of guesses where none was.
        blunder: The share of proved mines.
    """

    number: Number
    regret: Interval
    proved: Interval
    needless: Interval
    guess: Interval
    blunder: Interval


class JudgedForecasts(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The worth of forecasts of mines.

    Attributes:
        number: The number of forecasts that were judged.
        brier_regret: The mean expected Brier score above the least possible.
        log_regret: The mean logarithmic loss above the least possible, in nats; null where it is
            infinite.
        refuted: The number of forecasts whose logarithmic loss is infinite.
    """

    number: Number
    brier_regret: Interval
    log_regret: Interval | None
    refuted: Number


class Summary(NamedTuple):
    """The scores of all answers of a file.

    Attributes:
        whole: All answers; None if there are none.
        kinds: The answers by kind of task; those to any kind are the group `any`.
        levels: The answers by level of task: 0, 1, 2, 3 or more as one, and none.
        openings: The moves; None without any.
        forecasts: The forecasts; None without any.
        faulty: The number of lines that could not be judged; they are no answers.
    """

    whole: AnswerGroup | None
    kinds: tuple[AnswerGroup, ...]
    levels: tuple[AnswerGroup, ...]
    openings: JudgedOpenings | None
    forecasts: JudgedForecasts | None
    faulty: int


class Row(NamedTuple):
    """The part of a judged answer that a summary needs.

    Attributes:
        kind: The name of the kind of its task.
        level: The name of the group of its level.
        is_read: Whether a claim was read that could be judged.
        is_right: Whether the claim follows.
        score: Its score; None if that depends on a density that is unknown.
        opening: The grade of an opening, and its regret; None for other claims.
        forecast: The Brier regret and the logarithmic regret of a probability; None for others.
    """

    kind: str
    level: str
    is_read: bool
    is_right: bool
    score: float | None
    opening: tuple[Opening, float] | None
    forecast: tuple[float, float] | None


class Tally:
    """Adds up judgements; `summary` has their means. It keeps some numbers of each, no board."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._faulty = 0

    def add(self, marked: Mark | Faulty) -> None:
        """Add a judgement."""
        if isinstance(marked, Faulty):
            self._faulty += 1
        else:
            self._rows.append(_row(marked))

    def summary(self) -> Summary:
        """Return the means so far."""
        rows = self._rows
        levels = [*map(level_name, range(HARD + 1)), _NO_LEVEL]
        whole = means(rows, by=lambda _: "all", names=["all"])
        return Summary(
            whole=whole[0] if whole else None,
            kinds=means(rows, by=lambda row: row.kind, names=[*KINDS, _NO_KIND]),
            levels=means(rows, by=lambda row: row.level, names=levels),
            openings=_openings([row.opening for row in rows if row.opening is not None]),
            forecasts=_forecasts([row.forecast for row in rows if row.forecast is not None]),
            faulty=self._faulty,
        )


def means(
    rows: Iterable[Row], *, by: Callable[[Row], str], names: Iterable[str]
) -> tuple[AnswerGroup, ...]:
    """Return the means of the rows of each group, in the order of the names of groups.

    Groups without a row are left out.
    """
    groups: dict[str, list[Row]] = {name: [] for name in names}
    for row in rows:
        groups[by(row)].append(row)
    return tuple(
        AnswerGroup(
            name=name,
            number=len(group),
            read=_share([row.is_read for row in group]),
            right=_share([row.is_right for row in group]),
            score=_mean([row.score for row in group if row.score is not None]),
        )
        for name, group in groups.items()
        if group
    )


def level_name(level: int | None) -> str:
    """Name the group of a level, such as `2` or `3 or more`."""
    if level is None:
        return _NO_LEVEL
    return f"{HARD} or more" if level >= HARD else str(level)


def _row(marked: Mark) -> Row:
    answered, judgement = marked
    opening: tuple[Opening, float] | None = None
    forecast: tuple[float, float] | None = None
    match judgement:
        case MoveJudgement(claim=MoveClaim(), kind=Opening() as kind) if (
            judgement.regret is not None
        ):
            opening = kind, float(judgement.regret)
        case ChanceJudgement():
            forecast = float(judgement.brier_regret), judgement.log_regret
    return Row(
        _NO_KIND if answered.kind is None else answered.kind.name,
        level_name(answered.level),
        judgement.truth is not None,
        judgement.truth is Truth.RIGHT,
        None if judgement.score is None else float(judgement.score),
        opening,
        forecast,
    )


def _openings(made: Sequence[tuple[Opening, float]]) -> JudgedOpenings | None:
    regret = _mean([regret for _, regret in made])
    if regret is None:
        return None
    kinds = [kind for kind, _ in made]
    return JudgedOpenings(
        number=len(made),
        regret=regret,
        proved=_share([kind is Opening.PROVED for kind in kinds]),
        needless=_share([kind is Opening.NEEDLESS for kind in kinds]),
        guess=_share([kind in _GUESSES for kind in kinds]),
        blunder=_share([kind is Opening.BLUNDER for kind in kinds]),
    )


def _forecasts(made: Sequence[tuple[float, float]]) -> JudgedForecasts | None:
    brier = _mean([brier for brier, _ in made])
    if brier is None:
        return None
    logs = [log for _, log in made]
    refuted = sum(not isfinite(log) for log in logs)
    return JudgedForecasts(
        number=len(made),
        brier_regret=brier,
        log_regret=None if refuted else _mean(logs),
        refuted=refuted,
    )


def _share(holds: Sequence[bool]) -> Interval:
    return _interval([float(each) for each in holds], is_yes_or_no=True)


def _mean(values: Sequence[float]) -> Interval | None:
    """Return the mean of values; None without any."""
    return _interval(values, is_yes_or_no=False) if values else None


def _interval(values: Sequence[float], *, is_yes_or_no: bool) -> Interval:
    mean = estimate(values, is_yes_or_no=is_yes_or_no)
    return Interval(mean=mean.mean, low=mean.low, high=mean.high)
