"""`read_answers`: lines of JSON with a position and an answer to a question about it."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from logicsweep.board.board import Board, Cell
from logicsweep.errors import LogicSweepError
from logicsweep.formats.registry import read_board
from logicsweep.games.records import Number, Place
from logicsweep.lab.judging.claims import check_covered
from logicsweep.lab.judging.judge import Asked
from logicsweep.lab.tasks.kinds import TaskKind, kind_of


class AnswerLine(Struct, kw_only=True, frozen=True):
    """A line of a file of answers: a line of a file of tasks with an answer, or less than that.

    Other keys are passed over.
    """

    board: Annotated[
        str | dict[str, Any],
        Meta(description="The position: a board file in JSON, or the text of a board file."),
    ]
    answer: Annotated[
        Any,
        Meta(
            description="The answer, as the model or the person gave it: a text, or JSON. Null is "
            "an answer that says nothing."
        ),
    ] = UNSET
    kind: Annotated[
        str | None,
        Meta(description="The kind of the task; null or absent if any claim is an answer."),
    ] = None
    cell: Annotated[
        Place | None, Meta(description="The cell that was asked about; null if there is none.")
    ] = None
    level: Annotated[
        Number | None, Meta(description="The level of the task; null if it is not known.")
    ] = None
    id: Annotated[str | None, Meta(description="The name of the task.")] = None
    error: Annotated[
        str | UnsetType | None, Meta(description="Why there is no answer, instead of one.")
    ] = UNSET


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

    @property
    def asked(self) -> Asked:
        """The answer as `judge_many` takes it; an empty text where there is none."""
        claim = None if self.kind is None else self.kind.claim
        return Asked(self.board, self.answer or "", claim, self.cell)


class Faulty(NamedTuple):
    """A line that cannot be judged.

    Attributes:
        line: The number of the line, from 1.
        error: The reason, in words.
        id: The name of the task, as far as it could be read.
        is_limit: Whether a limit was reached, so that the line itself may be right.
    """

    line: int
    error: str
    id: str | None = None
    is_limit: bool = False


def read_answers(lines: Iterable[bytes | str]) -> Iterator[Answered | Faulty]:
    """Read the lines of a file of answers; empty ones are passed over.

    A line is an object of JSON with the keys `board` (an object as in `.json` boards, or the text
    of a board file in any format that can be told by its content) and `answer` (a text, or JSON,
    which is read as the text that it is), and if the question was another one than for any claim,
    `kind` and `cell`. `level` and `id` are for summaries. A line without an answer, such as one of
    a file of tasks, is read all the same. A byte order mark before the first line is dropped.

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
        if isinstance(read.error, str) and read.answer is UNSET:
            return Faulty(number, f"there is no answer: {read.error}", name)
        board = read_board(
            read.board if isinstance(read.board, str) else msgspec.json.encode(read.board)
        )
        kind = None if read.kind is None else kind_of(read.kind)
        cell = None if read.cell is None else Cell(*read.cell)
        if kind is not None and kind.is_of_cell is (cell is None):
            expected = "a cell" if kind.is_of_cell else "no cell"
            return Faulty(number, f"a task of the kind {kind.name} is about {expected}", name)
        if cell is not None:
            check_covered(board, cell)
    except RecursionError:
        return Faulty(number, "the JSON is nested too deeply to be an answer", name)
    except (msgspec.MsgspecError, LogicSweepError, ValueError) as error:
        return Faulty(number, str(error), name)
    return Answered(number, name, kind, board, cell, read.level, _text(read.answer))


def _text(answer: object) -> str | None:
    """Return the text of an answer; None if the line has none."""
    if answer is UNSET:
        return None
    if answer is None:
        return ""
    return answer if isinstance(answer, str) else msgspec.json.encode(answer).decode()
