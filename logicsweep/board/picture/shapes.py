"""The places and shapes of the cells of a picture, and the lines between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from logicsweep.board.picture.outlines import CELL, Outline, Point


class Line(NamedTuple):
    """A straight line, in pixels."""

    x: float
    y: float
    to_x: float
    to_y: float


class Label(NamedTuple):
    """A number or a word beside the cells."""

    text: str
    x: float
    y: float
    is_row: bool = False
    """Whether the text ends at x, as the numbers of rows do; otherwise x is its middle."""
    row: int | None = None
    """The row of the board that it names, alone or with a column."""
    column: int | None = None
    """The column of the board that it names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shapes:
    """The cells of a drawing, row by row, and the lines between them.

    All places are in pixels to the right of and below the corner of the drawing.
    """

    outlines: tuple[Outline, ...]
    """The outlines that cells have."""
    kinds: tuple[int, ...] = ()
    """The number of each cell's outline, from 0; empty if there is only one."""
    corners: tuple[Point, ...]
    """The left upper corner of the square in the middle of each cell in which signs are drawn."""
    size: Point
    """The width and the height of all cells."""
    left: float
    """The width of the labels to the left of the cells."""
    top: float
    """The height of the labels above the cells."""
    labels: tuple[Label, ...]
    """The numbers of rows and columns, or other labels of the places of cells."""
    edges: tuple[Line, ...] = ()
    """Lines between neighbours, where the places of cells do not show them."""
    rims: tuple[Line, ...] = ()
    """Lines beside cells whose neighbours are on the opposite side, drawn with dashes."""
    walls: tuple[Line, ...] = ()
    """Thick lines between cells that a wall separates."""
    joints: tuple[Line, ...] = ()
    """Thin lines between the cells that a wall separates, where they have no side in common."""
    note: str = ""
    """A note on neighbours that the drawing does not show."""

    def outline(self, number: int) -> Outline:
        """Return the outline of a cell."""
        return self.outlines[self.kinds[number] if self.kinds else 0]

    def middle(self, number: int) -> Point:
        """Return the middle of a cell."""
        x, y = self.corners[number]
        return x + CELL / 2, y + CELL / 2

    def polygon(self, number: int) -> tuple[Point, ...]:
        """Return the corners of a cell; a circle has none."""
        x, y = self.middle(number)
        return tuple((x + over, y + down) for over, down in self.outline(number).corners)
