"""`Tally`: the scores of many answers, by kind and by level, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import inf
from typing import Annotated, Final, NamedTuple, TypeVar

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
_KINDS: Final = (*KINDS, _NO_KIND)
_LEVELS: Final = (*map(str, range(HARD)), f"{HARD} or more", "none")
_OPENINGS: Final = {
    "proved": (Opening.PROVED,),
    "needless": (Opening.NEEDLESS,),
    "guess": (Opening.LEAST_RISK, Opening.RISKIER),
    "blunder": (Opening.BLUNDER,),
}

Value = bool | float | Fraction | None
Values = Mapping[str, Value]
Means = TypeVar("Means", bound=Struct)


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


class Tally:
    """Adds up judgements; `summary` has their means. It keeps some numbers of each, no board."""

    def __init__(self) -> None:
        self._answers: list[tuple[str, str, Values]] = []  # with the names of kind and level
        self._openings: list[Values] = []
        self._forecasts: list[Values] = []
        self._faulty = 0

    def add(self, marked: Mark | Faulty) -> None:
        """Add a judgement."""
        if isinstance(marked, Faulty):
            self._faulty += 1
            return
        answered, judgement = marked
        kind = _NO_KIND if answered.kind is None else answered.kind.name
        values = {
            "read": judgement.truth is not None,
            "right": judgement.truth is Truth.RIGHT,
            "score": judgement.score,
        }
        self._answers.append((kind, _level_name(answered.level), values))
        match judgement:
            case MoveJudgement(claim=MoveClaim(), kind=Opening() as opening) if (
                judgement.regret is not None
            ):
                shares = {name: opening in kinds for name, kinds in _OPENINGS.items()}
                self._openings.append({"regret": judgement.regret, **shares})
            case ChanceJudgement(brier_regret=brier, log_regret=log):
                self._forecasts.append({"brier_regret": brier, "log_regret": log})

    def summary(self) -> Summary:
        """Return the means so far."""
        answers, forecasts = self._answers, self._forecasts
        refuted = sum(each["log_regret"] == inf for each in forecasts)
        by_kind = {name: [each for kind, _, each in answers if kind == name] for name in _KINDS}
        by_level = {name: [each for _, level, each in answers if level == name] for name in _LEVELS}
        whole = _groups({"all": [each for _, _, each in answers]})
        return Summary(
            whole=whole[0] if whole else None,
            kinds=_groups(by_kind),
            levels=_groups(by_level),
            openings=_means(JudgedOpenings, self._openings) if self._openings else None,
            forecasts=_means(JudgedForecasts, forecasts, refuted=refuted) if forecasts else None,
            faulty=self._faulty,
        )


def _level_name(level: int | None) -> str:
    """Name the group of a level, such as `2` or `3 or more`."""
    return _LEVELS[-1] if level is None else _LEVELS[min(level, HARD)]


def _groups(named: Mapping[str, Sequence[Values]]) -> tuple[AnswerGroup, ...]:
    """Sum up groups of answers by their names; empty ones are left out."""
    return tuple(_means(AnswerGroup, rows, name=name) for name, rows in named.items() if rows)


def _means(kind: type[Means], rows: Sequence[Values], **further: object) -> Means:
    """Make a structure of the number of rows and the mean of each of their values.

    Args:
        kind: The structure.
        rows: The values by name, at least one row; those of truth values are shares.
        further: The other attributes of the structure.
    """
    means = {name: _mean([row[name] for row in rows]) for name in rows[0]}
    return kind(number=len(rows), **means, **further)


def _mean(values: Sequence[Value]) -> Interval | None:
    """Return the mean of the known values; None without one, and where one is infinite."""
    known = [float(value) for value in values if value is not None]
    if not known or inf in known:
        return None
    mean = estimate(known, is_yes_or_no=isinstance(values[0], bool))
    return Interval(mean=mean.mean, low=mean.low, high=mean.high)
