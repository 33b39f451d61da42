"""The shapes of a board's cells: which drawing goes with which topology."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.lattices import LATTICES
from logicsweep.board.names import SQUARE
from logicsweep.board.picture.layers import layers
from logicsweep.board.picture.scattered import scattered
from logicsweep.board.picture.shapes import Shapes
from logicsweep.board.picture.tilings import HEXAGONS, SQUARES, TRIANGLES, Tiling, tiled
from logicsweep.board.picture.walls import walled
from logicsweep.board.topologies import NOT_A_GRID, Grid, dimensions_of


class Drawn(NamedTuple):
    """The drawing of a topology of boards of any size: its tiling, and the note below it."""

    tiling: Tiling
    note: str


DRAWN: Final[Mapping[str, Drawn]] = MappingProxyType(
    {
        SQUARE: Drawn(SQUARES, ""),
        "four": Drawn(SQUARES, "Neighbours share a side."),
        "hexagon": Drawn(HEXAGONS, "Neighbours share a side."),
        "triangle": Drawn(TRIANGLES, "Neighbours share a side or a corner."),
        "torus": Drawn(SQUARES, "Opposite sides, drawn with dashes, are joined."),
        "cylinder": Drawn(SQUARES, "The left and right sides, drawn with dashes, are joined."),
        "knight": Drawn(SQUARES, "Neighbours are a knight's move apart."),
    }
)
GRID_NOTES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "layers": "Neighbours are at most one step apart in every dimension, layers included. "
        "Rows are numbered through all layers.",
        "all": "Opposite sides are joined in all dimensions.",
        "one": "Opposite sides are joined in dimension {}.",
        "several": "Opposite sides are joined in dimensions {}.",
    }
)
"""The notes on grids: on layers, and on the dimensions in which sides are joined."""
_GRAPH: Final = "Lines join neighbours."


def shapes_of(height: int, width: int, adjacency: Adjacency | None) -> Shapes:
    """Return the shapes of a board's cells; None means the eight cells around each as neighbours.

    Without a drawing of its own a board has squares, and a note that they mislead.
    """
    if adjacency is None:
        return tiled(SQUARES, height, width)
    shapes = scattered(adjacency, width, note=_GRAPH)
    if shapes is None:
        shapes = _named(height, width, adjacency.topology)
    return walled(shapes, adjacency.walls, width) if adjacency.walls else shapes


def _named(height: int, width: int, topology: str | None) -> Shapes:
    """Choose the shapes for a named topology."""
    if topology is None:
        return tiled(SQUARES, height, width, note=NOT_A_GRID)
    grid = dimensions_of(topology)
    if grid is not None:
        return _grid(grid)
    rows, columns = LATTICES[topology].wrap
    tiling, note = DRAWN[topology]
    return tiled(tiling, height, width, wrap=(rows, columns), note=note)


def _grid(grid: Grid) -> Shapes:
    words = _joined_words(grid.wrap)
    if len(grid.dims) > 2:
        return layers(grid.dims, grid.wrap, note=f"{GRID_NOTES['layers']} {words}".rstrip())
    rows, columns = (False, *grid.wrap)[-2:]
    return tiled(SQUARES, *grid.shape, wrap=(rows, columns), note=words)


def _joined_words(wrap: tuple[bool, ...]) -> str:
    joined = [str(place) for place, wraps in enumerate(wrap, start=1) if wraps]
    if not joined:
        return ""
    form = "all" if all(wrap) else "one" if len(joined) == 1 else "several"
    return GRID_NOTES[form].format(" and ".join(joined))
