"""The tilings of pictures: squares, hexagons and triangles in rows."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final

from logicsweep.board.picture.outlines import CELL, DOWN, HEXAGON, SQUARE, UP, Point
from logicsweep.board.picture.shapes import Label, Line, Shapes

# The room above a board for the numbers of its columns, and the gap between these and the cells.
TOP: Final = 18
GAP: Final = 7
_DIGIT: Final = 8
_BASELINE: Final = 4
# The distance of the dashed line of a joined side from the cells.
_BESIDE: Final = 3
_HALF: Final = CELL / 2

_HEXAGON_WIDTH: Final = 2 * HEXAGON.inradius
_HEXAGON_SIDE: Final = _HEXAGON_WIDTH / sqrt(3)
_TRIANGLE_SIDE: Final = 2 * sqrt(3) * UP.inradius
_TRIANGLE_HEIGHT: Final = 3 * UP.inradius


def squares(
    height: int, width: int, *, wrap: tuple[bool, bool] = (False, False), note: str = ""
) -> Shapes:
    """Make squares; `wrap` tells whether the lower and upper, left and right sides join."""
    across = [above(column, column * CELL + _HALF) for column in range(width)]
    down = [beside(row, row * CELL + _HALF) for row in range(height)]
    return Shapes(
        outlines=(SQUARE,),
        corners=tuple(
            (column * CELL, row * CELL) for row in range(height) for column in range(width)
        ),
        size=(width * CELL, height * CELL),
        left=room(height - 1),
        top=TOP,
        labels=(*across, *down),
        rims=tuple(rims((0, 0), (height, width), wrap)),
        note=note,
    )


def hexagons(height: int, width: int, *, note: str) -> Shapes:
    """Make hexagons with a corner on top, every odd row half a cell to the right."""
    step = 1.5 * _HEXAGON_SIDE
    middles = [
        ((column + 0.5 + 0.5 * (row % 2)) * _HEXAGON_WIDTH, row * step + _HEXAGON_SIDE)
        for row in range(height)
        for column in range(width)
    ]
    half = 0.5 if height > 1 else 0
    return Shapes(
        outlines=(HEXAGON,),
        corners=corners_at(middles),
        size=((width + half) * _HEXAGON_WIDTH, (height - 1) * step + 2 * _HEXAGON_SIDE),
        left=room(height - 1),
        top=TOP,
        labels=_numbers(height, width, middles),
        note=note,
    )


def triangles(height: int, width: int, *, note: str) -> Shapes:
    """Make triangles that point up and down by turns; the first one points up."""
    odd = [(row + column) % 2 for row in range(height) for column in range(width)]
    # The middle of a triangle is nearer to its base.
    middles = [
        (
            (column + 1) * _TRIANGLE_SIDE / 2,
            (row + 1) * _TRIANGLE_HEIGHT - (1 + (row + column) % 2) * UP.inradius,
        )
        for row in range(height)
        for column in range(width)
    ]
    even = [
        (x, (row + 0.5) * _TRIANGLE_HEIGHT) for row in range(height) for x, _ in middles[:width]
    ]
    return Shapes(
        outlines=(UP, DOWN),
        kinds=tuple(odd),
        corners=corners_at(middles),
        size=((width + 1) * _TRIANGLE_SIDE / 2, height * _TRIANGLE_HEIGHT),
        left=room(height - 1),
        top=TOP,
        labels=_numbers(height, width, even),
        note=note,
    )


def room(most: int) -> int:
    """Return the width that row numbers up to this one take beside the cells."""
    return _DIGIT * len(str(most)) + 6


def rims(corner: Point, shape: tuple[int, int], wrap: tuple[bool, bool]) -> Iterator[Line]:
    """Yield lines along the joined sides of squares in rows, the first of which has this corner."""
    (left, top), (height, width) = corner, shape
    right, bottom = left + width * CELL, top + height * CELL
    if wrap[0]:
        yield Line(left, top - _BESIDE, right, top - _BESIDE)
        yield Line(left, bottom + _BESIDE, right, bottom + _BESIDE)
    if wrap[1]:
        yield Line(left - _BESIDE, top, left - _BESIDE, bottom)
        yield Line(right + _BESIDE, top, right + _BESIDE, bottom)


def corners_at(middles: list[Point]) -> tuple[Point, ...]:
    """List the corners of squares for signs around these middles, to a hundredth of a pixel."""
    return tuple((round(x - _HALF, 2), round(y - _HALF, 2)) for x, y in middles)


def _numbers(height: int, width: int, middles: list[Point]) -> tuple[Label, ...]:
    """Return the numbers of columns and rows, given the middles of cells."""
    across = [above(column, round(middles[column][0], 2)) for column in range(width)]
    down = [beside(row, round(middles[row * width][1], 2)) for row in range(height)]
    return (*across, *down)


def above(column: int, x: float, y: float = 0) -> Label:
    """Return the number of a column here, above cells that begin at y."""
    return Label(str(column), x, y - GAP, column=column)


def beside(row: int, y: float, x: float = 0) -> Label:
    """Return the number of a row at this height, to the left of cells that begin at x."""
    return Label(str(row), x - GAP, y + _BASELINE, is_row=True, row=row)
