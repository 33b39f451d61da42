"""The JSON of many judged answers: a line for each, and the scores of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final

from msgspec import Meta, Struct

from logicsweep.lab.experiments.as_json import Interval
from logicsweep.lab.experiments.statistics import Estimate
from logicsweep.lab.judging.as_json import Judged, judgement
from logicsweep.lab.tasks import scoring
from logicsweep.lab.tasks.answer_lines import Faulty
from logicsweep.lab.tasks.marking import Mark
from logicsweep.lab.tasks.records import NoTask, TaskLine
from logicsweep.render.asked import Asked
from logicsweep.render.json import base
from logicsweep.render.json.schemas import Described

LINE: Final = "judged-answer"

_Line = Annotated[base.Positive, Meta(description="The number of the line in the file of answers.")]
_Name = Annotated[str | None, Meta(description="The name of the task; null if the line has none.")]
_Shown = Annotated[str, Meta(description="The name of the group.")]


class JudgedAnswer(base.Answer, kw_only=True, frozen=True):
    """An answer with its judgement.

    Attributes:
        kind: The kind of the task; null if the line has none.
        level: The level of the task; null if the line has none.
    """

    line: _Line
    id: _Name
    kind: str | None
    level: base.Number | None
    judgement: Judged


class FaultyLine(base.Answer, kw_only=True, frozen=True):
    """A line that could not be judged.

    Attributes:
        error: The reason.
    """

    line: _Line
    id: _Name
    error: str


class AnswerGroup(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The scores of a group of answers.

    Attributes:
        number: The number of answers.
        read: The share from which a claim was read that could be judged.
        right: The share of claims that follow from the board; a guess never does.
        score: The mean score, 0 for an answer that was not judged; null if every score depends on
            a density that is unknown.
    """

    name: _Shown
    number: base.Number
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

    number: base.Number
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

    number: base.Number
    brier_regret: Interval
    log_regret: Interval | None
    refuted: base.Number


class JudgedAnswers(base.Answer, kw_only=True, frozen=True):
    """The scores of the answers in a file.

    Attributes:
        file: The file of answers; "standard input" for -.
        baseline: The baseline that answered in place of the file; null if none did.
        strict: Whether only texts were read that are nothing but a claim.
        whole: The scores of all answers; null if there are none.
        kinds: The scores by kind of task.
        levels: The scores by level of task.
        openings: More about moves; null without any.
        forecasts: More about probabilities; null without any.
        faulty: The number of lines that could not be judged; they are no answers.
    """

    file: str
    baseline: str | None
    strict: bool
    whole: AnswerGroup | None
    kinds: tuple[AnswerGroup, ...]
    levels: tuple[AnswerGroup, ...]
    openings: JudgedOpenings | None
    forecasts: JudgedForecasts | None
    faulty: base.Number


class JudgedAnswersFaulty(JudgedAnswers, kw_only=True, frozen=True):
    """The scores of the answers in a file, some lines of which could not be judged."""

    error: base.Message
    kind: base.ErrorKind
    place: base.WrongPlace


def line_of(marked: Mark | Faulty) -> JudgedAnswer | FaultyLine:
    """Turn a judged answer into the line that is written of it."""
    head = base.head(Asked(LINE))
    if isinstance(marked, Faulty):
        return FaultyLine(**head, line=marked.line, id=marked.id, error=marked.error)
    answered, judged = marked
    return JudgedAnswer(
        **head,
        line=answered.line,
        id=answered.id,
        kind=None if answered.kind is None else answered.kind.name,
        level=answered.level,
        judgement=judgement(judged),
    )


def judged_answers(
    asked: Asked, summary: scoring.Summary, *, file: str, baseline: str | None, strict: bool
) -> JudgedAnswers:
    """Answer with the scores of the answers in a file."""
    return JudgedAnswers(
        **base.head(asked),
        file=file,
        baseline=baseline,
        strict=strict,
        whole=None if summary.whole is None else _group(summary.whole),
        kinds=_groups(summary.kinds),
        levels=_groups(summary.levels),
        openings=None if summary.openings is None else _filled(JudgedOpenings, summary.openings),
        forecasts=(
            None if summary.forecasts is None else _filled(JudgedForecasts, summary.forecasts)
        ),
        faulty=summary.faulty,
    )


def _groups(groups: Iterable[scoring.Group]) -> tuple[AnswerGroup, ...]:
    return tuple(map(_group, groups))


def _group(group: scoring.Group) -> AnswerGroup:
    return _filled(AnswerGroup, group)


def _filled(kind: type[base.Filled], value: object) -> base.Filled:
    """Make a structure of a value whose estimates become intervals."""
    fields = {name: getattr(value, name) for name in kind.__struct_fields__}
    return kind(
        **{
            name: base.filled(Interval, field) if isinstance(field, Estimate) else field
            for name, field in fields.items()
        }
    )


FORMATS: Final = {
    LINE: Described(
        "A line of the file that judge --answers --out writes.", (JudgedAnswer, FaultyLine)
    ),
    "tasks": Described(
        "A question about a position, or why none was drawn.",
        (TaskLine, NoTask, base.Error),
        "tasks",
    ),
}
