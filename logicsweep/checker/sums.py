"""Formulas of inequalities, in OPB, and their proofs, in a part of VeriPB's format 3.0."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from .clauses import CLAIM, GROUP, NAME, NUMBER, Lines, expect, group_end, limit_lines, read_names
from .faults import CheckError, CheckLimitError, Clock, shown

# The most of a formula, and of a proof.
MOST_CONSTRAINTS = 100_000
MOST_TERMS = 1_000_000
MOST_STEPS = 100_000
MOST_HELD = 4_000_000
MOST_BITS = 512

_HEADER = re.compile(rf"\* #variable= (0|{NUMBER}) #constraint= (0|{NUMBER})", re.ASCII)
_CONCLUSION = re.compile(rf"\* logicsweep certificate: these constraints {CLAIM}", re.ASCII)
_NAME = re.compile(rf"\* x({NUMBER}) = {NAME}", re.ASCII)
_GROUP = re.compile(rf"\* constraint{GROUP}", re.ASCII)
_RELATION = re.compile(f"(?:([-0-9x ]+) | ?)(>=|=) (0|-?{NUMBER}) ;", re.ASCII)
_TERM = re.compile(f"(-?{NUMBER}) x({NUMBER})", re.ASCII)
_OPERAND = re.compile(f"({NUMBER})|(~?)x({NUMBER})", re.ASCII)
_FACTOR = re.compile(f"0|{NUMBER}", re.ASCII)
_RULE = re.compile(f"pol (.+);|i 1 (~?x{NUMBER}) >= 1 : ({NUMBER});", re.ASCII)
_REFUTED = re.compile(f"conclusion UNSAT : ({NUMBER});", re.ASCII)

# The coefficients of an inequality, none of them 0, and its bound.
_Sum = tuple[dict[int, int], int]


class AtLeast(NamedTuple):
    """An inequality: terms of a variable and its coefficient, ascending, come to a bound."""

    terms: tuple[tuple[int, int], ...]
    bound: int


class SumFormula(NamedTuple):
    """Inequalities that cannot all be true: title, inequalities and first line of each source."""

    conclusion: str
    names: Mapping[int, str]
    groups: tuple[tuple[str, tuple[AtLeast, ...], int], ...]


def read_inequalities(lines: Lines) -> SumFormula:
    """Read the lines of an OPB file, without their line breaks."""
    limit_lines(lines, 10 * MOST_CONSTRAINTS, 2 * MOST_TERMS)
    header = expect(_HEADER, lines, 0, "the header")
    conclusion = expect(_CONCLUSION, lines, 1, "the conclusion")[1]
    names = read_names(_NAME, lines, 2)
    at, end, used = 2 + len(names), 0, 0
    groups = []
    while at < len(lines):
        match = expect(_GROUP, lines, at, "a further comment of the formula")
        due = group_end(match, end + 1, at + 1)
        group: list[AtLeast] = []
        start = at = at + 1
        while end < due:
            made = _constraint(expect(_RELATION, lines, at, "a constraint"), names, at + 1)
            at += 1
            group += made
            end += len(made)
            used = max([used, *[variable for variable, _ in made[0].terms]])
        if end > due:
            raise CheckError("the group ends within an equation", line=at)
        if end > MOST_CONSTRAINTS:
            raise CheckLimitError(f"a formula has more than {MOST_CONSTRAINTS} constraints")
        groups.append((match[4], tuple(group), start + 1))
    if int(header[2]) != end or int(header[1]) < used:
        raise CheckError(f"the header should have {used} variables, {end} constraints", line=1)
    return SumFormula(conclusion, names, tuple(groups))


def _constraint(match: re.Match[str], names: Mapping[int, str], line: int) -> list[AtLeast]:
    """Return an inequality, or the two of an equation."""
    words = match[1].split(" ") if match[1] else []
    terms = [_TERM.fullmatch(" ".join(words[at : at + 2])) for at in range(0, len(words), 2)]
    pairs = [(int(each[2]), int(each[1])) for each in terms if each and int(each[2]) in names]
    ascend = all(pair[0] < after[0] for pair, after in pairwise(pairs))
    if len(pairs) < len(terms) or not ascend:
        raise CheckError(
            f"expected terms of named variables, ascending: {shown(match[1])}", line=line
        )
    bound = int(match[3])
    above = AtLeast(tuple(pairs), bound)
    below = AtLeast(tuple([(each, -factor) for each, factor in pairs]), -bound)
    return [above] if match[2] == ">=" else [above, below]


def check_sums(constraints: Sequence[AtLeast], proof: Lines, clock: Clock) -> None:
    """Check that a proof derives a constraint that no values satisfy."""
    limit_lines(proof, 2 * MOST_CONSTRAINTS)
    lines = [(n, text) for n, text in enumerate(proof, 1) if n == 1 or not text.startswith("%")]
    lines += [(max(1, len(proof)), "")] * (5 - len(lines))
    begin, end = "pseudo-Boolean proof version 3.0", "end pseudo-Boolean proof;"
    parts = (0, begin), (1, f"f {len(constraints)};"), (-3, "output NONE;"), (-1, end)
    for place, expected in parts:
        line, text = lines[place]
        if text != expected:
            raise CheckError(f"expected {expected!r}, not {shown(text)}", line=line)
    rules = _Rules(constraints, clock)
    for line, text in lines[2:-3]:
        match = _RULE.fullmatch(text)
        if match is None:
            raise CheckError(f"is no known rule: {shown(text)}", line=line)
        if match[1]:
            rules.combine(match[1], line)
        else:
            rules.imply(match[2], match[3], line)
    line = lines[-2][0]
    last = expect(_REFUTED, proof, line - 1, "the conclusion")[1]
    if not _is_broken(*rules.operand(last, line)):
        raise CheckError(f"some values satisfy the constraint {last}", line=line)


class _Rules:
    """The constraints so far, and the rules that derive further ones."""

    def __init__(self, constraints: Sequence[AtLeast], clock: Clock) -> None:
        self._clock = clock
        self._sums: list[_Sum] = [(dict(each.terms), each.bound) for each in constraints]
        self._variables = {variable for terms, _ in self._sums for variable in terms}
        # The words of all combinations; the terms of all results, and of those under way.
        self._words = self._held = 0

    def operand(self, word: str, line: int) -> _Sum:
        """Return the constraint of a number, or that a literal is at least 0."""
        match = _OPERAND.fullmatch(word)
        if match and match[1] and int(word) <= len(self._sums):
            return self._sums[int(word) - 1]
        if match and match[3] and int(match[3]) in self._variables:
            return {int(match[3]): -1 if match[2] else 1}, -1 if match[2] else 0
        raise CheckError(f"is no constraint so far, nor a literal: {shown(word)}", line=line)

    def imply(self, literal: str, number: str, line: int) -> None:
        """Check that a literal is true, as a constraint has no values without it."""
        terms, _ = self.operand(literal, line)
        others, least = self.operand(number, line)
        self._clock.tick(len(others) + 1)
        # A false literal has the other value than its sign says.
        ((variable, sign),) = terms.items()
        left = {each: factor for each, factor in others.items() if each != variable}
        if not _is_broken(left, least - (others.get(variable, 0) if sign < 0 else 0)):
            raise CheckError(f"the constraint {number} does not imply {literal}", line=line)

    def combine(self, text: str, line: int) -> None:
        """Add the result of a sum in reverse Polish notation."""
        self._words += text.count(" ") + 1
        if self._words > MOST_STEPS:
            raise CheckLimitError(f"a proof has more than {MOST_STEPS} words in its sums")
        words = ["", *text.split(" "), ""]
        stack: list[_Sum] = []
        for before, word, after in zip(words, words[1:], words[2:], strict=False):
            if after in {"*", "d"} and _FACTOR.fullmatch(word):
                continue
            count = 2 if word == "+" else int(word in {"*", "d"})
            taken = [stack.pop() for _ in range(count) if stack]
            steps = sum([len(terms) for terms, _ in taken])
            self._clock.tick(steps + 1)
            if word == "+" and len(taken) == 2:
                result = _added(*taken)
            elif word in {"*", "d"} and taken and _FACTOR.fullmatch(before):
                result = _scaled(*taken[0], int(before), word, line)
            else:
                result = self.operand(word, line)
            if max(map(int.bit_length, [*result[0].values(), result[1]])) > MOST_BITS:
                raise CheckError(f"a number has more than {MOST_BITS} bits", line=line)
            self._held += len(result[0]) - steps
            if self._held > MOST_HELD:
                raise CheckLimitError(f"a proof has more than {MOST_HELD} terms in its results")
            stack.append(result)
        if len(stack) != 1:
            raise CheckError(f"the sum has {len(stack)} results", line=line)
        self._sums += stack


def _is_broken(terms: Mapping[int, int], bound: int) -> bool:
    """Tell whether no values satisfy an inequality."""
    return sum([factor for factor in terms.values() if factor > 0]) < bound


def _added(first: _Sum, second: _Sum) -> _Sum:
    fewer, more = sorted((first, second), key=lambda each: len(each[0]))
    terms = more[0].copy()
    for variable, factor in fewer[0].items():
        total = terms.pop(variable, 0) + factor
        if total:
            terms[variable] = total
    return terms, first[1] + second[1]


def _scaled(terms: Mapping[int, int], bound: int, by: int, word: str, line: int) -> _Sum:
    """Multiply, or divide and round up; a negative -a x is a of the negation, less a."""
    if word == "*":
        return {each: factor * by for each, factor in terms.items() if by}, bound * by
    if by == 0:
        raise CheckError("a constraint is divided by 0", line=line)
    least = sum([min(factor, 0) for factor in terms.values()])
    divided = {x: -(-factor // by) if factor > 0 else factor // by for x, factor in terms.items()}
    return divided, sum([min(factor, 0) for factor in divided.values()]) - (least - bound) // by
