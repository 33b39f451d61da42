"""Cardinality constraints over literals as clauses.

To add an encoding: write an `Encoder`, a function that names its source, put its name into
`EncodingName` and a line for it into `_SCHEMES`. The command line, the comparison of encodings and
the tests go through `ENCODINGS`, which has every name.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import combinations
from math import comb, sqrt
from typing import Final, Literal, NamedTuple, get_args

from logicsweep.errors import LimitError, UnknownNameError

Clause = tuple[int, ...]

# The encodings, which take any bound.
EncodingName = Literal[
    "seqcounter", "totalizer", "mtotalizer", "kmtotalizer", "cardnetwork", "sortnetwork"
]
ENCODINGS: Final[tuple[EncodingName, ...]] = get_args(EncodingName)
# The smallest of them by far over hundreds of cells.
DEFAULT_ENCODING: Final = "kmtotalizer"
# Not an encoding: the constraint stays one line, for solvers that hold it as it is.
NATIVE: Final = "native"
CardinalityName = EncodingName | Literal["native"]

# Exactly k of 8 needs at most 112 clauses without auxiliary variables.
_DIRECT_LIMIT: Final = 128
_MOST_CLAUSES: Final = 10_000_000
# Clauses over all cells of a clue are long: so many literals take some gigabyte.
_MOST_LITERALS: Final = 50_000_000


def check_encoding(name: str, known: Sequence[str]) -> None:
    """Raise `UnknownNameError` unless `name` is one of `known`."""
    if name not in known:
        raise UnknownNameError("cardinality encoding", name, known)


def direct(literals: Sequence[int], lower: int, upper: int) -> list[Clause]:
    """`lower <= true literals <= upper` by its prime implicates, with no auxiliary variables.

    Of any `upper + 1` literals one is false, of any `n - lower + 1` one is true (the binomial
    encoding: Frisch and Giannaros 2010). Bounds that nothing meets give the empty clause. The
    number of clauses is C(n, upper+1) + C(n, lower-1).
    """
    count = len(literals)
    if upper < 0 or lower > count or lower > upper:
        return [()]
    clauses = list(combinations([-literal for literal in literals], upper + 1))
    if lower > 0:
        clauses += combinations(literals, count - lower + 1)
    return clauses


def excluding(literals: Sequence[int], number: int) -> list[Clause]:
    """Not exactly `number` of the literals are true: a clause for each choice of as many.

    Raises `LimitError` when these would have more than 50,000,000 literals.
    """
    count = len(literals)
    if comb(count, number) * count > _MOST_LITERALS:
        raise LimitError(
            f"to rule out that {number} of {count} cells are mines takes more than "
            f"{_MOST_LITERALS:,} literals"
        )
    clauses = []
    for chosen in combinations(literals, number):
        true = set(chosen)
        clauses.append(tuple([-literal if literal in true else literal for literal in literals]))
    return clauses


def encoded(
    literals: Sequence[int], lower: int, upper: int, *, encoding: EncodingName, top: int
) -> tuple[list[Clause], int]:
    """`lower <= true literals <= upper` by one of `ENCODINGS`.

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
    scheme = _SCHEMES[encoding]
    if scheme.clauses(count, upper) > _MOST_CLAUSES:
        raise LimitError(
            f"{encoding} over {count} cells needs some ten million clauses or more; "
            f"{NATIVE} needs none"
        )
    return scheme.encode(list(literals), lower, upper, top)


def _by_pysat(
    kind: str, literals: list[int], lower: int, upper: int, top: int
) -> tuple[list[Clause], int]:
    """An `Encoder` of PySAT's; `kind` is its name for the encoding."""
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


def _by_product(count: int, bound: int) -> float:
    return 6.0 * count * min(bound + 1, count - bound + 1)


def _by_square(count: int, _: int) -> float:
    return 1.1 * count * count


def _by_root(count: int, _: int) -> float:
    return 3.5 * count * sqrt(count)


# From literals, lower, upper and the last variable in use to clauses and the new last variable. The
# bounds are within the number of literals, and the clauses project on the literals as they should.
Encoder = Callable[[list[int], int, int, int], tuple[list[Clause], int]]


class _Scheme(NamedTuple):
    """An encoding, and about how many clauses it takes for so many literals and an upper bound.

    The estimate is within a factor of some 3.
    """

    encode: Encoder
    clauses: Callable[[int, int], float]


# PySAT's pairwise, bitwise and ladder encodings take bound 1 only and are left out.
_SCHEMES: Final[dict[EncodingName, _Scheme]] = {
    # Sequential counter: Sinz 2005.
    "seqcounter": _Scheme(partial(_by_pysat, "seqcounter"), _by_product),
    # Totalizer: Bailleux and Boufkhad 2003.
    "totalizer": _Scheme(partial(_by_pysat, "totalizer"), _by_square),
    # Modulo totalizer: Ogawa, Liu, Hasegawa, Koshimura and Fujita 2013.
    "mtotalizer": _Scheme(partial(_by_pysat, "mtotalizer"), _by_root),
    # Modulo totalizer for k-cardinality: Morgado, Ignatiev and Marques-Silva 2015.
    "kmtotalizer": _Scheme(partial(_by_pysat, "kmtotalizer"), _by_root),
    # Cardinality network: Asin, Nieuwenhuis, Oliveras and Rodriguez-Carbonell 2009.
    "cardnetwork": _Scheme(partial(_by_pysat, "cardnetwrk"), _by_root),
    # Sorting network, odd-even merge: Batcher 1968.
    "sortnetwork": _Scheme(partial(_by_pysat, "sortnetwrk"), _by_root),
}
