"""Records from seeds, as lines of JSON in a file that the same command continues."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final, Generic

from logicsweep.cli.common import fail, refusing
from logicsweep.cli.files import writing
from logicsweep.cli.game_options import MakingOptions
from logicsweep.cli.places import place_for
from logicsweep.cli.working import counting
from logicsweep.errors import counted
from logicsweep.games.lines import LineFile, read_lines
from logicsweep.games.orders import Order, Record
from logicsweep.games.spreading import Piece, Result, Work, spread

LINES: Final = ".jsonl"
"""The end of the name of a file of lines."""


class Making(Generic[Record]):
    """Makes what an order says for all seeds that a file does not have, and adds it to the file."""

    def __init__(
        self,
        order: Order[Record],
        seeds: range,
        path: Path | None,
        options: MakingOptions,
    ) -> None:
        self._order = order
        self._seeds = seeds
        self._path = path
        self._options = options
        self._left = len(seeds)
        self.failed = 0
        """The number of seeds that ended at a limit."""

    def make(self, tell: Callable[[Record], object]) -> None:
        """Tell of each record when its line is written, and in the end how many there are.

        Exits with a message where they cannot be written.
        """
        order, path = self._order, self._path
        with ExitStack() as stack:
            done: set[int] = set()
            if path is not None:
                file, done = stack.enter_context(self._continued(path))
            self._left -= sum(seed in self._seeds for seed in done)
            seeds = (seed for seed in self._seeds if seed not in done)
            units = f"{order.unit}s"
            step = stack.enter_context(counting(units, self._left, units))
            for record in stack.enter_context(closing(results(seeds, order.work, self._options))):
                self.failed += isinstance(record, order.lines.failed)
                if path is not None:
                    with writing(path):
                        file.append(order.lines.write(record))
                tell(record)
                step()
        if path is not None and not self._options.json:
            made = counted(self._left - self.failed, order.unit)
            before = len(self._seeds) - self._left
            print(f"{made} {order.verb}, {before:,} recorded before: {path}")

    @contextmanager
    def _continued(self, path: Path) -> Iterator[tuple[LineFile, set[int]]]:
        """Open a file, and read which seeds need not be done again: those without a failure."""
        if path.exists() and not path.is_file():
            raise fail(f"{path} is no regular file; expected one, or a new name")
        with writing(path):
            file = LineFile(path, path)
        with file:
            with refusing(str(path)), writing(path):
                done = set(self._seeds_of(path))
                file.mend(self._order.lines.beginning)
            yield file, done

    def _seeds_of(self, path: Path) -> Iterator[int]:
        order = self._order
        for record in order.lines.read(read_lines(path)):
            if not order.is_of(record):
                raise fail(
                    f"{path} holds {order.others}, such as seed {record.seed}; expected the same "
                    "options, or another file"
                )
            if not isinstance(record, order.lines.failed):
                yield record.seed


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
