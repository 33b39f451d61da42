"""The topology of a board in its JSON object: to an adjacency, and back.

`topology` is a name, or `neighbours` has a list for each cell, row by row: the numbers of its
neighbours, counted from 0. `positions` goes with lists and has `[x, y]` for each cell; `walls` has
pairs of cells, `[[0, 0], [0, 1]]`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.names import SQUARE
from logicsweep.board.relation import Edge, EdgeError, NeighbourError
from logicsweep.board.topology_text import Topology, canonical, named_adjacency
from logicsweep.errors import counted
from logicsweep.formats.objects import fault

# The keys with a list that has an item for each cell or wall.
CELL_KEYS: Final = ("neighbours", "positions", "walls")

_WALLS: Final = 'expected "walls": a list of pairs of cells such as [[0, 0], [0, 1]]'
_POSITIONS: Final = 'expected "positions": [x, y] for each cell, row by row'
_LISTS: Final = 'expected "neighbours": a list of cell numbers for each cell, row by row'


class SizeError(Exception):
    """The value of a key that does not fit a board of this size."""

    def __init__(self, key: str, problem: str) -> None:
        super().__init__(problem)
        self.key = key


def read_topology(text: str, value: dict[str, Any]) -> Topology | None:
    """Read the topology that an object names, None for the eight cells around a cell.

    `text` is that of the object. The result raises `SizeError`. This function raises
    `BoardSyntaxError` with the place of the key at fault, and `LimitError` as `Adjacency.of` does.
    """
    base = _base(text, value)
    walls = value.get("walls")
    if not walls:
        if walls not in (None, []):
            raise fault(text, "walls", _WALLS)
        return base
    pairs = list(_pairs(text, walls))

    def sized(height: int, width: int) -> Adjacency:
        adjacency = (base or eight)(height, width)
        edges: list[Edge] = []
        for pair in pairs:
            for row, column in pair:
                if row >= height or column >= width:
                    raise SizeError("walls", f"the wall at ({row},{column}) is off the board")
            (row, column), (other_row, other_column) = pair
            edges.append((row * width + column, other_row * width + other_column))
        try:
            return adjacency.without(edges)
        except EdgeError as error:
            between = " and ".join(f"({row},{column})" for row, column in pairs[error.place])
            problem = f"there can be no wall between {between}: {error.fault}"
            raise SizeError("walls", problem) from None

    return sized


def _base(text: str, value: dict[str, Any]) -> Topology | None:
    """Read the topology without its walls; None for the eight cells around a cell."""
    name, lists, places = map(value.get, ("topology", "neighbours", "positions"))
    if name is not None and lists is not None:
        raise fault(
            text, "neighbours", "topology and neighbours cannot be combined; expected one of them"
        )
    if places is not None and lists is None:
        raise fault(text, "positions", 'positions belong to lists; expected "neighbours" as well')
    if name is not None:
        return _named(text, name)
    return None if lists is None else _listed(text, lists, places)


def _named(text: str, name: object) -> Topology | None:
    """Return the topology of a name."""
    if not isinstance(name, str):
        raise fault(text, "topology", 'expected "topology": a name such as "square", or null')
    try:
        canonical_name = canonical(name)
    except ValueError as error:
        raise fault(text, "topology", str(error)) from None

    def sized(height: int, width: int) -> Adjacency:
        try:
            return named_adjacency(canonical_name, height, width)
        except ValueError as error:
            raise SizeError("topology", str(error)) from None

    return None if name == SQUARE else sized


def _listed(text: str, lists: object, places: object) -> Topology:
    """Read the topology of written neighbours."""
    if not isinstance(lists, list) or not all(isinstance(near, list) for near in lists):
        raise fault(text, "neighbours", _LISTS)
    if not all(type(number) is int for near in lists for number in near):
        raise fault(text, "neighbours", _LISTS)
    try:
        adjacency = Adjacency.of(lists)
    except NeighbourError as error:
        raise fault(text, "neighbours", str(error)) from None
    if places is not None:
        adjacency = _placed(text, adjacency, places)

    def sized(height: int, width: int) -> Adjacency:
        if adjacency.size != height * width:
            cells = counted(adjacency.size, "cell")
            problem = f"there are lists for {cells}, but the rows have {height * width:,}"
            raise SizeError("neighbours", problem)
        return adjacency

    return sized


def _placed(text: str, adjacency: Adjacency, places: object) -> Adjacency:
    """Return an adjacency with positions for pictures."""
    if not isinstance(places, list) or not all(map(_is_position, places)):
        raise fault(text, "positions", _POSITIONS)
    try:
        return adjacency.placed(places)
    except ValueError as error:
        raise fault(text, "positions", str(error)) from None


def _is_position(place: object) -> bool:
    if not isinstance(place, list) or len(place) != 2:
        return False
    return all(type(number) in (int, float) for number in place)


def _pairs(text: str, walls: object) -> Iterator[tuple[Edge, Edge]]:
    """Yield the two cells, (row, column), of each wall."""
    if not isinstance(walls, list):
        raise fault(text, "walls", _WALLS)
    for wall in walls:
        if not isinstance(wall, list) or len(wall) != 2 or not all(map(_is_cell, wall)):
            raise fault(text, "walls", _WALLS)
        (row, column), (other_row, other_column) = wall
        yield (row, column), (other_row, other_column)


def _is_cell(cell: object) -> bool:
    if not isinstance(cell, list) or len(cell) != 2:
        return False
    return all(type(number) is int and number >= 0 for number in cell)


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
