"""The arguments and options by which every command reads a BOARD."""

from __future__ import annotations

from typing import Annotated, Final, NamedTuple

import typer

from logicsweep.board.names import TOPOLOGY_NAMES
from logicsweep.cli.common import completing
from logicsweep.cli.lazy import lazily
from logicsweep.errors import capitalized

with lazily():
    from logicsweep.board.rules import catalogue
    from logicsweep.formats import registry

_WHAT: Final = "a board file, a link or a game id in quotes, example:NAME, or - for standard input"

BoardArgument = Annotated[str, typer.Argument(metavar="BOARD", help=f"{capitalized(_WHAT)}.")]
BoardsArgument = Annotated[
    list[str],
    typer.Argument(metavar="BOARD", help=f"{capitalized(_WHAT)}; one or more."),
]
CellArgument = Annotated[
    str,
    typer.Argument(metavar="ROW,COLUMN", help="A covered cell; rows and columns count from 0."),
]

FormatOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        "--format",
        metavar="NAME",
        help="The board's format; `logicsweep formats` lists them. Default: detected.",
        autocompletion=completing(lambda: registry.FORMAT_NAMES),
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
        help=f"Which cells are neighbours: {', '.join(TOPOLOGY_NAMES)}, with any dimensions.",
        autocompletion=completing(*TOPOLOGY_NAMES),
    ),
]
RulesOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAMES",
        help="What clues show and what layouts satisfy, such as '1M Q': names of rules with blanks "
        "between them; or a file of rules of your own, own.toml.",
        autocompletion=completing(lambda: catalogue.RULE_NAMES),
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
