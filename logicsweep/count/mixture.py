"""A mixture of several sets of layouts: their disjoint union, with each layout's weight."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import fsum, lcm
from random import Random

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.count.counted import FloatArray
from logicsweep.count.engines.elimination import BARELY, NEARLY
from logicsweep.count.layouts import Layouts
from logicsweep.count.listing import ascending, check_listed
from logicsweep.count.model_count import ModelCount
from logicsweep.count.queries import MarginalQueries


class LayoutMixture(Layouts):
    """See `Layouts`; the `parts` of the mixture share no layout, and there is at least one."""

    def __init__(self, board: Board, parts: Sequence[Layouts]) -> None:
        super().__init__(board)
        self._parts = parts

    def count(self) -> ModelCount:
        """See `Layouts.count`."""
        return ModelCount(self.board, self.queries())

    def queries(self) -> MarginalQueries:
        """The marginals of the mixture."""
        return _MixtureQueries(self, [part.count() for part in self._parts])

    def mass(self) -> Fraction:
        """See `Layouts.mass`."""
        return sum([part.mass() for part in self._parts], Fraction(0))

    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        """See `Layouts.sample`."""
        board = self.board
        layouts = np.zeros((count, board.height, board.width), dtype=np.bool_)
        if not count:
            return layouts
        common = lcm(*[weight.denominator for weight in self.weights])
        ends = list(accumulate([int(weight * common) for weight in self.weights]))
        homes = np.array([bisect_right(ends, rng.randrange(common)) for _ in range(count)])
        for place, part in enumerate(self._parts):
            own = homes == place
            if own.any():
                layouts[own] = part.sample(int(own.sum()), rng)
        return layouts

    def every(self, limit: int) -> NDArray[np.bool_]:
        """See `Layouts.every`."""
        number = self.count().total
        check_listed(number, limit, self.board.grid.size)
        layouts = np.concatenate([part.every(limit) for part in self._parts])
        return ascending(layouts.reshape(number, -1)).reshape(layouts.shape)

    def joint_marginal(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        """See `Layouts.joint_marginal`."""
        listed = [list(numbers) for numbers in sets]
        found: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for part, weight in zip(self._parts, self.weights, strict=True):
            for numbers, probability in part.joint_marginal(listed).items():
                found[numbers] += weight * probability
        return dict(sorted(found.items()))

    @cached_property
    def weights(self) -> list[Fraction]:
        """The mixture weights: the probability that a layout is in each part."""
        if len(self._parts) == 1:
            return [Fraction(1)]
        masses = [part.mass() for part in self._parts]
        whole = sum(masses)
        return [mass / whole for mass in masses]


class _MixtureQueries:
    """See `MarginalQueries`."""

    def __init__(self, mixture: LayoutMixture, counts: Sequence[ModelCount]) -> None:
        self._board = mixture.board
        self._mixture = mixture
        self._counts = counts

    def layouts(self) -> int:
        """See `MarginalQueries.layouts`."""
        return sum(count.total for count in self._counts)

    def marginal(self, number: int) -> Fraction:
        """See `MarginalQueries.marginal`."""
        cell = self._board.cell(number)
        every = [count.probability(cell) for count in self._counts]
        return every[0] if len(set(every)) == 1 else self._mean(every)

    def fractions(self) -> dict[int, Fraction]:
        """See `MarginalQueries.fractions`."""
        every = [count.fractions() for count in self._counts]
        number = self._board.number
        return {
            number(cell): self._mean([marginals[cell] for marginals in every]) for cell in every[0]
        }

    def marginals(self) -> FloatArray:
        """See `MarginalQueries.marginals`."""
        every = np.array([count.probabilities().ravel() for count in self._counts])
        weights = np.array(self._mixture.weights, dtype=np.float64)
        # A weight, a product and the sum are rounded once each, however many parts there are: the
        # mean is off by 3 * 2^-53 more than its values are at most.
        sums = map(fsum, (every.T * weights).tolist())
        mean: FloatArray = np.fromiter(sums, dtype=np.float64, count=every.shape[1])
        mean = mean.clip(BARELY, NEARLY)
        mean[(every == 0).all(axis=0)] = 0
        mean[(every == 1).all(axis=0)] = 1
        return mean

    def expected_mines(self) -> Fraction:
        """See `MarginalQueries.expected_mines`."""
        return self._mean([count.expected_mines for count in self._counts])

    def _mean(self, values: Sequence[Fraction]) -> Fraction:
        return sum(
            [weight * value for weight, value in zip(self._mixture.weights, values, strict=True)],
            Fraction(0),
        )
