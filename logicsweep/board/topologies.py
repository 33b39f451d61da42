"""Adjacencies that have a name, which is all that a text has to say of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.errors import UnknownNameError

# The adjacency of a board of some height and width.
Topology = Callable[[int, int], Adjacency]

# The eight cells around a cell: what a text means that says nothing of neighbours.
SQUARE: Final = "square"
TOPOLOGIES: Final[Mapping[str, Topology]] = MappingProxyType({SQUARE: eight})

# What is said where a drawing alone would suggest eight neighbours.
NOT_A_GRID: Final = "Not a grid: the board itself says which cells are neighbours."


def topology(name: str) -> Topology:
    """The topology of a name. Raises `UnknownNameError`."""
    if name not in TOPOLOGIES:
        raise UnknownNameError("topology", name[:40], TOPOLOGIES)
    return TOPOLOGIES[name]


def topology_name(adjacency: Adjacency, height: int, width: int) -> str | None:
    """What the topology is called that makes this adjacency of a board of this size, if any is."""
    named = (name for name, make in TOPOLOGIES.items() if make(height, width) == adjacency)
    return next(named, None)
