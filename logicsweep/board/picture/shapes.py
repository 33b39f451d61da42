"""The places and shapes of the cells of a picture, and the lines between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import cos, dist, pi, prod, radians, sin, sqrt
from typing import Final, NamedTuple

from logicsweep.board.picture.markup import number
from logicsweep.board.relation import ALL_EVEN, BY_ROW, CHEQUERED, Edge, Parity

Point = tuple[float, float]

# The side of the square around the middle of a cell in which signs are drawn, in pixels.
CELL: Final = 32


@dataclass(frozen=True, slots=True)
class Outline:
    """The outline of a cell, all of whose sides are equally far from its middle, in pixels.

    Attributes:
        corners: The way from the middle to each corner, [x, y], clockwise; a circle has none.
        inradius: The distance of the sides from the middle.
        narrow: The pixels by which the signs in the upper corners are nearer to each other than in
            a square.
    """

    corners: tuple[Point, ...]
    inradius: float
    narrow: int = 0

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
    corners = [(round(radius * cos(each), 3), round(radius * sin(each), 3)) for each in angles]
    return Outline(tuple(corners), inradius, narrow)


SQUARE: Final = _regular(4, CELL / 2, -135)
HEXAGON: Final = _regular(6, 18, -90, narrow=4)
UP: Final = _regular(3, 28 / 3**0.5, -90, narrow=6)
DOWN: Final = _regular(3, 28 / 3**0.5, 90, narrow=2)
CIRCLE: Final = Outline((), 18, narrow=4)


def layers(dims: Sequence[int], wrap: Sequence[bool], *, note: str) -> Shapes:
    """Make layers of the last two dimensions, each with its numbers of rows and columns.

    A row of cells has the same number as on the board: the layers are one below the other there.
    With four dimensions and more, the third one from the end leads to the right, others down; with
    three, lines of layers are wrapped.
    """
    *outer, height, width = dims
    per_line = outer[-1]
    left = room(prod(outer) * height - 1)
    step = width * CELL + left + MEASURES.between
    if len(outer) == 1:
        lines = -(-per_line * step // MEASURES.widest)
        per_line = -(-per_line // lines) if lines < per_line else 1
    top = MEASURES.top + MEASURES.title
    down = height * CELL + top + MEASURES.between
    corners: list[Point] = []
    labels: list[Label] = []
    dashed: list[Line] = []
    for order, place in enumerate(product(*map(range, outer))):
        x, y = order % per_line * step, order // per_line * down
        title = f"layer {','.join(map(str, place))}"
        labels.append(Label(title, x + width * CELL / 2, y - MEASURES.top - MEASURES.gap / 2))
        layer = tiled(
            SQUARES,
            height,
            width,
            wrap=(wrap[-2], wrap[-1]),
            corner=(x, y),
            first_row=order * height,
        )
        labels += layer.labels
        corners += layer.corners
        dashed += layer.rims
    count = prod(outer)
    return Shapes(
        outlines=(SQUARE,),
        corners=tuple(corners),
        size=(
            (min(count, per_line) - 1) * step + width * CELL,
            (-(-count // per_line) - 1) * down + height * CELL,
        ),
        left=left,
        top=top,
        labels=tuple(labels),
        rims=tuple(dashed),
        note=note,
    )


class Line(NamedTuple):
    """A straight line, in pixels."""

    x: float
    y: float
    to_x: float
    to_y: float


@dataclass(frozen=True, slots=True)
class Label:
    """A number or a word beside the cells.

    Attributes:
        text: The text.
        x: The place of its end or its middle.
        y: The height of its baseline.
        is_row: Whether it ends at x, as the numbers of rows do; else x is its middle.
        row: The row of the board that it names, alone or with a column; None if it names none.
        column: The column of the board that it names; None if it names none.
    """

    text: str
    x: float
    y: float
    is_row: bool = False
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shapes:
    """The cells of a drawing, row by row, and the lines between them.

    All places are in pixels to the right of and below the corner of the drawing.

    Attributes:
        outlines: The outlines that cells have.
        kinds: The number of each cell's outline, from 0; empty if there is only one.
        corners: For each cell the left upper corner, [x, y], of the square in its middle in which
            signs are drawn.
        size: The width and the height of all cells.
        left: The width of the labels to the left of the cells.
        top: The height of the labels above the cells.
        labels: The numbers of rows and columns, or other labels of the places of cells.
        edges: Lines between neighbours, where the places of cells do not show them.
        rims: Lines beside cells whose neighbours are on the opposite side, drawn with dashes.
        walls: Thick lines between cells that a wall separates.
        joints: Thin lines between the cells that a wall separates, where they share no side.
        note: A note on neighbours that the drawing does not show.
    """

    outlines: tuple[Outline, ...]
    kinds: tuple[int, ...] = ()
    corners: tuple[Point, ...]
    size: Point
    left: float
    top: float
    labels: tuple[Label, ...]
    edges: tuple[Line, ...] = ()
    rims: tuple[Line, ...] = ()
    walls: tuple[Line, ...] = ()
    joints: tuple[Line, ...] = ()
    note: str = ""

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
    at_left = left - MEASURES.gap
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
            *(
                Label(str(column), round(x, 2), top - MEASURES.gap, column=column)
                for column, x in enumerate(across)
            ),
            *(
                Label(str(row), at_left, round(y, 2) + MEASURES.baseline, is_row=True, row=row)
                for row, y in enumerate(rows, first_row)
            ),
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
