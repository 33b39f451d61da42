"""Files of answers: their lines, the answers of baselines in their place, and their judgements."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import UNSET, Struct

from logicsweep.answers.base import format_of
from logicsweep.board.board import Board, Cell
from logicsweep.errors import InconsistentBoardError, LimitError, LogicSweepError, UnknownNameError
from logicsweep.formats.registry import read_board
from logicsweep.games.records import Number
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.claims import check_covered
from logicsweep.lab.judging.judge import Asked, judged_each
from logicsweep.lab.judging.judgements import Judgement, Wanted
from logicsweep.lab.tasks.answerers import BASELINES, Answerer
from logicsweep.lab.tasks.kinds import TaskKind, kind_of
from logicsweep.limits import DEFAULT_TIME_LIMIT

LINE: Final = "judged-answer"

# So many answers are judged together.
_TOGETHER: Final = 200
_EXPECTED: Final = 'expected a task with its answer, or {"board": "?1?", "answer": "(0,0): 1/2"}'
_TRUTH_ALONE: Final = Wanted(witness=False, win=False)


class AnswerLine(Struct, kw_only=True, frozen=True):
    """The keys of a line that `read_answers` reads: of a task with two more, or less than that."""

    board: str | dict[str, Any] | msgspec.UnsetType = UNSET
    answer: Any = UNSET
    error: str | None = None
    kind: str | None = None
    cell: Cell | None = None
    level: Number | None = None
    id: str | None = None


class Answered(NamedTuple):
    """An answer to a question about a position.

    Attributes:
        line: The number of its line, from 1.
        id: The name of the task; None if the line has none.
        kind: The kind of the task; None if any claim is an answer.
        board: The position.
        cell: The cell that was asked about; None if there is none.
        level: The level of the task; None if the line says none.
        answer: The text of the answer; None if the line has none.
    """

    line: int
    id: str | None
    kind: TaskKind | None
    board: Board
    cell: Cell | None
    level: int | None
    answer: str | None


class Faulty(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that cannot be judged.

    Attributes:
        format: The format and its version.
        line: The number of the line in the file of answers, from 1.
        id: The name of the task, as far as it could be read; None if the line has none.
        error: The reason, in words.
    """

    format: str
    line: Number
    id: str | None
    error: str

    @staticmethod
    def by(error: Exception | str, line: int, name: str | None) -> Faulty:
        """Make a line faulty by the error that it led to, or for a reason in words."""
        kind = Unfinished if isinstance(error, LimitError) else Faulty
        is_inconsistent = isinstance(error, InconsistentBoardError)
        why = "the board is inconsistent: no layout agrees with it" if is_inconsistent else error
        return kind(format_of(LINE), line, name, str(why))


class Unfinished(Faulty, frozen=True):
    """A line that a limit kept from being judged, so that the line itself may be right."""


def read_answers(lines: Iterable[bytes | str]) -> Iterator[Answered | Faulty]:
    """Read the lines of a file of answers; empty ones are passed over.

    A line is an object of JSON with the keys `board` (an object as in `.json` boards, or the text
    of a board file in any format that can be told by its content) and `answer` (a text, or JSON,
    which is read as the text that it is), and `kind` and `cell` where a task was asked. `level` and
    `id` are for summaries. A line without an answer, such as one of a file of tasks, is read all
    the same; one whose `error` says why there is none is faulty. Other keys are passed over, and so
    is a byte order mark before the first line.

    Yields:
        An `Answered` for each line, or a `Faulty`, in order.
    """
    for number, line in enumerate(lines, start=1):
        data = line.encode() if isinstance(line, str) else line
        data = data.removeprefix(BOM_UTF8) if number == 1 else data
        if data.strip():
            yield _read(number, data)


def _read(number: int, line: bytes) -> Answered | Faulty:
    name: str | None = None
    try:
        read = msgspec.json.decode(line, type=AnswerLine)
        name = read.id
        if read.error is not None and read.answer is UNSET:
            return Faulty.by(f"there is no answer: {read.error}", number, name)
        if read.board is UNSET:
            return Faulty.by(f'the key "board" is missing; {_EXPECTED}', number, name)
        board = read_board(
            read.board if isinstance(read.board, str) else msgspec.json.encode(read.board)
        )
        kind = None if read.kind is None else kind_of(read.kind)
        cell = read.cell
        if kind is not None:
            kind.check(board, cell)
        elif cell is not None:
            check_covered(board, cell)
    except RecursionError:
        return Faulty.by("the JSON is nested too deeply to be an answer", number, name)
    except (msgspec.MsgspecError, LogicSweepError, ValueError) as error:
        return Faulty.by(error, number, name)
    return Answered(number, name, kind, board, cell, read.level, _text(read.answer))


def _text(answer: object) -> str | None:
    """Return the text of an answer; None if the line has none."""
    if answer is UNSET:
        return None
    if answer is None:
        return ""
    return answer if isinstance(answer, str) else msgspec.json.encode(answer).decode()


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
        asked = [
            Asked(each.board, each.answer or "", each.kind.claim if each.kind else None, each.cell)
            for each in part
            if isinstance(each, Answered)
        ]
        judgements = judged_each(asked, _TRUTH_ALONE, strict=strict, time_limit=time_limit)
        for each in part:
            yield each if isinstance(each, Faulty) else _mark(each, next(judgements), time_limit)


def _mark(
    answered: Answered,
    judged: Judgement | InconsistentBoardError | LimitError,
    time_limit: float | None,
) -> Mark | Faulty:
    if answered.answer is None:
        return Faulty.by(f'the key "answer" is missing; {_EXPECTED}', answered.line, answered.id)
    try:
        if not isinstance(judged, Judgement):
            raise judged
        kind = answered.kind
        return Mark(answered, kind.fitted(judged, time_limit=time_limit) if kind else judged)
    except (InconsistentBoardError, LimitError) as error:
        return Faulty.by(error, answered.line, answered.id)


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
            yield Faulty.by('the key "kind" is missing', each.line, each.id)
        else:
            try:
                by = baseline(Facts(each.board, time_limit=time_limit))
                text = each.kind.text(each.kind.answer(by, each.cell))
            except (InconsistentBoardError, LimitError, ValueError) as error:
                yield Faulty.by(error, each.line, each.id)
            else:
                yield each._replace(answer=text)
