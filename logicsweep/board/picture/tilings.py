"""The tilings of pictures: squares, hexagons and triangles in rows."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from typing import Final, NamedTuple

from logicsweep.board.lattices import ALL_EVEN, BY_ROW, CHEQUERED, Parity
from logicsweep.board.picture.outlines import CELL, DOWN, HEXAGON, SQUARE, UP, Outline, Point
from logicsweep.board.picture.shapes import Label, Line, Shapes


class Tiling(NamedTuple):
    """Cells in rows, even and odd ones by turns.

    Attributes:
        outlines: The outline of even cells, and that of odd ones if it differs.
        extent: The width and the height of a cell.
        pitch: The distances to the next column and the next row.
        parity: The weights that tell even cells from odd ones, as in a lattice.
        indent: The shift of odd cells to the right.
        dip: The distance of the middles of even cells below the middle of their row; those of odd
            cells are as far above it.
    """

    outlines: tuple[Outline, ...]
    extent: Point
    pitch: Point
    parity: Parity = ALL_EVEN
    indent: float = 0
    dip: float = 0


class Measures(NamedTuple):
    """The lengths around and between the cells, in pixels.

    Attributes:
        cell: The side of the square in the middle of a cell in which signs are drawn.
        top: The room above a board for the numbers of its columns.
        gap: The gap between these and the cells.
        digit: The room that a digit of a row's number takes.
        margin: The room beside these numbers.
        baseline: The distance of the baseline of a row's number below the middle of the row.
        beside: The distance of the dashed line of a joined side from the cells.
        title: The room above a layer for its name.
        between: The room between layers.
        widest: The greatest width of a line of layers.
    """

    cell: int = CELL
    top: int = 18
    gap: int = 7
    digit: int = 8
    margin: int = 6
    baseline: int = 4
    beside: int = 3
    title: int = 16
    between: int = 20
    widest: int = 1000


MEASURES: Final = Measures()

_HEXAGON_WIDTH: Final = 2 * HEXAGON.inradius
_HEXAGON_SIDE: Final = _HEXAGON_WIDTH / sqrt(3)
_TRIANGLE_SIDE: Final = 2 * sqrt(3) * UP.inradius
_TRIANGLE_HEIGHT: Final = 3 * UP.inradius

SQUARES: Final = Tiling((SQUARE,), (CELL, CELL), (CELL, CELL))
# Hexagons with a corner on top, every odd row half a cell to the right.
HEXAGONS: Final = Tiling(
    (HEXAGON,),
    (_HEXAGON_WIDTH, 2 * _HEXAGON_SIDE),
    (_HEXAGON_WIDTH, 1.5 * _HEXAGON_SIDE),
    parity=BY_ROW,
    indent=_HEXAGON_WIDTH / 2,
)
# Triangles that point up and down by turns; the middle of a triangle is nearer to its base.
TRIANGLES: Final = Tiling(
    (UP, DOWN),
    (_TRIANGLE_SIDE, _TRIANGLE_HEIGHT),
    (_TRIANGLE_SIDE / 2, _TRIANGLE_HEIGHT),
    parity=CHEQUERED,
    dip=UP.inradius / 2,
)


def tiled(
    tiling: Tiling,
    height: int,
    width: int,
    *,
    wrap: tuple[bool, bool] = (False, False),
    corner: Point = (0, 0),
    first_row: int = 0,
    note: str = "",
) -> Shapes:
    """Make the cells of a tiling to the right of and below a corner, with numbers beside them.

    `wrap` tells whether the lower and upper, left and right sides join.
    """
    (left, top), (wide, high), (over, down) = corner, tiling.extent, tiling.pitch
    across = [left + wide / 2 + column * over for column in range(width)]
    rows = [top + high / 2 + row * down for row in range(height)]
    # The corners for signs: of even cells, then of odd ones.
    xs = [[round(x + indent - CELL / 2, 2) for x in across] for indent in (0, tiling.indent)]
    ys = [[round(y + dip - CELL / 2, 2) for y in rows] for dip in (tiling.dip, -tiling.dip)]
    by_row, by_column = tiling.parity
    odd = [
        (by_row * row + by_column * column) % 2 for row in range(height) for column in range(width)
    ]
    size = (
        (width - 1) * over + wide + (tiling.indent if height > 1 else 0),
        (height - 1) * down + high,
    )
    return Shapes(
        outlines=tiling.outlines,
        kinds=tuple(odd) if len(tiling.outlines) > 1 else (),
        corners=tuple(
            (xs[kind][number % width], ys[kind][number // width]) for number, kind in enumerate(odd)
        ),
        size=size,
        left=room(first_row + height - 1),
        top=MEASURES.top,
        labels=(
            *(_above(column, round(x, 2), top) for column, x in enumerate(across)),
            *(_beside(row, round(y, 2), left) for row, y in enumerate(rows, first_row)),
        ),
        rims=tuple(_rims(corner, size, wrap)),
        note=note,
    )


def room(most: int) -> int:
    """Return the width that row numbers up to this one take beside the cells."""
    return MEASURES.digit * len(str(most)) + MEASURES.margin


def _rims(corner: Point, size: Point, wrap: tuple[bool, bool]) -> Iterator[Line]:
    """Yield lines along the joined sides of cells in rows with this corner and size."""
    (left, top), (width, height), off = corner, size, MEASURES.beside
    right, bottom = left + width, top + height
    if wrap[0]:
        yield Line(left, top - off, right, top - off)
        yield Line(left, bottom + off, right, bottom + off)
    if wrap[1]:
        yield Line(left - off, top, left - off, bottom)
        yield Line(right + off, top, right + off, bottom)


def _above(column: int, x: float, top: float) -> Label:
    """Return the number of a column here, above cells that begin at `top`."""
    return Label(str(column), x, top - MEASURES.gap, column=column)


def _beside(row: int, y: float, left: float) -> Label:
    """Return the number of a row at this height, to the left of cells that begin at `left`."""
    return Label(str(row), left - MEASURES.gap, y + MEASURES.baseline, is_row=True, row=row)
