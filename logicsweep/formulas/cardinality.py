"""Cardinality constraints over literals as clauses.

To add an encoding of PySAT, add its name to `EncodingName` and `_SCHEMES`, and its source in the
literature to `ENCODINGS`, from which the command line, the comparison of encodings and the tests
have every name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import comb, sqrt
from operator import neg
from typing import Final, Literal, get_args

from logicsweep.constraints.clauses import Clause
from logicsweep.errors import LimitError, UnknownNameError

# The names of the encodings, all of which take any bound.
EncodingName = Literal[
    "seqcounter", "totalizer", "mtotalizer", "kmtotalizer", "cardnetwork", "sortnetwork"
]
ENCODINGS: Final[tuple[EncodingName, ...]] = get_args(EncodingName)
"""The names of all encodings of cardinality constraints as clauses. In this order, they are the
sequential counter (Sinz 2005), the totalizer (Bailleux and Boufkhad 2003), the modulo totalizer
(Ogawa, Liu, Hasegawa, Koshimura and Fujita 2013), the modulo totalizer for k-cardinality (Morgado,
Ignatiev and Marques-Silva 2015), the cardinality network (Asin, Nieuwenhuis, Oliveras and
Rodriguez-Carbonell 2009) and the sorting network (Batcher 1968)."""
# By far the smallest over hundreds of cells.
DEFAULT_ENCODING: Final = "kmtotalizer"
# Not an encoding: the constraint stays one line, for solvers with native cardinality constraints.
NATIVE: Final = "native"
CardinalityName = EncodingName | Literal["native"]
"""One of `ENCODINGS`, or `native`."""

# Exactly k of 8 needs at most 112 clauses without auxiliary variables.
_DIRECT_LIMIT: Final = 128
_MOST_CLAUSES: Final = 10_000_000


def check_encoding(name: str, known: Sequence[str]) -> None:
    """Raise `UnknownNameError` unless `name` is one of `known`."""
    if name not in known:
        raise UnknownNameError("cardinality encoding", name, known)


def direct(literals: Sequence[int], lower: int, upper: int) -> list[Clause]:
    """Encode `lower <= true literals <= upper` by its prime implicates, with no auxiliary
    variables.

    The binomial encoding (Frisch and Giannaros 2010): of any `upper + 1` literals one is false, of
    any `n - lower + 1` one is true. It has C(n, upper+1) + C(n, lower-1) clauses. Unsatisfiable
    bounds give the empty clause.
    """
    count = len(literals)
    if upper < 0 or lower > count or lower > upper:
        return [()]
    clauses = list(combinations(map(neg, literals), upper + 1))
    if lower > 0:
        clauses += combinations(literals, count - lower + 1)
    return clauses


def encoded(
    literals: Sequence[int], lower: int, upper: int, top: int, *, encoding: EncodingName
) -> tuple[list[Clause], int]:
    """Encode `lower <= true literals <= upper` by one of `ENCODINGS`.

    Auxiliary variables are numbered from `top + 1`; the second result is the last variable in use.
    An assignment of the literals extends to a model if and only if it meets the bounds. Small
    constraints are encoded directly. Raises `UnknownNameError` for an unknown encoding and
    `LimitError` if it would take more than about ten million clauses.
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
    kind, clauses = _SCHEMES[encoding]
    if clauses(count, upper) > _MOST_CLAUSES:
        raise LimitError(
            f"{encoding} over {count} cells needs about ten million clauses or more; "
            f"{NATIVE} needs none"
        )
    return _by_pysat(kind, list(literals), lower, upper, top)


def _by_pysat(
    kind: str, literals: list[int], lower: int, upper: int, top: int
) -> tuple[list[Clause], int]:
    """Encode bounds that are within the number of literals; `kind` is PySAT's name for the way."""
    import pycard
    from pysat.card import EncType

    clauses: list[Clause] = []
    bounds = []
    if upper < len(literals):
        bounds.append((pycard.encode_atmost, upper))
    if lower > 0:
        bounds.append((pycard.encode_atleast, lower))
    for make, bound in bounds:
        # Not by `CardEnc`, with which PySAT catches SIGINT (see `search_without_signals` in `sat`);
        # the 0 at the end is against that.
        part, last = make(literals, bound, top, getattr(EncType, kind), 0) or ((), 0)
        clauses += map(tuple, part)
        # `last` can be smaller than the last variable in use.
        top = max(top, last)
    return clauses, top


def _by_product(count: int, bound: int) -> float:
    return 6.0 * count * min(bound + 1, count - bound + 1)


def _by_square(count: int, _: int) -> float:
    return 1.1 * count * count


def _by_root(count: int, _: int) -> float:
    return 3.5 * count * sqrt(count)


# By encoding, PySAT's name for it, and an estimate of its clauses for a number of literals and an
# upper bound, within a factor of about 3. PySAT's pairwise, bitwise and ladder encodings take bound
# 1 only and are left out.
_SCHEMES: Final[dict[EncodingName, tuple[str, Callable[[int, int], float]]]] = {
    "seqcounter": ("seqcounter", _by_product),
    "totalizer": ("totalizer", _by_square),
    "mtotalizer": ("mtotalizer", _by_root),
    "kmtotalizer": ("kmtotalizer", _by_root),
    "cardnetwork": ("cardnetwrk", _by_root),
    "sortnetwork": ("sortnetwrk", _by_root),
}
