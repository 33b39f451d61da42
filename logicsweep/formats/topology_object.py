"""The topology of a board in its JSON object: to an adjacency, and back.

`topology` is a name, or `neighbours` has a list for each cell, row by row: the numbers of its
neighbours, counted from 0. `positions` goes with lists and has `[x, y]` for each cell; `walls` has
pairs of cells, `[[0, 0], [0, 1]]`.
"""

from __future__ import annotations

from typing import Any, Final

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.names import SQUARE
from logicsweep.board.relation import Edge, EdgeError
from logicsweep.board.topology_text import Topology, canonical, named_adjacency
from logicsweep.errors import counted
from logicsweep.formats.objects import EntryError, about

# The keys with a list that has an item for each cell or wall.
CELL_KEYS: Final = ("neighbours", "positions", "walls")


def read_topology(given: dict[str, Any]) -> Topology | None:
    """Read the topology that an object names, None for the eight cells around a cell.

    This function and its result raise `EntryError`, and `LimitError` as `Adjacency.of` does.
    """
    base = _base(given)
    pairs = given.get("walls")
    if not pairs:
        return base

    def sized(height: int, width: int) -> Adjacency:
        adjacency = (base or eight)(height, width)
        edges: list[Edge] = []
        for pair in pairs:
            for row, column in pair:
                if row >= height or column >= width:
                    raise EntryError("walls", f"the wall at ({row},{column}) is off the board")
            (row, column), (other_row, other_column) = pair
            edges.append((row * width + column, other_row * width + other_column))
        try:
            return adjacency.without(edges)
        except EdgeError as error:
            between = " and ".join(f"({row},{column})" for row, column in pairs[error.place])
            problem = f"there can be no wall between {between}: {error.fault}"
            raise EntryError("walls", problem) from None

    return sized


def _base(given: dict[str, Any]) -> Topology | None:
    """Read the topology without its walls; None for the eight cells around a cell."""
    name, lists, places = map(given.get, ("topology", "neighbours", "positions"))
    if name is not None and lists is not None:
        problem = "topology and neighbours cannot be combined; expected one of them"
        raise EntryError("neighbours", problem)
    if lists is not None:
        return _listed(lists, places)
    if places is not None:
        raise EntryError("positions", 'positions belong to lists; expected "neighbours" as well')
    return None if name is None else _named(name)


def _named(name: str) -> Topology | None:
    """Return the topology of a name."""
    with about("topology"):
        canonical_name = canonical(name)

    def sized(height: int, width: int) -> Adjacency:
        with about("topology"):
            return named_adjacency(canonical_name, height, width)

    return None if name == SQUARE else sized


def _listed(lists: list[list[int]], places: list[list[float]] | None) -> Topology:
    """Return the topology of written neighbours, with positions for pictures."""
    with about("neighbours"):
        adjacency = Adjacency.of(lists)
    if places is not None:
        with about("positions"):
            adjacency = adjacency.placed(places)

    def sized(height: int, width: int) -> Adjacency:
        if adjacency.size != height * width:
            cells = counted(adjacency.size, "cell")
            problem = f"there are lists for {cells}, but the rows have {height * width:,}"
            raise EntryError("neighbours", problem)
        return adjacency

    return sized


def topology_entries(adjacency: Adjacency, width: int) -> dict[str, Any]:
    """Write an adjacency as keys of an object, for a board with rows of `width` cells."""
    name, positions, walls = adjacency.topology, adjacency.positions, adjacency.walls
    entries: dict[str, Any] = {}
    if name is None:
        entries["neighbours"] = adjacency.lists_without_walls
    elif name != SQUARE:
        entries["topology"] = name
    if name is None and positions is not None:
        entries["positions"] = positions
    if walls:
        entries["walls"] = tuple(
            (divmod(first, width), divmod(second, width)) for first, second in walls
        )
    return entries
