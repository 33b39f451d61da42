"""What the commands share: reading boards, options, errors as messages and exit codes."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from functools import wraps
from pathlib import Path
from threading import Timer
from typing import TYPE_CHECKING, Annotated, Any, Final, ParamSpec

import typer

from logicsweep.board.board import Board
from logicsweep.board.total import parse_density
from logicsweep.errors import InconsistentBoardError, LimitError, LogicSweepError, RulesWarning
from logicsweep.formats.files import write_file
from logicsweep.limits import MOST_BYTES, read_up_to
from logicsweep.render import words

if TYPE_CHECKING:
    from rich.table import Table

ANSWERED: Final = 0
INCONSISTENT: Final = 1
USAGE: Final = 2
LIMIT: Final = 3

# How long work goes on before a terminal is told so, in seconds.
_PATIENCE: Final = 1.0

Parameters = ParamSpec("Parameters")

DensityOption = Annotated[
    str | None,
    typer.Option(
        metavar="D",
        help="The chance of a mine in a cell, such as 0.206 or 33/160, when the total is unknown.",
    ),
]
TimeLimitOption = Annotated[
    float, typer.Option(metavar="SECONDS", help="Stop after this many seconds.")
]
MaxEntriesOption = Annotated[
    int,
    typer.Option(
        metavar="N", min=1, help="Table entries that counting one component may take; memory."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def completing(*names: str) -> Callable[[str], list[str]]:
    """What completes an option that takes one of some names."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return complete


def fail(message: str, code: int) -> typer.Exit:
    """Say what went wrong on standard error; raise the result."""
    typer.echo(f"logicsweep: {message}", err=True)
    return typer.Exit(code)


def command(function: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Turn errors into messages and exit codes; nothing a user does gives a traceback."""

    @wraps(function)
    def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        if sys.stdout is None:
            raise fail("cannot write the answer: standard output is closed", USAGE)
        try:
            with _telling_warnings():
                function(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:  # whoever read the output has gone, as `head` does
            _give_up_stdout()
            raise typer.Exit(ANSWERED) from None
        except UnicodeEncodeError as error:
            letter = ascii(error.object[error.start])
            raise fail(f"cannot write {letter} as {error.encoding}", USAGE) from None
        except OSError as error:
            _give_up_stdout()
            raise fail(f"cannot write the answer: {_reason(error)}", USAGE) from None
        except LimitError as error:
            raise fail(str(error), LIMIT) from None
        except MemoryError:
            raise fail("limit reached: out of memory", LIMIT) from None
        except LogicSweepError as error:
            raise fail(str(error), USAGE) from None

    return run


@contextmanager
def _telling_warnings() -> Iterator[None]:
    """Say on standard error, once, what looks like a mistake in rules."""
    said: set[str] = set()

    def tell(message: Warning | str, *_: object, **__: object) -> None:
        if str(message) not in said:
            said.add(str(message))
            typer.echo(f"logicsweep: {message}", err=True)

    with warnings.catch_warnings():
        warnings.simplefilter("always", RulesWarning)
        warnings.showwarning = tell
        yield


def _give_up_stdout() -> None:
    """Keep the interpreter from trying to write once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _read(path: str, most: int) -> bytes:
    name = where_is(path)
    if path == "-":
        if sys.stdin is None:
            raise OSError("it is closed")
        with _saying_that_it_waits(name, wanted=sys.stdin.isatty()):
            return read_up_to(sys.stdin.buffer, name, most)
    file = Path(path)
    # A pipe that nobody has opened for writing waits when it is opened.
    with _saying_that_it_waits(name, wanted=file.is_fifo()), file.open("rb") as stream:
        return read_up_to(stream, name, most)


@contextmanager
def _saying_that_it_waits(name: str, *, wanted: bool) -> Iterator[None]:
    """Say on standard error that input is waited for, once that takes more than a moment."""
    said = Timer(_PATIENCE, typer.echo, (f"logicsweep: waiting for {name}",), {"err": True})
    said.daemon = True
    if wanted:
        said.start()
    try:
        yield
    finally:
        said.cancel()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def guess_words(guess: str | None) -> str:
    """What is said behind a clash: the format of a board, if its content alone told it."""
    return "" if guess is None else f" (read as {guess}; --from says otherwise)"


def guess_fields(guess: str | None) -> dict[str, str]:
    """The same for JSON: `read_as`, or nothing."""
    return {} if guess is None else {"read_as": guess}


def check_time_limit(seconds: float) -> None:
    """Exit with a message unless the limit is a positive number."""
    if not seconds > 0:  # which nan is not either
        raise fail(f"--time-limit is {seconds}; expected a positive number of seconds", USAGE)


def density_of(text: str | None, board: Board) -> Fraction | None:
    """The density of the option, else that of the board. Exits with a message when it is none."""
    if text is None:
        return board.density
    try:
        return parse_density(text)
    except ValueError as error:
        raise fail(f"--density: {error}", USAGE) from None


def print_json(value: dict[str, Any]) -> None:
    """Print one JSON object on one line."""
    print(json.dumps(value))


def read_bytes(path: str, what: str, most: int = MOST_BYTES) -> bytes:
    """Read a file or standard input (-). Exits with a message when that cannot be.

    A named pipe without a writer, or a terminal, is waited for as long as the user likes; that is
    said on standard error after a moment. Raises `LimitError` for more than `most` bytes.
    """
    where = where_is(path)
    try:
        return _read(path, most)
    except IsADirectoryError:
        raise fail(f"{where} is a folder; expected {what}", USAGE) from None
    except OSError as error:
        raise fail(f"cannot read {where}: {_reason(error)}", USAGE) from None
    except ValueError:
        raise fail(f"cannot read {where!r}: no file can have this name", USAGE) from None


def read_text(path: str, what: str, most: int = MOST_BYTES) -> str:
    """Read a text file or standard input (-). Exits with a message when that cannot be.

    Raises `LimitError` for more than `most` bytes.
    """
    try:
        return read_bytes(path, what, most).decode()
    except UnicodeDecodeError as error:
        raise fail(
            f"{where_is(path)}: byte {error.start} is not UTF-8; expected {what}", USAGE
        ) from None


def where_is(path: str) -> str:
    """What a file argument is called in messages."""
    return "standard input" if path == "-" else path or "''"


@contextmanager
def answering_clashes(board: Board, guess: str | None = None, *, as_json: bool) -> Iterator[None]:
    """Answer with the clues that clash, and exit, when the board proves inconsistent.

    `guess` is the format that it was read in, if its content alone told that.
    """
    try:
        yield
    except InconsistentBoardError as error:
        if as_json:
            print_json(words.clash_fields(board, error) | guess_fields(guess))
            raise typer.Exit(INCONSISTENT) from None
        raise fail(words.clash_words(board, error) + guess_words(guess), INCONSISTENT) from None


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
    timer = Timer(_PATIENCE, progress.start)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        progress.stop()


def output_of(name: str) -> str:
    """The name of a file to write, - for all names of standard output."""
    return "-" if name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1") else name


def print_bytes(data: bytes) -> None:
    """Write to standard output what has an encoding of its own, or none."""
    sys.stdout.flush()
    sys.stdout.buffer.write(data)


def write_whole(path: Path, lines: Iterator[str]) -> None:
    """Write a text file, or leave what was there as it was; devices and pipes are written to."""
    write_bytes(path, (f"{line}\n".encode() for line in lines))


def write_bytes(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file of bytes in the same way."""
    try:
        target = path.resolve()
    except (OSError, RuntimeError):  # as of a link that leads to itself
        raise fail(f"cannot write {path}: no file can have this name", USAGE) from None
    try:
        if path.exists() and not path.is_file():
            with path.open("wb") as stream:
                stream.writelines(parts)
        else:
            write_file(target, parts)
    except OSError as error:
        raise fail(f"cannot write {path}: {_reason(error)}", USAGE) from None
