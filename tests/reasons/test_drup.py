"""Certificates before a judge: what is accepted is accepted by `drup`, a verified checker."""

from __future__ import annotations

import random

import pytest

from logicsweep import KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.reason.solvers.calls import refutation
from logicsweep.reasons.certificates.counters import Clause
from logicsweep.reasons.certificates.formula import formula_of
from tests.conftest import either_solver, seeds
from tests.judges.judge import certified
from tests.knowledge.test_rules import Case
from tests.reasons.proofs import is_proof, mutated, random_cnf

# Built from source, which takes a C compiler; CI has it.
drup = pytest.importorskip("drup")
pytestmark = pytest.mark.slow("drup")


def is_proof_for_drup(clauses: tuple[Clause, ...], lines: tuple[str, ...]) -> bool:
    """What the verified checker says (Fredrikson's drup, extracted from Why3)."""
    steps = [[int(word) for word in line.split()[:-1]] for line in lines]
    outcome = drup.check_proof([list(clause) for clause in clauses], steps).outcome
    return bool(outcome == drup.Outcome.VALID)


@pytest.mark.parametrize("seed", seeds(range(200)))
@either_solver
@pytest.mark.usefixtures("either_engine")
def test_drup_accepts_every_certificate(seed: int) -> None:
    for certificate, _ in certified(seed):
        clauses = formula_of(certificate.board, certificate.claim).clauses
        assert is_proof_for_drup(clauses, certificate.proof)
        # As files, but for the comments, which that program does not read.
        text = "\n".join(line for line in certificate.cnf if not line.startswith("c"))
        outcome = drup.check_proof_from_strings(f"{text}\n", "\n".join(certificate.proof) + "\n")
        assert outcome.outcome == drup.Outcome.VALID


@pytest.mark.parametrize("seed", seeds(range(200)))
def test_drup_accepts_certificates_with_rules(seed: int) -> None:
    board = Case(seed).board
    kb = KnowledgeBase(board)
    found = kb.consequences()
    for cell in sorted(found.safe | found.mines)[:5]:
        certificate = kb.certificate(cell)
        clauses = formula_of(board, certificate.claim).clauses
        assert is_proof_for_drup(clauses, certificate.proof)


@pytest.mark.parametrize("part", range(10))
def test_what_is_accepted_is_accepted_by_drup(part: int) -> None:
    """200 random proofs, right ones and broken ones: 20 a part, from seeds 20 * part on."""
    accepted = refused = 0
    for seed in range(20 * part, 20 * part + 20):
        rng = random.Random(seed)
        lines = None
        while lines is None:
            clauses = random_cnf(rng)
            lines = refutation(clauses, Budget(None))
        for broken in (lines, *(mutated(rng, lines) for _ in range(5))):
            if is_proof(clauses, broken):
                accepted += 1
                assert is_proof_for_drup(clauses, broken), (seed, clauses, broken)
            else:
                refused += 1
        # The other way round: without the clauses that matter there is no proof.
        some = tuple(clause for clause in clauses if rng.random() < 0.8)
        if refutation(some, Budget(None)) is None:
            assert not is_proof(some, lines)
    assert accepted >= 20
    assert refused > 0
