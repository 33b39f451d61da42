"""The certificate behind a verdict: a formula of its sources, and a proof for checkers."""

from __future__ import annotations

from typing import Final, get_args

from logicsweep.board.verdicts import Verdict
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.errors import LimitError, UnknownNameError
from logicsweep.knowledge.proofs import Proofs
from logicsweep.knowledge.summing import sum_behind
from logicsweep.limits import Budget
from logicsweep.reason.mus import Mus
from logicsweep.reason.solvers.calls import refutation
from logicsweep.reasons.certificates.certificate import AnyCertificate, Certificate, SumCertificate
from logicsweep.reasons.certificates.formula import Claim, check_sources, formula_of
from logicsweep.reasons.certificates.index import ProofName
from logicsweep.reasons.certificates.layout_rules import RuleAt
from logicsweep.reasons.explanation import Explanation
from logicsweep.reasons.summed import certificate_of
from logicsweep.system.statements import Statements

# Whether a certificate uses the upper and the lower bound of the total, in the order of trials.
_NO_BOUNDS: Final = ((False, False),)
_BOUNDS: Final = ((True, False), (False, True), (True, True))


def check_proof(name: str) -> None:
    """Raise `UnknownNameError` unless it is the name of a kind of proof."""
    if name not in get_args(ProofName):
        raise UnknownNameError("kind of proof", str(name)[:40], get_args(ProofName))


def certified(
    explanation: Explanation,
    proof: ProofName,
    statements: Statements,
    proofs: Proofs,
    budget: Budget,
) -> AnyCertificate:
    """Certify an explained verdict. Raises as `KnowledgeBase.certificate`."""
    if proof == "veripb":
        certificate = _by_sum(explanation, statements, proofs, budget.renewed())
        if certificate is not None:
            return certificate
    board, mine, budget = explanation.board, explanation.verdict is Verdict.MINE, budget.renewed()
    used = {constraint.source for constraint in explanation.constraints}
    rules = {
        RuleAt(str(rule.source.name), tuple(map(board.cell, rule.cells)))
        for rule in statements.others
        # The statements about a key are in the formula of every clue.
        if rule.source in used
        and rule.source.kind is SourceKind.RULE
        and rule.source.name != board.rules.clue.keyed.name
    }
    beside = [str(source) for source in used if source.kind is SourceKind.CONSTRAINT]
    names = tuple(sorted(rules)), tuple(sorted(beside))
    # Of the total one bound does most often, and counting up to the other can take long.
    for bounds in _BOUNDS if explanation.uses_total else _NO_BOUNDS:
        claim = Claim(explanation.cell, mine, explanation.clues, *bounds, *names)
        check_sources(board, claim)
        with proofs:
            formula = formula_of(board, claim)
            steps = refutation(formula.clauses, budget)
        if steps is not None:
            return Certificate(board, claim, formula.lines, steps)
    raise RuntimeError("a formula has a model that should have none")


def _by_sum(
    explanation: Explanation, statements: Statements, proofs: Proofs, budget: Budget
) -> SumCertificate | None:
    """Certify a verdict by a weighted sum; None if none is found that certificates know."""
    board = explanation.board
    if board.rules.clue.key is not None:
        return None
    mus = Mus(
        tuple(map(board.number, explanation.clues)),
        uses_total=explanation.uses_total,
        constraints=tuple(
            dict.fromkeys([constraint.source for constraint in explanation.constraints])
        ),
    )
    verdict = board.number(explanation.cell), explanation.verdict is Verdict.MINE
    try:
        proved = sum_behind(statements, proofs.ledger.position, mus, verdict, budget)
    except LimitError:  # clauses may be found in time
        return None
    if proved is None:
        return None
    cells = {said.source: said.cells for said in statements.others}

    def rule_at(source: Source) -> RuleAt:
        return RuleAt(str(source.name), tuple(map(board.cell, cells[source])))

    return certificate_of(board, proved[0].sum, rule_at)
