"""The `logicsweep` command."""

from __future__ import annotations

from typing import Annotated

import typer

from logicsweep.cli.commands import Commands
from logicsweep.cli.common import ANSWERED, command
from logicsweep.cli.version import tell_version

app = typer.Typer(
    name="logicsweep",
    cls=Commands,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: logicsweep solve example:expert",
)


def _version(value: bool) -> None:
    if value:
        tell_version()
        raise typer.Exit


@app.callback()
def logicsweep(
    *,
    version: Annotated[
        bool | None,
        typer.Option("--version", "-V", callback=_version, is_eager=True, help="Show the version."),
    ] = None,
) -> None:
    """Proofs, exact probabilities and explanations for Minesweeper positions.

    BOARD is a file in any format that `logicsweep formats` lists, a link or a game id in quotes,
    example:NAME, or - for standard input. Exit codes: 0 answered, 1 the board is inconsistent,
    2 usage or syntax, 3 a limit was reached, 70 a defect of logicsweep, 130 interrupted.
    """
    del version


def main() -> None:
    """Run the command line; what goes wrong outside of a command is said as inside one."""
    try:
        command(_run)()
    except typer.Exit as done:
        raise SystemExit(done.exit_code) from None


def _run() -> None:
    try:
        app(prog_name="logicsweep")
    except SystemExit as done:
        # Where nobody reads help any more, click exits with 1, which says "inconsistent" here.
        if isinstance(done.__context__, BrokenPipeError):
            raise SystemExit(ANSWERED) from None
        raise
