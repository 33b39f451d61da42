"""The weighted sum behind a verdict, from its sources."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from logicsweep.board.board import Board
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND
from logicsweep.limits import Budget
from logicsweep.linear.bounds import Proof, proof_of
from logicsweep.linear.sums import Sum
from logicsweep.reason.mus import Mus
from logicsweep.reasons.constrained_deduction import constraints_from
from logicsweep.reasons.deduction import plain_constraints
from logicsweep.reasons.weighted_sum import WeightedSum, source_says
from logicsweep.reasons.wording import constraint_says
from logicsweep.system.statements import Statements
from logicsweep.system.system import Position


def weighted_sum(
    board: Board,
    statements: Statements,
    position: Position,
    mus: Mus,
    number: int,
    *,
    mine: bool,
    budget: Budget,
) -> WeightedSum | None:
    """Find a sum that proves a verdict, given a smallest set of its sources; None without one.

    `number` is the cell of the verdict. Raises `LimitError` when the budget is spent.
    """
    few, every = _constraints(statements, position, mus)
    proof = proof_of(few, every, number, mine=mine, budget=budget)
    if proof is None:
        return None
    constraints = few if proof.has_few else every()
    return in_words(board, proof, constraints, smallest=mus.size)


def in_words(
    board: Board, proof: Proof, constraints: Iterable[Constraint], *, smallest: int | None = None
) -> WeightedSum:
    """Put a sum of constraints of a board into words.

    `smallest` is the number of sources of a smallest set that forces the verdict, if it is known.
    """
    sources = proof.sum.sources
    further = {
        row.source: constraint_says(board, row)
        for row in constraints
        if row.source.is_further and row.source in sources
    }
    says = tuple([source_says(board, source, further) for source in sources])
    # No sum has fewer sources than a smallest set, whichever sources these are.
    named = len([source for source in sources if source != BACKGROUND])
    return WeightedSum(
        board, proof.sum, says, has_fewest=named == smallest, has_least=proof.is_least
    )


def sum_of(
    statements: Statements,
    position: Position,
    mus: Mus,
    number: int,
    *,
    mine: bool,
    budget: Budget,
) -> Sum | None:
    """Find a sum that proves a verdict, given any set of its sources; None without one.

    Raises `LimitError` when the budget is spent.
    """
    few, every = _constraints(statements, position, mus)
    proof = proof_of(few, every, number, mine=mine, budget=budget)
    return None if proof is None else proof.sum


def _constraints(
    statements: Statements, position: Position, mus: Mus
) -> tuple[Sequence[Constraint], Callable[[], Sequence[Constraint]]]:
    """Return the constraints of a set of sources, and a function that makes all of them.

    On an ordinary board those of the set are made without all others.
    """
    if statements.are_ordinary:
        few: list[Constraint] = plain_constraints(position, mus)
        return few, lambda: statements.system(position).constraints
    system = statements.system(position)
    return constraints_from(system, mus.sources), lambda: system.constraints
