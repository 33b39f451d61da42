from typing import Annotated

import typer

from logicsweep.cli.common import completing
from logicsweep.cli.options import ReasoningOptions as ReasoningOptions
from logicsweep.reason.solvers.names import DEFAULT_SOLVER, SOLVERS

ReasonerOption = str | None
ProgramOption = list[str] | None
SolverOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"The SAT solver: {', '.join(SOLVERS)}. Default: {DEFAULT_SOLVER}.",
        autocompletion=completing(*SOLVERS),
    ),
]
