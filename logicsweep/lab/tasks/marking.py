"""`mark`: many answers judged, each with what the line of its task says of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from logicsweep.errors import InconsistentBoardError, LimitError
from logicsweep.lab.judging.claims import Claim
from logicsweep.lab.judging.judge import judge, judged_each
from logicsweep.lab.judging.judgements import Judgement
from logicsweep.lab.judging.wanted import Wanted
from logicsweep.lab.tasks.answer_lines import Answered, Faulty
from logicsweep.lab.tasks.baselines import baseline_answer
from logicsweep.lab.tasks.fitting import fitted
from logicsweep.limits import DEFAULT_TIME_LIMIT

# So many answers are judged together.
_TOGETHER: Final = 200
_TRUTH_ALONE: Final = Wanted(witness=False, win=False)


class Mark(NamedTuple):
    """An answer with its judgement."""

    answered: Answered
    judgement: Judgement


def mark(
    answers: Iterable[Answered | Faulty],
    *,
    strict: bool = False,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Iterator[Mark | Faulty]:
    """Judge answers, some hundred at a time, each once; see `judge_many`.

    An answer to a task of a kind is judged as by `Task.judge`: an answer of another kind than was
    asked for is worth nothing.

    Args:
        answers: The answers, as `read_answers` yields them.
        strict: Read a text only if it is nothing but an answer in the form of the prompt.
        time_limit: The seconds that each question about a position may take; None for no limit.

    Yields:
        A `Mark` for each answer, in order. A `Faulty` stays one; what has no answer becomes one,
        and so does an answer about a board that no layout agrees with, or whose judgement reached
        the time limit.
    """
    given = iter(answers)
    while part := list(islice(given, _TOGETHER)):
        complete = [each for each in part if isinstance(each, Answered) and each.answer is not None]
        marks = _marked(complete, strict=strict, time_limit=time_limit)
        for each in part:
            if isinstance(each, Faulty):
                yield each
            elif each.answer is None:
                yield Faulty(each.line, 'the key "answer" is missing', each.id)
            else:
                yield next(marks)


def _marked(
    answers: Sequence[Answered], *, strict: bool, time_limit: float | None
) -> Iterator[Mark | Faulty]:
    """Judge answers together, each once."""
    asked = [answered.asked for answered in answers]
    judgements = judged_each(asked, _TRUTH_ALONE, strict=strict, time_limit=time_limit)
    for answered, judged in zip(answers, judgements, strict=True):
        if not isinstance(judged, Judgement):
            yield _faulty(answered, judged)
            continue
        try:
            yield Mark(answered, _fitted(answered, judged, time_limit=time_limit))
        except LimitError as error:
            yield _faulty(answered, error)


def _faulty(answered: Answered, error: InconsistentBoardError | LimitError) -> Faulty:
    is_limit = isinstance(error, LimitError)
    why = str(error) if is_limit else "the board is inconsistent: no layout agrees with it"
    return Faulty(answered.line, why, answered.id, is_limit=is_limit)


def _fitted(answered: Answered, judgement: Judgement, *, time_limit: float | None) -> Judgement:
    """Return a judgement as the kind of the task wants it."""
    if answered.kind is None:
        return judgement

    def again(claim: Claim) -> Judgement:
        return judge(answered.board, claim, witness=False, time_limit=time_limit)

    return fitted(answered.kind, judgement, again)


def answer_by(
    name: str,
    answers: Iterable[Answered | Faulty],
    *,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Iterator[Answered | Faulty]:
    """Put the answers of a baseline in the place of those that lines have, if any.

    Args:
        name: One of `BASELINES`.
        answers: The answers, as `read_answers` yields them.
        time_limit: The seconds that each question about a position may take; None for no limit.

    Yields:
        An `Answered` for each, in order. A `Faulty` stays one; so becomes a line without a kind,
        one about an inconsistent board, and one whose answer reached the time limit.
    """
    for each in answers:
        if isinstance(each, Faulty):
            yield each
        elif each.question is None:
            yield Faulty(each.line, 'the key "kind" is missing', each.id)
        else:
            try:
                text = baseline_answer(name, each.question, time_limit=time_limit)
            except (InconsistentBoardError, LimitError, ValueError) as error:
                is_limit = isinstance(error, LimitError)
                yield Faulty(each.line, str(error), each.id, is_limit=is_limit)
            else:
                yield each._replace(answer=text)
