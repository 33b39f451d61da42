"""Timing calls, and two programs in turn on the same positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import mean, median
from time import perf_counter
from typing import Any

import numpy as np
from positions import Position

from logicsweep.eliminate import counts
from logicsweep.kernel import component

Ask = Callable[[Position], object]


def forget() -> None:
    """Empty the memories of small components, that of Python and that of the kernel."""
    counts.forget()
    component.forget()


def seconds(work: Callable[[], object]) -> float:
    """How long a call takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def report(name: str, times: Iterable[float]) -> None:
    """One line of milliseconds."""
    ms = [1000 * time for time in times]
    print(
        f"  {name:<12} median {median(ms):8.3f} ms  mean {mean(ms):8.3f} ms  max {max(ms):8.3f} ms"
    )


def ms_toollib() -> Callable[[Position], Any]:
    """A function that asks ms_toollib (extra `bench`) for the probabilities of a position."""
    try:
        from ms_toollib import cal_probability_onboard
    except ImportError:
        raise SystemExit("ms_toollib is missing: pip install 'logicsweep[bench]'") from None

    def ask(position: Position) -> Any:
        rows = np.where(position.grid < 0, 10, position.grid).tolist()
        return partial(cal_probability_onboard, rows, position.mines)

    return ask


def in_turn(
    title: str,
    positions: Sequence[Position],
    ours: Ask,
    *,
    turns: int = 1,
    before: Callable[[], object] = lambda: None,
) -> None:
    """Time `ours` and ms_toollib on each position, the first of them in turn; print both.

    Each is asked `turns` times in turn and the median counts. `before` is called, untimed, before
    ours is asked.
    """
    theirs = ms_toollib()
    mine: list[float] = []
    others: list[float] = []
    for number, position in enumerate(positions):
        own: list[float] = []
        other: list[float] = []
        for turn in range(turns):
            contenders = [(own, partial(ours, position)), (other, theirs(position))]
            for times, ask in contenders if (number + turn) % 2 else contenders[::-1]:
                if times is own:
                    before()
                times.append(seconds(ask))
        mine.append(median(own))
        others.append(median(other))
    print(f"\n{title}: {len(positions)} positions")
    report("logicsweep", mine)
    report("ms_toollib", others)
    print(
        f"  ratio        median {median(mine) / median(others):8.3f}     "
        f"mean {mean(mine) / mean(others):8.3f}      "
        f"(ms_toollib takes {median(others) / median(mine):.2f} and "
        f"{mean(others) / mean(mine):.2f} times as long)"
    )
