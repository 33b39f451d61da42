"""Other calls of PySAT: proofs that clauses have no model, and minimal hitting sets."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import partial
from typing import Final

from logicsweep.limits import Budget
from logicsweep.reason.solvers.protocol import Closing

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


class HittingSets(Closing):
    """Minimal hitting sets of the sets of numbers added so far, the smallest first.

    They come from PySAT's Hitman: implicit hitting sets with the MaxSAT solver RC2.
    """

    def __init__(self) -> None:
        from pysat.examples.hitman import Hitman

        self._enumerator = Hitman(solver="m22", htype="sorted")
        oracle = self._enumerator.oracle
        # Else PySAT would catch SIGINT itself (see `sat.search_without_signals`).
        oracle.compute = partial(oracle.compute, expect_interrupt=True)

    def close(self) -> None:
        """Delete the solver."""
        self._enumerator.delete()

    def add(self, numbers: Collection[int]) -> None:
        """Add a set to be met; it must not be empty."""
        self._enumerator.hit(list(numbers))

    def next(self) -> frozenset[int] | None:
        """Return the smallest set not blocked, or None; the same until a set is added."""
        numbers: list[int] | None = self._enumerator.get()
        return None if numbers is None else frozenset(numbers)

    def block(self, numbers: Collection[int]) -> None:
        """Exclude this set and every set that contains it."""
        self._enumerator.block(list(numbers))

    def __iter__(self) -> Iterator[frozenset[int]]:
        """Yield all minimal hitting sets, each blocked once it was given."""
        while (hitting := self.next()) is not None:
            yield hitting
            self.block(hitting)
