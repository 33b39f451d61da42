"""The shapes of a board's cells: which drawing goes with which topology."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.names import SQUARE
from logicsweep.board.picture.layers import layers
from logicsweep.board.picture.scattered import scattered
from logicsweep.board.picture.shapes import Shapes
from logicsweep.board.picture.tilings import hexagons, squares, triangles
from logicsweep.board.picture.walls import walled
from logicsweep.board.topologies import NOT_A_GRID

# The note below the drawing of each topology.
_NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        SQUARE: "",
        "four": "Neighbours share a side.",
        "hexagon": "Neighbours share a side.",
        "triangle": "Neighbours share a side or a corner.",
        "torus": "Opposite sides, drawn with dashes, are joined.",
        "cylinder": "The left and right sides, drawn with dashes, are joined.",
        "knight": "Neighbours are a knight's move apart.",
    }
)
_WRAPS: Final[Mapping[str, tuple[bool, bool]]] = MappingProxyType(
    {"torus": (True, True), "cylinder": (False, True)}
)
_LAYERS: Final = (
    "Neighbours are at most one step apart in every dimension, layers included. "
    "Rows are numbered through all layers."
)
_GRAPH: Final = "Lines join neighbours."


def shapes_of(height: int, width: int, adjacency: Adjacency | None) -> Shapes:
    """Return the shapes of a board's cells; None means the eight cells around each as neighbours.

    Without a drawing of its own a board has squares, and a note that they mislead.
    """
    if adjacency is None:
        return squares(height, width)
    shapes = scattered(adjacency, width, note=_GRAPH)
    if shapes is None:
        shapes = _named(height, width, adjacency.topology)
    return walled(shapes, adjacency.walls, width) if adjacency.walls else shapes


def _named(height: int, width: int, topology: str | None) -> Shapes:
    """Choose the shapes for a named topology."""
    if topology is None:
        return squares(height, width, note=NOT_A_GRID)
    if topology == "hexagon":
        return hexagons(height, width, note=_NOTES[topology])
    if topology == "triangle":
        return triangles(height, width, note=_NOTES[topology])
    if topology in _NOTES:
        wrap = _WRAPS.get(topology, (False, False))
        return squares(height, width, wrap=wrap, note=_NOTES[topology])
    return _grid(topology)


def _grid(topology: str) -> Shapes:
    """Return a grid of any dimensions, such as `grid 4x4x4 wrap 1`."""
    dims, joined = _dimensions(topology)
    words = _joined_words(joined)
    if len(dims) < 3:
        height, width = (1, *dims)[-2:]
        wrap = (False, *joined)[-2:]
        return squares(height, width, wrap=(wrap[0], wrap[1]), note=words)
    return layers(dims, joined, note=f"{_LAYERS} {words}".rstrip())


def _dimensions(topology: str) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """Return the dimensions of a grid by its name, and which of them are joined at their ends."""
    _, size, *rest = topology.split()
    dims = tuple(map(int, size.split("x")))
    if not rest:
        return dims, (False,) * len(dims)
    named = {int(place) for place in rest[1].split(",")} if len(rest) > 1 else None
    return dims, tuple(named is None or place in named for place in range(1, len(dims) + 1))


def _joined_words(joined: tuple[bool, ...]) -> str:
    if not any(joined):
        return ""
    if all(joined):
        return "Opposite sides are joined in all dimensions."
    places = [str(place) for place, wraps in enumerate(joined, start=1) if wraps]
    which = f"dimension {places[0]}" if len(places) == 1 else f"dimensions {' and '.join(places)}"
    return f"Opposite sides are joined in {which}."
