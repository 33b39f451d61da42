"""The names of reasoners and SAT solvers, apart from what they load."""

from __future__ import annotations

from typing import Final, Literal, get_args

from logicsweep.errors import UnknownSolverError
from logicsweep.formulas.names import CNF_FILE, is_command

SAT: Final = "sat"
ASP: Final = "asp"
ELIMINATION: Final = "elimination"
ReasonerName = Literal["sat", "asp", "elimination"]
"""The name of a reasoner."""
REASONERS: Final[tuple[ReasonerName, ...]] = get_args(ReasonerName)
"""The names of the reasoners.

`sat` (SAT solvers), `asp` (answer sets, by clingo) and `elimination` (exhaustive tables).
"""

DEFAULT_SOLVER: Final = "minicard"
NativeSolver = Literal["minicard", "gluecard4"]
ClausalSolver = Literal[
    "cadical153",
    "cadical195",
    "glucose4",
    "glucose42",
    "maplechrono",
    "mergesat3",
    "minisat22",
    "minisat-gh",
]
# Others of PySAT's are left out on purpose: kissat404 ignores assumptions, lingeling has no budget.
SolverName = NativeSolver | ClausalSolver
"""The name of a SAT solver that PySAT brings."""
NATIVE_SOLVERS: Final[tuple[NativeSolver, ...]] = get_args(NativeSolver)
CLAUSAL_SOLVERS: Final[tuple[ClausalSolver, ...]] = get_args(ClausalSolver)
SOLVERS: Final[tuple[SolverName, ...]] = NATIVE_SOLVERS + CLAUSAL_SOLVERS
"""The names of the solvers: those with native cardinality constraints, then the clausal ones."""


def check_solver(name: str) -> None:
    """Raise an error unless `name` is one of `SOLVERS`, or a command whose program is there."""
    if name in SOLVERS:
        return
    if not is_command(name, CNF_FILE):
        raise UnknownSolverError(name, SOLVERS)
    from logicsweep.formulas.command import command_of

    command_of(name, CNF_FILE, "solver")
