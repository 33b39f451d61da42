"""Refutations by minicard, the default solver, as quickly as PySAT can be asked.

It calls PySAT's functions in C without the classes around them, and makes no objects of the clues:
on a board of a game both take longer than the proof.
"""

from __future__ import annotations

from typing import Any, Final

from logicsweep.errors import LimitError
from logicsweep.kernel.proposal import CLUE_HEAD, DecidedClaim
from logicsweep.limits import Budget

NAME: Final = "minicard"
# The conflicts to allow between two looks at the clock; some milliseconds of search.
_CONFLICTS: Final = 2000
# The conflicts to allow under the mine count; nearly all proofs of boards in play take fewer.
_UNDER_TOTAL: Final = 500


def refutes(claim: DecidedClaim, budget: Budget) -> bool:
    """Tell whether no layout has one of the decided cells of a claim otherwise.

    The nearest clues are tried first, which nearly always do, then all of them. Raises
    `LimitError` when the budget is spent, and after some conflicts under the mine count, which ties
    all components together: a search may be endless then.
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
