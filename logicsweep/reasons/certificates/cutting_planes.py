"""A checker for proofs by cutting planes, in a part of VeriPB's format; it uses no solver.

A proof adds inequalities, multiplied by whole numbers that are not negative, and divides by whole
numbers, rounding up (Cook, Coullard and Turan 1987). Its last inequality says that 0 is at least 1:
then the constraints are unsatisfiable. Of VeriPB 3.0 (Gocht and Nordstrom 2021) it reads the rules
`pol` with `+`, `*` and `d`, and `i` for one literal, one rule a line; comments begin with `%`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from logicsweep.errors import CertificateError
from logicsweep.limits import Budget, budget_of

HEADER: Final = "pseudo-Boolean proof version 3.0"
END: Final = "end pseudo-Boolean proof;"
# The most digits of a number in a proof, the most bits of one that it comes to, the most words, and
# the most terms of all results together: about a gigabyte.
_DIGITS: Final = 18
_BITS: Final = 512
_WORDS: Final = 100_000
_TERMS: Final = 10_000_000
_IMPLIED: Final = re.compile(r"i 1 (~?)x(\d{1,18}) >= 1 : (\d{1,18});", re.ASCII)
_CONCLUSION: Final = re.compile(r"conclusion UNSAT : (\d{1,18});", re.ASCII)


class AtLeast(NamedTuple):
    """An inequality over variables that are 0 or 1: a weighted sum is at least the bound.

    Attributes:
        terms: The pairs of a variable and its coefficient, which is not 0; by variable, ascending.
        bound: The lower bound.
    """

    terms: tuple[tuple[int, int], ...]
    bound: int

    @property
    def is_contradiction(self) -> bool:
        """Whether no values satisfy it."""
        return sum([max(coefficient, 0) for _, coefficient in self.terms]) < self.bound


def check_cutting_planes(
    constraints: Sequence[AtLeast], lines: Sequence[str], *, budget: Budget | None = None
) -> None:
    """Check a proof in VeriPB's format that inequalities are unsatisfiable.

    Args:
        constraints: The inequalities; their numbers in the proof count from 1.
        lines: The lines of the proof.
        budget: A `logicsweep.limits.Budget`; by default there is no time limit.

    Raises:
        CertificateError: A line is not as it has to be, or the last inequality is satisfiable;
            `line` says where, counted from 1.
        LimitError: The budget is spent.
    """
    steps = _Steps(constraints, budget_of(budget))
    rules = _rules(lines)
    for expected in (HEADER, f"f {len(constraints)};"):
        number, line = next(rules)
        _expect(line, expected, number)
    for number, line in rules:
        try:
            if line.startswith("pol ") and line.endswith(";"):
                steps.add(line[4:-1].split())
            elif line.startswith("i "):
                steps.check_implied(line)
            else:
                break
        except ValueError as error:
            raise CertificateError(str(error), line=number) from None
    _expect(line, "output NONE;", number)
    number, line = next(rules)
    match = _CONCLUSION.fullmatch(line)
    if match is None:
        raise CertificateError(f"{line[:60]!r}; expected 'conclusion UNSAT : N;'", line=number)
    try:
        is_contradiction = steps.of(int(match[1])).is_contradiction
    except ValueError as error:
        raise CertificateError(str(error), line=number) from None
    if not is_contradiction:
        raise CertificateError(f"{match[1]} is no contradiction", line=number)
    number, line = next(rules)
    _expect(line, END, number)
    if number < len(lines):
        raise CertificateError("the proof goes on after its end", line=number + 1)


def _rules(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Yield the lines that are no comments, with their numbers; then raise `CertificateError`."""
    for number, line in enumerate(lines, start=1):
        if not line.startswith("%"):
            yield number, line
    raise CertificateError(f"cut short; expected {END!r} at the end", line=len(lines) + 1)


def _expect(line: str, expected: str, number: int) -> None:
    if line != expected:
        raise CertificateError(f"{line[:60]!r}; expected {expected!r}", line=number)


class _Steps:
    """The inequalities so far: those given, and then the results of sums. All raise ValueError."""

    def __init__(self, constraints: Sequence[AtLeast], budget: Budget) -> None:
        self._known = list(constraints)
        self._budget = budget
        self._variables = {variable for terms, _ in constraints for variable, _ in terms}
        self._words = 0
        self._terms = 0

    def of(self, number: int) -> AtLeast:
        """Return the inequality with a number."""
        if not 1 <= number <= len(self._known):
            raise ValueError(f"there is no inequality {number}; there are {len(self._known)}")
        return self._known[number - 1]

    def check_implied(self, line: str) -> None:
        """Check a rule `i`: an inequality says that a literal is true."""
        match = _IMPLIED.fullmatch(line)
        if match is None:
            raise ValueError(f"{line[:60]!r}; expected 'i 1 LITERAL >= 1 : N;'")
        sign = -1 if match[1] else 1
        terms, bound = self.of(int(match[3]))
        if terms != ((int(match[2]), sign),) or bound < (sign + 1) // 2:
            raise ValueError(f"the inequality {match[3]} says something else")

    def add(self, words: Sequence[str]) -> None:
        """Follow a sum in reverse Polish notation, and add its result."""
        self._words += len(words)
        if self._words > _WORDS:
            raise ValueError(f"more than {_WORDS:,} words in the sums; expected fewer")
        stack: list[AtLeast] = []
        factor: int | None = None
        for word, after in zip(words, [*words[1:], ""], strict=False):
            self._budget.check()
            if factor is not None:
                stack[-1:] = [self._counted(_scaled(stack, word, factor))]
                factor = None
            elif word == "+":
                if len(stack) < 2:
                    raise ValueError("there are not two inequalities to add")
                stack[-2:] = [self._counted(_added(*stack[-2:]))]
            elif after in ("*", "d"):
                factor = _number(word)
            elif word.startswith(("x", "~")):
                stack.append(self._axiom(word))
            else:
                stack.append(self.of(_number(word)))
        if len(stack) != 1:
            raise ValueError(f"a sum of {len(stack)} inequalities beside each other; expected one")
        self._known.append(stack[0])

    def _counted(self, made: AtLeast) -> AtLeast:
        """Count the terms of a result."""
        self._terms += len(made.terms)
        if self._terms > _TERMS:
            raise ValueError(f"more than {_TERMS:,} terms in the sums; expected fewer")
        return made

    def _axiom(self, word: str) -> AtLeast:
        """Make the inequality that a literal is 0 or more."""
        is_negated = word.startswith("~")
        name = word[is_negated:]
        variable = _number(name[1:]) if name.startswith("x") else 0
        if variable not in self._variables:
            raise ValueError(f"the formula has no variable {name[:40]!r}")
        return AtLeast(((variable, -1 if is_negated else 1),), -is_negated)


def _number(word: str) -> int:
    if not (word.isascii() and word.isdecimal()):
        raise ValueError(f"{word[:40]!r}; expected a whole number of 0 or more")
    if len(word) > _DIGITS:
        raise ValueError(f"a number of {len(word):,} digits; expected at most {_DIGITS}")
    return int(word)


def _scaled(stack: Sequence[AtLeast], sign: str, factor: int) -> AtLeast:
    """Multiply the last inequality, or divide it in the form without negative coefficients."""
    if not stack:
        raise ValueError(f"there is no inequality before {factor} {sign}")
    terms, bound = stack[-1]
    if sign == "*":
        return _of({variable: factor * value for variable, value in terms}, factor * bound)
    if factor == 0:
        raise ValueError("a division by 0; expected a divisor of 1 or more")
    # A negative coefficient is that of the negated variable, which is 1 less the variable.
    degree = -(-(bound - sum([min(value, 0) for _, value in terms])) // factor)
    rounded = {
        variable: -(-value // factor) if value > 0 else value // factor for variable, value in terms
    }
    return _of(rounded, degree + sum([min(value, 0) for value in rounded.values()]))


def _added(first: AtLeast, second: AtLeast) -> AtLeast:
    values = dict(first.terms)
    for variable, value in second.terms:
        values[variable] = values.get(variable, 0) + value
    return _of(values, first.bound + second.bound)


def _of(values: dict[int, int], bound: int) -> AtLeast:
    if any(value.bit_length() > _BITS for value in (*values.values(), bound)):
        raise ValueError(f"a number of more than {_BITS:,} bits; expected a smaller one")
    return AtLeast(tuple(sorted([pair for pair in values.items() if pair[1]])), bound)
