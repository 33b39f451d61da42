"""What a terminal shows while work goes on."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING

from logicsweep.cli.common import PATIENCE

if TYPE_CHECKING:
    from rich.table import Table


@contextmanager
def working(what: str, done: Callable[[], tuple[int, int]] = lambda: (0, 0)) -> Iterator[None]:
    """Show on a terminal that work goes on, once it takes more than a moment.

    `done` says how many steps are done and how many there are; 0 as long as nobody knows.
    """
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        Progress,
        SpinnerColumn,
        Task,
        TextColumn,
        TimeElapsedColumn as Elapsed,
    )

    class Watched(Progress):
        """Asks how far the work has come whenever it is drawn."""

        def make_tasks_table(self, tasks: Iterable[Task]) -> Table:
            steps, total = done()
            for task in tasks:
                task.completed, task.total = steps, total or None
            return super().make_tasks_table(tasks)

    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), Elapsed())
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
def counting(name: str, total: int, unit: str) -> Iterator[Callable[[], None]]:
    """Show on a terminal how many of some things are done, how many a second, and the time left.

    Each call of what it yields is one more.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        Task,
        TextColumn,
        TimeRemainingColumn as Remaining,
    )
    from rich.text import Text

    class Speed(TextColumn):
        """How many a second."""

        def render(self, task: Task) -> Text:
            speed = task.speed
            return Text(f"{speed:,.1f} {unit}/s" if speed else "")

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        Speed(""),
        Remaining(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(name, total=total)
        yield lambda: progress.advance(task)
