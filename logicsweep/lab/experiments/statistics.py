"""Means with confidence intervals; paired tests of two agents need scipy (extra `experiments`)."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import NormalDist
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from logicsweep.errors import MissingLibraryError

CONFIDENCE: Final = 0.95
_RESAMPLES: Final = 2000
_BATCH: Final = 50
_SEED: Final = 20_26
# Of more values than this, if at most so many differ, the bootstrap draws how often each comes.
_FEW: Final = 500
_DIFFERENT: Final = 1_000
# Of more than this, if more differ, drawing takes minutes for a million games, and the mean is
# normal.
MOST_RESAMPLED: Final = 10_000
# A normal variable is further from its mean than so many standard deviations in 5 % of cases.
_NORMAL: Final = 1.96


Values = Sequence[float] | NDArray[np.float64]


class Interval(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A mean with its 95 % interval; shares are from 0 to 1.

    Attributes:
        mean: The mean over games.
        low: The lower end of the interval.
        high: The upper end of the interval.
    """

    mean: float
    low: float
    high: float


class Estimate(NamedTuple):
    """A mean with its 95 % confidence interval.

    Attributes:
        games: The number of values.
        mean: Their mean.
        low: The lower end of the interval.
        high: The upper end of the interval.
        deviation: The sample standard deviation of the values; 0 for a single value.
    """

    games: int
    mean: float
    low: float
    high: float
    deviation: float

    @property
    def interval(self) -> Interval:
        """The mean and its interval, as answers have them."""
        return Interval(mean=self.mean, low=self.low, high=self.high)


def estimate(values: Values, *, is_yes_or_no: bool) -> Estimate:
    """Estimate the mean of values, with a 95 % confidence interval.

    Values that are 0 or 1 (`is_yes_or_no`) get a Wilson interval, all others a percentile bootstrap
    with a fixed seed. More than 10,000 values of which more than 1,000 differ get the normal
    interval, from which the bootstrap's hardly differs then. Raises ValueError without values.
    """
    given = np.asarray(values, dtype=np.float64)
    if not given.size:
        raise ValueError("no values")
    mean, deviation = float(given.mean()), float(given.std(ddof=1)) if len(given) > 1 else 0.0
    if is_yes_or_no:
        low, high = wilson(int(given.sum()), len(given))
    elif given.min() == given.max():
        low = high = mean
        deviation = 0.0
    else:
        low, high = _resampled(given)
    return Estimate(len(given), mean, low, high, deviation)


def wilson(successes: int, trials: int) -> tuple[float, float]:
    """Return the ends of the 95 % interval of a share, by Wilson (1927); `trials` is 1 or more."""
    normal = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    share, spread = successes / trials, normal**2 / trials
    half = normal * sqrt(share * (1 - share) / trials + spread / (4 * trials))
    middle, scale = share + spread / 2, 1 + spread
    low = 0.0 if successes == 0 else (middle - half) / scale
    high = 1.0 if successes == trials else (middle + half) / scale
    return low, high


def _resampled(given: NDArray[np.float64]) -> tuple[float, float]:
    """Compute the interval of the mean by a percentile bootstrap, or by its normal limit."""
    games = len(given)
    rng = np.random.default_rng(_SEED)
    tails = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]
    different, counts = np.unique(given, return_counts=True)
    if games > _FEW and len(different) <= _DIFFERENT:
        # How often each value is drawn is all that matters, and takes less time to draw.
        drawn = rng.multinomial(games, counts / games, size=_RESAMPLES)
        low, high = np.quantile(drawn @ different / games, tails)
        return float(low), float(high)
    if games > MOST_RESAMPLED:
        half = _NORMAL * given.std(ddof=1) / sqrt(games)
        return float(given.mean() - half), float(given.mean() + half)
    means = [
        given[rng.integers(0, games, (_BATCH, games))].mean(axis=-1)
        for _ in range(_RESAMPLES // _BATCH)
    ]
    low, high = np.quantile(np.concatenate(means), tails)
    return float(low), float(high)


def paired(
    first: Values,
    second: Values,
    *,
    is_yes_or_no: bool = False,
    is_of_means: bool = False,
) -> tuple[Estimate, float, str]:
    """Compare the values of two agents on the same games, given in the same order.

    Returns the mean of the first agent's value minus the second one's, the two-sided p-value of the
    null hypothesis that there is no difference, and the name of the test.

    The test is McNemar's exact test for values that are 0 or 1 (`is_yes_or_no`). Where the means
    are what counts (`is_of_means`), as of estimates, it is the paired t-test; else Wilcoxon's
    signed-rank test. Raises ValueError without values or for lengths that differ,
    `MissingLibraryError`.
    """
    difference = np.asarray(first, dtype=np.float64) - np.asarray(second, dtype=np.float64)
    mean = estimate(difference, is_yes_or_no=False)
    stats = scipy_stats()
    p = 1.0
    if is_yes_or_no:
        test = "exact McNemar"
        more, fewer = int((difference > 0).sum()), int((difference < 0).sum())
        if more + fewer:
            p = stats.binomtest(more, more + fewer).pvalue
    elif is_of_means:
        test = "paired t"
        if mean.deviation:  # without a spread nothing can be said
            away = abs(mean.mean) / (mean.deviation / sqrt(mean.games))
            p = 2 * stats.t.sf(away, mean.games - 1)
    else:
        test = "Wilcoxon signed-rank"
        if difference.any():
            p = stats.wilcoxon(difference).pvalue
    return mean, float(p), test


def agrees(ours: Estimate, published: float, games: int) -> bool:
    """Tell whether a published mean is within 1.96 standard errors of ours.

    The standard error is that of the difference: ours follows from the width of our interval, the
    published one from the deviation of our values and the number of published `games`. Where that
    number is 0, which is unknown, the published mean has to lie within our interval.
    """
    if not games:
        return ours.low <= published <= ours.high
    wide = (ours.high - ours.low) / 2 / _NORMAL
    return abs(ours.mean - published) <= _NORMAL * sqrt(wide**2 + ours.deviation**2 / games)


def scipy_stats() -> Any:
    """Load scipy. Raises `MissingLibraryError`."""
    try:
        import scipy.stats
    except ImportError:
        raise MissingLibraryError("scipy", extra="experiments", purpose="a comparison") from None
    return scipy.stats
