"""The parts that all commands share: options, answers as JSON, errors as messages and exit codes.

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
from typing import Final, ParamSpec, TypeAlias

import typer

from logicsweep import errors
from logicsweep.cli.defect import defect
from logicsweep.cli.ending import is_ending, is_of_interrupt
from logicsweep.cli.lazy import lazily
from logicsweep.cli.signatures import spread
from logicsweep.cli.streams import spelled, spelling_out

with lazily():
    from msgspec import Struct

    from logicsweep.answers import base
    from logicsweep.answers.asked import Asked, Kind, Trouble, Where
    from logicsweep.answers.base import extended


ANSWERED: Final = 0
INCONSISTENT: Final = 1
USAGE: Final = 2
LIMIT: Final = 3
INTERNAL: Final = 70  # EX_SOFTWARE of sysexits.h

SYNTAX: Final = "syntax"
_KINDS: Final[dict[int, Kind]] = {
    INCONSISTENT: "inconsistent",
    USAGE: "usage",
    LIMIT: "limit",
    INTERNAL: "internal",
}

# How clingo begins what it says of a program: FILE:LINE:COLUMN, and perhaps where that ends.
_PLACE: Final = re.compile(r"(.+?):(\d+)(?::(\d+)(?:-\d+)?)?: ")
# How long work goes on before a terminal is told so, in seconds.
PATIENCE: Final = 1.0

Parameters = ParamSpec("Parameters")
# What makes a JSON answer, from what was asked and what went wrong.
Answering: TypeAlias = "Callable[[Asked, Trouble], Struct]"


class Failure(typer.Exit):
    """The end of a command, or of its answer about one board; its message is printed then.

    `kind` is one of `usage`, `syntax`, `inconsistent`, `wrong`, `limit` and `internal`, by default
    that of the exit code; `place` is where an input is wrong. `answer` makes the JSON answer where
    there is more to say than that.
    """

    def __init__(
        self,
        text: str,
        code: int = USAGE,
        *,
        kind: Kind | None = None,
        place: Where | None = None,
        answer: Answering | None = None,
    ) -> None:
        super().__init__(code)
        self.text = text
        self._kind = kind or _KINDS[code]
        self._place = place
        self._answer = answer

    def answer(self, command: str, board: str | None = None) -> Struct:
        """Return the JSON answer of a command about a BOARD, if there is one."""
        make = self._answer or base.error
        return make(Asked(command, board), self.trouble)

    @property
    def trouble(self) -> Trouble:
        """The message, its kind, and where an input is wrong."""
        return Trouble(self.text, self._kind, self._place)


fail = Failure  # `raise fail(...)` reads as what it does


def check_time_limit(seconds: object) -> None:
    """Exit with a message unless the limit, if there is one, is a positive number."""
    if isinstance(seconds, float) and not seconds > 0:  # which nan is not either
        raise fail(f"--time-limit is {seconds:g}; expected a positive number of seconds")


def json_line(answer: Struct) -> str:
    """Return a JSON answer on one line."""
    import json

    from msgspec import to_builtins

    value = to_builtins(answer)
    text = json.dumps(value)
    # Half of a pair of surrogates, as of a file's name that is not UTF-8, is no Unicode.
    return json.dumps(spelled(value)) if "\\ud" in text else text


def print_json(answer: Struct) -> None:
    """Print a JSON answer."""
    print(json_line(answer))


def show(
    answer: Struct,
    tell: Callable[[], object],
    *,
    as_json: bool,
    failure: Failure | None = None,
) -> None:
    """Print an answer as JSON, or have it told in words; then raise the failure that cut it short.

    With --json the failure has the answer, too, with what went wrong.
    """
    if not as_json:
        tell()
    elif failure is None:
        print_json(answer)
    if failure is not None:
        raise failure


def cut_short(
    answer: Struct, kind: type[Struct], limit: str | None, unknown: str = ""
) -> Failure | None:
    """Make the failure where a limit kept back a part of an answer; None without a limit.

    `kind` is the form of the answer that says so in JSON, `unknown` what the message adds.
    """
    if limit is None:
        return None
    return failed(answer, kind, f"limit reached: {limit}{unknown}", LIMIT, limit=limit)


def failed(answer: Struct, kind: type[Struct], text: str, code: int, **given: object) -> Failure:
    """Make the failure of a command that has an answer nevertheless.

    `kind` is the form of the answer that says so in JSON, with the keys that are given.
    """

    def with_trouble(_: Asked, why: Trouble) -> Struct:
        return extended(kind, answer, why, **given)

    return fail(text, code, answer=with_trouble)


def command(function: Callable[Parameters, None]) -> Callable[Parameters, None]:
    """Turn errors into messages and exit codes; nothing a user does gives a traceback.

    With --json they are answers like others, too, on standard output.
    """
    return answering(function.__name__)(function)


def answering(
    name: str,
) -> Callable[[Callable[Parameters, None]], Callable[Parameters, None]]:
    """Do the same for a command that is not called as its function is."""

    def decorated(function: Callable[Parameters, None]) -> Callable[Parameters, None]:
        spreading = spread(function)

        @wraps(spreading)
        def run(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
            with spelling_out(), _writing(), _telling_warnings():
                as_json = bool(kwargs.get("json"))
                board = _only_board(kwargs)

                def work() -> None:
                    check_time_limit(kwargs.get("time_limit"))
                    spreading(*args, **kwargs)

                code = told(name, work, as_json=as_json, board=board)
                sys.stdout.flush()
            if code:
                raise typer.Exit(code)

        return run

    return decorated


def _only_board(options: Mapping[str, object]) -> str | None:
    """Return the BOARD that a command is about; None without one, and for several."""
    match options:
        case {"board": str(board)} | {"boards": [str(board)]}:
            return board
    return None


def told(
    name: str,
    work: Callable[[], object],
    *,
    as_json: bool,
    about: str = "",
    board: str | None = None,
) -> int:
    """Do work, say what goes wrong with it, and return the exit code.

    `about` is what the message has to name, `board` is the BOARD of the JSON answer.
    """
    try:
        work()
    except Failure as error:
        failure = error
    except typer.Exit as done:
        return done.exit_code
    except (errors.LogicSweepError, MemoryError) as error:
        failure = failure_of(error)
    except (OSError, UnicodeEncodeError, typer.Abort, typer.BadParameter):
        raise
    except Exception as error:  # none of ours, so it is a defect, whatever it is
        if is_of_interrupt(error) or is_ending():
            raise
        failure = failure_of(defect(error))
    else:
        return ANSWERED
    if as_json:
        print_json(failure.answer(name, board))
    sys.stdout.flush()
    say(failure.text if about in failure.text else f"{about}: {failure.text}")
    return failure.exit_code


def failure_of(error: errors.LogicSweepError | MemoryError) -> Failure:
    """Make the failure of an error: its message, kind and place."""
    text, code = str(error), USAGE
    match error:
        case MemoryError():
            text, code = "limit reached: out of memory", LIMIT
        case errors.LimitError():
            code = LIMIT
        case errors.InternalError():
            code = INTERNAL
        case errors.BoardSyntaxError():
            return fail(text, kind=SYNTAX)
        case errors.SpecificationError():
            return fail(text, kind=SYNTAX, place=Where(error.file, error.line, error.column))
        case errors.ProgramError() if at := _PLACE.match(text):
            column = int(at[3]) if at[3] else None
            return fail(text, kind=SYNTAX, place=Where(at[1], int(at[2]), column))
    board = getattr(error, "board", None)  # of an internal error, or another program's wrong answer
    return fail(text if board is None else f"{text}\n{board}", code)


@contextmanager
def refusing(
    option: str = "", *, passing: type[Exception] | tuple[type[Exception], ...] = ()
) -> Iterator[None]:
    """Turn a ValueError into a message that begins with the option, and the exit code for usage.

    The option is by default that of the argument which the error carries, if it carries one.
    """
    try:
        yield
    except passing:
        raise
    except ValueError as error:
        text = str(error)
        argument: str = getattr(error, "argument", "")
        if argument and text.startswith(argument):
            text = f"--{text}"
        elif option or argument:
            text = f"{option or '--' + argument.replace('_', '-')}: {text}"
        raise fail(text) from None


def not_both(first: str, second: str) -> Failure:
    """Make the failure of two options that exclude each other."""
    return fail(f"{first} and {second} cannot be combined; expected one of them")


def say(text: str) -> None:
    """Say something beside the answer, on standard error."""
    # Not `typer.echo`, which takes ASCII for a mistake and writes UTF-8 in its place.
    with suppress(OSError), spelling_out():  # nobody can be told that nobody can be told
        if sys.stderr is not None:
            print(f"logicsweep: {text}", file=sys.stderr, flush=True)


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
        warnings.simplefilter("always", errors.ProgramWarning)
        warnings.showwarning = tell
        yield


def _give_up_stdout() -> None:
    """Keep the interpreter from trying to write once more when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def reason(error: OSError) -> str:
    """Return the reason why the system would not do something, in its own words."""
    return (error.strerror or str(error)).lower()
