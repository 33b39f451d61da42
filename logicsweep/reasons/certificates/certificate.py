"""Certificates: a claim about a board, a formula that denies it, and its refutation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from logicsweep.board.board import Board
from logicsweep.errors import CertificateError, counted
from logicsweep.reasons.certificates.checker import check_formula, check_proof, compare_lines
from logicsweep.reasons.certificates.cutting_planes import AtLeast, check_cutting_planes
from logicsweep.reasons.certificates.formula import Claim
from logicsweep.reasons.certificates.inequalities import linear_formula


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

    @property
    def files(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of the formula and of the proof, by the endings of their files."""
        return {".cnf": self.cnf, ".drup": self.proof}

    def check(self) -> None:
        """Check everything, from the board on, without a solver.

        The formula is made again from the board and compared; the proof is followed line by line.

        Raises:
            CertificateError: Something is wrong; `line` is the first wrong line, and `file` is
                `cnf` or `proof`.
            LimitError: The formula would be too large for a certificate.
        """
        clauses = _blaming("cnf", check_formula, self.board, self.claim, self.cnf)
        _blaming("proof", check_proof, clauses, self.proof)


@dataclass(frozen=True, slots=True, repr=False)
class SumCertificate:
    """Evidence for a verdict as a weighted sum of its sources, which anyone can check by adding up.

    Made by `KnowledgeBase.certificate`. VeriPB reads the formula and the proof.

    Attributes:
        board: The position that the claim is about.
        claim: The verdict, and the sources that force it.
        opb: The lines of a formula in OPB: what the sources say, plus the negated verdict. Comments
            explain the variables.
        proof: The lines of a proof in VeriPB's format that this formula is unsatisfiable.
    """

    board: Board
    claim: Claim
    opb: tuple[str, ...]
    proof: tuple[str, ...]

    def __repr__(self) -> str:
        sums = sum([line.startswith("pol ") for line in self.proof])
        return f"<SumCertificate: {self.claim}, proved in {counted(sums, 'sum')}>"

    @property
    def files(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of the formula and of the proof, by the endings of their files."""
        return {".opb": self.opb, ".pbp": self.proof}

    def check(self) -> None:
        """Check everything, from the board on, without a solver.

        The formula is made again from the board and compared; the proof is added up line by line.

        Raises:
            CertificateError: Something is wrong; `line` is the first wrong line, and `file` is
                `opb` or `proof`.
            LimitError: The formula would be too large for a certificate.
        """
        constraints = _blaming("opb", check_linear_formula, self.board, self.claim, self.opb)
        _blaming("proof", check_cutting_planes, constraints, self.proof)


AnyCertificate = Certificate | SumCertificate


def check_linear_formula(board: Board, claim: Claim, lines: Sequence[str]) -> tuple[AtLeast, ...]:
    """Return the inequalities of a formula, if it is the one that board and claim ask for.

    Raises `CertificateError`, and `LimitError` as `linear_formula` does.
    """
    try:
        expected = linear_formula(board, claim)
    except ValueError as error:
        raise CertificateError(f"the claim does not fit the board: {error}") from None
    compare_lines(lines, expected.lines)
    return expected.constraints


def _blaming(part: str, check: Callable[..., Any], *arguments: object) -> Any:
    """Run a check, and name the part in a `CertificateError` that it raises."""
    try:
        return check(*arguments)
    except CertificateError as error:
        raise CertificateError(error.text, file=part, line=error.line) from None
