"""Records from seeds, as lines of JSON in a file that the same command continues."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from logicsweep.cli.common import fail, refusing
from logicsweep.cli.files import writing
from logicsweep.cli.game_options import MakingOptions
from logicsweep.cli.places import place_for
from logicsweep.cli.working import counting
from logicsweep.errors import counted
from logicsweep.games.lines import LineFile, read_lines
from logicsweep.games.orders import Order
from logicsweep.games.records import Lines
from logicsweep.games.spreading import Piece, Result, Work, spread

LINES: Final = ".jsonl"
"""The end of the name of a file of lines."""


class Seeded(Protocol):
    """A record of what became of a seed."""

    @property
    def seed(self) -> int:
        """The seed."""


Task = TypeVar("Task")
Record = TypeVar("Record", bound=Seeded)


class Kind(NamedTuple, Generic[Task, Record]):
    """A kind of records, one for each seed.

    Attributes:
        doing: The words on a terminal while work goes on, such as "dealing".
        unit: The name of one, such as "layout".
        verb: The participle of making one, such as "dealt".
        others: The name of records of another order.
        task: From an order and a seed to what is to be done.
        work: From there to the record.
        lines: Their writer and reader.
        is_of: Whether a record is of an order, as far as its line says.
    """

    doing: str
    unit: str
    verb: str
    others: str
    task: Callable[[Any, int], Task]
    work: Work[Task, Record]
    lines: Lines[Any, Any]
    is_of: Callable[[Record, Any], bool]


def kind_of(order: Order[Any]) -> Kind[int, Any]:
    """Return the kind of the records of an order."""
    return Kind(
        doing=f"{order.unit}s",
        unit=order.unit,
        verb=order.verb,
        others=order.others,
        task=lambda _, seed: seed,
        work=order.work,
        lines=order.lines,
        is_of=lambda record, order: order.is_of(record),
    )


class Making(Generic[Task, Record]):
    """Makes what an order says for all seeds that a file does not have, and adds it to the file."""

    def __init__(
        self,
        kind: Kind[Task, Record],
        order: object,
        seeds: range,
        path: Path | None,
        options: MakingOptions,
    ) -> None:
        self._kind = kind
        self._order = order
        self._seeds = seeds
        self._path = path
        self._options = options
        self._left = len(seeds)
        self.failed = 0
        """The number of records of limits that were reached."""

    def make(self, tell: Callable[[Record], object]) -> None:
        """Tell of each record when its line is written, and in the end how many there are.

        Exits with a message where they cannot be written.
        """
        kind, path = self._kind, self._path
        with ExitStack() as stack:
            done: set[int] = set()
            if path is not None:
                file, done = stack.enter_context(self._continued(path))
            self._left -= sum(seed in self._seeds for seed in done)
            tasks = (kind.task(self._order, seed) for seed in self._seeds if seed not in done)
            step = stack.enter_context(counting(kind.doing, self._left, f"{kind.unit}s"))
            for record in stack.enter_context(closing(results(tasks, kind.work, self._options))):
                self.failed += isinstance(record, kind.lines.failed)
                if path is not None:
                    with writing(path):
                        file.append(kind.lines.write(record))
                tell(record)
                step()
        if path is not None and not self._options.json:
            made = counted(self._left - self.failed, kind.unit)
            before = len(self._seeds) - self._left
            print(f"{made} {kind.verb}, {before:,} recorded before: {path}")

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
                file.mend(self._kind.lines.beginning)
            yield file, done

    def _seeds_of(self, path: Path) -> Iterator[int]:
        kind = self._kind
        for record in kind.lines.read(read_lines(path)):
            if not kind.is_of(record, self._order):
                raise fail(
                    f"{path} holds {kind.others}, such as seed {record.seed}; expected the same "
                    "options, or another file"
                )
            if not isinstance(record, kind.lines.failed):
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
