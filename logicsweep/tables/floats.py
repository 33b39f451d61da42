"""The marginals of all cells at once, in floats, under a known mine count.

The counts of the components are exact. They are convolved in floats, all of them positive, so that
nothing cancels and the error has a bound, which is worked out along the way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.limits import Budget
from logicsweep.system.model_counts import WeightedCounts

# Wider than float64 where the machine has such floats.
LongArray = NDArray[np.longdouble]
# No marginal is off by more than this.
TOLERANCE: Final = 1e-12
# The bits of a whole number that a float holds; those of longer numbers are cut off.
_EXACT: Final = 53
_CUT: Final = 2.0**-52
# A range of totals so wide that adding it up in floats is no gain.
_WIDEST: Final = 20_000
_TILTS: Final = 40


class FloatMarginals(NamedTuple):
    """`in_box[i][b]` is the probability of a mine in each cell in box b of component i."""

    in_box: list[list[float]]
    interior: float


class _ImpreciseError(Exception):
    """The error might be above `TOLERANCE`."""


def float_marginals(
    components: Sequence[WeightedCounts],
    sizes: Sequence[Sequence[int]],
    interior: int,
    bounds: tuple[int, int],
    budget: Budget,
) -> FloatMarginals | None:
    """Return the marginals of the boxes of every component, and of the cells of the interior.

    `sizes[i][b]` is the number of cells in box b of component i; `bounds` are the least and the
    most mines in all components and the interior together. None when the error might be above
    `TOLERANCE`. Raises `LimitError` when the budget is spent.

    The error: a marginal is the mean of values between 0 and 1, one for each mine count of the
    component, weighed by how likely the count is. Weights that are right within a factor of 1 +- e,
    and a factor that is common to all, move such a mean by e at most. A weight comes from exact
    numbers by multiplying and adding positive floats; e is the longest way through these
    operations, each of which adds the rounding of one operation. What underflows is lost beside a
    largest value near 1; scaling up what is left is not allowed to go so far that it would matter.
    """
    if not components or bounds[1] - bounds[0] > _WIDEST:
        return None
    try:
        return _Tree(components, interior, bounds, budget).marginals(sizes)
    except _ImpreciseError:
        return None


class _Tree:
    """A binary tree of polynomials, with those of the components as its leaves.

    From the leaves up, each node is the product of its two children; from the root down, each gets
    a message, the polynomial of everything outside it.

    Everything is tilted: a layout with n mines in the components is made to weigh 2^(n * tilt) as
    much, and the interior as much less, so that products stay within the range of floats. Scaling
    by powers of two is exact.
    """

    def __init__(
        self,
        components: Sequence[WeightedCounts],
        interior: int,
        bounds: tuple[int, int],
        budget: Budget,
    ) -> None:
        self._components = components
        self._budget = budget
        limits = np.finfo(np.longdouble)
        self._room = int(limits.maxexp) * 7 // 8  # binary exponents that values may have
        least = sum(component.lowest for component in components)
        self._span = sum(len(component.counts) - 1 for component in components)
        self._interior = _Interior(interior, bounds[0] - least, bounds[1] - least, self._span)
        self._check_error(float(limits.eps) / 2)
        self._tilt = self._best_tilt()
        self._bits = [max(component.counts).bit_length() for component in components]
        self._levels: list[list[LongArray]] = [
            [
                self._tilted(component.counts, bits)
                for component, bits in zip(components, self._bits, strict=True)
            ]
        ]
        while len(self._levels[-1]) > 1:
            budget.check()
            below = self._levels[-1]
            level = [
                _scaled(np.convolve(first, second))[0]
                for first, second in zip(below[::2], below[1::2], strict=False)
            ]
            self._levels.append(level + below[len(level) * 2 :])  # without a sibling: goes up as is

    def _check_error(self, rounding: float) -> None:
        """Raise `_ImpreciseError` if the rounding of single operations may exceed `TOLERANCE`."""
        longest = max(len(component.counts) for component in self._components)
        operations = 4 * self._span + 4 * len(self._components) + self._interior.operations
        cut = sum(max(component.counts).bit_length() > _EXACT for component in self._components)
        # Two more for the results, which become plain floats, and two for a mixture of marginals.
        if (operations + 2 * longest + 32) * rounding + (cut + 4) * _CUT > TOLERANCE:
            raise _ImpreciseError

    def marginals(self, sizes: Sequence[Sequence[int]]) -> FloatMarginals:
        """Compute the marginals of all boxes, and of the interior."""
        weights, expected_mines = self._interior.weights(self._tilt)
        to_root, exponent = _scaled(weights)
        root = self._levels[-1][0]
        mass = _sound(np.dot(root, to_root))
        in_interior = float(root @ np.ldexp(expected_mines, -exponent) / mass)
        in_box = []
        messages = self._messages_to_leaves(to_root, max(-exponent, 0))
        for component, cells, counts, bits, message in zip(
            self._components, sizes, self._levels[0], self._bits, messages, strict=True
        ):
            mass = _sound(np.dot(counts, message))
            in_box.append(
                [
                    float(self._tilted(mines_here, bits) @ message / (mass * size))
                    for mines_here, size in zip(component.boxes(self._budget), cells, strict=True)
                ]
            )
        return FloatMarginals(in_box, in_interior)

    def _messages_to_leaves(self, to_root: LongArray, raised: int) -> list[LongArray]:
        """Send the message of the interior from the root down to every component.

        A child's message is that of its parent, correlated with the polynomial of its sibling.
        `raised` says by which power of two a message was scaled up on its way: with it grows
        whatever underflowed before, so that it has a limit.
        """
        messages = [(to_root, raised)]
        for level in reversed(self._levels[:-1]):
            to_children = []
            for place, (message, raised_before) in enumerate(messages):
                self._budget.check()
                children = level[2 * place : 2 * place + 2]
                if len(children) == 1:
                    to_children.append((message, raised_before))
                    continue
                for sibling in reversed(children):
                    to_child, exponent = _scaled(np.correlate(message, sibling, "valid"))
                    raised = raised_before + max(-exponent, 0)
                    if raised > self._room // 2:
                        raise _ImpreciseError
                    to_children.append((to_child, raised))
            messages = to_children
        return [message for message, _ in messages]

    def _tilted(self, counts: Sequence[int], bits: int) -> LongArray:
        """Divide counts by 2^bits, and tilt them."""
        return _as_floats(counts, self._tilt * np.arange(len(counts)) - bits)

    def _best_tilt(self) -> int:
        """Choose the tilt with which the expected number of mines is nearest to the known one.

        0 when nothing can leave the range of floats anyway.
        """
        swing = sum(max(component.counts).bit_length() for component in self._components)
        within = self._interior
        if swing + within.span * within.cells.bit_length() < self._room // 2:
            return 0
        # Of all mine counts within the bounds, the one nearest to half of the cells weighs most.
        goal = min(max((within.cells + within.span) // 2, within.lower), within.upper)
        most = min(
            _TILTS, self._room // 4 // max(len(component.counts) for component in self._components)
        )
        low, high = -most, most
        while low < high:
            tilt = (low + high) // 2
            if _expected(self._components, within.cells, tilt + 0.5) < goal:
                low = tilt + 1
            else:
                high = tilt
        return low


class _Interior:
    """The message from the interior, a polynomial in the mines of the components.

    The components have between 0 and `span` mines above their least; with those of the interior
    they are `lower..upper`.
    """

    def __init__(self, cells: int, lower: int, upper: int, span: int) -> None:
        self.cells = cells
        self.lower = lower
        self.upper = upper
        self.span = span
        self.first = max(0, lower - span)
        self.last = min(cells, upper)
        # Up to three roundings a step away from the largest binomial coefficient, then the sum.
        self.operations = 3 * (self.last - self.first) + upper - lower + 1

    def weights(self, tilt: int) -> tuple[LongArray, LongArray]:
        """Return the weights of the interior by mines in the components above their least.

        The second array has each weight times the mines to expect in a cell of the interior.
        """
        mines = np.arange(self.first, self.last + 1).astype(np.longdouble)
        ratios = np.ldexp((self.cells - mines[:-1]) / (mines[:-1] + 1), tilt)
        peak = int(np.count_nonzero(ratios > 1))
        falling = np.cumprod(1 / ratios[:peak][::-1])[::-1]
        rising = np.cumprod(ratios[peak:])
        binomials = np.concatenate((falling, np.ones(1, dtype=np.longdouble), rising))
        share = mines / max(self.cells, 1)
        return self._by_count(binomials, tilt), self._by_count(binomials * share, tilt)

    def _by_count(self, values: LongArray, tilt: int) -> LongArray:
        """Turn values by mines in the interior into values by mines in the components."""
        choices = self.upper - self.lower + 1
        padded = np.zeros(self.span + choices, dtype=np.longdouble)
        start = self.first - (self.lower - self.span)
        padded[start : start + len(values)] = values
        if choices > 1:
            steps = np.arange(choices)
            steps = steps if tilt > 0 else steps - choices + 1
            untilted = np.ldexp(np.ones(choices, dtype=np.longdouble), -tilt * steps)
            padded = np.correlate(padded, untilted, "valid")
        return padded[::-1]


def _expected(components: Sequence[WeightedCounts], interior: int, tilt: float) -> float:
    """Compute the expected mines, above the least of each component, if a mine weighs 2^tilt."""
    odds = 2.0**tilt
    expected = interior * odds / (1 + odds)
    for component in components:
        if len(component.counts) > 1:
            largest = max(component.counts)
            weights = [
                np.longdouble(odds) ** n * (count / largest)
                for n, count in enumerate(component.counts)
            ]
            expected += sum(n * weight for n, weight in enumerate(weights)) / sum(weights)
    return float(expected)


def _scaled(values: LongArray) -> tuple[LongArray, int]:
    """Divide values by a power of two, so that the largest is near 1; return the exponent too."""
    exponent = int(np.frexp(_sound(values.max()))[1])
    return np.ldexp(values, -exponent), exponent


def _as_floats(numbers: Sequence[int], exponents: int | NDArray[np.integer] = 0) -> LongArray:
    """Round whole numbers of any size to 53 bits, and multiply them by powers of two."""
    cut = [max(number.bit_length() - 53, 0) for number in numbers]
    values = [number >> shift for number, shift in zip(numbers, cut, strict=True)]
    shifts = np.array(cut, dtype=np.int64) + exponents
    floats: LongArray = np.ldexp(np.array(values, dtype=np.longdouble), shifts)
    return floats


def _sound(value: np.longdouble) -> np.longdouble:
    """Return the value; raise `_ImpreciseError` if it underflowed or overflowed."""
    if not 0 < value < np.inf:
        raise _ImpreciseError
    return value
