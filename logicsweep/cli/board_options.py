"""The options by which every command reads a BOARD."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import typer

from logicsweep.board.topologies import NAMES
from logicsweep.cli.common import completing
from logicsweep.cli.ruling import RulesOption
from logicsweep.formats.registry import FORMAT_NAMES

FormatOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        "--format",
        metavar="NAME",
        help="The board's format; `logicsweep formats` lists them. Default: detected.",
        autocompletion=completing(*FORMAT_NAMES),
    ),
]
CoveredOption = Annotated[
    str | None,
    typer.Option(
        "--covered",
        metavar="CHAR",
        help="One more character for covered cells, such as '#', in text with one character for "
        "each cell.",
    ),
]
OpenOption = Annotated[
    list[str] | None,
    typer.Option(
        "--open",
        metavar="ROW,COLUMN",
        help="Open this cell of a whole layout. May be repeated.",
    ),
]
MinesOption = Annotated[
    str | None,
    typer.Option(
        "--mines",
        metavar="N",
        help="The mine count, a number or a range such as 90..99; overrides the board's.",
    ),
]
TopologyOption = Annotated[
    str | None,
    typer.Option(
        "--topology",
        metavar="NAME",
        help=f"Which cells are neighbours: {', '.join(NAMES)}, with any dimensions.",
        autocompletion=completing(*NAMES),
    ),
]

LiarsOption = Annotated[
    int | None,
    typer.Option(metavar="K", help="Allow for up to K wrong clues, whichever they are."),
]
ConstraintsOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE",
        help="Constraints that layouts have to satisfy as well, a line for each, such as "
        "row 1: runs 3 1 of row 1. May be repeated.",
    ),
]


class BoardOptions(NamedTuple):
    """The options by which every command reads a BOARD; None for each that is not given."""

    form: FormatOption = None
    opened: OpenOption = None
    covered: CoveredOption = None
    mines: MinesOption = None
    topology: TopologyOption = None
    rules: RulesOption = None
    liars: LiarsOption = None
    constraints: ConstraintsOption = None


# The names of these options, in the order of the fields.
OPTION_NAMES: Final = ("from", "open", *BoardOptions._fields[2:])
