"""The parts that all commands share: answers as JSON, errors as messages and exit codes.

Little is imported here, since every command loads it, `--help` included.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from traceback import extract_tb, print_exception, walk_tb
from typing import Any, Final

import click
from click.exceptions import Exit

from logicsweep import errors
from logicsweep.cli.ending import is_ending, is_of_interrupt
from logicsweep.cli.lazy import lazily
from logicsweep.cli.signatures import declared
from logicsweep.cli.streams import counting_cells, spelled, spelling_out

with lazily():
    from msgspec import Struct

    from logicsweep.answers import base
    from logicsweep.answers.asked import Asked, Kind, Where
    from logicsweep.answers.base import Answer
    from logicsweep.board.board import Board
    from logicsweep.knowledge.base import KnowledgeBase

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
_CODES: Final = {kind: code for code, kind in _KINDS.items()} | {SYNTAX: USAGE, "wrong": 1}

# How clingo begins what it says of a program: FILE:LINE:COLUMN, and perhaps where that ends.
_PLACE: Final = re.compile(r"(.+?):(\d+)(?::(\d+)(?:-\d+)?)?: ")
# The variable of the environment with which the traceback is printed as well.
TRACEBACK: Final = "LOGICSWEEP_TRACEBACK"
_PACKAGE: Final = Path(__file__).parents[1]
# How long work goes on before a terminal is told so, in seconds.
PATIENCE: Final = 1.0

# What people say for an option.
_MEANT: Final = {
    "--number": "n games count num positions samples",
    "--output": "o out log save file outfile",
    "--size": "width height rows columns difficulty level",
    "--workers": "jobs processes threads parallel",
    "--agent": "player bot",
    "--agent human": "human",
    "--mines": "bombs",
    "--details": "verbose",
    "--time-limit": "timeout",
}


class Failure(Exception):  # noqa: N818 reads as what it is: no defect
    """The end of a command, or of its answer about one board; its message is printed then.

    `kind` is one of `usage`, `syntax`, `inconsistent`, `wrong`, `limit` and `internal`, by default
    that of the exit code; `place` is where an input is wrong. `known` is the JSON answer where
    there is more to say than that.
    """

    def __init__(
        self,
        text: str,
        code: int = USAGE,
        *,
        kind: Kind | None = None,
        place: Where | None = None,
        known: Answer | None = None,
    ) -> None:
        super().__init__(text)
        self.text, self.exit_code = text, code
        self.kind: Kind = kind or _KINDS[code]
        self.place = place
        self._known = known

    def answer(self, command: str, board: str | None = None) -> Struct:
        """Return the JSON answer of a command about a BOARD, if there is one."""
        asked = Asked(command, board)
        return self._known or base.error(asked, self.text, self.kind, self.place)


fail = Failure  # `raise fail(...)` reads as what it does


def failed(answer: Answer) -> Failure:
    """Make the failure of an answer that says what went wrong."""
    kind: Kind = answer.kind or "internal"
    return fail(str(answer.error), _CODES[kind], kind=kind, known=answer)


def json_line(answer: Struct) -> str:
    """Return a JSON answer on one line."""
    import json

    value = base.as_object(answer)
    text = json.dumps(value)
    # Half of a pair of surrogates, as of a file's name that is not UTF-8, is no Unicode.
    return json.dumps(spelled(value)) if "\\ud" in text else text


def print_json(answer: Struct) -> None:
    """Print a JSON answer."""
    print(json_line(answer))


def show(answer: Answer, tell: Callable[[], object], *, as_json: bool) -> None:
    """Print an answer as JSON, or have it told in words; then raise what went wrong, if anything.

    With --json the failure has the answer.
    """
    if not as_json:
        tell()
    if answer.error:
        raise failed(answer)
    if as_json:
        print_json(answer)


@dataclass(slots=True)
class Call:
    """A call of the command line, as far as it has been read: command, BOARD, and --json.

    `scope` has what lasts until all that is to be said is said.
    """

    command: str = "usage"
    board: str | None = None
    as_json: bool = False
    scope: ExitStack = field(default_factory=ExitStack)


class Command(click.Command):
    """A command; what is read of its call is noted in the `Call` of its context."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words behind the command's name."""
        call = ctx.ensure_object(Call)
        call.command = "-".join(ctx.command_path.split()[1:])
        if not ctx.resilient_parsing:  # as a shell does that completes
            self._check_once(ctx, args)
        left = super().parse_args(ctx, args)
        call.as_json = bool(ctx.params.get("json"))
        match ctx.params:
            case {"board": str(board)} | {"boards": [str(board)]}:
                call.board = board
        prints = not call.as_json and call.command != "encode"  # whose formulas count from 0
        call.scope.enter_context(counting_cells(ctx.params.get("cells"), prints=prints))
        return left

    def _check_once(self, ctx: click.Context, args: list[str]) -> None:
        """Refuse an option that is given twice and has one value, of which click takes the last."""
        *_, given = self.make_parser(ctx).parse_args([*args])
        for number, param in enumerate(given):
            is_single = isinstance(param, click.Option) and not (param.multiple or param.is_flag)
            if is_single and param in given[:number]:
                raise click.UsageError(f"{param.opts[0]} is given more than once", ctx)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments, each with its help, and the options."""
        arguments = [param for param in self.params if isinstance(param, click.Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl(
                    [(param.make_metavar(ctx), param.help or "") for param in arguments]
                )
        super().format_options(ctx, formatter)

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing where newer versions of click write what `format_options` writes."""


def command(function: Callable[..., None]) -> Command:
    """Make a command of a function; nothing a user does with it gives a traceback."""
    return Command(function.__name__, **declared(function))


def told(call: Call, work: Callable[[], object], about: str = "") -> int:
    """Do work, say what goes wrong with it, and return the exit code.

    With --json errors are answers like others, too, on standard output. `about` is what the message
    has to name.
    """
    usage: click.UsageError | None = None
    try:
        work()
    except Exit as done:
        return done.exit_code
    except click.UsageError as error:
        if isinstance(error, click.NoSuchOption):
            _suggest(error)
        failure, usage = fail(error.format_message()), error
    except Exception as error:  # noqa: BLE001 what is not ours is a defect, and told as one
        failure = _failure_after(error)
    else:
        return ANSWERED
    if call.as_json:
        print_json(failure.answer(call.command, call.board))
    sys.stdout.flush()
    if usage is None:
        say(failure.text if about in failure.text else f"{about}: {failure.text}")
    else:
        usage.show()
    return failure.exit_code


def _failure_after(error: Exception) -> Failure:
    """Make the failure of an error, which is a defect if it is none of ours.

    What becomes of a stream that cannot be written to, or of a signal, is not decided here.
    """
    match error:
        case Failure():
            return error
        case errors.LogicSweepError() | MemoryError():
            return failure_of(error)
    if isinstance(error, (OSError, UnicodeEncodeError)) or is_of_interrupt(error) or is_ending():
        raise error
    return failure_of(_defect(error))


def _defect(error: Exception) -> errors.InternalError:
    """Turn an error that nobody foresaw into an internal one, with its kind and where it came up.

    The traceback is printed on standard error where the environment asks for it.
    """
    if os.environ.get(TRACEBACK):
        print_exception(error, file=sys.stderr)
    text = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    ours = [
        frame
        for frame in extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(_PACKAGE)
    ]
    where = ""
    if ours:
        file = Path(ours[-1].filename).relative_to(_PACKAGE.parent).as_posix()
        where = f" in {file}, line {ours[-1].lineno}"
    hint = f"{TRACEBACK}=1 shows the traceback"
    return errors.InternalError(f"{text}{where} ({hint})", board=_board_of(error))


def _board_of(error: Exception) -> str | None:
    """Return the board that was worked on, as native text; None if there was none.

    It is the one of the innermost call that had a board, or a knowledge base, at hand.
    """
    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        for value in list(frame.f_locals.values()):
            with suppress(Exception):  # it may be half made, or what is wrong
                if isinstance(value, Board):
                    return str(value)
                if isinstance(value, KnowledgeBase):
                    return str(value.board)
    return None


def _suggest(error: Any) -> None:
    """Suggest the option that a word is often said for, or others that are alike without dashes."""
    word = error.option_name.lstrip("-")
    meant = next((option for option, words in _MEANT.items() if word in words.split()), None)
    if meant:
        known = [name for param in error.ctx.command.params for name in param.opts]
        error.possibilities = [meant] if meant.split()[0] in known else []
    elif error.possibilities:
        from difflib import get_close_matches

        bare = {option.lstrip("-"): option for option in error.possibilities}
        error.possibilities = sorted(bare[option] for option in get_close_matches(word, bare))


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
    # Not `click.echo`, which takes ASCII for a mistake and writes UTF-8 in its place.
    with suppress(OSError), spelling_out():  # nobody can be told that nobody can be told
        if sys.stderr is not None:
            print(f"logicsweep: {text}", file=sys.stderr, flush=True)


def reason(error: OSError) -> str:
    """Return the reason why the system would not do something, in its own words."""
    return (error.strerror or str(error)).lower()
