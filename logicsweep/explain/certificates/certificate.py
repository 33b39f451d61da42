"""A certificate: a claim about a board, a formula that denies it, and a proof that it cannot."""

from __future__ import annotations

from dataclasses import dataclass

from logicsweep.board.board import Board
from logicsweep.errors import CertificateError, counted
from logicsweep.explain.certificates.checker import check_formula, check_proof
from logicsweep.explain.certificates.formula import Claim


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """Evidence for a verdict that can be checked without trusting a solver.

    `cnf` are the lines of a formula in DIMACS, its variables explained in comments: what the
    sources of the `claim` say, and that it is wrong. `proof` are the lines of a proof in DRUP that
    this formula has no model; drat-trim and its like read both. Made by
    `KnowledgeBase.certificate`.
    """

    board: Board
    claim: Claim
    cnf: tuple[str, ...]
    proof: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Certificate: {self.claim}, proved in {counted(len(self.proof), 'line')}>"

    def check(self) -> None:
        """Check everything, from the board on; no solver has a part in it.

        The formula is made again from the board, and the proof is followed line by line. Raises
        `CertificateError` with the first line that is wrong; its `file` is `cnf` or `proof`. Raises
        `LimitError` for a formula that is too large for a certificate.
        """
        try:
            clauses = check_formula(self.board, self.claim, self.cnf)
        except CertificateError as error:
            raise CertificateError(error.text, file="cnf", line=error.line) from None
        try:
            check_proof(clauses, self.proof)
        except CertificateError as error:
            raise CertificateError(error.text, file="proof", line=error.line) from None
