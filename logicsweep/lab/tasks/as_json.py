"""The JSON of many judged answers: a line for each, and the scores of all of them."""

from __future__ import annotations

from typing import Annotated, ClassVar, Final

from msgspec import Meta

from logicsweep.answers import base
from logicsweep.answers.schemas import Described
from logicsweep.lab.judging.as_json import Judged, judgement
from logicsweep.lab.tasks.answer_files import LINE, Faulty, Mark
from logicsweep.lab.tasks.scoring import AnswerGroup, JudgedForecasts, JudgedOpenings, Summary
from logicsweep.lab.tasks.task import NoTask, Task

_Line = Annotated[base.Positive, Meta(description="The number of the line in the file of answers.")]
_Name = Annotated[str | None, Meta(description="The name of the task; null if the line has none.")]


class JudgedAnswer(base.Message, kw_only=True, frozen=True):
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


class JudgedAnswers(base.Answer, kw_only=True, frozen=True):
    """The scores of the answers in a file.

    Attributes:
        file: The file of answers; "standard input" for -.
        baseline: The baseline that answered in place of the file; null if none did.
        strict: Whether only texts were read that are nothing but a claim.
    """

    value: ClassVar = Summary
    file: str
    baseline: str | None
    strict: bool
    whole: AnswerGroup | None
    kinds: tuple[AnswerGroup, ...]
    levels: tuple[AnswerGroup, ...]
    openings: JudgedOpenings | None
    forecasts: JudgedForecasts | None
    faulty: base.Number


def line_of(marked: Mark | Faulty) -> JudgedAnswer | Faulty:
    """Turn a judged answer into the line that is written of it."""
    if isinstance(marked, Faulty):
        return marked
    answered, judged = marked
    return JudgedAnswer(
        format=base.format_of(LINE),
        line=answered.line,
        id=answered.id,
        kind=None if answered.kind is None else answered.kind.name,
        level=answered.level,
        judgement=judgement(judged),
    )


FORMATS: Final = {
    LINE: Described("A line of the file that judge --answers -o writes.", (JudgedAnswer, Faulty)),
    "tasks": Described(
        "A question about a position, or why none was drawn.", (Task, NoTask, base.Error), "tasks"
    ),
}
