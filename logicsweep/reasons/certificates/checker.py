"""A checker for proofs by reverse unit propagation (RUP); it uses no solver.

A proof is a list of clauses. Each must follow from those before it by unit propagation: when all of
its literals are assumed false, propagation of unit clauses leads to a conflict (Goldberg and
Novikov, DATE 2003). The last clause is the empty one: then the formula is unsatisfiable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from logicsweep.board.board import Board
from logicsweep.errors import CertificateError, expect
from logicsweep.limits import Budget, budget_of
from logicsweep.reasons.certificates.counters import Clause
from logicsweep.reasons.certificates.formula import Claim, formula_of


def check_formula(board: Board, claim: Claim, lines: Sequence[str]) -> tuple[Clause, ...]:
    """Return the clauses of a formula, if it is the one that the board and the claim ask for.

    It is made again from the board, and compared line by line. Raises `CertificateError`, and
    `LimitError` for a formula that is too large to be made.
    """
    try:
        expected = formula_of(board, claim)
    except ValueError as error:
        raise CertificateError(f"the claim does not fit the board: {error}") from None
    compare_lines(lines, expected.lines)
    return expected.clauses


def compare_lines(lines: Sequence[str], expected: Sequence[str]) -> None:
    """Raise `CertificateError` with the first line that is not as expected."""
    for number, (line, wanted) in enumerate(zip(lines, expected, strict=False), start=1):
        if line != wanted:
            # Both from before the first letter that differs.
            start = 0
            while line[: start + 20] == wanted[: start + 20]:
                start += 20
            text, part = line[start : start + 60], wanted[start : start + 60]
            raise CertificateError(f"{text!r}; expected {part!r}", line=number)
    if len(lines) < len(expected):
        missing = expected[len(lines)]
        raise CertificateError(f"cut short; expected {missing[:60]!r}", line=len(lines) + 1)
    if len(lines) > len(expected):
        raise CertificateError("one line too many; expected the end", line=len(expected) + 1)


def check_proof(
    clauses: Iterable[Clause], lines: Sequence[str], *, budget: Budget | None = None
) -> None:
    """Check a DRUP proof that clauses are unsatisfiable.

    Deletions (`d ...`) are passed over: a clause that was derived stays true.

    Args:
        clauses: The clauses as tuples of literals in DIMACS numbering: 3 or -3, never 0.
        lines: The lines of the proof.
        budget: A `logicsweep.limits.Budget`; by default there is no time limit.

    Raises:
        CertificateError: A line is not a clause or does not follow, or the proof does not end with
            the empty clause; `line` says where, counted from 1.
        LimitError: The budget is spent.
    """
    budget = budget_of(budget)
    known = Propagation(budget)
    for clause in clauses:
        budget.check()
        known.add(clause)
    is_done = False
    for number, line in enumerate(lines, start=1):
        if is_done:
            raise CertificateError("the proof goes on after the empty clause", line=number)
        expect("a line", line, str, "a str")
        words = line.split()
        if words[:1] == ["d"]:
            continue
        try:
            clause = _clause(words)
        except ValueError:
            raise CertificateError(
                f"{line[:60]!r}; expected literals and a 0", line=number
            ) from None
        if not known.entails(clause):
            raise CertificateError(f"{line[:60]!r} does not follow", line=number)
        known.add(clause)
        is_done = not clause
    if not is_done:
        raise CertificateError(
            "cut short; expected the empty clause, 0, at the end", line=len(lines) + 1
        )


def _clause(words: Sequence[str]) -> Clause:
    """Read a clause in DIMACS, which ends with 0. Raises ValueError."""
    if not all(word.removeprefix("-").isdecimal() and word.isascii() for word in words):
        raise ValueError
    *literals, end = map(int, words)
    if end != 0 or 0 in literals:
        raise ValueError
    return tuple(literals)


class Checks(Protocol):
    """Something that is told of each step, and raises `LimitError` when it is one too many."""

    def check(self) -> None:
        """Allow one more step."""
        ...


class Propagation:
    """Clauses, with unit propagation.

    Every clause watches two of its literals, and is visited only when one of these becomes false.
    """

    def __init__(self, budget: Checks) -> None:
        self._budget = budget
        self._true: set[int] = set()  # literals that are true in every model
        self._watching: dict[int, list[list[int]]] = {}
        self._is_false = False  # whether the clauses are known to have no model

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        # Literals that are not false yet come first, to be watched.
        literals = sorted(dict.fromkeys(clause), key=lambda literal: -literal in self._true)
        if len(literals) > 1:
            for literal in literals[:2]:
                self._watching.setdefault(literal, []).append(literals)
        free = [literal for literal in literals[:2] if -literal not in self._true]
        if not free or (len(free) == 1 and not self._propagate(free, [])):
            self._is_false = True

    def entails(self, clause: Iterable[int]) -> bool:
        """Tell whether unit propagation refutes that all literals of a clause are false."""
        if self._is_false:
            return True
        added: list[int] = []
        is_consistent = self._propagate([-literal for literal in clause], added)
        self._true.difference_update(added)
        return not is_consistent

    def _propagate(self, literals: Sequence[int], added: list[int]) -> bool:
        """Make literals true, with all that follow by unit propagation; collect them in `added`.

        Returns False on a conflict: some literal would be both true and false.
        """
        true, watching = self._true, self._watching
        due = list(literals)
        while due:
            self._budget.check()
            literal = due.pop()
            if literal in true:
                continue
            if -literal in true:
                return False
            true.add(literal)
            added.append(literal)
            kept: list[list[int]] = []
            for clause in watching.pop(-literal, ()):
                if clause[0] == -literal:
                    clause[0], clause[1] = clause[1], clause[0]
                for place in range(2, len(clause)):
                    if -clause[place] not in true:
                        clause[1], clause[place] = clause[place], clause[1]
                        watching.setdefault(clause[1], []).append(clause)
                        break
                else:
                    kept.append(clause)
                    due.append(clause[0])
            if kept:
                watching[-literal] = kept
        return True
