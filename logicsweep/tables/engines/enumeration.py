"""Counting by enumeration: every model of a system, one after the other."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import MissingDensityError
from logicsweep.system.system import weight_of
from logicsweep.tables.counted import FloatArray


class EnumeratedQueries:
    """The `MarginalQueries` of all models of a board's constraints, listed one by one.

    `covered` marks the covered cells in a flat array, `known` is the number of mines shown. A
    density is given when the total is unknown, and not otherwise. Models are weighed by the
    `constraints`. There may be `hidden_cells`, which come after those of the board.
    """

    def __init__(
        self,
        models: Iterable[frozenset[int]],
        covered: NDArray[np.bool_],
        *,
        known: int,
        has_total: bool,
        density: Fraction | None,
        constraints: Iterable[Constraint] = (),
        hidden_cells: int = 0,
    ) -> None:
        weighing = [constraint for constraint in constraints if constraint.is_weighted]
        # Weights are of any size.
        kind = np.int64 if not weighing else np.object_
        self._covered = covered
        self._known = known
        self._is_weighed = not has_total
        self._density = density
        # By number of mines: the weight of the models, and of those in which each cell is a mine.
        self._models: dict[int, int] = {}
        self._with_mine: dict[int, NDArray[Any]] = {}
        self._layouts = 0
        for model in models:
            mines = len(model)
            if hidden_cells:
                mines = sum([cell < covered.size for cell in model])
            if mines not in self._models:
                self._models[mines] = 0
                self._with_mine[mines] = np.zeros(covered.size + hidden_cells, dtype=kind)
            weight = weight_of(weighing, model)
            self._models[mines] += weight
            self._with_mine[mines][list(model)] += weight
            self._layouts += 1

    def layouts(self) -> int:
        return self._layouts

    def marginal(self, number: int) -> Fraction:
        weights = {mines: int(counts[number]) for mines, counts in self._with_mine.items()}
        return Fraction(self._weigh(weights), self._weigh(self._models))

    def marginals(self) -> FloatArray:
        """See `MarginalQueries.marginals`; rounded once."""
        marginals = np.full(self._covered.size, np.nan)
        for number, probability in self.fractions().items():
            marginals[number] = float(probability)
        return marginals

    def fractions(self) -> dict[int, Fraction]:
        return {number: self.marginal(number) for number in self._covered.nonzero()[0].tolist()}

    def expected_mines(self) -> Fraction:
        weights = {mines: mines * count for mines, count in self._models.items()}
        return self._known + Fraction(self._weigh(weights), self._weigh(self._models))

    def _weigh(self, counts: dict[int, int]) -> int:
        """Add up the weights of models, each by its number of mines."""
        if not self._is_weighed or len(self._models) == 1:
            return sum(counts.values())
        return weigh(counts, int(np.count_nonzero(self._covered)), self._density)


def weigh(counts: dict[int, int], cells: int, density: Fraction | None) -> int:
    """Sum counts of layouts by number of mines among `cells` cells, weighed by a density.

    Up to a factor that is the same for all of them. Raises `MissingDensityError` without one.
    """
    if density is None:
        raise MissingDensityError
    mine = density.numerator
    safe = density.denominator - mine
    return sum(count * mine**mines * safe ** (cells - mines) for mines, count in counts.items())
