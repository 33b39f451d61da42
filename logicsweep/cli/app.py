"""The `logicsweep` command and what its subcommands have in common."""

from __future__ import annotations

from typing import Annotated

import typer

from logicsweep import __version__
from logicsweep.cli import (
    certify,
    convert,
    count,
    decode,
    diagnose,
    encode,
    experiment,
    explain,
    hint,
    play,
    render,
    show,
    solve,
)
from logicsweep.cli.common import command

app = typer.Typer(
    name="logicsweep",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Example: logicsweep solve examples/boards/expert.board",
)
app.command(epilog=show.EXAMPLE)(show.show)
app.command(epilog=solve.EXAMPLE)(solve.solve)
app.command(epilog=count.EXAMPLE)(count.count)
app.command(epilog=diagnose.EXAMPLE)(diagnose.diagnose)
app.command(epilog=explain.EXAMPLE)(explain.explain)
app.command(epilog=hint.HINT)(hint.hint)
app.command(epilog=hint.RATE)(hint.rate)
app.command(epilog=certify.CERTIFY)(certify.certify)
app.command(epilog=certify.CHECK)(certify.check)
app.command(epilog=encode.EXAMPLE)(encode.encode)
app.command(epilog=decode.EXAMPLE)(decode.decode)
app.command(epilog=render.EXAMPLE)(render.render)
app.command(epilog=convert.CONVERT)(convert.convert)
app.command(epilog=convert.LIST)(convert.formats)
app.command(epilog=play.EXAMPLE)(play.play)
app.add_typer(experiment.app, name="experiment")


def _version(value: bool) -> None:
    if value:
        typer.echo(f"logicsweep {__version__}")
        raise typer.Exit


@app.callback()
def logicsweep(
    *,
    version: Annotated[
        bool | None,
        typer.Option("--version", callback=_version, is_eager=True, help="Show the version."),
    ] = None,
) -> None:
    """Proofs about Minesweeper positions.

    BOARD is a file in any format that `logicsweep formats` lists, a link or a game id in quotes, or
    - for standard input. Exit codes: 0 answered, 1 the board is inconsistent,
    2 usage or syntax, 3 a limit was reached, 130 interrupted.
    """
    del version


def main() -> None:
    """Run the command line; what goes wrong outside of a command is said as inside one."""
    try:
        command(app)()
    except typer.Exit as done:
        raise SystemExit(done.exit_code) from None
