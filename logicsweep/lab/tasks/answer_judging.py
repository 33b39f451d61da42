"""Judging a file of answers: the options, the lines that are written, and the scores."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from io import FileIO
from pathlib import Path
from typing import Annotated, Final, NamedTuple

from logicsweep.cli.common import fail, json_line, reason, say, show
from logicsweep.cli.files import saying_that_it_waits, where_is, writing
from logicsweep.cli.lazy import lazily
from logicsweep.cli.values import completing
from logicsweep.errors import UnknownNameError, counted

with lazily():
    from logicsweep.answers.asked import Asked, Where
    from logicsweep.answers.base import failing, head
    from logicsweep.cli.terminal import print_lines
    from logicsweep.cli.working import working
    from logicsweep.lab.experiments.statistics import Interval
    from logicsweep.lab.tasks import answerers, as_json as marking, scoring
    from logicsweep.lab.tasks.answer_files import Faulty, Unfinished, answer_by, mark, read_answers
    from logicsweep.lab.tasks.as_json import JudgedAnswers
    from logicsweep.lab.tasks.scoring import AnswerGroup
    from logicsweep.render.encoded import table

# So many lines that cannot be judged are named one by one.
_NAMED: Final = 5
_LONGEST: Final = 10_000_000
# Digits of a mean behind the point.
_DIGITS: Final = 3


class AnswerOptions(NamedTuple):
    """The options of judging a file of answers.

    Attributes:
        answers (FILE): Judge the answers of a file, or of standard input (-): lines of JSON as
            `logicsweep tasks` writes them, each with the key answer; or with board and answer
            alone.
        baseline (NAME): Judge a baseline in place of the answers of the file: {names}.
    """

    answers: str | None = None
    baseline: Annotated[str | None, completing(lambda: answerers.BASELINES)] = None


def judge_answers(
    options: AnswerOptions, output: Path | None, *, strict: bool, as_json: bool, time_limit: float
) -> None:
    """Judge the answers of a file, and print their scores.

    Exits with 2 if some lines could not be judged, with 3 if only limits kept them from it; all
    others are judged nevertheless.
    """
    path, name = options.answers or "-", options.baseline
    if name is not None and name not in answerers.BASELINES:
        raise fail(f"--baseline: {UnknownNameError('baseline', name, answerers.BASELINES)}")
    if output is not None and output.resolve() == Path(path).resolve():
        raise fail(f"--output is the file of answers, {path}; expected another one")
    where, tally, number = where_is(path), scoring.Tally(), 0
    faults: list[Faulty] = []
    with ExitStack() as stack:
        read = read_answers(stack.enter_context(_lines_of(path)))
        if output is not None:
            with writing(output):
                # Without a buffer, so that an interrupted command leaves the lines up to then.
                out = stack.enter_context(FileIO(output, "w"))
        if name is not None:
            read = answer_by(name, read, time_limit=time_limit)
        stack.enter_context(working("judging answers", lambda: (number, 0)))
        for marked in mark(read, strict=strict, time_limit=time_limit):
            number += 1
            tally.add(marked)
            if isinstance(marked, Faulty):
                faults.append(marked)
                if len(faults) <= _NAMED:
                    named = "" if marked.id is None else f" ({marked.id})"
                    say(f"{where}:{marked.line}{named}: {marked.error}")
            if output is not None:
                with writing(output):
                    out.write(f"{json_line(marking.line_of(marked))}\n".encode())
    means = tally.summary()._asdict()
    answer = marking.JudgedAnswers(
        **head(Asked("judge")), file=where, baseline=name, strict=strict, **means
    )
    if faults:
        text = (
            f"{counted(len(faults), 'line')} of {where} could not be judged, the first of them "
            f"line {faults[0].line}: {faults[0].error}"
        )
        is_limit = all(isinstance(faulty, Unfinished) for faulty in faults)
        answer = failing(answer, text, "limit" if is_limit else "usage")
    show(answer, lambda: print_lines(answer_lines(answer)), as_json=as_json)


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


def answer_lines(answers: JudgedAnswers) -> Iterator[str]:
    """Yield the scores of many answers: a table by kind and level, then more about some kinds."""
    if answers.whole is None:
        yield "No answers."
        return
    head = ("", "answers", "read", "right", "mean score")
    rows = [_row(f"kind {group.name}", group) for group in answers.kinds]
    rows += [_row(_level(group.name), group) for group in answers.levels]
    rows.append(_row("all", answers.whole))
    yield from table([head, *rows])
    openings, forecasts = answers.openings, answers.forecasts
    if openings is not None:
        shares = ", ".join(
            f"{name} {_share(getattr(openings, name))}"
            for name in ("proved", "needless", "guess", "blunder")
        )
        yield ""
        yield f"{counted(openings.number, 'opening')}: mean regret {_mean(openings.regret)}"
        yield f"  {shares}"
    if forecasts is not None:
        log = forecasts.log_regret
        are = "is" if forecasts.refuted == 1 else "are"
        infinite = f"infinite, by {counted(forecasts.refuted, 'forecast')} that {are} refuted"
        yield ""
        yield (
            f"{counted(forecasts.number, 'forecast')}: mean Brier regret "
            f"{_mean(forecasts.brier_regret)}"
        )
        yield f"  mean logarithmic regret {infinite if log is None else f'{_mean(log)} nats'}"
    yield ""
    guess = " A guess is never right; its score says how good it is." if openings else ""
    yield f"In brackets: 95 % intervals.{guess}"


def _level(name: str) -> str:
    return "no level" if name == "none" else f"level {name}"


def _row(name: str, group: AnswerGroup) -> tuple[str, ...]:
    score = "unknown" if group.score is None else _mean(group.score)
    return name, f"{group.number:,}", _share(group.read), _share(group.right), score


def _share(share: Interval) -> str:
    """Write a share in percent, with its interval."""
    mean, low, high = (f"{100 * end:.1f}" for end in (share.mean, share.low, share.high))
    return f"{mean} % [{low}, {high}]"


def _mean(mean: Interval) -> str:
    """Write a mean with its interval."""
    ends = (f"{end:.{_DIGITS}f}" for end in (mean.low, mean.high))
    return f"{mean.mean:.{_DIGITS}f} [{', '.join(ends)}]"
