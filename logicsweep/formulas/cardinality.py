"""Clauses for one cardinality constraint over literals."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb, sqrt
from typing import Final, Literal, get_args

from logicsweep.errors import LimitError, UnknownNameError

Clause = tuple[int, ...]

# PySAT's names for encodings that take any bound. Its pairwise, bitwise and ladder encodings take
# bound 1 only and are left out.
EncodingName = Literal[
    "seqcounter", "totalizer", "mtotalizer", "kmtotalizer", "cardnetwork", "sortnetwork"
]
ENCODINGS: Final[tuple[EncodingName, ...]] = get_args(EncodingName)
_TYPES: Final[dict[EncodingName, str]] = {
    "seqcounter": "seqcounter",
    "totalizer": "totalizer",
    "mtotalizer": "mtotalizer",
    "kmtotalizer": "kmtotalizer",
    "cardnetwork": "cardnetwrk",
    "sortnetwork": "sortnetwrk",
}
# The smallest of them by far over hundreds of cells.
DEFAULT_ENCODING: Final = "kmtotalizer"
# Not an encoding: the constraint stays one line, for solvers that hold it as it is.
NATIVE: Final = "native"
CardinalityName = EncodingName | Literal["native"]

# Exactly k of 8 needs at most 112 clauses without auxiliary variables.
_DIRECT_LIMIT: Final = 128
_MOST_CLAUSES: Final = 10_000_000


def check_encoding(name: str, known: Sequence[str]) -> None:
    """Raise `UnknownNameError` unless `name` is one of `known`."""
    if name not in known:
        raise UnknownNameError("cardinality encoding", name, known)


def direct(literals: Sequence[int], lower: int, upper: int) -> list[Clause]:
    """`lower <= true literals <= upper` by its prime implicates, with no auxiliary variables.

    Of any `upper + 1` literals one is false, of any `n - lower + 1` one is true. Bounds that
    nothing meets give the empty clause. The number of clauses is C(n, upper+1) + C(n, lower-1).
    """
    count = len(literals)
    if upper < 0 or lower > count or lower > upper:
        return [()]
    clauses = list(combinations([-literal for literal in literals], upper + 1))
    if lower > 0:
        clauses += combinations(literals, count - lower + 1)
    return clauses


def excluding(literals: Sequence[int], number: int) -> list[Clause]:
    """Not exactly `number` of the literals are true: a clause for each choice of as many."""
    clauses = []
    for chosen in combinations(literals, number):
        true = set(chosen)
        clauses.append(tuple([-literal if literal in true else literal for literal in literals]))
    return clauses


def encoded(
    literals: Sequence[int], lower: int, upper: int, *, encoding: EncodingName, top: int
) -> tuple[list[Clause], int]:
    """`lower <= true literals <= upper` by a PySAT encoding.

    Auxiliary variables are numbered from `top + 1`; the second result is the last one in use. Each
    choice of the literals that meets the bounds extends to the auxiliary variables, no other does.
    Small constraints are encoded directly. Raises `UnknownNameError` for an unknown encoding and
    `LimitError` when it would take more than some ten million clauses.
    """
    check_encoding(encoding, ENCODINGS)
    count = len(literals)
    lower = max(lower, 0)
    upper = min(upper, count)
    if lower > upper:
        return [()], top
    size = (comb(count, upper + 1) if upper < count else 0) + (
        comb(count, lower - 1) if lower else 0
    )
    if size <= _DIRECT_LIMIT:
        return direct(literals, lower, upper), top
    if _estimate(count, upper, encoding) > _MOST_CLAUSES:
        raise LimitError(
            f"{encoding} over {count} cells needs some ten million clauses or more; "
            f"{NATIVE} needs none"
        )
    return _by_pysat(list(literals), lower, upper, _TYPES[encoding], top)


def _estimate(count: int, bound: int, encoding: str) -> float:
    """About how many clauses an encoding takes; within a factor of some 2 up to 20,000 cells."""
    if encoding in ("seqcounter", "totalizer"):
        return 6.0 * count * min(bound + 1, count - bound + 1)
    return 3.5 * count * sqrt(count)


def _by_pysat(
    literals: list[int], lower: int, upper: int, kind: str, top: int
) -> tuple[list[Clause], int]:
    import pycard
    from pysat.card import EncType

    clauses: list[Clause] = []
    bounds = []
    if upper < len(literals):
        bounds.append((pycard.encode_atmost, upper))
    if lower > 0:
        bounds.append((pycard.encode_atleast, lower))
    for make, bound in bounds:
        # Not by `CardEnc`, which has PySAT catch SIGINT (see `sat.unheard`): that is the 0.
        part, last = make(literals, bound, top, getattr(EncType, kind), 0) or ((), 0)
        clauses += map(tuple, part)
        # `last` can be smaller than the last variable in use.
        top = max(top, last)
    return clauses, top
