"""Walls in pictures: lines between cells that would be neighbours without them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import dist
from typing import Final

from logicsweep.board.picture.outlines import Point
from logicsweep.board.picture.shapes import Line, Shapes
from logicsweep.board.relation import Edge

# Two places so close, in pixels, are one: corners are rounded.
_SAME: Final = 0.5
# The bar across a corner or an edge of a graph, and the line between the cells that it bars.
_BAR: Final = 6
_JOINT: Final = 9
_MOST_NAMED: Final = 4


def walled(shapes: Shapes, walls: Iterable[Edge], width: int) -> Shapes:
    """Add walls between cells to the shapes of a board with rows of this width.

    A wall is the side that two cells share, or a bar between them. Walls between cells that are
    apart are in the note.
    """
    lines: list[Line] = []
    joints: list[Line] = []
    apart: list[Edge] = []
    for first, second in walls:
        common = _common(shapes, first, second)
        if len(common) == 2:
            lines.append(Line(*common[0], *common[1]))
        elif common:
            way = _way(shapes.middle(first), shapes.middle(second))
            lines.append(_through(common[0], (-way[1], way[0]), _BAR))
            joints.append(_through(common[0], way, _JOINT))
        else:
            apart.append((first, second))
    notes = [shapes.note]
    if lines:
        notes.append("Thick lines are walls.")
    if apart:
        notes.append(_named(apart, width))
    note = " ".join(filter(None, notes))
    return replace(shapes, walls=tuple(lines), joints=tuple(joints), note=note)


def _common(shapes: Shapes, first: int, second: int) -> list[Point]:
    """Return the corners that two cells have in common; between circles the middle of an edge."""
    ends = shapes.polygon(first), shapes.polygon(second)
    if not all(ends):
        (x, y), (to_x, to_y) = shapes.middle(first), shapes.middle(second)
        return [((x + to_x) / 2, (y + to_y) / 2)]
    return [
        (round(corner[0], 2), round(corner[1], 2))
        for corner in ends[0]
        if any(dist(corner, another) < _SAME for another in ends[1])
    ]


def _way(start: Point, end: Point) -> Point:
    """Return the direction from a place to another."""
    far = dist(start, end)
    return (end[0] - start[0]) / far, (end[1] - start[1]) / far


def _through(place: Point, way: Point, half: float) -> Line:
    """Return a line in a direction, with the length `half` to both sides of a place."""
    (x, y), (over, down) = place, (half * way[0], half * way[1])
    return Line(*(round(value, 2) for value in (x - over, y - down, x + over, y + down)))


def _named(walls: list[Edge], width: int) -> str:
    """Name walls in words."""

    def cell(number: int) -> str:
        return f"({number // width},{number % width})"

    pairs = [f"{cell(first)} and {cell(second)}" for first, second in walls[:_MOST_NAMED]]
    more = len(walls) - len(pairs)
    if more:
        pairs.append(f"{more:,} more pairs" if more > 1 else "one more pair")
    return f"There are walls, not drawn, between {'; '.join(pairs)}."
