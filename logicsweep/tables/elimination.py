"""The marginals of the elimination engine: components and interior convolved with the prior."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property, partial
from math import nextafter
from operator import is_, mul
from typing import Final

import numpy as np

from logicsweep.limits import Budget
from logicsweep.tables.counted import CountedComponents, FloatArray
from logicsweep.tables.prior import Convolve, IndependentCells, KnownTotal, number_of_layouts

# The nearest floats to a probability that is not proved to be 0 or 1.
BARELY: Final = nextafter(0.0, 1.0)
NEARLY: Final = nextafter(1.0, 0.0)
# No marginal of an array is off by more than this, whoever works it out.
TOLERANCE: Final = 1e-12


def convolution(
    bounds: tuple[int, int] | None, density: Fraction | None, make_budget: Callable[[], Budget]
) -> Convolve:
    """Return the convolution with a total (see `CountedComponents.bounds`), or with a density.

    The density counts only when the total is unknown. `make_budget` is called for each answer. The
    result is a partial, so that it can be pickled.
    """
    if bounds is None:
        return partial(IndependentCells, density=density)
    return partial(KnownTotal, bounds=bounds, make_budget=make_budget)


class EliminationQueries:
    """The `MarginalQueries` of counted components, convolved when an answer needs it.

    Each answer has a budget of its own, from `make_budget`, and raises `LimitError` after it.
    """

    def __init__(
        self, counted: CountedComponents, convolve: Convolve, make_budget: Callable[[], Budget]
    ) -> None:
        self._counted = counted
        self._make_budget = make_budget
        self._convolve = convolve
        self._prior = convolve(counted.counts, len(counted.interior))
        self._messages: dict[int, tuple[list[int], int]] = {}
        self._exact: dict[int, list[Fraction]] = {}

    def layouts(self) -> int:
        models = self._counted.models(self._make_budget())
        # Without weights these are the counts that are convolved already.
        is_convolved = all(map(is_, models, self._counted.counts))
        convolve = (lambda *_: self._prior) if is_convolved else self._convolve
        return number_of_layouts(models, len(self._counted.interior), convolve)

    def marginal(self, number: int) -> Fraction:
        home = self._home.get(number)
        if home is not None:
            return self._in_boxes(home[0])[home[1]]
        if number in self._interior:
            return self._prior.interior_marginal()
        return Fraction(int(self._counted.settled[number]))

    def fractions(self) -> dict[int, Fraction]:
        budget = self._make_budget()
        settled = self._counted.settled[: self._counted.hidden_from]
        fractions: dict[int, Fraction] = {}
        for value in (0, 1):
            cells = (settled == value).nonzero()[0].tolist()
            fractions.update(dict.fromkeys(cells, Fraction(value)))
        if len(self._counted.interior):
            fractions.update(
                dict.fromkeys(self._counted.interior.tolist(), self._prior.interior_marginal())
            )
        for place, boxes in enumerate(self._counted.boxes):
            budget.check()
            for cells, probability in zip(boxes, self._in_boxes(place), strict=True):
                if cells[0] < self._counted.hidden_from:
                    for cell in cells:  # most boxes have one or two
                        fractions[cell] = probability
        covered = np.isfinite(settled).nonzero()[0].tolist()
        return {cell: fractions[cell] for cell in covered}

    def marginals(self) -> FloatArray:
        """See `MarginalQueries.marginals`; rounded once."""
        counted = self._counted
        marginals = counted.settled.copy()
        in_box, interior = self._floats()
        cells: list[int] = []
        values: list[float] = []
        for boxes, here in zip(counted.boxes, in_box, strict=True):
            for box, probability in zip(boxes, here, strict=True):
                cells += box
                values += [probability] * len(box)
        if cells:
            marginals[cells] = values
        if len(counted.interior):
            marginals[counted.interior] = interior
            cells.append(int(counted.interior[0]))
            values.append(interior)
        if values and not 0 < min(values) <= max(values) < 1:
            # An undecided cell must not have 0 or 1, to which its probability may be rounded.
            undecided = np.append(counted.interior, cells).astype(np.intp)
            marginals[undecided] = marginals[undecided].clip(BARELY, NEARLY)
        return marginals[: counted.hidden_from]

    def expected_mines(self) -> Fraction:
        counted = self._counted
        if counted.bounds is not None and counted.bounds[0] == counted.bounds[1]:
            return Fraction(counted.known + counted.bounds[0])
        budget = self._make_budget()
        expected = Fraction(counted.known)
        for place, counts in enumerate(counted.counts):
            budget.check()
            weights, mass = self._message(place)
            weighted = sum(
                mines * count * weight
                for mines, (count, weight) in enumerate(
                    zip(counts.counts, weights, strict=True), counts.lowest
                )
            )
            expected += Fraction(weighted, mass)
        if len(counted.interior):
            expected += len(counted.interior) * self._prior.interior_marginal()
        return expected

    def _message(self, place: int) -> tuple[list[int], int]:
        """Return the message to a component, and the sum of its weights times the counts."""
        if place not in self._messages:
            weights = self._prior.message(place)
            mass = sum(map(mul, weights, self._counted.counts[place].counts))
            self._messages[place] = weights, mass
        return self._messages[place]

    def _in_boxes(self, place: int) -> list[Fraction]:
        """Return the marginals of the boxes of a component."""
        if place not in self._exact:
            weights, mass = self._message(place)
            self._exact[place] = [
                Fraction(sum(map(mul, inside, weights)), mass * len(cells))
                for cells, inside in zip(
                    self._counted.boxes[place],
                    self._counted.counts[place].boxes(self._make_budget()),
                    strict=True,
                )
            ]
        return self._exact[place]

    def _floats(self) -> tuple[list[list[float]], float]:
        """Return the marginals of the boxes of each component, and of the interior, each rounded
        once.
        """
        counted = self._counted
        budget = self._make_budget()
        in_box = []
        for place, (boxes, counts) in enumerate(zip(counted.boxes, counted.counts, strict=True)):
            budget.check()
            weights, mass = self._message(place)
            marginals = counts.marginals(weights, budget)
            if marginals is not None:
                in_box.append(marginals)
                continue
            in_box.append(
                [
                    sum(map(mul, here, weights)) / (mass * len(cells))
                    for cells, here in zip(boxes, counts.boxes(budget), strict=True)
                ]
            )
        mines, mass = self._prior.interior_ratio() if len(counted.interior) else (0, 1)
        return in_box, mines / mass

    @cached_property
    def _home(self) -> dict[int, tuple[int, int]]:
        """The component and the box of each cell."""
        return {
            cell: (place, box)
            for place, boxes in enumerate(self._counted.boxes)
            for box, cells in enumerate(boxes)
            for cell in cells
        }

    @cached_property
    def _interior(self) -> frozenset[int]:
        return frozenset(self._counted.interior.tolist())
