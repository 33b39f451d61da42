"""Judging a file of answers: the options, the lines that are written, and the scores."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Annotated, Final, NamedTuple, TypeAlias

from logicsweep.cli.common import LIMIT, USAGE, fail, failed, json_line, reason, say, show
from logicsweep.cli.completion import completing
from logicsweep.cli.files import saying_that_it_waits, where_is, writing
from logicsweep.cli.lazy import lazily
from logicsweep.errors import UnknownNameError, counted

with lazily():
    from logicsweep.cli.terminal import print_lines
    from logicsweep.cli.working import working
    from logicsweep.lab.tasks import answerers, as_json as marking, scoring, words
    from logicsweep.lab.tasks.answer_files import Faulty, Mark, answer_by, mark, read_answers
    from logicsweep.render.asked import Asked, Where

# So many lines that cannot be judged are named one by one.
_NAMED: Final = 5
_LONGEST: Final = 10_000_000

Writer: TypeAlias = "Callable[[Mark | Faulty], object]"


class AnswerOptions(NamedTuple):
    """The options of judging a file of answers.

    Attributes:
        answers (FILE): Judge the answers of a file, or of standard input (-): lines of JSON as
            `logicsweep tasks` writes them, each with the key answer; or with board and answer
            alone.
        baseline (NAME): Judge a baseline in place of the answers of the file: {names}.
        out (--out, -o FILE): Write each answer with its judgement to a file, a line of JSON each.
    """

    answers: str | None = None
    baseline: Annotated[str | None, completing(lambda: answerers.BASELINES)] = None
    out: Path | None = None


def judge_answers(
    options: AnswerOptions, *, strict: bool, as_json: bool, time_limit: float
) -> None:
    """Judge the answers of a file, and print their scores.

    Exits with 2 if some lines could not be judged, with 3 if only limits kept them from it; all
    others are judged nevertheless.
    """
    path, name = options.answers or "-", options.baseline
    if name is not None and name not in answerers.BASELINES:
        raise fail(f"--baseline: {UnknownNameError('baseline', name, answerers.BASELINES)}")
    if options.out is not None and options.out.resolve() == Path(path).resolve():
        raise fail(f"--out is the file of answers, {path}; expected another one")
    tally, faults = scoring.Tally(), _Faults(where_is(path))
    number = 0
    with ExitStack() as stack:
        read = read_answers(stack.enter_context(_lines_of(path)))
        write = stack.enter_context(_lines_to(options.out))
        if name is not None:
            read = answer_by(name, read, time_limit=time_limit)
        stack.enter_context(working("judging answers", lambda: (number, 0)))
        for marked in mark(read, strict=strict, time_limit=time_limit):
            number += 1
            tally.add(marked)
            if isinstance(marked, Faulty):
                faults.add(marked)
            write(marked)
    answer = marking.judged_answers(
        Asked("judge"), tally.summary(), file=where_is(path), baseline=name, strict=strict
    )
    if as_json and not faults.number:
        show(answer, lambda: None, as_json=True)
        return
    if not as_json:
        print_lines(words.answer_lines(answer))
    if faults.number:
        raise failed(answer, marking.JudgedAnswersFaulty, faults.text, faults.code)


class _Faults:
    """The lines that could not be judged; the first of them are said at once."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._first: Faulty | None = None
        self._is_limit = True
        self.number = 0

    def add(self, faulty: Faulty) -> None:
        """Take in a line, and say which it is and why."""
        self.number += 1
        self._first = self._first or faulty
        self._is_limit &= faulty.is_limit
        if self.number <= _NAMED:
            named = "" if faulty.id is None else f" ({faulty.id})"
            say(f"{self._where}:{faulty.line}{named}: {faulty.error}")

    @property
    def code(self) -> int:
        """The exit code, which is that of limits if nothing else went wrong."""
        return LIMIT if self._is_limit else USAGE

    @property
    def text(self) -> str:
        """The message: the number of the lines, and the first of them."""
        if self._first is None:
            raise AssertionError("there is no faulty line")
        return (
            f"{counted(self.number, 'line')} of {self._where} could not be judged, the first of "
            f"them line {self._first.line}: {self._first.error}"
        )


@contextmanager
def _lines_of(path: str) -> Iterator[Iterator[bytes]]:
    """Open a file of lines, or standard input. Exits with a message when that cannot be."""
    where = where_is(path)
    with ExitStack() as stack:
        try:
            if path == "-":
                stream = sys.stdin.buffer
                stack.enter_context(saying_that_it_waits(where, wanted=sys.stdin.isatty()))
            else:
                stream = stack.enter_context(Path(path).open("rb"))
        except OSError as error:
            raise fail(f"cannot read {where}: {reason(error)}", place=Where(where)) from None
        yield _checked(iter(partial(stream.readline, _LONGEST), b""), where)


def _checked(lines: Iterator[bytes], where: str) -> Iterator[bytes]:
    """Yield lines. Exits with a message for one that is too long, or cannot be read."""
    try:
        for number, line in enumerate(lines, start=1):
            if len(line) == _LONGEST:
                raise fail(f"{where}:{number}: this line has {_LONGEST:,} bytes or more")
            yield line
    except OSError as error:
        raise fail(f"cannot read {where}: {reason(error)}", place=Where(where)) from None


@contextmanager
def _lines_to(path: Path | None) -> Iterator[Writer]:
    """Open a file for the lines of judgements, if one is wanted.

    Each line is written at once, so that an interrupted command leaves those up to then.
    """
    if path is None:
        yield lambda _: None
        return
    with writing(path):
        stream = FileIO(path, "w")
    with stream:

        def write(marked: Mark | Faulty) -> None:
            with writing(path):
                stream.write(f"{json_line(marking.line_of(marked))}\n".encode())

        yield write
