"""Means with their intervals, and whether two agents differ; by scipy (extra `experiments`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import Any, Final, NamedTuple

import numpy as np

from logicsweep.errors import MissingLibraryError

CONFIDENCE: Final = 0.95
_RESAMPLES: Final = 2000
_BATCH: Final = 50
_SEED: Final = 20_26
# A normal variable is so many standard deviations from its mean with 5 %.
_NORMAL: Final = 1.96


class Estimate(NamedTuple):
    """A mean with its 95 % interval.

    Attributes:
        games: how many values it is the mean of.
        mean: the mean.
        low: the lower end of its interval.
        high: the upper end.
        deviation: the standard deviation of the values (of a sample; 0 for one value).
    """

    games: int
    mean: float
    low: float
    high: float
    deviation: float


class Paired(NamedTuple):
    """How two agents compare on the same games.

    Attributes:
        games: how many games both have played.
        difference: how much more the first has, game by game.
        p: the p-value of there being no difference, two-sided.
        test: the name of the test.
    """

    games: int
    difference: Estimate
    p: float
    test: str


def estimate(values: Sequence[float], *, is_yes_or_no: bool) -> Estimate:
    """The mean with a 95 % interval: Wilson's for yes or no, else a percentile bootstrap.

    The bootstrap has a fixed seed. Raises ValueError without values, `MissingLibraryError`.
    """
    if not values:
        raise ValueError("no values")
    given = np.asarray(values, dtype=np.float64)
    mean, deviation = float(given.mean()), float(given.std(ddof=1)) if len(given) > 1 else 0.0
    stats = _stats()
    if is_yes_or_no:
        interval = stats.binomtest(int(given.sum()), len(given)).proportion_ci(
            CONFIDENCE, method="wilson"
        )
    elif given.min() == given.max():
        return Estimate(len(given), mean, mean, mean, 0.0)
    else:
        interval = stats.bootstrap(
            (given,),
            np.mean,
            n_resamples=_RESAMPLES,
            batch=_BATCH,
            method="percentile",
            confidence_level=CONFIDENCE,
            random_state=np.random.default_rng(_SEED),
        ).confidence_interval
    return Estimate(len(given), mean, float(interval.low), float(interval.high), deviation)


def paired(one: Sequence[float], other: Sequence[float], *, is_yes_or_no: bool) -> Paired:
    """Compare two agents on the same games: McNemar's exact test, or Wilcoxon's signed ranks.

    Raises ValueError without values or for lengths that differ, `MissingLibraryError`.
    """
    difference = np.asarray(one, dtype=np.float64) - np.asarray(other, dtype=np.float64)
    mean = estimate(difference.tolist(), is_yes_or_no=False)
    stats = _stats()
    if is_yes_or_no:
        more, fewer = int((difference > 0).sum()), int((difference < 0).sum())
        p = float(stats.binomtest(more, more + fewer).pvalue) if more + fewer else 1.0
        return Paired(len(difference), mean, p, "McNemar, exact")
    p = float(stats.wilcoxon(difference).pvalue) if difference.any() else 1.0
    return Paired(len(difference), mean, p, "Wilcoxon, signed ranks")


def agrees(found: Estimate, published: float, games: int) -> bool:
    """Whether a published mean of so many games could be of the same values.

    Its own interval is taken to be as wide as so many of our games would have it.
    """
    if not games:
        return found.low <= published <= found.high
    wide = (found.high - found.low) / 2 / _NORMAL
    return abs(found.mean - published) <= _NORMAL * sqrt(wide**2 + found.deviation**2 / games)


def load() -> None:
    """Load what is needed. Raises `MissingLibraryError`."""
    _stats()


def _stats() -> Any:
    try:
        import scipy.stats
    except ImportError:
        raise MissingLibraryError("scipy", extra="experiments", purpose="a report") from None
    return scipy.stats
