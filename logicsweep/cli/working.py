"""Progress: a line on a terminal while work goes on, and a message now and then elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Event, Thread, Timer
from time import monotonic
from typing import Final

from logicsweep.cli.common import PATIENCE, say
from logicsweep.cli.lazy import lazily

with lazily():
    from rich.table import Table


# How often it is said through a pipe or into a file that work goes on, in seconds.
NOW_AND_THEN: Final = 30.0


@contextmanager
def counting(name: str, total: int, unit: str) -> Iterator[Callable[[], None]]:
    """Show how many of some things are done, and on a terminal how many a second, and time left.

    It yields a function to call for each.
    """
    done = 0

    def step() -> None:
        nonlocal done
        done += 1

    with working(name, lambda: (done, total), unit):
        yield step


@contextmanager
def working(
    what: str, done: Callable[[], tuple[int, int]] = lambda: (0, 0), unit: str = ""
) -> Iterator[None]:
    """Show on a terminal that work goes on, once it takes more than a moment; elsewhere say it.

    `done` says how many steps are done and how many there are; 0 as long as nobody knows.
    """
    if not sys.stderr.isatty():
        with _saying(what, done):
            yield
        return
    from rich import progress as bars
    from rich.console import Console
    from rich.text import Text

    class Watched(bars.Progress):
        """A line of progress that asks how far the work has come whenever it is drawn."""

        def make_tasks_table(self, tasks: Iterable[bars.Task]) -> Table:
            steps, total = done()
            for task in tasks:
                self.update(task.id, completed=steps, total=total or None)
            return super().make_tasks_table(tasks)

    class Speed(bars.TextColumn):
        """A column of how many are done a second."""

        def render(self, task: bars.Task) -> Text:
            return Text(f"{task.speed:,.1f} {unit}/s" if task.speed else "")

    text, bar = bars.TextColumn("{task.description}"), bars.BarColumn()
    columns: tuple[bars.ProgressColumn, ...]
    columns = (bars.SpinnerColumn(), text, bar, bars.TimeElapsedColumn())
    if unit:
        columns = (text, bar, bars.MofNCompleteColumn(), Speed(""), bars.TimeRemainingColumn())
    progress = Watched(*columns, console=Console(stderr=True), transient=True)
    progress.add_task(what, total=None)
    timer = Timer(PATIENCE, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        progress.stop()


@contextmanager
def _saying(what: str, done: Callable[[], tuple[int, int]]) -> Iterator[None]:
    """Say on standard error, from time to time, that work goes on and how far it has come."""
    is_over = Event()

    def keep_saying() -> None:
        begun = monotonic()
        while not is_over.wait(NOW_AND_THEN):
            steps, total = done()
            far = f", {steps:,} of {total:,}" if total else f", {steps:,} so far" if steps else ""
            say(f"{what} for {monotonic() - begun:.0f} s{far}")

    Thread(target=keep_saying, daemon=True).start()
    try:
        yield
    finally:
        is_over.set()
