"""The certificate and the weighted sum behind a verdict, from its sources."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from logicsweep.board.board import Board
from logicsweep.checker.board import MOST_CELLS
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND, Source
from logicsweep.errors import CertificateError, LimitError
from logicsweep.limits import Budget
from logicsweep.linear.bounds import Proof, proof_of
from logicsweep.reason.mus import Mus
from logicsweep.reasons.certificates.by_clauses import certificate_by_clauses
from logicsweep.reasons.certificates.by_sum import certificate_by_sum
from logicsweep.reasons.certificates.certificate import Certificate, ProofName
from logicsweep.reasons.certificates.formula import Proved, Titles
from logicsweep.reasons.constrained_deduction import constraints_from
from logicsweep.reasons.deduction import plain_constraints
from logicsweep.reasons.weighted_sum import WeightedSum, source_says
from logicsweep.reasons.wording import constraint_says
from logicsweep.system.statements import Statements
from logicsweep.system.system import Position


def certified(
    proved: Proved,
    mus: Mus,
    statements: Statements,
    position: Position,
    *,
    kind: ProofName,
    budget: Budget,
) -> Certificate:
    """Certify a verdict that has these sources.

    Raises ValueError where a checker would not know the rules, or not follow the certificate, and
    `LimitError`.
    """
    board = proved.board
    if board.grid.size > MOST_CELLS:
        raise LimitError(f"certificates are for boards of up to {MOST_CELLS:,} cells")
    titles = Titles(board, statements)
    if kind == "veripb":
        verdict = proved.variable - 1, proved.denial < 0
        with suppress(CertificateError, LimitError):  # clauses may be found in time
            summed = sum_behind(statements, position, mus, verdict, budget.renewed())
            if summed is not None:
                certificate = certificate_by_sum(proved, titles, summed[0].sum)
                _check(certificate, statements)
                return certificate
    if statements.are_ordinary:
        rows = plain_constraints(position, mus)
    else:
        # What a key is like, and how many clues may be wrong, is behind every clue.
        sources = {BACKGROUND, *_of_key(board, statements), *mus.sources}
        rows = [row for row in statements.system(position).constraints if row.source in sources]
    certificate = certificate_by_clauses(proved, titles, rows, budget.renewed())
    try:
        _check(certificate, statements)
    except CertificateError as error:
        raise CertificateError(f"there is no certificate that {proved}: {error.text}") from None
    return certificate


def _check(certificate: Certificate, statements: Statements) -> None:
    """Check a certificate, unless it is of clues and the mine count, which can all be followed."""
    if not statements.are_ordinary:
        certificate.check()


def _of_key(board: Board, statements: Statements) -> set[Source]:
    """Return the sources that say what a key is like."""
    key = board.rules.clue.keyed
    if key.key is None:
        return set()
    return {said.source for said in statements.others if said.source.name == key.name}


def sum_behind(
    statements: Statements, position: Position, mus: Mus, verdict: tuple[int, bool], budget: Budget
) -> tuple[Proof, Sequence[Constraint]] | None:
    """Find a sum that proves a verdict, given any set of its sources; None without one.

    `verdict` is a cell, and True for a mine. Returns the constraints that the sum is of, too; on an
    ordinary board those of the set are made without all others. Raises `LimitError` when the budget
    is spent.
    """
    system = None if statements.are_ordinary else statements.system(position)
    if system is None:
        few = plain_constraints(position, mus)
    else:
        few = constraints_from(system, mus.sources)

    def every() -> Sequence[Constraint]:
        return (statements.system(position) if system is None else system).constraints

    number, mine = verdict
    proof = proof_of(few, every, number, mine=mine, budget=budget)
    return None if proof is None else (proof, few if proof.has_few else every())


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
    return WeightedSum(board, proof.sum, says, fewest=named == smallest, least=proof.is_least)
