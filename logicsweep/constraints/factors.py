"""Factors: constraints over boxes instead of cells, which elimination multiplies.

That of a cardinality constraint weighs the number of mines among the boxes of its scope; that of a
relation the number in each of its boxes, and one on the regions of a graph says which cells hold
them.
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
    """`weights[i]` is the weight of `lower + i` mines, a whole number; all other counts weigh 0."""

    lower: int
    weights: tuple[int, ...]


class RelationFactor(NamedTuple):
    """A decision diagram gives the weights; `boxes` says for each of its cells in which box it is.

    Cells of one box are alike to the diagram.
    """

    diagram: Diagram
    boxes: tuple[int, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights that there are, but for 0, ascending."""
        return tuple(sorted(self.diagram.ends - {0}))


class RegionFactor(NamedTuple):
    """1 where regions of a graph are as they must be, else 0 (see `Regions`).

    Its vertices are the cells that may belong to regions, in the order of their numbers: `boxes`
    says in which box each of them is, -1 for one that is known to belong to a region. A box of such
    a factor has one cell. `links` are the vertices that each one is joined to, and `rim` says which
    are at the rim.
    """

    says: Regions
    boxes: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    rim: tuple[bool, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights that there are, but for 0."""
        return (1,)


AnyFactor = Factor | RelationFactor | RegionFactor


@lru_cache(maxsize=1024)
def indicator(lower: int, upper: int) -> Factor:
    """Return the factor that is 1 for `lower..upper` mines."""
    return Factor(lower, (1,) * (upper - lower + 1))


def unary_factor(weights: Sequence[int]) -> Factor:
    """Return the factor of one box with these weights, from no mine on."""
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
    given = {key: Fraction(weight) for key, weight in weights.items()}
    wrong = next((weight for weight in given.values() if weight < 0), None)
    if wrong is not None:
        raise ValueError(f"a likelihood is {wrong}; expected 0 or more")
    common = lcm(*[weight.denominator for weight in given.values()])
    return {key: int(weight * common) for key, weight in given.items()}
