"""Files of lines of JSON, one for each seed, that the same command continues."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, Generic, NamedTuple, TypeVar

from logicsweep.cli.common import USAGE, Failure, fail, reason
from logicsweep.cli.places import place_for
from logicsweep.cli.working import counting
from logicsweep.games.lines import LineFile, read_lines
from logicsweep.games.spreading import Work, spread

LINES: Final = ".jsonl"
"""How the name of a file of lines ends."""

Piece = TypeVar("Piece")
Result = TypeVar("Result")


@contextmanager
def recording(
    path: Path | None, beginning: bytes, known: Callable[[Iterator[bytes]], set[int]]
) -> Iterator[tuple[Callable[[bytes], None], set[int]]]:
    """What adds a line to a file, and the seeds that the file has.

    Args:
        path: The file; None to write none.
        beginning: What every line begins with.
        known: From the lines of the file to the seeds that need not be done again. It raises
            ValueError for a line that is none of these.
    """
    if path is None:
        yield lambda _: None, set()
        return
    if path.exists() and not path.is_file():
        raise fail(f"{path} is no regular file; expected one, or a new name", USAGE)
    try:
        lines = LineFile(path, path)
    except OSError as error:
        raise unwritable(path, error) from None
    with lines:
        try:
            done = known(read_lines(path))
            lines.mend(beginning)
        except ValueError as error:
            raise fail(f"{path}: {error}", USAGE) from None
        except OSError as error:
            raise unwritable(path, error) from None

        def add(line: bytes) -> None:
            try:
                lines.append(line)
            except OSError as error:
                raise unwritable(path, error) from None

        yield add, done


def unwritable(path: Path, error: OSError) -> Failure:
    """The message that a file or folder cannot be written."""
    return fail(f"cannot write {path}: {reason(error)}", USAGE)


class Making(NamedTuple, Generic[Piece, Result]):
    """What is made, one piece for each seed, and how it is written down.

    Attributes:
        doing: What a terminal shows while work goes on, such as "dealing".
        unit: What several results are called, such as "layouts".
        piece: From a seed to what is to be done.
        work: From there to the result.
        line: From a result to its line.
        beginning: What every line begins with.
        known: From the lines of a file to the seeds that need not be done again (see `recording`).
        is_failure: Whether a result says that a limit was reached.
    """

    doing: str
    unit: str
    piece: Callable[[int], Piece]
    work: Work[Piece, Result]
    line: Callable[[Result], bytes]
    beginning: bytes
    known: Callable[[Iterator[bytes]], set[int]]
    is_failure: Callable[[Result], bool]


class Tally(NamedTuple):
    """How many results there are: good ones, failures, and those that the file had before."""

    made: int
    failed: int
    before: int


def make_all(
    making: Making[Piece, Result],
    seeds: range,
    path: Path | None,
    tell: Callable[[Result], None],
    *,
    workers: int | None,
    cluster: str | None,
) -> Tally:
    """Make what is wanted for all seeds that the file does not have, and tell each result."""
    failed = 0
    with recording(path, making.beginning, making.known) as (add, done):
        pieces = (making.piece(seed) for seed in seeds if seed not in done)
        left = len(seeds) - sum(seed in seeds for seed in done)
        with (
            counting(making.doing, left, making.unit) as step,
            closing(results(pieces, making.work, workers, cluster)) as found,
        ):
            for result in found:
                failed += making.is_failure(result)
                add(making.line(result))
                tell(result)
                step()
    return Tally(left - failed, failed, len(seeds) - left)


def results(
    pieces: Iterable[Piece], work: Work[Piece, Result], workers: int | None, cluster: str | None
) -> Generator[Result]:
    """The results of pieces in their order, whoever does the work."""
    if workers is None and cluster is None:
        yield from map(work.do, pieces)
        return
    with place_for(cluster, workers) as place:
        found = spread(
            pieces, work, place.make, place.workers, is_lost=place.is_lost, in_order=True
        )
        with closing(found):
            yield from found
