"""What the commands share: reading boards, options, errors as messages and exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import wraps
from pathlib import Path
from shutil import copymode
from threading import Timer
from typing import Annotated, Final, ParamSpec

import typer

from logicsweep.board import Board
from logicsweep.errors import BoardSyntaxError, LimitError, LogicSweepError
from logicsweep.formats.registry import FORMATS, read_board

ANSWERED: Final = 0
INCONSISTENT: Final = 1
USAGE: Final = 2
LIMIT: Final = 3

# How long work goes on before a terminal is told so, in seconds.
_PATIENCE: Final = 1.0

Parameters = ParamSpec("Parameters")

BoardArgument = Annotated[
    str, typer.Argument(metavar="BOARD", help="A board file, or - for standard input.")
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--format",
        metavar="NAME",
        help=f"The board's format: {', '.join(form.name for form in FORMATS)}; else detected.",
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


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
            function(*args, **kwargs)
            sys.stdout.flush()
        except BrokenPipeError:  # whoever read the output has gone, as `head` does
            _give_up_stdout()
            raise typer.Exit(ANSWERED) from None
        except OSError as error:
            _give_up_stdout()
            raise fail(f"cannot write the answer: {_reason(error)}", USAGE) from None
        except KeyboardInterrupt:
            raise fail("interrupted", LIMIT) from None
        except LimitError as error:
            raise fail(str(error), LIMIT) from None
        except LogicSweepError as error:
            raise fail(str(error), USAGE) from None

    return run


def _give_up_stdout() -> None:
    """Keep the interpreter from trying to write once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _standard_input() -> bytes:
    if sys.stdin is None:
        raise OSError("it is closed")
    return sys.stdin.buffer.read()


def _reason(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def load(path: str, form: str | None) -> Board:
    """Read the board that a command names. Exits with a message when there is none."""
    where = "standard input" if path == "-" else path or "''"
    try:
        data = _standard_input() if path == "-" else Path(path).read_bytes()
    except IsADirectoryError:
        raise fail(f"{where} is a folder; expected a board file", USAGE) from None
    except OSError as error:
        raise fail(f"cannot read {where}: {_reason(error)}", USAGE) from None
    except ValueError:
        raise fail(f"cannot read {where!r}: no file can have this name", USAGE) from None
    try:
        return read_board(data, suffix="" if path == "-" else Path(path).suffix, name=form)
    except BoardSyntaxError as error:
        raise fail(f"{where}:{error.line}:{error.column}: {error.text}", USAGE) from None


@contextmanager
def working(what: str) -> Iterator[None]:
    """Show on a terminal that work goes on, once it takes more than a moment."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
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


def write_whole(path: Path, lines: Iterator[str]) -> None:
    """Write a text file, or leave what was there as it was; devices and pipes are written to."""
    target = path.resolve()
    text = (f"{line}\n" for line in lines)
    part = target.parent / f".logicsweep.{os.getpid()}.part"
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="\n") as stream:
                stream.writelines(text)
            return
        with part.open("x", encoding="utf-8", newline="\n") as stream:
            stream.writelines(text)
        if target.exists():
            copymode(target, part)
        part.replace(target)
    except OSError as error:
        raise fail(f"cannot write {path}: {_reason(error)}", USAGE) from None
    finally:
        with suppress(OSError):
            part.unlink()
