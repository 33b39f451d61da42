"""Records from seeds, as lines of JSON in a file that is continued, and who makes them."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

from logicsweep.cli.common import fail, not_both, refusing
from logicsweep.cli.files import writing
from logicsweep.cli.options import MakingOptions
from logicsweep.cli.working import counting
from logicsweep.errors import counted
from logicsweep.games import executors
from logicsweep.games.keys import check_named
from logicsweep.games.lines import LineFile, read_lines
from logicsweep.games.orders import Order, Record
from logicsweep.games.spreading import Piece, Result, Work, spread

LINES: Final = ".jsonl"
"""The end of the name of a file of lines."""


def make(
    order: Order[Record],
    seeds: range,
    path: Path | None,
    options: MakingOptions,
    tell: Callable[[Record], object],
) -> int:
    """Make what an order says for all seeds that a file does not have, and add it to the file.

    Tells of each record when its line is written, and in the end how many there are. Returns how
    many seeds ended at a limit. Exits with a message where the file cannot be written.
    """
    if path is not None or options.json:
        with refusing():
            check_named(order.setting)
    failed = 0
    with ExitStack() as stack:
        done: set[int] = set()
        if path is not None:
            file, known = stack.enter_context(_continued(order, path))
            done = {seed for seed, is_done in known.items() if is_done}
            if known and options.seed is None:  # the same command goes on with its first seed
                seeds = range(min(known), min(known) + len(seeds))
        wanted = [seed for seed in seeds if seed not in done] if done else seeds
        units = f"{order.unit}s"
        step = stack.enter_context(counting(units, len(wanted), units))
        for record in stack.enter_context(closing(results(iter(wanted), order.work, options))):
            failed += isinstance(record, order.lines.failed)
            if path is not None:
                with writing(path):
                    file.append(order.lines.write(record))
            tell(record)
            step()
    if path is not None and not options.json:
        made = counted(len(wanted) - failed, order.unit)
        before = len(seeds) - len(wanted)
        print(f"{made} {order.verb}, {before:,} recorded before: {path}")
    return failed


@contextmanager
def _continued(order: Order[Record], path: Path) -> Iterator[tuple[LineFile, dict[int, bool]]]:
    """Open a file, and read its seeds, each with whether it need not be done again."""
    if path.exists() and not path.is_file():
        raise fail(f"{path} is no regular file; expected one, or a new name")
    with writing(path):
        file = LineFile(path, path)
    with file:
        with refusing(str(path)), writing(path):
            known = dict(_seeds_of(order, path))
            file.mend(order.lines.beginning)
        yield file, known


def _seeds_of(order: Order[Record], path: Path) -> Iterator[tuple[int, bool]]:
    for record in order.lines.read(read_lines(path)):
        if not order.is_of(record):
            raise fail(
                f"{path} holds {order.others}, such as seed {record.seed}; expected the same "
                "options, or another file"
            )
        yield record.seed, not isinstance(record, order.lines.failed)


def results(
    tasks: Iterator[Piece], work: Work[Piece, Result], options: MakingOptions
) -> Generator[Result]:
    """Yield the results of tasks in their order, whoever does the work."""
    if options.workers is None and options.cluster is None:
        yield from map(work.do, tasks)
        return
    with (
        place_for(options.cluster, options.workers) as place,
        closing(spread(tasks, work, place, in_order=True)) as done,
    ):
        yield from done


@contextmanager
def place_for(where: str | None, workers: int | None) -> Iterator[executors.Place]:
    """Start so many processes, by default one for each processor, or reach a cluster."""
    if where is not None and workers is not None:
        raise not_both("--workers", "--cluster")
    with ExitStack() as stack:
        if where is None:
            place = stack.enter_context(executors.processes(workers or os.cpu_count() or 1))
        else:
            with refusing("--cluster"):
                place = stack.enter_context(executors.cluster(where))
        yield place
