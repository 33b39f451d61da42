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
)
from logicsweep.reason.solvers.sat import SatReasoner, check_solver

if TYPE_CHECKING:
    from collections.abc import Callable

    from logicsweep.limits import Budget
    from logicsweep.reason.solvers.protocol import Reasoner
    from logicsweep.system.system import ConstraintSystem


class Engine(NamedTuple):
    """A way to reason about boards.

    `reasoner` makes a reasoner for a system. `propagates` says that propagation may decide cells.
    `tabulates` says that exhaustive tables decide the components, and no reasoner is asked for
    verdicts. `name` and `solver` are the arguments of `engine_of`, from which it is made again when
    it is unpickled.
    """

    name: ReasonerName
    solver: SolverName | str
    reasoner: Callable[[ConstraintSystem, Budget], Reasoner]
    propagates: bool
    tabulates: bool

    @property
    def certifies(self) -> bool:
        """Whether tables propose verdicts, and a reasoner proves them."""
        return self.propagates and not self.tabulates

    @property
    def command(self) -> str | None:
        """The command of the program whose answers decide cells, if there is one."""
        is_asked = self.name == SAT and self.solver not in SOLVERS
        return self.solver if is_asked else None

    def __reduce__(self) -> tuple[Callable[..., Engine], tuple[object, ...]]:
        return _engine_again, (self.name, self.solver, self.tabulates)


def engine_of(reasoner: ReasonerName, *, solver: SolverName | str = DEFAULT_SOLVER) -> Engine:
    """Find an engine of `REASONERS`; `solver` is as in `KnowledgeBase`.

    Raises `UnknownNameError`, `UnknownSolverError`, `ArgumentError` and `CommandError`.
    """
    try:
        return _engine(reasoner, solver)
    except TypeError:  # an argument that cannot be hashed, and so is no name
        check_solver(solver)
        raise UnknownNameError("reasoner", reasoner, REASONERS) from None


def chosen_engine(reasoner: ReasonerName, solver: SolverName | str | None) -> Engine:
    """Find the engine for a solver that is given, or None for the default; else as `engine_of`.

    Raises `ArgumentError` where the reasoner does not use one.
    """
    engine = engine_of(reasoner, solver=DEFAULT_SOLVER if solver is None else solver)
    if reasoner == ASP and solver is not None:
        fault = f"solver names a SAT solver, which the reasoner {ASP} does not use"
        raise ArgumentError("solver", fault)
    return engine


def _engine_again(reasoner: ReasonerName, solver: SolverName | str, tabulates: bool) -> Engine:
    """Return the engine that was pickled."""
    return engine_of(reasoner, solver=solver)._replace(tabulates=tabulates)


@lru_cache
def _engine(reasoner: ReasonerName, solver: SolverName | str) -> Engine:
    """See `engine_of`; cached, as every knowledge base asks for an engine."""
    check_solver(solver)
    if reasoner not in REASONERS:
        raise UnknownNameError("reasoner", reasoner, REASONERS)
    if reasoner in (SAT, ELIMINATION):
        return Engine(
            reasoner,
            solver,
            lambda system, budget: SatReasoner(system, solver=solver, budget=budget),
            propagates=True,
            tabulates=reasoner == ELIMINATION,
        )
    from logicsweep.reason.solvers.asp import AspReasoner

    return Engine(
        ASP,
        solver,
        lambda system, budget: AspReasoner(system, budget=budget),
        propagates=False,
        tabulates=False,
    )
