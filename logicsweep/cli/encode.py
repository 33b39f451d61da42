"""`logicsweep encode`: a board as a formula for other solvers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from logicsweep.cli.common import (
    USAGE,
    BoardArgument,
    FormatOption,
    command,
    fail,
    load,
    working,
    write_whole,
)
from logicsweep.constraints import constraints_of
from logicsweep.encode.cardinality import DEFAULT_ENCODING, ENCODINGS, NATIVE
from logicsweep.encode.cnf import dimacs, encode_cnf
from logicsweep.errors import UnknownNameError

DIMACS: Final = "dimacs"
MCC: Final = "mcc"
EXAMPLE: Final = "Example: logicsweep encode examples/boards/small.board -o small.cnf"


@command
def encode(
    board: BoardArgument,
    *,
    cardinality: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help=f"How the total is encoded: {', '.join(ENCODINGS)}, or {NATIVE} (minicard's "
            f"format).",
        ),
    ] = DEFAULT_ENCODING,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="NAME",
            help=f"The format: {DIMACS}, or {MCC} (that of the model counting competition).",
        ),
    ] = DIMACS,
    output: Annotated[
        Path | None,
        typer.Option(
            "-o", "--output", metavar="FILE", help="Write to a file, whole or not at all."
        ),
    ] = None,
    form: FormatOption = None,
) -> None:
    """Print the board as DIMACS CNF with a symbol table and the source of every clause."""
    if to not in (DIMACS, MCC):
        raise UnknownNameError("formula format", to, (DIMACS, MCC))
    if to == MCC and cardinality == NATIVE:
        raise fail(f"--to {MCC} has no native constraints; choose another --cardinality", USAGE)
    position = load(board, form)
    with working("encoding"):
        cnf = encode_cnf(constraints_of(position), cardinality=cardinality)
    lines = dimacs(cnf, lambda number: str(position.cell(number)), for_counters=to == MCC)
    if output is not None and str(output) != "-":
        write_whole(output, lines)
        return
    for line in lines:
        print(line)
