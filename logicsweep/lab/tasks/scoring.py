"""`Tally`: the scores of many answers, by kind and by level, with 95 % intervals."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Final, NamedTuple

from logicsweep.games.told.opening import Kind as Opening
from logicsweep.lab.experiments.statistics import Estimate, estimate
from logicsweep.lab.judging.claims import MoveClaim
from logicsweep.lab.judging.judgements import ChanceJudgement, Judgement, MoveJudgement, Truth
from logicsweep.lab.tasks.answer_lines import Faulty
from logicsweep.lab.tasks.kinds import KINDS
from logicsweep.lab.tasks.marking import Mark

HARD: Final = 3
"""The level from which on tasks are one group."""

_NO_KIND: Final = "any"
_NO_LEVEL: Final = "none"
_GUESSES: Final = frozenset((Opening.LEAST_RISK, Opening.RISKIER))


class Group(NamedTuple):
    """The scores of a group of answers.

    Attributes:
        name: The kind of the tasks, `any` where lines have none; or the level, `none` where there
            is none; or `all`.
        number: The number of answers.
        read: The share from which a claim was read that could be judged.
        right: The share of claims that follow from the board; a guess never does.
        score: The mean score, 0 for an answer that was not judged; None if no score is known, since
            each depends on a density that is unknown.
    """

    name: str
    number: int
    read: Estimate
    right: Estimate
    score: Estimate | None


class Openings(NamedTuple):
    """The worth of moves that open a cell.

    Attributes:
        number: The number of openings that were judged.
        regret: The mean chance of survival that was lost against the best cell.
        proved: The share that was proved safe.
        needless: The share of guesses although a cell was proved safe.
        guess: The share of guesses where none was.
        blunder: The share of proved mines.
    """

    number: int
    regret: Estimate
    proved: Estimate
    needless: Estimate
    guess: Estimate
    blunder: Estimate


class Forecasts(NamedTuple):
    """The worth of forecasts of mines.

    Attributes:
        number: The number of forecasts that were judged.
        brier_regret: The mean expected Brier score above the least possible.
        log_regret: The mean logarithmic loss above the least possible, in nats; None if it is
            infinite.
        refuted: The number of forecasts whose logarithmic loss is infinite: those that call a cell
            certain that is not, or that is certain to be the contrary.
    """

    number: int
    brier_regret: Estimate
    log_regret: Estimate | None
    refuted: int


class Summary(NamedTuple):
    """The scores of all answers of a file.

    Attributes:
        whole: All answers; None if there are none.
        kinds: The answers by kind of task.
        levels: The answers by level of task: 0, 1, 2, and 3 or more as one.
        openings: The moves; None without any.
        forecasts: The forecasts; None without any.
        faulty: The number of lines that could not be judged; they are no answers.
    """

    whole: Group | None
    kinds: tuple[Group, ...]
    levels: tuple[Group, ...]
    openings: Openings | None
    forecasts: Forecasts | None
    faulty: int


class _Row(NamedTuple):
    """The part of an answer that a summary needs."""

    kind: str
    level: str
    is_read: bool
    is_right: bool
    score: float | None


class Tally:
    """Adds up judgements; `summary` has their means. It keeps some numbers of each, no board."""

    def __init__(self) -> None:
        self._rows: list[_Row] = []
        self._openings: list[tuple[Opening, float]] = []
        self._forecasts: list[tuple[float, float]] = []
        self._faulty = 0

    def add(self, marked: Mark | Faulty) -> None:
        """Add a judgement."""
        if isinstance(marked, Faulty):
            self._faulty += 1
            return
        answered, judgement = marked
        self._rows.append(
            _Row(
                _NO_KIND if answered.kind is None else answered.kind.name,
                level_name(answered.level),
                judgement.truth is not None,
                judgement.truth is Truth.RIGHT,
                None if judgement.score is None else float(judgement.score),
            )
        )
        self._add_more(judgement)

    def _add_more(self, judgement: Judgement) -> None:
        match judgement:
            case MoveJudgement(claim=MoveClaim(), kind=Opening() as kind) if (
                judgement.regret is not None
            ):
                self._openings.append((kind, float(judgement.regret)))
            case ChanceJudgement():
                regrets = float(judgement.brier_regret), judgement.log_regret
                self._forecasts.append(regrets)

    def summary(self) -> Summary:
        """Return the means so far. Raises `MissingLibraryError` without scipy."""
        kinds = [*KINDS, _NO_KIND]
        levels = [*(level_name(level) for level in range(HARD + 1)), _NO_LEVEL]
        return Summary(
            whole=_group("all", self._rows) if self._rows else None,
            kinds=_groups(kinds, self._rows, [row.kind for row in self._rows]),
            levels=_groups(levels, self._rows, [row.level for row in self._rows]),
            openings=_openings(self._openings),
            forecasts=_forecasts(self._forecasts),
            faulty=self._faulty,
        )


def level_name(level: int | None) -> str:
    """Name the group of a level, such as `2` or `3 or more`."""
    if level is None:
        return _NO_LEVEL
    return f"{HARD} or more" if level >= HARD else str(level)


def _groups(
    names: Iterable[str], rows: Sequence[_Row], of_rows: Sequence[str]
) -> tuple[Group, ...]:
    """Return a group for each name that some row has."""
    grouped = {
        name: [row for row, group in zip(rows, of_rows, strict=True) if group == name]
        for name in names
    }
    return tuple(_group(name, members) for name, members in grouped.items() if members)


def _group(name: str, rows: Sequence[_Row]) -> Group:
    scores = [row.score for row in rows if row.score is not None]
    return Group(
        name,
        len(rows),
        _share([row.is_read for row in rows]),
        _share([row.is_right for row in rows]),
        estimate(scores, is_yes_or_no=False) if scores else None,
    )


def _openings(made: Sequence[tuple[Opening, float]]) -> Openings | None:
    if not made:
        return None
    kinds = [kind for kind, _ in made]
    return Openings(
        number=len(made),
        regret=estimate([regret for _, regret in made], is_yes_or_no=False),
        proved=_share([kind is Opening.PROVED for kind in kinds]),
        needless=_share([kind is Opening.NEEDLESS for kind in kinds]),
        guess=_share([kind in _GUESSES for kind in kinds]),
        blunder=_share([kind is Opening.BLUNDER for kind in kinds]),
    )


def _forecasts(made: Sequence[tuple[float, float]]) -> Forecasts | None:
    if not made:
        return None
    logs = [log for _, log in made]
    refuted = sum(not isfinite(log) for log in logs)
    return Forecasts(
        number=len(made),
        brier_regret=estimate([brier for brier, _ in made], is_yes_or_no=False),
        log_regret=None if refuted else estimate(logs, is_yes_or_no=False),
        refuted=refuted,
    )


def _share(holds: Sequence[bool]) -> Estimate:
    return estimate([float(each) for each in holds], is_yes_or_no=True)
