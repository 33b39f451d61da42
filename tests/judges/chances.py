"""How likely a result is by chance alone."""

from __future__ import annotations

from collections.abc import Iterable
from math import erfc, exp, lgamma, log, sqrt


def chi_square_tail(statistic: float, freedom: int) -> float:
    """The chance that a chi-square of so many degrees of freedom is as large, or larger."""
    half, odd = statistic / 2, freedom % 2
    if not half:
        return 1.0
    powers = [place + odd / 2 for place in range(freedom // 2)]
    terms = [exp(power * log(half) - half - lgamma(power + 1)) for power in powers]
    return odd * erfc(sqrt(half)) + sum(terms)


def chi_square(counts: Iterable[float], expected: Iterable[float] | None = None) -> float:
    """The chance that counts are as far from those expected (by default equal ones), or farther."""
    seen = [*counts]
    wanted = [sum(seen) / len(seen)] * len(seen) if expected is None else [*expected]
    far = sum((count - each) ** 2 / each for count, each in zip(seen, wanted, strict=True))
    return chi_square_tail(far, len(seen) - 1)
