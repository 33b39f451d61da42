"""The shapes of a board's cells, and where each stands: which drawing goes with which topology."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.picture.markup import element, number
from logicsweep.board.picture.shapes import (
    CELL,
    CIRCLE,
    HEXAGONS,
    SQUARES,
    TRIANGLES,
    Label,
    Line,
    Shapes,
    Tiling,
    layers,
    tiled,
    walled,
)
from logicsweep.board.picture.themes import Theme
from logicsweep.board.relation import ALL_EVEN, BY_ROW, CHEQUERED, LATTICES, Parity
from logicsweep.board.topology_text import NOT_A_GRID, Grid, dimensions_of


def edges(shapes: Shapes, colours: Theme, place: str) -> str:
    """Draw the edges of a graph, below its cells, under this transform; maybe none."""
    if not shapes.edges:
        return ""
    style = {"fill": "none", "stroke": colours.edge, "stroke_width": 1.5}
    return element("path", d=path(shapes.edges), transform=place, **style)


def walls(shapes: Shapes, colours: Theme) -> Iterator[str]:
    """Draw walls and joined sides, if there are any, in a way to be seen on all cell colours."""
    if shapes.rims:
        dashes = element("path", d=path(shapes.rims), stroke_width=2, stroke_dasharray="7 5")
        yield element("g", dashes, fill="none", stroke=colours.text, class_="rims")
    if not shapes.walls:
        return
    lines, joints = path(shapes.walls), path(shapes.joints)
    drawn = [
        element("path", d=joints, stroke=colours.text, stroke_width=2) if joints else "",
        element("path", d=lines, stroke=colours.page, stroke_width=8),
        element("path", d=lines, stroke=colours.text, stroke_width=5),
    ]
    yield element("g", *drawn, fill="none", stroke_linecap="round", class_="walls")


def halo(shapes: Shapes, colours: Theme) -> dict[str, object]:
    """Return the attributes that make labels readable on the edges of a graph."""
    if not shapes.edges:
        return {}
    return {"stroke": colours.page, "stroke_width": 4, "paint_order": "stroke"}


def path(lines: Iterable[Line]) -> str:
    """Write lines as the data of an SVG path."""
    return "".join(
        f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}" for x, y, to_x, to_y in lines
    )


TILINGS: Final[Mapping[Parity, Tiling]] = MappingProxyType(
    {ALL_EVEN: SQUARES, BY_ROW: HEXAGONS, CHEQUERED: TRIANGLES}
)
"""The cells of a lattice as they are drawn, by its parity."""
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
    _, (rows, columns), parity, _, note = LATTICES[topology]
    return tiled(TILINGS[parity], height, width, wrap=(rows, columns), note=note)


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


Places = NDArray[np.float64]

# With more cells, circles cannot be told apart and take too long to place.
MOST_CIRCLES: Final = 2500
# The least distance of the middles of two cells: room for a circle, and a label below it.
APART: Final = 56
# Positions are only scaled if the usual distance is at most this many times the least one.
_EVEN: Final = 1.7
_ROUNDS: Final = 150
_LABEL: Final = 12
# The number of cells whose distances from all others are computed at a time.
_AT_ONCE: Final = 256


def scattered(adjacency: Adjacency, width: int, *, note: str) -> Shapes | None:
    """Make circles at the positions of an adjacency, on a board with rows of this width.

    Cells whose positions are too close are moved apart. None if there are no positions, or too many
    cells for it.
    """
    size = adjacency.size
    if adjacency.positions is None or size > MOST_CIRCLES:
        return None
    places = _apart(np.array(adjacency.positions, dtype=np.float64))
    places += CIRCLE.inradius + CELL / 4 - places.min(axis=0)
    middles = [(x, y) for x, y in places.round(2).tolist()]
    right, bottom = places.max(axis=0).tolist()
    below = CIRCLE.inradius + _LABEL
    return Shapes(
        outlines=(CIRCLE,),
        corners=tuple([(round(x - CELL / 2, 2), round(y - CELL / 2, 2)) for x, y in middles]),
        size=(round(right + CIRCLE.inradius + CELL / 4, 2), round(bottom + below + 4, 2)),
        left=0,
        top=0,
        labels=tuple(
            Label(f"{row},{column}", x, round(y + below, 2), row=row, column=column)
            for number, (x, y) in enumerate(middles)
            for row, column in [divmod(number, width)]
        ),
        edges=tuple(
            Line(*middles[cell], *middles[neighbour])
            for cell, near in enumerate(adjacency.lists)
            for neighbour in near
            if cell < neighbour
        ),
        note=note,
    )


def _apart(places: Places) -> Places:
    """Scale places to distances of `APART` at least; keep their proportions as far as possible."""
    if len(places) < 2:
        return np.zeros_like(places)
    places = places / max(float(np.abs(places).max()), 1e-300)  # whatever their unit is
    places -= places.min(axis=0)
    nearest = _nearest(places)
    least, usual = float(nearest.min()), float(np.median(nearest))
    # About the distance of cells spread evenly along a line, for when most share one place.
    in_line = (float(places.max()) or 1.0) / (2 * len(places))
    if least * _EVEN >= max(usual, in_line):
        return places * (APART / least)
    return _pushed(places * (APART / max(usual, in_line)))


def _spiral(size: int) -> Places:
    """Make different places, spread evenly in a spiral."""
    turns = np.arange(size) * np.pi * (3 - 5**0.5)
    places = np.arange(size)[:, None] ** 0.5 * np.column_stack([np.cos(turns), np.sin(turns)])
    return np.asarray(places - places.min(axis=0, initial=0), dtype=np.float64)


def _nearest(places: Places) -> Places:
    """Measure how far the nearest other place is from each."""
    nearest = np.full(len(places), np.inf)
    for start in range(0, len(places), _AT_ONCE):
        part = places[start : start + _AT_ONCE]
        far = np.hypot(*(part[:, None] - places[None]).transpose(2, 0, 1))
        index = np.arange(len(part))
        far[index, start + index] = np.inf
        nearest[start : start + _AT_ONCE] = far.min(axis=1)
    return nearest


def _pushed(places: Places) -> Places:
    """Push places apart that are closer than `APART`, in rounds, and scale what remains."""
    # Two cells at the same place get different ones, and so a direction to be pushed in.
    places = places + 0.01 * _spiral(len(places))
    for _ in range(_ROUNDS):
        by_x = np.argsort(places[:, 0], kind="stable")
        shift = np.zeros_like(places)
        for step in range(1, len(places)):
            left, right = by_x[:-step], by_x[step:]  # all pairs with so many steps between them
            if (places[right, 0] - places[left, 0]).min() >= APART:
                break  # pairs with more steps between them are even farther apart
            difference = places[right] - places[left]
            distance = np.maximum(np.hypot(difference[:, 0], difference[:, 1]), 1e-9)
            # Each of the two moves half of the missing distance.
            share = np.where(distance < APART, (APART - distance) / distance / 2, 0)
            push = share[:, None] * difference
            np.add.at(shift, left, -push)
            np.add.at(shift, right, push)
        if np.abs(shift).max() < APART / 100:
            break
        places += 0.6 * shift  # whole shifts overshoot, since pushes of several neighbours add up
    return places * (APART / float(_nearest(places).min()))
