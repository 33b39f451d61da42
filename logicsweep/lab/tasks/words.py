"""The scores of many judged answers, as tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from logicsweep.errors import counted
from logicsweep.render.encoded import table

if TYPE_CHECKING:
    from logicsweep.lab.experiments.statistics import Interval
    from logicsweep.lab.tasks.as_json import JudgedAnswers
    from logicsweep.lab.tasks.scoring import AnswerGroup

_DIGITS: Final = 3


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
