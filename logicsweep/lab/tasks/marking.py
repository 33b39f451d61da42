"""`mark`: many answers judged, each with what the line of its task says of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from logicsweep.errors import InconsistentBoardError, LimitError, UnknownNameError
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.judge import judged_each
from logicsweep.lab.judging.judgements import Judgement
from logicsweep.lab.judging.wanted import Wanted
from logicsweep.lab.tasks.answer_lines import Answered, Faulty
from logicsweep.lab.tasks.answerers import BASELINES, Answerer
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
            kind = answered.kind
            fitted = judged if kind is None else kind.fitted(judged, time_limit=time_limit)
            yield Mark(answered, fitted)
        except LimitError as error:
            yield _faulty(answered, error)


def _faulty(answered: Answered, error: InconsistentBoardError | LimitError) -> Faulty:
    is_limit = isinstance(error, LimitError)
    why = str(error) if is_limit else "the board is inconsistent: no layout agrees with it"
    return Faulty(answered.line, why, answered.id, is_limit=is_limit)


def answer_by(
    baseline: str | type[Answerer],
    answers: Iterable[Answered | Faulty],
    *,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Iterator[Answered | Faulty]:
    """Put the answers of a baseline in the place of those that lines have, if any.

    Args:
        baseline: One of `BASELINES`, or a class of your own that answers in place of `Answerer`.
        answers: The answers, as `read_answers` yields them.
        time_limit: The seconds that each question about a position may take; None for no limit.

    Yields:
        An `Answered` for each, in order, in the form that the prompt asks for. A `Faulty` stays
        one; so becomes a line without a kind, one about an inconsistent board, and one whose answer
        reached the time limit.

    Raises:
        UnknownNameError: There is no such baseline.
    """
    if isinstance(baseline, str):
        if baseline not in BASELINES:
            raise UnknownNameError("baseline", baseline, BASELINES)
        baseline = BASELINES[baseline]
    for each in answers:
        if isinstance(each, Faulty):
            yield each
        elif each.kind is None:
            yield Faulty(each.line, 'the key "kind" is missing', each.id)
        else:
            try:
                by = baseline(Facts(each.board, time_limit=time_limit))
                text = each.kind.text(each.kind.answer(by, each.cell))
            except (InconsistentBoardError, LimitError, ValueError) as error:
                is_limit = isinstance(error, LimitError)
                yield Faulty(each.line, str(error), each.id, is_limit=is_limit)
            else:
                yield each._replace(answer=text)
