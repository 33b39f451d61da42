"""The tally of the elimination engine: components and interior joined through the total."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from math import nextafter
from operator import is_, mul
from typing import Final

import numpy as np

from logicsweep.count.counted import Census, FloatArray
from logicsweep.count.floats import Chances, chances
from logicsweep.count.prior import IndependentCells, KnownTotal, Mix, Mixture, number_of_layouts
from logicsweep.eliminate.counts import Ways
from logicsweep.limits import Budget

# The nearest floats to a chance that is not proved to be 0 or 1.
BARELY: Final = nextafter(0.0, 1.0)
NEARLY: Final = nextafter(1.0, 0.0)
# So few components are joined exactly at no more cost than in floats.
_FEW: Final = 64


def mixing(
    bounds: tuple[int, int] | None,
    density: Fraction | None,
    make_budget: Callable[[], Budget],
) -> Mix:
    """How parts and an interior are joined under a total (see `Census.bounds`) or a density.

    The density counts only when the total is unknown. `make_budget` is asked at each answer.
    """

    def mix(parts: Sequence[Ways], interior: int) -> Mixture:
        if bounds is None:
            return IndependentCells(parts, interior, density)
        return KnownTotal(parts, interior, bounds, make_budget)

    return mix


class JoinedTally:
    """See `Tally`. Nothing is joined before it is asked for.

    Every answer takes as long as the budget that `make_budget` gives, or raises `LimitError`.
    """

    def __init__(self, census: Census, mix: Mix, make_budget: Callable[[], Budget]) -> None:
        self._census = census
        self._make_budget = make_budget
        self._mix = mix
        self._mixture = mix(census.ways, len(census.interior))
        self._joined: dict[int, tuple[list[int], int]] = {}
        self._exact: dict[int, list[Fraction]] = {}

    def layouts(self) -> int:
        """See `Tally.layouts`."""
        models = self._census.models(self._make_budget())
        # Where nothing weighs, what is wanted is mixed already.
        is_mixed = all(map(is_, models, self._census.ways))
        mix = (lambda *_: self._mixture) if is_mixed else self._mix
        return number_of_layouts(models, len(self._census.interior), mix)

    def chance(self, number: int) -> Fraction:
        """See `Tally.chance`."""
        home = self._home.get(number)
        if home is not None:
            return self._chances_in(home[0])[home[1]]
        if number in self._interior:
            return self._mixture.interior_chance()
        return Fraction(int(self._census.settled[number]))

    def fractions(self) -> dict[int, Fraction]:
        """See `Tally.fractions`."""
        budget = self._make_budget()
        settled = self._census.settled
        found = {
            number: Fraction(int(settled[number]))
            for number in (settled >= 0).nonzero()[0].tolist()
        }
        if len(self._census.interior):
            found.update(
                dict.fromkeys(self._census.interior.tolist(), self._mixture.interior_chance())
            )
        for place, component in enumerate(self._census.components):
            budget.check()
            for box, chance in zip(component.boxes, self._chances_in(place), strict=True):
                found.update(dict.fromkeys(box.cells, chance))
        return found

    def chances(self) -> FloatArray:
        """See `Tally.chances`. Rounded once, or else within `TOLERANCE`."""
        census = self._census
        found = census.settled.copy()
        in_box, interior = self._floats()
        cells: list[int] = []
        values: list[float] = []
        for component, here in zip(census.components, in_box, strict=True):
            for box, chance in zip(component.boxes, here, strict=True):
                own = box[0]
                cells += own
                values += [chance] * len(own)
        if cells:
            found[cells] = values
        if len(census.interior):
            found[census.interior] = interior
            cells.append(int(census.interior[0]))
            values.append(interior)
        if values and not 0 < min(values) <= max(values) < 1:
            # Undecided, whatever they were rounded to.
            undecided = np.append(census.interior, cells).astype(np.intp)
            found[undecided] = found[undecided].clip(BARELY, NEARLY)
        return found

    def expected_mines(self) -> Fraction:
        """See `Tally.expected_mines`."""
        census = self._census
        if census.bounds is not None and census.bounds[0] == census.bounds[1]:
            return Fraction(census.known + census.bounds[0])
        budget = self._make_budget()
        expected = Fraction(census.known)
        for place, ways in enumerate(census.ways):
            budget.check()
            weights, mass = self._outside(place)
            held = sum(
                (ways.lowest + more) * count * weight
                for more, (count, weight) in enumerate(zip(ways.counts, weights, strict=True))
            )
            expected += Fraction(held, mass)
        if len(census.interior):
            expected += len(census.interior) * self._mixture.interior_chance()
        return expected

    def _outside(self, place: int) -> tuple[list[int], int]:
        """What all else weighs for each of a component's counts, and the component with it."""
        if place not in self._joined:
            weights = self._mixture.outside(place)
            self._joined[place] = weights, sum(map(mul, weights, self._census.ways[place].counts))
        return self._joined[place]

    def _chances_in(self, place: int) -> list[Fraction]:
        """The chance in the cells of each box of a component."""
        if place not in self._exact:
            weights, mass = self._outside(place)
            self._exact[place] = [
                Fraction(sum(map(mul, held, weights)), mass * len(box.cells))
                for box, held in zip(
                    self._census.components[place].boxes,
                    self._census.ways[place].boxes(self._make_budget()),
                    strict=True,
                )
            ]
        return self._exact[place]

    def _floats(self) -> Chances:
        census = self._census
        budget = self._make_budget()
        if census.bounds is not None and len(census.ways) > _FEW:
            sizes = [[len(box.cells) for box in component.boxes] for component in census.components]
            interior = len(census.interior)
            found = chances(census.ways, sizes, interior, census.bounds, budget)
            if found is not None:
                return found
        in_box = []
        for place, (component, ways) in enumerate(zip(census.components, census.ways, strict=True)):
            budget.check()
            weights = self._mixture.outside(place)
            means = ways.means(weights, budget)
            if means is None:
                mass = sum(map(mul, weights, ways.counts))
                means = [
                    sum(map(mul, here, weights)) / (mass * len(box[0]))
                    for box, here in zip(component.boxes, ways.boxes(budget), strict=True)
                ]
            in_box.append(means)
        inside, everything = self._mixture.interior_odds() if len(census.interior) else (0, 1)
        return Chances(in_box, inside / everything)

    @cached_property
    def _home(self) -> dict[int, tuple[int, int]]:
        """The component and the box of each cell."""
        return {
            cell: (place, box)
            for place, component in enumerate(self._census.components)
            for box, (cells, _) in enumerate(component.boxes)
            for cell in cells
        }

    @cached_property
    def _interior(self) -> frozenset[int]:
        return frozenset(self._census.interior.tolist())
