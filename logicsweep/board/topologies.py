"""Topologies: adjacencies with a name, which a text gives in place of lists of neighbours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.errors import UnknownNameError

# The adjacency of a board of some height and width.
Topology = Callable[[int, int], Adjacency]

# The eight cells around a cell: the default of a text without neighbours.
SQUARE: Final = "square"
TOPOLOGIES: Final[Mapping[str, Topology]] = MappingProxyType({SQUARE: eight})

# The note on drawings that would suggest eight neighbours.
NOT_A_GRID: Final = "Not a grid: the board itself says which cells are neighbours."


def topology(name: str) -> Topology:
    """The topology with a name. Raises `UnknownNameError`."""
    if name not in TOPOLOGIES:
        raise UnknownNameError("topology", name[:40], TOPOLOGIES)
    return TOPOLOGIES[name]


def topology_name(adjacency: Adjacency, height: int, width: int) -> str | None:
    """The name of the topology with this adjacency on a board of this size, if there is one."""
    named = (name for name, make in TOPOLOGIES.items() if make(height, width) == adjacency)
    return next(named, None)
