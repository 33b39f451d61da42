"""What all commands share: options, answers as JSON, errors as messages and exit codes.

Little is imported here, since every command loads it, `--help` included.
"""

from __future__ import annotations

import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import wraps
from typing import Annotated, Any, Final, ParamSpec

import typer

from logicsweep.errors import (
    BoardSyntaxError,
    LimitError,
    LogicSweepError,
    ProgramError,
    ProgramWarning,
    SpecificationError,
)

ANSWERED: Final = 0
INCONSISTENT: Final = 1
USAGE: Final = 2
LIMIT: Final = 3

SYNTAX: Final = "syntax"
_KINDS: Final = {INCONSISTENT: "inconsistent", USAGE: "usage", LIMIT: "limit"}

# How clingo begins what it says of a program: FILE:LINE:COLUMN, and perhaps where that ends.
_PLACE: Final = re.compile(r"(.+?):(\d+)(?::(\d+)(?:-\d+)?)?: ")
# How long work goes on before a terminal is told so, in seconds.
PATIENCE: Final = 1.0

Parameters = ParamSpec("Parameters")

DensityOption = Annotated[
    str | None,
    typer.Option(
        metavar="D",
        help="The chance of a mine in a cell, such as 0.206 or 33/160, when the total is unknown.",
    ),
]
TimeLimitOption = Annotated[
    float,
    typer.Option(metavar="SECONDS", help="What one question (proving, counting, ...) may take."),
]
MaxEntriesOption = Annotated[
    int,
    typer.Option(
        metavar="N", min=1, help="Table entries that counting one component may take; memory."
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON.")]


class Failure(typer.Exit):
    """What ends a command, or its answer about one board, with a message and an exit code.

    `fields` are what JSON says: the error, what kind it is and where it is, or an answer of their
    own where there is more to say.
    """

    def __init__(self, text: str, code: int, fields: Mapping[str, Any]) -> None:
        super().__init__(code)
        self.text = text
        self.fields = fields


def fail(
    text: str,
    code: int,
    *,
    kind: str | None = None,
    place: Mapping[str, Any] | None = None,
    fields: Mapping[str, Any] | None = None,
) -> Failure:
    """What to raise when something goes wrong; it is said when the command ends.

    `kind` is one of `usage`, `syntax`, `inconsistent` and `limit`, else told by the code; `place`
    is where a file is wrong, `file`, `line` and `column`. `fields` take the place of all that in
    JSON.
    """
    if fields is None:
        fields = {"error": text, "kind": kind or _KINDS[code], "place": place}
    return Failure(text, code, fields)


def place_of(file: str, line: int | None = None, column: int | None = None) -> dict[str, Any]:
    """Where something is wrong, for JSON; None for what is not known."""
    return {"file": file, "line": line, "column": column}


def completing(*names: str) -> Callable[[str], list[str]]:
    """What completes an option that takes one of some names."""

    def complete(incomplete: str) -> list[str]:
        return [name for name in names if name.startswith(incomplete)]

    return complete


def check_time_limit(seconds: float) -> None:
    """Exit with a message unless the limit is a positive number."""
    if not seconds > 0:  # which nan is not either
        raise fail(f"--time-limit is {seconds}; expected a positive number of seconds", USAGE)


def json_line(command: str, fields: Mapping[str, Any]) -> str:
    """The JSON answer of a command, on one line; what format it has is said first."""
    import json

    return json.dumps({"format": f"logicsweep-{command}/1", **fields})


def print_json(command: str, fields: Mapping[str, Any]) -> None:
    """Print the JSON answer of a command."""
    print(json_line(command, fields))


def command(function: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Turn errors into messages and exit codes; nothing a user does gives a traceback.

    With --json they are answers like others, too, on standard output.
    """
    return answering(function.__name__)(function)


def answering(
    name: str,
) -> Callable[[Callable[Parameters, None]], Callable[Parameters, None]]:
    """The same for a command that is not called as its function is."""

    def decorated(function: Callable[Parameters, None]) -> Callable[Parameters, None]:
        @wraps(function)
        def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
            with _writing(), _telling_warnings():
                as_json = bool(kwargs.get("json"))
                code = told(name, lambda: function(*args, **kwargs), as_json=as_json)
                sys.stdout.flush()
            if code:
                raise typer.Exit(code)

        return run

    return decorated


def told(
    name: str,
    work: Callable[[], object],
    *,
    as_json: bool,
    about: str = "",
    also: Mapping[str, Any] | None = None,
) -> int:
    """Do work, say what goes wrong with it, and return the exit code.

    `about` is what the message has to name, `also` begins the JSON answer.
    """
    try:
        work()
    except Failure as error:
        failure = error
    except typer.Exit as done:
        return done.exit_code
    except (LogicSweepError, MemoryError) as error:
        failure = _failure(error)
    else:
        return ANSWERED
    if as_json:
        print_json(name, {**(also or {}), **failure.fields})
    sys.stdout.flush()
    say(failure.text if about in failure.text else f"{about}: {failure.text}")
    return failure.exit_code


def _failure(error: LogicSweepError | MemoryError) -> Failure:
    """What is said of an error, its kind and its place."""
    text = str(error)
    match error:
        case MemoryError():
            return fail("limit reached: out of memory", LIMIT)
        case LimitError():
            return fail(text, LIMIT)
        case BoardSyntaxError():
            return fail(text, USAGE, kind=SYNTAX)
        case SpecificationError():
            return fail(text, USAGE, kind=SYNTAX, place=place_of(error.file, error.line))
        case ProgramError() if at := _PLACE.match(text):
            column = int(at[3]) if at[3] else None
            return fail(text, USAGE, kind=SYNTAX, place=place_of(at[1], int(at[2]), column))
    return fail(text, USAGE)


def say(text: str) -> None:
    """Say something beside the answer, on standard error."""
    with suppress(OSError):  # nobody can be told that nobody can be told
        typer.echo(f"logicsweep: {text}", err=True)


@contextmanager
def _writing() -> Iterator[None]:
    """Say when standard output cannot be written to, and exit."""
    if sys.stdout is None:
        say("cannot write the answer: standard output is closed")
        raise typer.Exit(USAGE)
    try:
        yield
    except BrokenPipeError:  # whoever read the output has gone, as `head` does
        _give_up_stdout()
        raise typer.Exit(ANSWERED) from None
    except UnicodeEncodeError as error:
        letter = ascii(error.object[error.start])
        say(f"cannot write {letter} as {error.encoding}")
        raise typer.Exit(USAGE) from None
    except OSError as error:
        _give_up_stdout()
        say(f"cannot write the answer: {reason(error)}")
        raise typer.Exit(USAGE) from None


@contextmanager
def _telling_warnings() -> Iterator[None]:
    """Say on standard error, once, what looks like a mistake in a program."""
    said: set[str] = set()

    def tell(message: Warning | str, *_: object, **__: object) -> None:
        if str(message) not in said:
            said.add(str(message))
            say(str(message))

    with warnings.catch_warnings():
        warnings.simplefilter("always", ProgramWarning)
        warnings.showwarning = tell
        yield


def _give_up_stdout() -> None:
    """Keep the interpreter from trying to write once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reason(error: OSError) -> str:
    """Why the system would not do something, in its own words."""
    return (error.strerror or str(error)).lower()
