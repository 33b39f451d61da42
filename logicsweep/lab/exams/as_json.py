"""The JSON answers of `judge`: of claims, of answers in a file, and of agents."""

from __future__ import annotations

from typing import Final

from logicsweep.answers.schemas import CONFLICT, Described
from logicsweep.lab.exams.report import JudgedAgent
from logicsweep.lab.judging.as_json import Judgements
from logicsweep.lab.tasks.as_json import JudgedAnswers

FORMATS: Final = {
    "judge": Described(
        "Judged claims, the scores of answers, or an agent's report.",
        (Judgements, JudgedAnswers, JudgedAgent, *CONFLICT),
        "judge",
    ),
}
