"""A certificate: a claim about a board, a formula that denies it, and its refutation."""

from __future__ import annotations

from dataclasses import dataclass

from logicsweep.board.board import Board
from logicsweep.errors import CertificateError, counted
from logicsweep.explain.certificates.checker import check_formula, check_proof
from logicsweep.explain.certificates.formula import Claim


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """Evidence for a verdict that anyone can check without trusting a solver.

    Made by `KnowledgeBase.certificate`. drat-trim and other DRUP checkers read the formula and the
    proof.

    Attributes:
        board: The position that the claim is about.
        claim: The verdict, and the sources that force it.
        cnf: The lines of a formula in DIMACS CNF: what the sources say, plus the negated verdict.
            Comments explain the variables.
        proof: The lines of a proof in DRUP that this formula is unsatisfiable.
    """

    board: Board
    claim: Claim
    cnf: tuple[str, ...]
    proof: tuple[str, ...]

    def __repr__(self) -> str:
        return f"<Certificate: {self.claim}, proved in {counted(len(self.proof), 'line')}>"

    def check(self) -> None:
        """Check everything, from the board on, without a solver.

        The formula is made again from the board and compared; the proof is followed line by line.

        Raises:
            CertificateError: Something is wrong; `line` is the first wrong line, and `file` is
                `cnf` or `proof`.
            LimitError: The formula would be too large for a certificate.
        """
        try:
            clauses = check_formula(self.board, self.claim, self.cnf)
        except CertificateError as error:
            raise CertificateError(error.text, file="cnf", line=error.line) from None
        try:
            check_proof(clauses, self.proof)
        except CertificateError as error:
            raise CertificateError(error.text, file="proof", line=error.line) from None
