"""The `logicsweep` command."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from glob import glob
from typing import Final

import click

from logicsweep import errors
from logicsweep.cli.commands import Commands
from logicsweep.cli.common import ANSWERED, USAGE, Call, reason, say, told
from logicsweep.cli.streams import spelling_out
from logicsweep.cli.version import tell_version

# A variable of the environment in which a shell asks for completions.
_COMPLETE: Final = "_LOGICSWEEP_COMPLETE"


def _version(context: click.Context, _: click.Parameter, value: bool) -> None:
    if value and not context.resilient_parsing:
        tell_version()
        context.exit()


app: Final = Commands(
    "logicsweep",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    params=[
        click.Option(
            ["-V", "--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help="Show the version.",
        )
    ],
    help="""Proofs, exact probabilities and explanations for Minesweeper positions.

    BOARD is a file in any of the formats of `logicsweep list formats`, a link or a game id in
    quotes, example:NAME, or - for standard input. Exit codes: 0 answered, 1 the board is
    inconsistent, 2 usage or syntax, 3 a limit was reached, 70 a defect of logicsweep, 130
    interrupted.
    """,
    epilog="Example: logicsweep solve example:expert",
)


def main() -> None:
    """Run the command line; whatever goes wrong in it is said here."""
    words = sys.argv[1:]
    if sys.platform == "win32":  # whose shells leave patterns to programs
        words = [name for word in words for name in sorted(glob(word)) or [word]]  # noqa: PTH207
    call = Call(as_json="--json" in words)
    with spelling_out(), _writing(), _telling_warnings(), call.scope:
        code = told(call, partial(_run, words, call))
        sys.stdout.flush()
    if code:
        raise SystemExit(code)


def _run(words: list[str], call: Call) -> None:
    if os.environ.get(_COMPLETE):
        app.main(prog_name="logicsweep", complete_var=_COMPLETE)  # which ends here
    with app.make_context("logicsweep", words, obj=call) as context:
        app.invoke(context)


@contextmanager
def _writing() -> Iterator[None]:
    """Say when standard output cannot be written to, and exit."""
    if sys.stdout is None:
        say("cannot write the answer: standard output is closed")
        raise SystemExit(USAGE)
    try:
        yield
    except BrokenPipeError:  # whoever read the output has gone, as `head` does
        _give_up_stdout()
        raise SystemExit(ANSWERED) from None
    except OSError as error:
        _give_up_stdout()
        say(f"cannot write the answer: {reason(error)}")
        raise SystemExit(USAGE) from None


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
