"""Rows of a table: measured within a limit, written to a file, and held against an earlier one."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf
from pathlib import Path
from statistics import mean, median
from time import process_time
from typing import Any, NamedTuple

import numpy as np
from positions import Position
from timing import Ask, beside, forget, timed, within

from logicsweep import LimitError
from logicsweep.limits import CANCELLED

TURNS = 3
# A question that takes a larger share of the limit of its row has no further turn.
ONCE = 0.05
# Seconds of CPU time between two lines about a row that takes long, and those that a call has.
PATIENCE = 10.0
SHORTEST = 1.0
# What is told of the times of a row.
SHOWN: tuple[Callable[[Sequence[float]], float], ...] = (median, mean, max)
# A prime, to remember a large number by.
PRIME = (1 << 61) - 1
# Relative: answers are sums over all cells.
SAME = 1e-9

# A call with nothing left to make. Those of a row are made one by one, each within a limit.
Call = Callable[[], object]
Cases = Callable[[float], Iterable[Call]]
# What a row comes to, by name, as in a file; and how it is measured, within a limit.
Figures = dict[str, Any]
Measure = Callable[[float], Figures]


class Row(NamedTuple):
    """A row: what the project asks of it, the seeds of its boards, and how it is measured."""

    name: str
    asked: str
    seeds: str
    measure: Measure


def alone(cases: Cases, limit: float, *, together: int = 1, turns: int = TURNS) -> Figures:
    """The least CPU time of some turns of each call; `together` are so many in a loop."""
    times: list[float | None] = []
    refused: list[float] = []
    said, check, spent, taken, is_late = "", 0.0, 0.0, 0.0, False
    for number, call in enumerate(cases(limit), start=1):
        is_late = spent > limit
        if is_late:
            break
        least, answer = inf, None
        with within(max(limit - spent, SHORTEST)):
            for _ in range(turns):
                forget()
                taken, answer = timed(partial(_attempt, call, together), process_time)
                if (spent + taken) // PATIENCE > spent // PATIENCE:
                    print(f"  board {number}, {spent + taken:.0f} s", file=sys.stderr, flush=True)
                spent += taken
                if isinstance(answer, LimitError):
                    break
                least = min(least, taken / together)
                if taken > ONCE * limit:
                    break
        if isinstance(answer, LimitError):
            times.append(None)
            refused.append(taken)
            said = said or ("no answer in time" if answer.limit == CANCELLED else answer.limit)
        else:
            times.append(least)
            check += _number_of(answer)
    return {"times": times, "check": check, "refused": refused, "said": said, "late": is_late}


def by_ms_toollib(ours: Ask, positions: Callable[[], Sequence[Position]], _: float) -> Figures:
    """The CPU time of an answer in turn with ms_toollib; ratios of medians and means."""
    times, theirs = beside(positions(), ours, turns=TURNS, before=forget, clock=process_time)
    return {"times": times, "of ms_toollib": _ratios(times, theirs)}


def _attempt(call: Call, together: int) -> object:
    answer: object = None
    try:
        for _ in range(together):
            answer = call()
    except LimitError as error:
        return error
    return answer


def _number_of(answer: object) -> float:
    """A number that hardly any other answer has."""
    if isinstance(answer, list):
        return sum(map(_number_of, answer))
    if isinstance(answer, np.ndarray):
        return float(np.nansum((answer + 3.0) ** 2))
    return float(answer % PRIME) if isinstance(answer, int) else 0.0


def _ratios(times: Sequence[float], others: Sequence[float]) -> list[float]:
    return [how(times) / how(others) for how in (median, mean)]


def add_options(made: ArgumentParser) -> None:
    """Add the options that `tell` takes."""
    made.add_argument("--rows", nargs="+", metavar="WORD", help="rows with a word in their names")
    made.add_argument("--limit", type=float, default=60.0, help="CPU seconds a row (default 60)")
    made.add_argument("--json", action="store_true", help="print the figures as JSON")
    made.add_argument("--out", type=Path, metavar="FILE", help="write them to a file as well")
    made.add_argument("--before", type=Path, metavar="FILE", help="a file of earlier figures")


def tell(rows: Iterable[Row], options: Namespace, head: str) -> None:
    """Measure rows and print a line for each; with the options also as JSON, or to a file."""
    earlier = json.loads(options.before.read_text())["rows"] if options.before else {}
    told: dict[str, Any] = {"measured": head, "limit": options.limit, "rows": {}}
    if not options.json:
        print(f"{head}\n{'':42} boards    median      mean       max  asked")
    for row in rows:
        if options.rows and not any(word in row.name for word in options.rows):
            continue
        print(f"{row.name} ...", end="\r", file=sys.stderr, flush=True)
        figures = {**row._asdict(), **row.measure(options.limit)}
        del figures["measure"]
        if times := _answered(figures):
            figures.update({how.__name__: how(times) for how in SHOWN})
        told["rows"][row.name] = figures
        if not options.json:
            print(_line(figures, earlier.get(row.name)), flush=True)
        if options.out:  # row by row: the next one may take long
            options.out.write_text(json.dumps(told) + "\n")
    if options.json:
        print(json.dumps(told))


def _line(figures: Figures, earlier: Figures | None) -> str:
    spans = [figures.get(how.__name__) for how in SHOWN]
    columns = " ".join([f"{'-' if span is None else _span(span):>9}" for span in spans])
    line = f"{figures['name']:<42} {len(figures['times']):>6} {columns}  {figures['asked']:<15}"
    remarks = [f"seeds {figures['seeds']}"]
    if "of ms_toollib" in figures:
        remarks.append("{:.2f}, {:.2f} of ms_toollib".format(*figures["of ms_toollib"]))
    if refused := figures.get("refused"):
        remarks.append(f"{len(refused)} LimitError after {_span(mean(refused))}: {figures['said']}")
    if figures.get("late"):
        remarks.append("no time for the others")
    if earlier is not None:
        remarks += _since(figures, earlier)
    return f"{line} {'; '.join(remarks)}"


def _answered(figures: Figures) -> list[float]:
    return [time for time in figures["times"] if time is not None]


def _since(figures: Figures, earlier: Figures) -> Iterable[str]:
    """The ratios to earlier figures where both have some, and whether the answers are the same."""
    times = list(zip(figures["times"], earlier["times"], strict=False))
    both = [(time, other) for time, other in times if time is not None and other is not None]
    if both:
        yield "{:.2f}, {:.2f} of before".format(*_ratios(*zip(*both, strict=True)))
    if refused := earlier.get("refused"):
        yield f"{len(refused)} LimitError before"
    check, other = figures.get("check", 0.0), earlier.get("check", 0.0)
    are_all = len(both) == len(figures["times"]) == len(earlier["times"])
    if are_all and abs(check - other) > SAME * abs(other):
        yield "OTHER ANSWERS"


def _span(seconds: float) -> str:
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} us"
