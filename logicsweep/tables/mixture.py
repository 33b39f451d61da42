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
from logicsweep.system.hidden import HiddenCells
from logicsweep.tables.counted import FloatArray
from logicsweep.tables.elimination import BARELY, NEARLY
from logicsweep.tables.layouts import Layouts, each_once
from logicsweep.tables.listing import Weighed, check_listed
from logicsweep.tables.queries import MarginalQueries


class LayoutMixture(Layouts):
    """The `Layouts` of at least one part of a board.

    The `parts` differ in the hidden cells that are marked, so that they share no pair of a layout
    and its marks. A layout weighs `scales[i]` times as much as it does in part i; 1 by default.
    """

    def __init__(
        self,
        board: Board,
        hidden: HiddenCells,
        parts: Sequence[Layouts],
        scales: Sequence[Fraction] | None = None,
    ) -> None:
        super().__init__(board, hidden)
        self._parts = parts
        self._scales = [Fraction(1)] * len(parts) if scales is None else scales

    def queries(self) -> MarginalQueries:
        return _MixtureQueries(self, [part.queries() for part in self._parts])

    def mass(self) -> Fraction:
        return sum(self._masses, Fraction(0))

    @property
    def _masses(self) -> list[Fraction]:
        pairs = zip(self._parts, self._scales, strict=True)
        return [scale * part.mass() for part, scale in pairs]

    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        board = self.board
        layouts = np.zeros((count, board.height, board.width), dtype=np.bool_)
        if not count:
            return layouts
        common = lcm(*[weight.denominator for weight in self.weights])
        ends = list(accumulate([int(weight * common) for weight in self.weights]))
        drawn_parts = np.array([bisect_right(ends, rng.randrange(common)) for _ in range(count)])
        for place, part in enumerate(self._parts):
            of_part = drawn_parts == place
            if of_part.any():
                layouts[of_part] = part.sample(int(of_part.sum()), rng)
        return layouts

    def every(self, limit: int) -> NDArray[np.bool_]:
        return each_once(np.concatenate([part.every(limit) for part in self._parts]), limit)

    def weighed(self, limit: int) -> Weighed:
        check_listed(self.queries().layouts(), limit, self.board.grid.size)
        parts = [part.weighed(limit) for part in self._parts]
        shares: list[Fraction] = []
        for (rows, weights_or_none), share in zip(parts, self.weights, strict=True):
            weights = weights_or_none or [1] * len(rows)
            shares += [share * Fraction(weight, sum(weights)) for weight in weights]
        common = lcm(*[share.denominator for share in shares])
        scaled = [int(share * common) for share in shares]
        rows = np.concatenate([rows for rows, _ in parts])
        return Weighed(rows, scaled if len(set(scaled)) > 1 else None)

    def joint_marginal(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        listed = [list(numbers) for numbers in sets]
        joint: dict[tuple[int, ...], Fraction] = defaultdict(Fraction)
        for part, weight in zip(self._parts, self.weights, strict=True):
            for numbers, probability in part.joint_marginal(listed).items():
                joint[numbers] += weight * probability
        return dict(sorted(joint.items()))

    @cached_property
    def weights(self) -> list[Fraction]:
        """The mixture weights: the probability that a layout is in each part."""
        if len(self._parts) == 1:
            return [Fraction(1)]
        masses = self._masses
        whole = sum(masses)
        return [mass / whole for mass in masses]


class _MixtureQueries:
    """The `MarginalQueries` of a mixture: the weighted means of those of its parts."""

    def __init__(self, mixture: LayoutMixture, parts: Sequence[MarginalQueries]) -> None:
        self._mixture = mixture
        self._parts = parts

    def layouts(self) -> int:
        return sum([part.layouts() for part in self._parts])

    def marginal(self, number: int) -> Fraction:
        values = [part.marginal(number) for part in self._parts]
        return values[0] if len(set(values)) == 1 else self._mean(values)

    def fractions(self) -> dict[int, Fraction]:
        by_part = [part.fractions() for part in self._parts]
        return {
            number: self._mean([marginals[number] for marginals in by_part])
            for number in by_part[0]
        }

    def marginals(self) -> FloatArray:
        by_part = np.array([part.marginals() for part in self._parts])
        weights = np.array(self._mixture.weights, dtype=np.float64)
        # A weight, a product and the sum are rounded once each, however many parts there are: the
        # mean is off by at most 3 * 2^-53 more than its values are.
        sums = map(fsum, (by_part.T * weights).tolist())
        mean: FloatArray = np.fromiter(sums, dtype=np.float64, count=by_part.shape[1])
        mean = mean.clip(BARELY, NEARLY)
        mean[(by_part == 0).all(axis=0)] = 0
        mean[(by_part == 1).all(axis=0)] = 1
        return mean

    def expected_mines(self) -> Fraction:
        return self._mean([part.expected_mines() for part in self._parts])

    def _mean(self, values: Sequence[Fraction]) -> Fraction:
        """Sum the values of the parts, weighed by the weights of the parts."""
        return sum(
            [weight * value for weight, value in zip(self._mixture.weights, values, strict=True)],
            Fraction(0),
        )
