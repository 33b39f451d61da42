"""The layouts of a board: their number, their distributions, and random ones.

A mixture of several sets of layouts is their disjoint union, with the weight of each layout.
"""

from __future__ import annotations

from abc import abstractmethod
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.errors import LimitError
from logicsweep.system.hidden import NO_HIDDEN, HiddenCells
from logicsweep.tables.listing import Configurations, Weighed, ascending, check_listed
from logicsweep.tables.model_count import Marginals, ModelCount

# Cells that all samples of one question may have together, a byte each.
_MOST_SAMPLED: Final = 4_000_000_000


class Layouts(Marginals):
    """The layouts that agree with a board: their number, marginals, distributions and samples."""

    hidden: HiddenCells = NO_HIDDEN

    def count(self) -> ModelCount:
        """Return the number of layouts, and the probability of a mine in each cell."""
        return ModelCount(self.board, self, self.hidden)

    @abstractmethod
    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        """Draw random layouts: shape (count, height, width), true where there is a mine."""

    @abstractmethod
    def every(self, limit: int) -> NDArray[np.bool_]:
        """List all layouts in an array as of `sample`, sorted with the first cell as highest digit.

        Raises `LimitError`, which says how many there are, for more than `limit`.
        """

    def configurations(self, limit: int) -> list[Configurations]:
        """List the mines that each component may hold, at most `limit` ways for each.

        By default all undecided cells are one component. Raises `LimitError` for more.
        """
        rows = self.every(limit).reshape(-1, self.board.grid.size)
        cells = np.flatnonzero(rows.any(axis=0) & ~rows.all(axis=0))
        return [Configurations(tuple(cells.tolist()), rows[:, cells])] if cells.size else []

    @abstractmethod
    def weighed(self, limit: int) -> Weighed:
        """List all layouts, with each way to mark the hidden cells, and their weights.

        Raises `LimitError` for more than `limit`, and `MissingDensityError`.
        """

    @abstractmethod
    def mass(self) -> Fraction:
        """Return the weight of all layouts together.

        Under a mine count it is their number, under a density their probability; either is right up
        to a factor that depends on the covered cells alone.
        """

    @abstractmethod
    def joint_marginal(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        """Compute the probability of each combination of mine counts in sets of cells, as numbers.

        Marked hidden cells count like mines.
        """

    def joint(self, numbers: Iterable[int]) -> dict[tuple[bool, ...], Fraction]:
        """Compute the probability of each combination of mines in up to `MOST_JOINT` cells."""
        joint = self.joint_marginal([[number] for number in numbers])
        return {tuple(map(bool, mines)): chance for mines, chance in joint.items()}


def each_once(layouts: NDArray[np.bool_], limit: int) -> NDArray[np.bool_]:
    """List each layout once, however many keys it goes with, in ascending order.

    Raises `LimitError` for more than `limit`.
    """
    rows = np.unique(layouts.reshape(len(layouts), -1), axis=0)
    check_listed(len(rows), limit, rows.shape[1])
    return ascending(rows).reshape(-1, *layouts.shape[1:])


def check_samples(count: int, board: Board) -> None:
    """Raise ValueError for a negative number of samples, `LimitError` for too many."""
    if count < 0:
        raise ValueError(f"the number of samples is {count}; expected 0 or more")
    if count * board.grid.size > _MOST_SAMPLED:
        raise LimitError(f"{count:,} samples have more than {_MOST_SAMPLED:,} cells together")


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
        self.board = board
        self.hidden = hidden
        self._parts = parts
        self._scales = [Fraction(1)] * len(parts) if scales is None else scales

    def total(self) -> int:
        return sum([part.total() for part in self._parts])

    def marginal(self, number: int) -> Fraction:
        values = [part.marginal(number) for part in self._parts]
        return values[0] if len(set(values)) == 1 else self._mean(values)

    def expected_mines(self) -> Fraction:
        return self._mean([part.expected_mines() for part in self._parts])

    def _mean(self, values: Sequence[Fraction]) -> Fraction:
        """Sum the values of the parts, weighed by the weights of the parts."""
        return sum(
            [weight * value for weight, value in zip(self.weights, values, strict=True)],
            Fraction(0),
        )

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
        check_listed(self.total(), limit, self.board.grid.size)
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
