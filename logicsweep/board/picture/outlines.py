"""The outline of a cell in a picture: a square, a hexagon, a triangle or a circle."""

from __future__ import annotations

from math import cos, pi, radians, sin
from typing import Final, NamedTuple

from logicsweep.board.picture.markup import number

Point = tuple[float, float]

# The side of the square around the middle of a cell in which signs are drawn, in pixels.
CELL: Final = 32


class Outline(NamedTuple):
    """The outline of a cell, all of whose sides are equally far from its middle."""

    corners: tuple[Point, ...]
    """The way from the middle to each corner, in pixels, clockwise; a circle has none."""
    inradius: float
    """The distance of the sides from the middle, in pixels."""
    narrow: int = 0
    """The pixels by which the signs in the upper corners are nearer to each other than in a square.
    """

    def path(self, x: float, y: float, inset: float) -> str:
        """Return the outline as the data of an SVG path, so far within the cell.

        The square for the signs of the cell begins at (x, y).
        """
        share = 1 - inset / self.inradius
        x, y = x + CELL / 2, y + CELL / 2
        if not self.corners:
            radius = number(self.inradius * share)
            ends = f"{number(2 * self.inradius * share)} 0"
            arc = f"a{radius} {radius} 0 1 0"
            start = f"M{number(x - self.inradius * share)} {number(y)}"
            return f"{start}{arc} {ends}{arc} -{ends}z"
        ends = "L".join(
            f"{number(x + share * over)} {number(y + share * down)}" for over, down in self.corners
        )
        return f"M{ends}z"


def _regular(sides: int, inradius: float, first: float, narrow: int = 0) -> Outline:
    """Make a polygon with equal sides; its first corner is at this angle, clockwise."""
    radius = inradius / cos(pi / sides)
    angles = [radians(first + 360 / sides * side) for side in range(sides)]
    return Outline(
        tuple((radius * cos(angle), radius * sin(angle)) for angle in angles), inradius, narrow
    )


SQUARE: Final = _regular(4, CELL / 2, -135)
HEXAGON: Final = _regular(6, 18, -90, narrow=4)
UP: Final = _regular(3, 28 / 3**0.5, -90, narrow=6)
DOWN: Final = _regular(3, 28 / 3**0.5, 90, narrow=2)
CIRCLE: Final = Outline((), 18, narrow=4)
