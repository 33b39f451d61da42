"""Other calls of PySAT: quick refutations, proofs that clauses have no model, hitting sets."""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Sequence
from functools import partial
from typing import Any, Final

from logicsweep.errors import LimitError
from logicsweep.kernel.proposal import CLUE_HEAD, DecidedClaim
from logicsweep.limits import Budget

# It logs plain DRUP: each clause follows from those before by unit propagation.
_SOLVER: Final = "glucose4"
# The conflicts to allow between two looks at the clock; some milliseconds of search.
_CONFLICTS: Final = 2000
# The conflicts to allow under the mine count; nearly all proofs of boards in play take fewer.
_UNDER_TOTAL: Final = 500

END: Final = "0"


def refuted_by_minicard(claim: DecidedClaim, budget: Budget) -> bool:
    """Tell whether no layout has one of the decided cells of a claim otherwise.

    PySAT's functions in C are called without the classes around them, and no objects are made of
    the clues: on a board of a game both take longer than the proof. The nearest clues are tried
    first, which nearly always do, then all of them. Raises `LimitError` when the budget is spent,
    and after some conflicts under the mine count, which ties all components together: a search may
    be endless then.
    """
    import pysolvers  # with the first solver, not before

    add = pysolvers.minicard_add_am
    numbers, at, end, near = claim.numbers, claim.first_clue, claim.end, claim.near
    conflicts = _UNDER_TOTAL if claim.is_under_total else None
    solver = pysolvers.minicard_new()
    try:
        pysolvers.minicard_add_cl(solver, [-literal for literal in claim.literals])
        while at < end:
            if not near and not _has_model(pysolvers, solver, budget, conflicts):
                return True
            near -= 1
            _, least, most, size = numbers[at : at + CLUE_HEAD]
            first = at + CLUE_HEAD
            middle = first + size
            at = middle + size
            if most < size:
                add(solver, numbers[first:middle], most)
            if least > 0:
                add(solver, numbers[middle:at], size - least)
        return not _has_model(pysolvers, solver, budget, conflicts)
    finally:
        pysolvers.minicard_del(solver)


def _has_model(pysolvers: Any, solver: object, budget: Budget, conflicts: int | None) -> bool:
    """Tell whether there is a model; look at the clock after every batch of conflicts.

    Raises `LimitError` when the budget is spent, or after so many conflicts.
    """
    while True:
        budget.check()
        pysolvers.minicard_cbudget(solver, conflicts or _CONFLICTS)
        # Without assumptions, and without a handler for SIGINT (see `search_without_signals`).
        answer: bool | None = pysolvers.minicard_solve_lim(solver, [], 0, 1)
        if answer is not None:
            return answer
        if conflicts is not None:
            raise LimitError(f"no proof under the mine count within {conflicts} conflicts")


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


def refuted_by_more(
    clauses: Iterable[Sequence[int]],
    broken: Callable[[Sequence[int]], Sequence[Sequence[int]]],
    budget: Budget,
) -> bool:
    """Tell whether clauses have no model, with more of them as models are found.

    `broken` returns further clauses that a model breaks, given its literals; none if it breaks
    none. Raises `LimitError` when the budget is spent.
    """
    from pysat.solvers import Solver

    with Solver(name=_SOLVER, bootstrap_with=clauses) as solver:
        while True:
            budget.check()
            solver.conf_budget(_CONFLICTS)
            answer = solver.solve_limited(expect_interrupt=True)
            if answer:
                more = broken(solver.get_model())
                if not more:
                    return False
                solver.append_formula(more)
            elif answer is not None:
                return True


def hitting_sets(
    sets: Iterable[Collection[int]],
    missed: Callable[[frozenset[int]], Collection[int] | None] = lambda _: None,
) -> Generator[frozenset[int], None, None]:
    """Yield all minimal hitting sets of some sets of numbers, the smallest first.

    The sets may be implicit: `missed` returns one more set, which the hitting set that it gets does
    not hit, or None where that hits all there are. Nothing hits an empty set, which ends the
    search. Close the iterator if it is not read to its end.

    They come from PySAT's Hitman, with the MaxSAT solver RC2.
    """
    from pysat.examples.hitman import Hitman

    with Hitman(solver="m22", htype="sorted") as enumerator:
        oracle = enumerator.oracle
        # Else PySAT would catch SIGINT itself (see `sat.search_without_signals`).
        oracle.compute = partial(oracle.compute, expect_interrupt=True)
        for members in sets:
            enumerator.hit(list(members))
        while (numbers := enumerator.get()) is not None:
            hitting = frozenset(numbers)
            more = missed(hitting)
            if more is not None:
                enumerator.hit(list(more))
            else:
                yield hitting
                enumerator.block(numbers)
