"""Proofs that clauses have no model, written by a SAT solver that logs its steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from logicsweep.limits import Budget

# It logs plain DRUP: each clause follows from those before by unit propagation.
_SOLVER: Final = "glucose4"
# The conflicts to allow between two looks at the clock.
_CONFLICTS: Final = 2000

END: Final = "0"


def refutation(clauses: Iterable[Sequence[int]], budget: Budget) -> tuple[str, ...] | None:
    """Return the lines of a proof in DRUP that clauses have no model; None when they have one.

    The last line is the empty clause. Deletions are left out: they only help checkers to be fast.
    Raises `LimitError` when the budget is spent.
    """
    from pysat.solvers import Solver

    with Solver(name=_SOLVER, with_proof=True, bootstrap_with=clauses) as solver:
        answer = None
        while answer is None:
            budget.check()
            solver.conf_budget(_CONFLICTS)
            # A proof made under assumptions is none; there are none here. SIGINT is left to Python.
            answer = solver.solve_limited(expect_interrupt=True)
        if answer:
            return None
        # Where unit propagation refutes alone the solver logs nothing.
        lines = [line.strip() for line in solver.get_proof() or ()]
    return (*[line for line in lines if line != END and not line.startswith("d")], END)
