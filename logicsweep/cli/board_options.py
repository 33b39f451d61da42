from typing import Annotated

from logicsweep.cli.options import OPTION_NAMES as OPTION_NAMES, BoardOptions as BoardOptions

BoardArgument = str
BoardsArgument = list[str]
import typer

CellArgument = Annotated[
    str,
    typer.Argument(metavar="ROW,COLUMN", help="A covered cell; rows and columns count from 0."),
]
FormatOption = str | None
CoveredOption = str | None
TopologyOption = str | None
RulesOption = str | None
ConstraintsOption = list[str] | None
