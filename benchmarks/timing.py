"""The timer and the options of all benchmarks; two programs in turn on the same positions."""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from statistics import mean, median
from threading import Event, Thread
from time import perf_counter, process_time
from typing import Any, TypeVar

import numpy as np
from positions import Position

from logicsweep.limits import CancelScope
from logicsweep.tables import component_counts

Ask = Callable[[Position], object]
Clock = Callable[[], float]
Answer = TypeVar("Answer")


def forget() -> None:
    """Empty the memories of small components."""
    component_counts.forget()


def timed(work: Callable[[], Answer], clock: Clock = perf_counter) -> tuple[float, Answer]:
    """The seconds that a call takes, by a clock, and what it returns."""
    start = clock()
    answer = work()
    return clock() - start, answer


def seconds(work: Callable[[], object], clock: Clock = perf_counter) -> float:
    """The seconds that a call takes, by a clock."""
    return timed(work, clock)[0]


@contextmanager
def within(limit: float) -> Iterator[None]:
    """Cancel what is asked in the block after so many seconds of CPU time.

    Limits by the clock would depend on what else the machine does.
    """
    end = process_time() + limit
    is_done = Event()
    with CancelScope() as scope:

        def watch() -> None:
            while not is_done.wait(0.1):
                if process_time() > end:
                    scope.cancel()
                    return

        watcher = Thread(target=watch, daemon=True)
        watcher.start()
        try:
            yield
        finally:
            is_done.set()
            watcher.join()


def report(name: str, times: Iterable[float], *, width: int = 12) -> None:
    """Print one line of milliseconds."""
    ms = [1000 * time for time in times]
    figures = f"median {median(ms):8.3f} ms  mean {mean(ms):8.3f} ms  max {max(ms):8.3f} ms"
    print(f"  {name:<{width}} {figures}")


def parser(
    doc: str | None, *, sets: Iterable[str] = (), games: int | None = None
) -> argparse.ArgumentParser:
    """The options of a benchmark, with its docstring as help: its sets, and how many games."""
    made = argparse.ArgumentParser(
        description=doc, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    if names := tuple(sets):
        made.add_argument("--sets", nargs="+", choices=names, default=names)
    if games is not None:
        made.add_argument("--games", type=int, default=games, help=f"games a set (default {games})")
    return made


def heading(*more: str) -> None:
    """Print what the figures were measured with."""
    print(f"{measured_with(*more)}; seeds from 0")


def measured_with(*more: str) -> str:
    """The versions that figures depend on."""
    return ", ".join([f"Python {sys.version.split()[0]}", f"numpy {np.__version__}", *more])


def run(cases: Mapping[str, Callable[[], None]], names: Iterable[str]) -> None:
    """Run the cases of these names, and print the peak memory."""
    for name in names:
        cases[name]()
    print(f"\npeak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


def apart(position: Position, *lines: str, clock: str = "perf_counter") -> list[float]:
    """Run lines about a board in a process of its own.

    Returns the seconds that have passed after each line, and the peak memory in GB. With the clock
    `process_time` they are seconds of CPU time.
    """
    code = (
        "import sys, resource, time, numpy as np\n"
        "from logicsweep import Board, KnowledgeBase\n"
        "grid = np.frombuffer(sys.stdin.buffer.read(), dtype=np.int8)\n"
        "side = int(len(grid) ** 0.5); mines = int(sys.argv[1])\n"
        "board = Board(grid.reshape(side, side), mines=mines)\n"
        f"start = time.{clock}()\n"
        + "".join(f"{line}\nprint(time.{clock}() - start)\n" for line in lines)
        + "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6)\n"
    )
    done = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code, str(position.mines)],
        input=position.grid.tobytes(),
        stdout=subprocess.PIPE,
        check=True,
    )
    return [float(word) for word in done.stdout.split()]


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


def warm(name: str, positions: Sequence[Position], ask: Ask, *, turns: int = 30) -> None:
    """Print the CPU time of a question in a loop over positions, with nothing between the calls.

    The median is over positions, of the same call again and again; the mean over rounds.
    """
    own = []
    for position in positions:
        for _ in range(3):
            ask(position)
        own.append(seconds(partial(_again, ask, [position] * turns), process_time) / turns)
    rounds = [seconds(partial(_again, ask, positions), process_time) for _ in range(turns)]
    per_call = min(rounds) / len(positions)
    print(
        f"  {name:<24} median {1e6 * median(own):7.1f} us  mean of rounds {1e6 * per_call:7.1f} us"
    )


def _again(ask: Ask, positions: Sequence[Position]) -> None:
    for position in positions:
        ask(position)


def in_turn(
    title: str,
    positions: Sequence[Position],
    ours: Ask,
    *,
    turns: int = 1,
    before: Callable[[], object] = lambda: None,
) -> None:
    """Time `ours` and ms_toollib on each position in turn, as `beside` does; print both."""
    mine, others = beside(positions, ours, turns=turns, before=before)
    print(f"\n{title}: {len(positions)} positions")
    report("logicsweep", mine)
    report("ms_toollib", others)
    print(
        f"  ratio        median {median(mine) / median(others):8.3f}     "
        f"mean {mean(mine) / mean(others):8.3f}      "
        f"(ms_toollib takes {median(others) / median(mine):.2f} and "
        f"{mean(others) / mean(mine):.2f} times as long)"
    )


def beside(
    positions: Iterable[Position],
    ours: Ask,
    *,
    turns: int = 1,
    before: Callable[[], object] = lambda: None,
    clock: Clock = perf_counter,
) -> tuple[list[float], list[float]]:
    """The seconds of `ours` and of ms_toollib on each position, the first of them in turn.

    Each is asked `turns` times in turn and the median counts. `before` is called, untimed, before
    ours is asked.
    """
    theirs = ms_toollib()
    mine: list[float] = []
    others: list[float] = []
    for number, position in enumerate(positions):
        our_turns: list[float] = []
        their_turns: list[float] = []
        for turn in range(turns):
            contenders = [(our_turns, partial(ours, position)), (their_turns, theirs(position))]
            for times, ask in contenders if (number + turn) % 2 else contenders[::-1]:
                if times is our_turns:
                    before()
                times.append(seconds(ask, clock))
        mine.append(median(our_turns))
        others.append(median(their_turns))
    return mine, others
