"""Marginals by an exact projected model counter: an independent judge of the elimination.

The counter counts the layouts, and for each cell those in which it is a mine.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from logicsweep.formulas.cnf import Cnf
from logicsweep.tables.counted import FloatArray
from logicsweep.tables.model_count import Marginals

# Counts the models of a formula, projected on the cells, under each of some literals; all models
# under the literal 0. The formula has cells and no empty clause.
Counter = Callable[[Cnf, Sequence[int]], list[int]]


class ProjectedMarginals(Marginals):
    """The marginals of a model counter without weights: a total or range must be known.

    `covered` marks the covered cells in a flat array, `known` is the number of mines shown. `name`
    is what messages call the `counter`.
    """

    def __init__(
        self,
        cnf: Cnf,
        covered: NDArray[np.bool_],
        *,
        known: int,
        has_total: bool,
        counter: Counter,
        name: str,
    ) -> None:
        self._cnf = cnf
        self._covered = covered
        self._known = known
        self._has_total = has_total
        self._counter = counter
        self._name = name

    def total(self) -> int:
        return self._layouts

    def marginal(self, number: int) -> Fraction:
        """See `Marginals.marginal`. Raises ValueError when the total is unknown."""
        self._check_total()
        (count,) = self._count([number + 1])
        return Fraction(count, self._layouts)

    def marginals(self) -> FloatArray:
        """See `Marginals.marginals`; rounded once.

        Raises ValueError when the total is unknown.
        """
        marginals = np.full(self._covered.size, np.nan)
        for number, probability in self._all.items():
            marginals[number] = float(probability)
        return marginals

    def fractions(self) -> dict[int, Fraction]:
        """See `Marginals.fractions`. Raises ValueError when the total is unknown."""
        return self._all

    def expected_mines(self) -> Fraction:
        """See `Marginals.expected_mines`. Raises ValueError when the total is unknown."""
        return self._known + sum(self._all.values(), Fraction(0))

    @cached_property
    def _layouts(self) -> int:
        return self._count([0])[0]

    @cached_property
    def _all(self) -> dict[int, Fraction]:
        """The marginal of every covered cell."""
        self._check_total()
        layouts = self._layouts
        cells = self._covered.nonzero()[0].tolist()
        counts = self._count([number + 1 for number in cells])
        return {n: Fraction(count, layouts) for n, count in zip(cells, counts, strict=True)}

    def _check_total(self) -> None:
        if not self._has_total:
            raise ValueError(
                f"the counting engine {self._name} cannot weigh layouts, and the mine count is "
                "unknown; expected elimination or models"
            )

    def _count(self, literals: Sequence[int]) -> list[int]:
        """Count the layouts under each literal: all layouts under 0."""
        is_false = () in self._cnf.clauses
        if not self._cnf.system.cells or is_false:
            # Nothing to count over: one empty layout, or none.
            return [int(not is_false)] * len(literals)
        return self._counter(self._cnf, literals)
