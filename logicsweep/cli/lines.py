"""Files of lines of JSON, one for each seed, that the same command continues."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final, TypeVar

from logicsweep.cli.common import USAGE, Failure, fail, reason
from logicsweep.cli.places import place_for
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


def results(
    pieces: Iterable[Piece], work: Work[Piece, Result], workers: int | None, cluster: str | None
) -> Generator[Result]:
    """The results of pieces as they come; in their order if this process alone does the work."""
    if workers is None and cluster is None:
        yield from map(work.do, pieces)
        return
    with place_for(cluster, workers) as place:
        found = spread(pieces, work, place.make, place.workers, is_lost=place.is_lost)
        with closing(found):
            yield from found
