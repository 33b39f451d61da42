"""Clauses that count, for the formulas of certificates: a checker has to trust this module.

They bound the number of true literals, or rule out pairs of such numbers. Small ones are written
out; large ones count in auxiliary variables, which come after the last one in use. Every assignment
of the literals that is allowed extends to a model.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from math import comb
from typing import Final

from logicsweep.errors import LimitError

Clause = tuple[int, ...]

# A bound that would take more clauses than this written out is counted by auxiliary variables.
_WRITTEN_OUT: Final = 128
# The same for pairs of numbers: nine cells have this number of assignments.
_PAIRS_WRITTEN_OUT: Final = 512
# With more literals pairs are not even tried to be written out.
_FEW: Final = 24
# The most clauses of a whole formula, which is made in memory. Small boards can need billions, as a
# counter has a number of clauses in proportion to its literals times its bound.
MOST_CLAUSES: Final = 1_000_000


def check_size(clauses: int) -> None:
    """Raise `LimitError` for more clauses than `MOST_CLAUSES`."""
    if clauses > MOST_CLAUSES:
        raise LimitError(f"a formula of more than {MOST_CLAUSES:,} clauses")


def between(literals: Sequence[int], lower: int, upper: int, top: int) -> tuple[list[Clause], int]:
    """Demand that `lower` to `upper` of the literals are true."""
    most, top = _at_most(literals, upper, top)
    least, top = _at_most([-literal for literal in literals], len(literals) - lower, top)
    return most + least, top


def _at_most(literals: Sequence[int], bound: int, top: int) -> tuple[list[Clause], int]:
    """Demand that at most `bound` literals are true; by a sequential counter (Sinz, 2005) if large.

    Its clauses only force the variables of the counter to be true.
    """
    count = len(literals)
    if bound < 0:
        return [()], top
    if bound >= count:
        return [], top
    if bound == 0 or comb(count, bound + 1) <= _WRITTEN_OUT:
        return list(combinations([-number for number in literals], bound + 1)), top
    check_size(2 * count * min(bound, count - bound))
    if count - bound < bound:  # the smaller side is counted
        return _at_least([-number for number in literals], count - bound, top)
    clauses: list[Clause] = []
    before: list[int] = []  # the variables "at least 1, 2, ... of those so far"
    for literal in literals:
        width = min(len(before) + 1, bound)
        after = list(range(top + 1, top + width + 1))
        top += width
        clauses += [(-old, new) for old, new in zip(before, after, strict=False)]
        clauses.append((-literal, after[0]))
        clauses += [(-literal, -old, new) for old, new in zip(before, after[1:], strict=False)]
        if len(before) == bound:
            clauses.append((-literal, -before[-1]))
        before = after
    return clauses, top


def _at_least(literals: Sequence[int], need: int, top: int) -> tuple[list[Clause], int]:
    """Demand that at least `need` literals are true, by a counter with the opposite clauses.

    They only make a variable false: at least j so far takes j before the literal, or j - 1 before
    it and the literal itself.
    """
    clauses: list[Clause] = []
    before: list[int] = []
    for literal in literals:
        width = min(len(before) + 1, need)
        after = list(range(top + 1, top + width + 1))
        top += width
        for place, new in enumerate(after):
            clauses.append((-new, literal, *before[place : place + 1]))
            if place:
                clauses.append((-new, before[place - 1]))
        before = after
    clauses.append((before[need - 1],))
    return clauses, top


def not_pairs(
    first: Sequence[int], second: Sequence[int], pairs: Collection[tuple[int, int]], top: int
) -> tuple[list[Clause], int]:
    """Rule out pairs of numbers of true literals, in the first group and in the second."""
    are_few = len(first) + len(second) <= _FEW
    sizes = [comb(len(first), m) * comb(len(second), n) for m, n in pairs if are_few]
    if are_few and sum(sizes) <= _PAIRS_WRITTEN_OUT:
        return [
            tuple([-literal for literal in (*true, *others)])
            for m, n in pairs
            for true in _exactly(first, m)
            for others in _exactly(second, n)
        ], top
    check_size(2 * (len(first) ** 2 + len(second) ** 2) + len(pairs))
    clauses, first_at_least, top = _counted(first, top)
    second_clauses, second_at_least, top = _counted(second, top)
    clauses += second_clauses
    clauses += [(*_unless(first_at_least, m), *_unless(second_at_least, n)) for m, n in pairs]
    return clauses, top


def _exactly(literals: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Yield the assignments with this number of true literals, as tuples of literals."""
    for true in combinations(literals, number):
        yield tuple([literal if literal in true else -literal for literal in literals])


def _unless(at_least: Sequence[int], number: int) -> Clause:
    """Negate, as a clause, that exactly this number is counted."""
    few = [-literal for literal in at_least[:number][-1:]]
    return (*few, *at_least[number : number + 1])


def _counted(literals: Sequence[int], top: int) -> tuple[list[Clause], list[int], int]:
    """Make a counter whose variables say that at least 1, 2, ... literals are true."""
    clauses: list[Clause] = []
    before: list[int] = []
    for literal in literals:
        after = list(range(top + 1, top + len(before) + 2))
        top = after[-1]
        for place, new in enumerate(after):
            same = before[place : place + 1]  # as many before it; none if they are too few
            fewer = before[place - 1 : place] if place else []  # one less before it
            clauses += [(-old, new) for old in same]
            clauses.append((-literal, *[-old for old in fewer], new))
            clauses.append((-new, *same, literal))
            clauses += [(-new, *same, old) for old in fewer]
        before = after
    return clauses, before, top
