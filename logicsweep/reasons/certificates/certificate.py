"""`Certificate`: a verdict, a formula that denies it with its sources, and the refutation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal, get_args

from logicsweep.board.board import Board, Cell
from logicsweep.board.verdicts import Verdict
from logicsweep.checker.board import Board as ReadBoard, read_board
from logicsweep.checker.faults import CheckError, CheckLimitError, Clock
from logicsweep.checker.folder import Claim, check_files
from logicsweep.checker.sources import MINE_COUNT, Position
from logicsweep.errors import CertificateError, LimitError, counted

ProofName = Literal["drup", "veripb"]
"""The forms of proofs: clauses for DRUP checkers, or sums of inequalities for VeriPB."""
PROOFS: Final[tuple[ProofName, ...]] = get_args(ProofName)
# The form of a claim, and the endings of its files.
_FORMS: Final[Mapping[ProofName, tuple[str, str, str]]] = {
    "drup": ("clauses", ".cnf", ".drup"),
    "veripb": ("sum", ".opb", ".pbp"),
}


@dataclass(frozen=True, slots=True, repr=False)
class Certificate:
    """Evidence for a verdict that anyone can check without trusting a solver.

    Made by `KnowledgeBase.certificate`. drat-trim and other DRUP checkers read the formula and the
    proof, VeriPB those that are sums.

    Attributes:
        board: The position that the verdict is about.
        cell: The cell.
        verdict: Safe or a mine.
        kind: `drup` for clauses, `veripb` for a sum.
        sources: The titles of the sources that the formula is of, such as `clue(0,1)`.
        formula: The lines of a formula in DIMACS CNF or OPB: what the sources say, and the denied
            verdict. Comments explain the variables.
        proof: The lines of a proof that it cannot be satisfied, in DRUP or VeriPB's format.
    """

    board: Board
    cell: Cell
    verdict: Verdict
    kind: ProofName
    sources: tuple[str, ...]
    formula: tuple[str, ...]
    proof: tuple[str, ...]

    def __str__(self) -> str:
        return str(self.claim())

    def __repr__(self) -> str:
        size = counted(len(self.proof), "line")
        if self.kind == "veripb":
            size = counted(sum([line.startswith("pol ") for line in self.proof]), "sum")
        return f"<Certificate: {self}, proved in {size}>"

    @property
    def uses_total(self) -> bool:
        """True if the mine count is among the sources."""
        return MINE_COUNT in self.sources

    @property
    def files(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of the formula and of the proof, by the names of their files."""
        claim = self.claim()
        return {claim.formula or "": self.formula, claim.proof: self.proof}

    def claim(self, round_number: int | None = None) -> Claim:
        """Return the line of an index that claims the verdict, perhaps as a step of a game."""
        form, of_formula, of_proof = _FORMS[self.kind]
        name = f"{self.verdict.value}-{self.cell.row}-{self.cell.column}"
        return Claim(
            self.verdict.value,
            form,
            f"{name}{of_proof}",
            (self.cell.row, self.cell.column),
            f"{name}{of_formula}",
            self.sources,
            round=round_number,
        )

    def check(self) -> None:
        """Check everything, from the board on, without a solver; see `logicsweep.checker`.

        Raises:
            CertificateError: Something is wrong; `line` is the first wrong line, and `file` the
                name of its file.
            LimitError: The formula is too large to be checked.
        """
        clock = Clock()
        with answering():
            position = Position(_read(str(self.board)), clock)
            check_files(self.claim(), self.formula, self.proof, position, clock)


@contextmanager
def answering() -> Iterator[None]:
    """Turn the errors of the checker into `CertificateError` and `LimitError`."""
    try:
        yield
    except CheckError as fault:
        raise CertificateError(fault.text, file=fault.file, line=fault.line) from None
    except CheckLimitError as limit:
        raise LimitError(str(limit)) from None


@lru_cache(maxsize=1)
def _read(text: str) -> ReadBoard:
    """Read a board as the checker does, once for all of its certificates: it takes the longest."""
    return read_board(text.split("\n"))
