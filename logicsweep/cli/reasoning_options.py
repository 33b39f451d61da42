"""The options by which commands reason."""

from __future__ import annotations

from typing import Annotated, NamedTuple

import typer

from logicsweep.cli.common import (
    DensityOption,
    JsonOption,
    MaxEntriesOption,
    TimeLimitOption,
    completing,
)
from logicsweep.errors import listed
from logicsweep.limits import DEFAULT_TIME_LIMIT, MAX_ENTRIES
from logicsweep.reason.solvers.names import ASP, DEFAULT_SOLVER, REASONERS, SAT, SOLVERS

ReasonerOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"The reasoner: {listed(REASONERS, last='or')}. Default: {SAT}; {ASP} with a program.",
        autocompletion=completing(*REASONERS),
    ),
]
# A list, so that a second one is not dropped without a word.
ProgramOption = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE.lp",
        help=f"A logic program that layouts have to satisfy as well; needs {ASP}.",
    ),
]
SolverOption = Annotated[
    str | None,
    typer.Option(
        metavar="NAME",
        help=f"The SAT solver: {', '.join(SOLVERS)}. Default: {DEFAULT_SOLVER}.",
        autocompletion=completing(*SOLVERS),
    ),
]


class ReasoningOptions(NamedTuple):
    """The options of a command that proves and counts, and how it answers."""

    json: JsonOption = False
    density: DensityOption = None
    reasoner: ReasonerOption = None
    program: ProgramOption = None
    time_limit: TimeLimitOption = DEFAULT_TIME_LIMIT
    max_entries: MaxEntriesOption = MAX_ENTRIES
