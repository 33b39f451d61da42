"""The JSON answers of `judge`: of claims, of answers in a file, and of agents."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from logicsweep.answers import base
from logicsweep.answers.schemas import CONFLICT, Described
from logicsweep.lab.exams.report import JudgedAgent
from logicsweep.lab.judging.as_json import Judgements
from logicsweep.lab.tasks.as_json import JudgedAnswers, JudgedAnswersFaulty

WrongKind = Annotated[
    Literal["wrong", "limit"],
    Meta(
        description="The kind of error: the agent is at fault (exit code 1), or no fault was seen, "
        "and a limit was reached (3)."
    ),
]


class FaultyAgent(JudgedAgent, kw_only=True, frozen=True):
    """An agent that is at fault, or whose judging reached a limit; with all that was judged."""

    error: base.Message
    kind: WrongKind
    place: base.Nowhere


FORMATS: Final = {
    "judge": Described(
        "Judged claims, the scores of answers, or an agent's report.",
        (Judgements, JudgedAnswers, JudgedAnswersFaulty, JudgedAgent, FaultyAgent, *CONFLICT),
        "judge",
    ),
}
