"""The convolution of components and interior with the prior, exactly.

A prior gives a layout a weight by its number of mines: by a known mine count, or by a density. The
number of mines on the board is a sum over components and interior, so that generating polynomials
multiply (their coefficients are convolved). All that a component needs to know of the rest of the
board is the message from it: the weight of everything outside, for each number of mines inside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import comb, perm, prod
from operator import mul
from random import Random
from typing import Final, NamedTuple, Protocol

from logicsweep.errors import LimitError, MissingDensityError
from logicsweep.limits import Budget
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.tables.polynomial import ProductTree, choose

# Bits of all binomial coefficients that a range of totals may need; 500 MB.
_MAX_BITS: Final = 4_000_000_000
# Binomial coefficients between two looks at the clock.
_STRIDE: Final = 64


class Convolution(Protocol):
    """Components and interior under a prior."""

    def mass(self) -> Fraction:
        """Return the weight of all layouts of components and interior: the normaliser.

        A density does not count. It is a `Fraction` lest it is taken for the number of layouts,
        which it is only for `ModelCounts`, without weights.
        """
        ...

    def message(self, place: int) -> list[int]:
        """Return the message from the rest of the board to a component.

        It has a weight for each of the component's `counts`, up to a factor common to all.
        """
        ...

    @property
    def interior_marginal(self) -> Fraction:
        """The probability of a mine in each cell of the interior, which has cells."""
        ...

    def draw(self, rng: Random) -> Drawn:
        """Draw numbers of mines for components and interior from their joint distribution."""
        ...


# From the counts of components and a number of interior cells to their convolution with a prior.
Convolve = Callable[[Sequence[WeightedCounts], int], Convolution]


class Drawn(NamedTuple):
    """A draw: for each component a place in its `counts`, and the mines of the interior."""

    places: list[int]
    interior: int


def _binomials(cells: int, first: int, last: int, budget: Budget) -> list[int]:
    """Make `C(cells, first..last)`, all divided by one number. Raises `LimitError`.

    C(n, m) is `n! / (last! (n-first)!)` times `last!/m! (n-first)!/(n-m)!`; only the second factor
    differs, and it is much the smaller one when few of them are wanted.
    """
    values = [perm(last, last - first)]
    for mines in range(first, last):
        if not mines % _STRIDE:
            budget.check()
        values.append(values[-1] * (cells - mines) // (mines + 1))
    return values


class KnownTotal:
    """The total is known, or a range of it: every layout weighs the same.

    `bounds` are the least and the most mines in all `components` and the `interior` (a number of
    cells) together. Raises ValueError when nothing is within them, `LimitError` when they are too
    wide.
    """

    def __init__(
        self,
        components: Sequence[WeightedCounts],
        interior: int,
        bounds: tuple[int, int],
        make_budget: Callable[[], Budget],
    ) -> None:
        """Take components and bounds; `make_budget` limits the work that all answers share."""
        lower, upper = bounds
        self._make_budget = make_budget
        # A component with a single count only shifts the total; the others are tied by it.
        tied = [place for place, counts in enumerate(components) if len(counts.counts) > 1]
        self._places = {place: number for number, place in enumerate(tied)}
        self._counts = [components[place].counts for place in tied]
        self._fixed = prod([counts.counts[0] for counts in components if len(counts.counts) == 1])
        self._interior = interior
        self._span = sum(map(len, self._counts)) - len(tied)
        # The bounds on mines in the interior when all components hold their fewest.
        least = sum([counts.lowest for counts in components])
        self._lower, self._upper = lower - least, upper - least
        first, last = max(0, self._lower - self._span), min(interior, self._upper)
        if first > last:
            raise ValueError("no layout has so many mines")
        # The binomials of the range take about this number of bits altogether.
        if (last - first) ** 2 * interior.bit_length() > _MAX_BITS:
            raise LimitError(f"a mine count of {lower:,} to {upper:,} is too wide a range")
        self._first, self._last = first, last
        self._components = len(components)

    def mass(self) -> Fraction:
        # In true binomial coefficients.
        mass = self._mass * comb(self._interior, self._first) // self._binomials[0]
        return Fraction(mass * self._fixed)

    def message(self, place: int) -> list[int]:
        number = self._places.get(place)
        if number is None:
            return [1]
        others = self._tree.without(number)
        weights = self._weights
        places = range(len(self._counts[number]))
        return [sum(map(mul, others, weights[place:])) for place in places]

    @cached_property
    def interior_marginal(self) -> Fraction:
        """See `Convolution.interior_marginal`."""
        mines = [value * held for held, value in enumerate(self._binomials, self._first)]
        expected = sum(map(mul, self._tree.whole, self._by_count(mines)))
        return Fraction(expected, self._mass * self._interior)

    def draw(self, rng: Random) -> Drawn:
        # The mines of all components together, above their fewest.
        tree = self._tree
        degree = choose(rng, list(map(mul, tree.whole, self._weights)))
        places = [0] * self._components
        degrees = tree.draw(rng, degree)
        for place, number in self._places.items():
            places[place] = degrees[number]
        first = self._first
        # The mines that the interior may hold now, as places in the binomials.
        least = max(self._lower - degree - first, 0)
        most = self._upper - degree - first
        return Drawn(places, first + least + choose(rng, self._binomials[least : most + 1]))

    @cached_property
    def _binomials(self) -> list[int]:
        """The binomial coefficients of the mines that the interior may hold, in some unit."""
        return _binomials(self._interior, self._first, self._last, self._make_budget())

    @cached_property
    def _tree(self) -> ProductTree:
        """The polynomials of all components with several counts, multiplied."""
        return ProductTree(self._counts, self._make_budget())

    @cached_property
    def _weights(self) -> list[int]:
        """The weight of the interior for each number of mines in components above their least."""
        return self._by_count(self._binomials)

    @cached_property
    def _mass(self) -> int:
        """The weight of all layouts, without the components that have a single count."""
        return sum(map(mul, self._tree.whole, self._weights))

    def _by_count(self, values: list[int]) -> list[int]:
        """Sum values by mines in the interior, for each number of mines in the components.

        The sum is over the mines in the interior with which the total is within its bounds.
        """
        first = self._first
        if self._lower == self._upper:
            start = self._upper - first
            ascending = [0] * (self._span - start) + values + [0] * (start - len(values) + 1)
            return ascending[::-1]
        sums = [0, *accumulate(values)]

        def below(mines: int) -> int:
            return sums[min(max(mines - first, 0), len(values))]

        return [
            below(self._upper - degree + 1) - below(self._lower - degree)
            for degree in range(self._span + 1)
        ]


class IndependentCells:
    """The total is unknown: each cell is a mine with the same probability, whatever the others are.

    Without a `density` there are layouts to count; what depends on it raises `MissingDensityError`.
    """

    def __init__(
        self, components: Sequence[WeightedCounts], interior: int, density: Fraction | None
    ) -> None:
        self._components = components
        self._interior = interior
        self._density = density

    def mass(self) -> Fraction:
        """Return the number of layouts, each with the weight of its clues alone.

        The density does not count here.
        """
        return Fraction(prod(sum(counts.counts) for counts in self._components) << self._interior)

    def message(self, place: int) -> list[int]:
        """See `Convolution.message`; it does not depend on the rest of the board."""
        last = len(self._components[place].counts) - 1
        if not last:
            return [1]
        density = self.interior_marginal
        mine, safe = density.numerator, density.denominator - density.numerator
        return [mine**count * safe ** (last - count) for count in range(last + 1)]

    @property
    def interior_marginal(self) -> Fraction:
        """See `Convolution.interior_marginal`; also without cells."""
        if self._density is None:
            raise MissingDensityError
        return self._density

    def draw(self, rng: Random) -> Drawn:
        places = [
            choose(rng, list(map(mul, counts.counts, self.message(place))))
            for place, counts in enumerate(self._components)
        ]
        if not self._interior:
            return Drawn(places, 0)
        mine, of = self.interior_marginal.as_integer_ratio()
        return Drawn(places, sum(rng.randrange(of) < mine for _ in range(self._interior)))
