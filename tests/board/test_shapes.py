"""Shapes of cells: held against school geometry and against who is whose neighbour."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations, product
from math import dist, sqrt
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, svg
from logicsweep.board.picture.placing import APART, MOST_CIRCLES, shapes_of
from logicsweep.board.picture.shapes import CELL, CIRCLE, DOWN, HEXAGON, SQUARE, UP, Shapes
from logicsweep.board.state import State
from logicsweep.board.topology_text import NOT_A_GRID
from logicsweep.render.drawn import rasterized
from tests.conftest import seeds, some

NS = "{http://www.w3.org/2000/svg}"
GRAPH = Adjacency.graph(
    [(0, 1), (1, 2), (2, 3), (3, 0), (0, 4), (4, 5)],
    positions=[(0, 0), (1, 0), (1, 1), (0, 1), (-0.8, 0.5), (-2, 0.5)],
)
SHOWN = {
    "four": (Adjacency.four(3, 5), 3, 5),
    "torus": (Adjacency.torus(3, 5), 3, 5),
    "cylinder": (Adjacency.cylinder(3, 5), 3, 5),
    "knight": (Adjacency.knight(3, 5), 3, 5),
    "hexagon": (Adjacency.hexagon(4, 5), 4, 5),
    "triangle": (Adjacency.triangle(4, 7), 4, 7),
    "3-D": (Adjacency.grid((3, 3, 4)), 9, 4),
    "3-D, wide": (Adjacency.grid((20, 2, 3)), 40, 3),
    "4-D": (Adjacency.grid((2, 3, 2, 2), wrap=(False, True, False, False)), 12, 2),
    "6-D": (Adjacency.grid((2,) * 6), 32, 2),
    "graph": (GRAPH, 2, 3),
    "lists": (Adjacency.of(GRAPH.lists), 2, 3),
}
each = pytest.mark.parametrize("name", SHOWN)
Point = tuple[float, float]


def of(name: str) -> Shapes:
    adjacency, height, width = SHOWN[name]
    return shapes_of(height, width, adjacency)


def area(corners: Sequence[Point]) -> float:
    """By the shoelace formula."""
    following = [*corners[1:], corners[0]]
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(corners, following, strict=True))) / 2


def shared(one: Sequence[Point], other: Sequence[Point]) -> int:
    """How many corners two cells have in common."""
    return sum(any(dist(a, b) < 0.1 for b in other) for a in one)


def overlap(one: Sequence[Point], other: Sequence[Point]) -> float:
    """How far two convex cells reach into each other; not above 0 if a line separates them."""
    depths = []
    for corners in (one, other):
        for (x, y), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True):
            across = np.array([v - y, x - u]) / dist((x, y), (u, v))
            spans = [np.array(cell) @ across for cell in (one, other)]
            depths.append(min(span.max() for span in spans) - max(span.min() for span in spans))
    return min(depths)


@pytest.mark.parametrize(
    ("outline", "sides", "unit"),
    [(SQUARE, 4, 1), (HEXAGON, 6, 1.5 * sqrt(3)), (UP, 3, sqrt(3) / 4), (DOWN, 3, sqrt(3) / 4)],
)
def test_outlines_are_regular(outline: object, sides: int, unit: float) -> None:
    """Corners are rounded to a thousandth of a pixel."""
    corners = outline.corners
    assert len(corners) == sides
    following = [*corners[1:], corners[0]]
    lengths = [dist(a, b) for a, b in zip(corners, following, strict=True)]
    assert lengths == pytest.approx([lengths[0]] * sides, abs=2e-3)
    assert area(corners) == pytest.approx(unit * lengths[0] ** 2, rel=1e-4)
    assert np.mean(corners, axis=0) == pytest.approx((0, 0), abs=1e-3)
    assert 2 * area(corners) / (sides * lengths[0]) == pytest.approx(outline.inradius, abs=1e-3)
    drawn = re.findall(r"[ML](-?[\d.]+) (-?[\d.]+)", outline.path(-CELL / 2, -CELL / 2, 1))
    smaller = [(float(x), float(y)) for x, y in drawn]
    share = (outline.inradius - 1) / outline.inradius
    assert area(smaller) == pytest.approx(area(corners) * share**2, rel=2e-3)


@pytest.mark.parametrize("name", some(SHOWN, every=2))
def test_no_two_cells_overlap_and_all_are_within_the_drawing(name: str) -> None:
    shapes, (adjacency, height, width) = of(name), SHOWN[name]
    numbers = range(height * width)
    assert len(shapes.corners) == adjacency.size
    radius = CIRCLE.inradius
    for one, other in combinations(numbers, 2):
        if shapes.outline(one) is CIRCLE:
            assert dist(shapes.middle(one), shapes.middle(other)) >= 2 * radius
        else:
            assert overlap(shapes.polygon(one), shapes.polygon(other)) < 0.05
    right, bottom = shapes.size
    for number in numbers:
        x, y = shapes.middle(number)
        reach = [(x - radius, y - radius), (x + radius, y + radius)]
        for u, v in shapes.polygon(number) or reach:
            assert -0.05 <= u <= right + 0.05
            assert -0.05 <= v <= bottom + 0.05


@pytest.mark.parametrize(("name", "least"), [("four", 2), ("hexagon", 2), ("triangle", 1)])
def test_neighbours_share_a_side_or_a_corner(name: str, least: int) -> None:
    shapes, (adjacency, height, width) = of(name), SHOWN[name]
    for one, other in combinations(range(height * width), 2):
        near = shared(shapes.polygon(one), shapes.polygon(other)) >= least
        assert near == (other in adjacency.neighbours(one)), (one, other)


def test_the_eight_around_a_square_share_a_side_or_a_corner() -> None:
    shapes, near = shapes_of(4, 5, None), Adjacency.square(4, 5)
    for one, other in combinations(range(20), 2):
        is_near = shared(shapes.polygon(one), shapes.polygon(other)) > 0
        assert is_near == (other in near.neighbours(one))


@pytest.mark.parametrize("name", ["3-D", "3-D, wide", "4-D", "6-D"])
def test_layers_are_apart_and_have_numbers_of_their_own(name: str) -> None:
    shapes, (adjacency, height, width) = of(name), SHOWN[name]
    *outer, rows, columns = map(int, adjacency.topology.split()[1].split("x"))
    for one, other in combinations(range(height * width), 2):
        same = one // (rows * columns) == other // (rows * columns)
        far = dist(shapes.corners[one], shapes.corners[other])
        across = [a - b for a, b in zip(shapes.corners[one], shapes.corners[other], strict=True)]
        if same:
            steps = np.subtract(divmod(one, width), divmod(other, width))
            assert tuple(across) == tuple(CELL * steps[::-1])
        else:
            assert far > 1.5 * CELL
    titles = [label for label in shapes.labels if label.text.startswith("layer")]
    assert [title.text for title in titles] == [
        f"layer {','.join(map(str, place))}" for place in np.ndindex(*outer)
    ]
    for row, label in enumerate(label for label in shapes.labels if label.is_row):
        assert label.text == str(row)
        x, y = shapes.corners[row * width]
        assert (label.x, label.y) == (x - 7, y + CELL / 2 + 4)
    assert shapes.size[0] <= 1000 or len(outer) > 1


def test_edges_join_neighbours_and_nothing_else() -> None:
    shapes = of("graph")
    joined = {frozenset([(line.x, line.y), (line.to_x, line.to_y)]) for line in shapes.edges}
    middles = [tuple(round(one, 2) for one in shapes.middle(number)) for number in range(6)]
    assert joined == {
        frozenset([middles[one], middles[other]])
        for one in range(6)
        for other in GRAPH.neighbours(one)
    }
    assert [label.text for label in shapes.labels] == ["0,0", "0,1", "0,2", "1,0", "1,1", "1,2"]


def test_positions_keep_their_proportions() -> None:
    shapes = of("graph")
    middles = np.array([shapes.middle(number) for number in range(6)])
    given = np.array(GRAPH.positions)
    scale = (middles[1] - middles[0])[0]
    assert middles - middles[0] == pytest.approx(scale * (given - given[0]), abs=0.02)


@pytest.mark.parametrize("seed", seeds(range(6), fast=3))
def test_positions_that_are_too_close_are_moved_apart(seed: int) -> None:
    drawn = np.random.default_rng(seed)
    places = drawn.random((60, 2)) ** drawn.integers(1, 6)
    places[: 10 * (seed % 3)] = places[0]
    shapes = shapes_of(6, 10, Adjacency.graph([(0, 1)], positions=places.tolist()))
    middles = [shapes.middle(number) for number in range(60)]
    assert min(dist(a, b) for a, b in combinations(middles, 2)) >= APART - 0.1
    assert max(shapes.size) < 60 * 3 * APART


@pytest.mark.parametrize(
    "places",
    [[(0, 0)] * 4, [(1e308, 0), (-1e308, 1), (0, 5)], [(0, 0), (0, 1), (1e-9, 0)], [(7, 7)]],
)
def test_strange_positions_are_drawn(places: list[Point]) -> None:
    shapes = shapes_of(1, len(places), Adjacency.graph([], positions=places))
    assert np.isfinite([*shapes.size, *np.ravel(shapes.corners)]).all()
    assert max(shapes.size) <= 1000


def test_large_graphs_and_graphs_without_positions_have_squares() -> None:
    many = [(float(number), 0.0) for number in range(MOST_CIRCLES + 1)]
    for adjacency in (Adjacency.graph([(0, 1)], positions=many), SHOWN["lists"][0]):
        shapes = shapes_of(1, adjacency.size, adjacency)
        assert shapes.outlines == (SQUARE,)
        assert shapes.note == NOT_A_GRID


@pytest.mark.parametrize(
    ("adjacency", "counts"),
    [
        (Adjacency.torus(3, 4), (2, 2)),
        (Adjacency.cylinder(3, 4), (0, 2)),
        (Adjacency.grid((3, 4), wrap=(True, False)), (2, 0)),
        (Adjacency.grid((2, 3, 3), wrap=(False, False, True)), (0, 4)),
        (Adjacency.grid((3, 3, 3), wrap=(True, False, False)), (0, 0)),
        (Adjacency.four(3, 4), (0, 0)),
    ],
)
def test_joined_sides_have_dashed_lines(adjacency: Adjacency, counts: Point) -> None:
    rims = shapes_of(*adjacency.shape, adjacency).rims
    level = sum(rim.y == rim.to_y for rim in rims)
    assert (level, len(rims) - level) == counts


@pytest.mark.parametrize(
    ("adjacency", "wall", "length"),
    [
        (Adjacency.square(3, 3), (0, 1), CELL),
        (Adjacency.hexagon(3, 3), (0, 3), 36 / sqrt(3)),
        (Adjacency.triangle(3, 3), (0, 1), 56),
        (Adjacency.square(3, 3), (0, 4), 12),
        (Adjacency.triangle(3, 5), (0, 2), 12),
    ],
)
def test_walls_lie_between_their_cells(
    adjacency: Adjacency, wall: tuple[int, int], length: float
) -> None:
    shapes = shapes_of(*adjacency.shape, adjacency.without([wall]))
    (line,) = shapes.walls
    start, end = (line.x, line.y), (line.to_x, line.to_y)
    assert dist(start, end) == pytest.approx(length, abs=0.05)
    for place in (start, end):
        far = [dist(place, shapes.middle(number)) for number in wall]
        assert far[0] == pytest.approx(far[1], abs=0.05)
    assert "Thick lines are walls." in shapes.note
    assert len(shapes.joints) == (length == 12)


def test_walls_between_cells_that_are_apart_are_named() -> None:
    torus = Adjacency.torus(3, 4).without([(0, 3), (0, 8), (0, 11), (0, 7), (1, 8), (5, 6)])
    shapes = shapes_of(3, 4, torus)
    assert len(shapes.walls) == 1
    said = "There are walls, not drawn, between (0,0) and (0,3); (0,0) and (1,3); (0,0) and (2,0);"
    assert f"{said} (0,0) and (2,3); one more pair." in shapes.note


@pytest.mark.few(3)
@pytest.mark.parametrize(("name", "theme"), some(product(SHOWN, ["light", "dark"]), every=5))
def test_every_mark_is_drawn_in_its_cell(name: str, theme: str) -> None:
    adjacency, height, width = SHOWN[name]
    grid = np.full(height * width, State.COVERED)
    grid[:4] = [State.FLAGGED, State.KNOWN_MINE, 1, State.NO_CLUE]
    board = Board(grid.reshape(height, width), adjacency=adjacency)
    cells = list(np.ndindex(height, width))
    chances = np.full((height, width), np.nan)
    chances[cells[5]] = 0.5
    safe = np.zeros((height, width), dtype=bool)
    safe[cells[4]] = True
    picture = board.picture(
        probabilities=chances, safe=safe, best=[cells[5]], framed=[cells[2]], focus=cells[4]
    )
    drawing = svg(picture, theme)
    root = ET.fromstring(drawing)
    shapes = picture.shapes
    tiles = {one.get("data-cell"): one for one in root.iter() if one.get("data-cell")}
    assert set(tiles) == {f"{row},{column}" for row, column in cells}
    texts = [(one.text, float(one.get("x"))) for one in root.iter(f"{NS}text")]
    assert ("1", shapes.middle(2)[0]) in texts
    assert ("50%", shapes.middle(5)[0]) in texts
    assert sum(text == "·" for text, _ in texts) == 1
    said = " ".join(text for text, _ in texts)
    assert shapes.note in said
    assert rasterized(drawing).startswith(b"\x89PNG")
    assert board._repr_svg_() == svg(board)
    (frames,) = (one for one in root.iter(f"{NS}g") if one.get("class") == "frames")
    kind = "rect" if shapes.outlines == (SQUARE,) else "path"
    assert len(list(frames.iter(f"{NS}{kind}"))) == 2 * 3


def test_ordinary_boards_are_drawn_as_ever() -> None:
    board = Board.parse("?1\n11\n")
    same = Board(board.grid, adjacency=Adjacency.square(2, 2))
    assert svg(same) == svg(board)
    assert "Neighbours" not in svg(board)
    assert board.picture().shapes == shapes_of(2, 2, None)


def test_explanations_have_the_shapes_of_their_board() -> None:
    board = Board(np.array([[-1, 1, -1], [0, -1, -1]]), adjacency=Adjacency.hexagon(2, 3))
    kb = KnowledgeBase(board)
    for shown in (board, kb.consequences(), kb.explain((0, 0)), kb):
        assert "Neighbours share a side." in svg(shown)
