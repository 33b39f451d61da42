"""Factors: constraints over boxes instead of cells, which elimination multiplies.

The factor of a cardinality constraint depends on the number of mines in its scope, the factor of a
relation on the number in each of its boxes, and one on regions on the cells that hold them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from math import gcd, lcm
from typing import Final, NamedTuple, Self, TypeVar

from logicsweep.constraints.diagram import Diagram
from logicsweep.constraints.region_clauses import Regions
from logicsweep.errors import expect


class SourceKind(Enum):
    """The kind of a source."""

    CLUE = "clue"
    """A clue."""
    TOTAL = "total"
    """The mine count."""
    STEP = "step"
    """An earlier step of an explanation, which decided a cell."""
    CONSTRAINT = "constraint"
    """A constraint that was handed in beside the board."""
    RULE = "rule"
    """A rule for layouts, at one place of the board."""
    BACKGROUND = "background"
    """Something that always holds, and that no set of sources names."""

    # The hash of an enum is written in Python, and sources are looked up all the time.
    __hash__ = object.__hash__


class Source(NamedTuple):
    """The source of a constraint: a clue, the mine count, or something else with a name.

    Several constraints may have one source; they are then right or wrong together.

    Attributes:
        kind: The kind of the source.
        cell: The number of the cell of the clue, or of the cell that the step decided; else None.
        name: The name of a constraint that was handed in beside the board, or of a rule; else None.
        part: The number of the constraint among those of a rule, counted from 0; else None.
    """

    kind: SourceKind
    cell: int | None = None
    name: str | None = None
    part: int | None = None

    @property
    def is_further(self) -> bool:
        """Whether it is a constraint that was handed in, or a rule for layouts."""
        return self.kind in (SourceKind.CONSTRAINT, SourceKind.RULE)

    def __str__(self) -> str:
        """Write a few words, such as `the rule Q` or the name of a constraint."""
        if self.kind is SourceKind.RULE:
            return f"the rule {self.name}"
        return self.name or f"the {self.kind.value}"

    @classmethod
    def named(cls, name: str) -> Self:
        """Make the source of a constraint that is handed in beside the board, by a name for it.

        Raises:
            ValueError: The name is empty, or more than a line.
            TypeError: The name is not a str.
        """
        expect("name", name, str, "a name for a constraint, such as 'row 1'")
        if not name.strip() or not name.isprintable():
            raise ValueError(f"{name[:40]!r} is not a name; expected a line of text")
        return cls(SourceKind.CONSTRAINT, name=name.strip())


TOTAL: Final = Source(SourceKind.TOTAL)
"""The source of the constraint on the mine count."""

BACKGROUND: Final = Source(SourceKind.BACKGROUND)
"""The source of constraints that are in force in every question, whatever sources it is about."""


def clues_among(sources: Iterable[Source]) -> tuple[int, ...]:
    """Return the cell numbers of the clues among some sources, each once, ascending."""
    return tuple(
        sorted(
            {
                source.cell
                for source in sources
                if source.kind is SourceKind.CLUE and source.cell is not None
            }
        )
    )


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


def whole_weights(given: Iterable[Key] | Mapping[Key, Fraction | int]) -> dict[Key, int]:
    """Scale likelihoods to whole numbers in proportion; without them all are 1.

    Raises ValueError for one below 0.
    """
    weights = given if isinstance(given, Mapping) else dict.fromkeys(given, 1)
    exact = {key: Fraction(weight) for key, weight in weights.items()}
    negative = next((weight for weight in exact.values() if weight < 0), None)
    if negative is not None:
        raise ValueError(f"a likelihood is {negative}; expected 0 or more")
    common = lcm(*[weight.denominator for weight in exact.values()])
    return {key: int(weight * common) for key, weight in exact.items()}
