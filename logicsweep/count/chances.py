"""The chances of a mine in all cells at once, in floats, under a known total.

The counts of the components are exact. They are joined in floats, all of which are positive, so
that nothing cancels and the error has a bound, which is worked out along the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import ldexp
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.count.ways import Ways

FloatArray = NDArray[np.float64]

# No chance is off by more than this.
TOLERANCE: Final = 1e-12
_ROUNDING: Final = 2.0**-53
# A range of totals so wide that adding it up in floats is no gain.
_WIDEST: Final = 1000
# Products of floats may differ by this many powers of two; 1074 would underflow to zero.
_ROOM: Final = 900
_TILTS: Final = 40


class Chances(NamedTuple):
    """`in_box[i][b]` is the chance of each cell in box b of part i."""

    in_box: list[list[float]]
    interior: float


def chances(
    parts: Sequence[Ways], sizes: Sequence[Sequence[int]], interior: int, lower: int, upper: int
) -> Chances | None:
    """The chance of a mine in the cells of every box of every part, and in those of the interior.

    `sizes[i][b]` is the number of cells in box b of part i; `lower..upper` bound the mines in all
    parts and the interior together. None when the error might be above `TOLERANCE`.

    The error: a chance is the mean of values between 0 and 1, one for each mine count of the part,
    weighed by how likely the count is. Weights that are right within a factor of 1 +- e, and a
    factor that is common to all, move such a mean by e at most. A weight comes from exact numbers
    by multiplying and adding positive floats; e is the longest way through these operations, each
    of which adds 2^-53.
    """
    spans = [len(part.counts) - 1 for part in parts]
    span = sum(spans)
    if upper - lower > _WIDEST:
        return None
    least = sum(part.lowest for part in parts)
    within = _Interior(interior, lower - least, upper - least, span)
    operations = 2 * span + 2 * len(parts) + within.operations + 2 * max(spans, default=0) + 16
    if operations * _ROUNDING > TOLERANCE:
        return None
    tilt = _tilt(parts, within)
    counts = [_tilted(part.counts, max(part.counts), tilt) for part in parts]
    weights, held = within.weights(tilt)
    before = [np.ones(1)]
    for factor in counts:
        before.append(before[-1] if len(factor) == 1 else _scaled(np.convolve(before[-1], factor)))
    inside = float(before[-1] @ held) / float(before[-1] @ weights)
    in_box: list[list[float]] = []
    for part, cells, factor in zip(reversed(parts), reversed(sizes), reversed(counts), strict=True):
        before.pop()
        outside = np.correlate(weights, before[-1], "valid")
        mass = float(factor @ outside)
        largest = max(part.counts)
        in_box.append(
            [
                float(_tilted(held_here, largest, tilt) @ outside) / (mass * size)
                for held_here, size in zip(part.in_box, cells, strict=True)
            ]
        )
        if len(factor) > 1:
            weights = _scaled(np.correlate(weights, factor, "valid"))
    in_box.reverse()
    return Chances(in_box, inside)


class _Interior:
    """How the interior weighs on the parts: `lower..upper` bound its mines and those of the parts
    above their least together; the latter are `0..span`."""

    def __init__(self, cells: int, lower: int, upper: int, span: int) -> None:
        self.cells = cells
        self.lower = lower
        self.upper = upper
        self.span = span
        self.first = max(0, lower - span)
        self.last = min(cells, upper)
        # Up to three roundings a step away from the largest binomial coefficient, then the sum.
        self.operations = 3 * (self.last - self.first) + upper - lower + 1

    def weights(self, tilt: int) -> tuple[FloatArray, FloatArray]:
        """What the interior weighs by the mines in the parts; that times its share of mines."""
        mines = np.arange(self.first, self.last + 1, dtype=np.float64)
        ratios = np.ldexp((self.cells - mines[:-1]) / (mines[:-1] + 1), tilt)
        peak = int(np.count_nonzero(ratios > 1))
        binomials = np.concatenate(
            (
                np.cumprod(1 / ratios[:peak][::-1])[::-1],
                np.ones(1),
                np.cumprod(ratios[peak:]),
            )
        )
        return self._by_count(binomials, tilt), self._by_count(
            binomials * (mines / max(self.cells, 1)), tilt
        )

    def _by_count(self, values: FloatArray, tilt: int) -> FloatArray:
        choices = self.upper - self.lower + 1
        padded = np.zeros(self.span + choices)
        start = self.first - (self.lower - self.span)
        padded[start : start + len(values)] = values
        if choices > 1:
            steps = np.arange(choices)
            untilted = np.ldexp(1.0, -tilt * (steps if tilt > 0 else steps - choices + 1))
            padded = np.correlate(padded, untilted, "valid")
        return padded[::-1]


def _tilt(parts: Sequence[Ways], within: _Interior) -> int:
    """The binary exponent with which the mines expected come nearest to those there are.

    0 when nothing can leave the range of floats anyway.
    """
    swing = sum(max(part.counts).bit_length() for part in parts)
    if swing + within.span * within.cells.bit_length() < _ROOM:
        return 0
    # Layouts are most numerous near half of all cells.
    cells = within.cells + within.span
    goal = min(max(cells // 2, within.lower), within.upper)
    most = min(_TILTS, _ROOM // max(len(part.counts) for part in parts)) if parts else _TILTS
    low, high = -most, most
    while low < high:
        tilt = (low + high) // 2
        if _expected(parts, within.cells, tilt + 0.5) < goal:
            low = tilt + 1
        else:
            high = tilt
    return low


def _expected(parts: Sequence[Ways], interior: int, tilt: float) -> float:
    """The mines to expect above the least of each part, when each counts for 2^tilt."""
    odds = 2.0**tilt
    expected = interior * odds / (1 + odds)
    for part in parts:
        if len(part.counts) > 1:
            largest = max(part.counts)
            weights = [odds**n * (count / largest) for n, count in enumerate(part.counts)]
            expected += sum(n * weight for n, weight in enumerate(weights)) / sum(weights)
    return float(expected)


def _tilted(counts: Sequence[int], largest: int, tilt: int) -> FloatArray:
    """Counts as floats, each rounded once, divided by the largest of them and tilted."""
    return np.array([ldexp(count / largest, tilt * n) for n, count in enumerate(counts)])


def _scaled(values: FloatArray) -> FloatArray:
    """Values times a power of two, so that the largest is near 1."""
    exponent = int(np.frexp(values.max())[1])
    return np.ldexp(values, -exponent)
