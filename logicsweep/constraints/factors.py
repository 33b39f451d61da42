"""Factors: constraints over boxes instead of cells, which elimination multiplies.

The factor of a cardinality constraint depends on the number of mines in its scope, the factor of a
relation on the number in each of its boxes, and one on regions on the cells that hold them.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import NamedTuple, TypeVar

from logicsweep.constraints.diagram import Diagram
from logicsweep.constraints.regions import Regions

Key = TypeVar("Key", bound=Hashable)


class Factor(NamedTuple):
    """The weights of numbers of mines: `weights[i]` for `lower + i`, and 0 for all others."""

    lower: int
    weights: tuple[int, ...]


class RelationFactor(NamedTuple):
    """The weights of a decision diagram; `boxes` has the box of each of its cells.

    Cells of one box can change places in the diagram.
    """

    diagram: Diagram
    boxes: tuple[int, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        """The different weights except 0, ascending."""
        return tuple(sorted(self.diagram.ends - {0}))


class RegionFactor(NamedTuple):
    """The indicator of a condition on the regions of a graph (see `Regions`).

    Its vertices are the cells that may belong to regions, in the order of their numbers. By vertex,
    `boxes` has the box, of this cell alone, or -1 if it is known to belong to a region; `links` has
    the vertices that it is joined to, and `rim` says whether it is at the rim.
    """

    says: Regions
    boxes: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    rim: tuple[bool, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        """The different weights except 0."""
        return (1,)


AnyFactor = Factor | RelationFactor | RegionFactor


@lru_cache(maxsize=1024)
def indicator(lower: int, upper: int) -> Factor:
    """Return the factor that is 1 for `lower..upper` mines."""
    return Factor(lower, (1,) * (upper - lower + 1))


def unary_factor(weights: Sequence[int]) -> Factor:
    """Return the factor of one box, with these weights of 0, 1, ... mines."""
    possible = [mines for mines, weight in enumerate(weights) if weight]
    if not possible:
        return Factor(0, ())
    return Factor(possible[0], tuple(weights[possible[0] : possible[-1] + 1]))


def lowest_terms(weights: Sequence[int]) -> tuple[int, ...]:
    """Return the weights divided by their greatest common divisor; at least one is not 0."""
    divisor = gcd(*weights)
    return tuple([weight // divisor for weight in weights])


def whole_weights(weights: Mapping[Key, Fraction | int]) -> dict[Key, int]:
    """Scale likelihoods to whole numbers in proportion. Raises ValueError for one below 0."""
    exact = {key: Fraction(weight) for key, weight in weights.items()}
    negative = next((weight for weight in exact.values() if weight < 0), None)
    if negative is not None:
        raise ValueError(f"a likelihood is {negative}; expected 0 or more")
    common = lcm(*[weight.denominator for weight in exact.values()])
    return {key: int(weight * common) for key, weight in exact.items()}
