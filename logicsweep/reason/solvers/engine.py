"""The engines, SAT, answer sets and elimination: for each, everything that solves."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from logicsweep.errors import ArgumentError, UnknownNameError
from logicsweep.reason.solvers.names import (
    ASP,
    DEFAULT_SOLVER,
    ELIMINATION,
    REASONERS,
    SAT,
    SOLVERS,
    ReasonerName,
    SolverName,
    check_solver,
)

if TYPE_CHECKING:
    from logicsweep.limits import Budget
    from logicsweep.reason.solvers.protocol import Reasoner
    from logicsweep.reason.solvers.recorder import Recorder
    from logicsweep.system.system import ConstraintSystem


class Engine(NamedTuple):
    """A way to reason about boards.

    `propagates` says that propagation may decide cells, `tabulates` that exhaustive tables decide
    the components, and no reasoner is asked for verdicts. With a `recorder` every question to a
    solver is kept. `name` and `solver` are the arguments of `engine_of`.
    """

    name: ReasonerName
    solver: SolverName | str
    propagates: bool
    tabulates: bool
    recorder: Recorder | None = None

    def reasoner(self, system: ConstraintSystem, budget: Budget) -> Reasoner:
        """Make a reasoner for a system."""
        if self.name != ASP:
            from logicsweep.reason.solvers.sat import SatReasoner

            return SatReasoner(system, solver=self.solver, budget=budget, recorder=self.recorder)
        from logicsweep.reason.solvers.asp import AspReasoner

        return AspReasoner(system, budget=budget, recorder=self.recorder)

    @property
    def certifies(self) -> bool:
        """Whether tables propose verdicts, and a reasoner proves them."""
        return self.propagates and not self.tabulates

    @property
    def command(self) -> str | None:
        """The command of the program whose answers decide cells, if there is one."""
        is_asked = self.name == SAT and self.solver not in SOLVERS
        return self.solver if is_asked else None


def engine_of(reasoner: ReasonerName, solver: SolverName | str | None = None) -> Engine:
    """Find an engine of `REASONERS`; `solver` is as in `KnowledgeBase`, None for the default.

    Raises `UnknownNameError`, `UnknownSolverError`, `ArgumentError` and `CommandError`.
    """
    try:
        return _engine(reasoner, solver)
    except TypeError:  # an argument that cannot be hashed, and so is no name
        if solver is not None:
            check_solver(solver)
        raise UnknownNameError("reasoner", reasoner, REASONERS) from None


@lru_cache
def _engine(reasoner: ReasonerName, solver: SolverName | str | None) -> Engine:
    """See `engine_of`; cached, as every knowledge base asks for an engine."""
    chosen = DEFAULT_SOLVER if solver is None else solver
    check_solver(chosen)
    if reasoner not in REASONERS:
        raise UnknownNameError("reasoner", reasoner, REASONERS)
    if reasoner == ASP and solver is not None:
        fault = f"solver names a SAT solver, which the reasoner {ASP} does not use"
        raise ArgumentError("solver", fault)
    return Engine(reasoner, chosen, reasoner != ASP, reasoner == ELIMINATION)
