"""Topologies: adjacencies with a name, which a text gives in place of lists of neighbours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from math import prod
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.lattices import grid_words
from logicsweep.board.names import SQUARE, TOPOLOGY_NAMES
from logicsweep.errors import UnknownNameError

# The adjacency of a board of some height and width.
Topology = Callable[[int, int], Adjacency]

TOPOLOGIES: Final[Mapping[str, Topology]] = MappingProxyType(
    {
        SQUARE: eight,
        "four": Adjacency.four,
        "hexagon": Adjacency.hexagon,
        "triangle": Adjacency.triangle,
        "torus": Adjacency.torus,
        "cylinder": Adjacency.cylinder,
        "knight": Adjacency.knight,
    }
)
"""The topologies of boards of any size."""

GRID_FORM: Final = (
    r"grid[ \t]+([0-9]{1,9}(?:x[0-9]{1,9})*)([ \t]+wrap(?:[ \t]+([0-9]{1,9}(?:,[0-9]{1,9})*))?)?"
)
"""The form of the names of grids: sizes, whether sides are joined, and of which dimensions."""

# The note on drawings that would suggest eight neighbours.
NOT_A_GRID: Final = "Not a grid: the board itself says which cells are neighbours."


class Grid(NamedTuple):
    """A grid of any dimensions, as a name says it; see `Adjacency.grid`."""

    dims: tuple[int, ...]
    wrap: tuple[bool, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The height and the width of its boards."""
        return prod(self.dims[:-1]), self.dims[-1]

    def __str__(self) -> str:
        return grid_words(*self)


def topology(name: str) -> Topology:
    """Return the topology with a name.

    The result takes a height and a width; it raises ValueError if there is none of this size, and
    `LimitError`. This function raises `UnknownNameError`, and ValueError for a grid that joins the
    sides of a dimension it does not have.
    """
    return partial(named_adjacency, canonical(name))


def canonical(name: str) -> str:
    """Return a name of a topology as `Adjacency.topology` has it. Raises as `topology` does."""
    if name in TOPOLOGIES:
        return name
    return str(_grid_of(name))


def shape_of(name: str) -> tuple[int, int] | None:
    """Return the height and width that a topology prescribes, if any. Raises as `topology` does."""
    return None if name in TOPOLOGIES else _grid_of(name).shape


def dimensions_of(name: str) -> Grid | None:
    """Return the dimensions of a grid; None for another topology. Raises as `topology` does."""
    return None if name in TOPOLOGIES else _grid_of(name)


# The last few are kept, since all boards of one kind share the value.
@lru_cache(maxsize=8)
def named_adjacency(name: str, height: int, width: int) -> Adjacency:
    """Make the adjacency of a topology on a board; raises as `topology` and its result."""
    if name in TOPOLOGIES:
        return TOPOLOGIES[name](height, width)
    grid = _grid_of(name)
    if grid.shape != (height, width):
        rows, columns = grid.shape
        raise ValueError(
            f"a board of {grid} has {rows:,} rows of {columns:,} cells; this one is "
            f"{width}x{height}"
        )
    return Adjacency.grid(grid.dims, wrap=grid.wrap)


def neighbours_of(name: str, height: int, width: int) -> Adjacency | None:
    """Return `named_adjacency`, but None for the eight cells around a cell."""
    return None if name == SQUARE else named_adjacency(name, height, width)


def _grid_of(name: str) -> Grid:
    """Read the name of a grid, such as `grid 4x4x4 wrap 1`."""
    match = re.fullmatch(GRID_FORM, name)
    if match is None:
        raise UnknownNameError("topology", name[:40], TOPOLOGY_NAMES)
    dims = tuple(map(int, match[1].split("x")))
    joined = range(1, len(dims) + 1) if match[2] else range(0)
    if match[3] is None:
        return Grid(dims, tuple(place in joined for place in range(1, len(dims) + 1)))
    places = list(map(int, match[3].split(",")))
    strange = next((place for place in places if place not in joined), None)
    if strange is not None:
        raise ValueError(
            f"wrap names dimension {strange}; expected numbers from 1 to {len(dims)}, as the grid "
            f"has dimensions"
        )
    return Grid(dims, tuple(place in places for place in joined))
