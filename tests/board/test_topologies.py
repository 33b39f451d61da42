"""Topologies against their geometry, and in texts; errors say where."""

from __future__ import annotations

import json
import math
import pickle

import numpy as np
import pytest
from hypothesis import given, strategies as st

from logicsweep import (
    Adjacency,
    Board,
    Layout,
    LimitError,
    State,
    read_board,
    write_board,
)
from logicsweep.board.adjacency import eight
from logicsweep.board.names import TOPOLOGY_NAMES
from logicsweep.board.topology_text import (
    TOPOLOGIES,
    canonical,
    named_adjacency,
    shape_of,
)
from logicsweep.errors import UnknownNameError
from tests.judges.geometry import Shape, grid_neighbours, neighbours
from tests.judges.refusals import refused

SIZES: list[Shape] = [(3, 3), (4, 5), (5, 4), (3, 8), (7, 3)]
# Names with the boards that they fit.
FITTING: dict[str, list[Shape]] = {
    **dict.fromkeys(TOPOLOGIES, SIZES),
    "grid 3x3x4": [(9, 4)],
    "grid 3x3x3x3 wrap": [(27, 3)],
    "grid 5x3x2 wrap 1,2": [(15, 2)],
    "grid 12": [(1, 12)],
    "grid 2x2x2x2x2x2": [(32, 2)],
}


@pytest.mark.parametrize("name", TOPOLOGIES)
def test_neighbours_by_geometry(name: str) -> None:
    for shape in SIZES:
        adjacency = named_adjacency(name, *shape)
        for number, near in enumerate(neighbours(name, shape)):
            assert list(adjacency.neighbours(number)) == near
        assert Adjacency(adjacency.table, check=True) == adjacency
        assert getattr(Adjacency, name)(*shape) == adjacency


@pytest.mark.slow
@given(st.lists(st.integers(1, 4), min_size=1, max_size=4), st.data())
def test_grids_of_any_dimensions(dims: list[int], data: st.DataObject) -> None:
    wrap = [size >= 3 and data.draw(st.booleans()) for size in dims]
    adjacency = Adjacency.grid(dims, wrap=wrap)
    for number, near in enumerate(grid_neighbours(dims, wrap)):
        assert list(adjacency.neighbours(number)) == near
    assert adjacency.topology is not None
    shape = shape_of(adjacency.topology)
    assert shape == adjacency.shape == (math.prod(dims[:-1]), dims[-1])
    again = named_adjacency(adjacency.topology, *shape)
    assert again == adjacency
    assert again.topology == adjacency.topology


def test_how_many_neighbours_there_are() -> None:
    """Closed forms: edges of each lattice, and degrees inside."""
    for height, width in SIZES:
        edges = {
            "square": 4 * height * width - 3 * (height + width) + 2,
            "four": 2 * height * width - height - width,
            "hexagon": height * (width - 1) + (height - 1) * (2 * width - 1),
            "torus": 4 * height * width,
            "cylinder": width * (4 * height - 3),
            "knight": 4 * height * width - 6 * (height + width) + 8,
        }
        for name, count in edges.items():
            lists = named_adjacency(name, height, width).lists
            assert sum(map(len, lists)) == 2 * count, name
    inside = {"hexagon": 6, "triangle": 12, "torus": 8, "four": 4, "knight": 8, "square": 8}
    for name, degree in inside.items():
        assert named_adjacency(name, 9, 9).degree == degree
    assert Adjacency.grid((4, 4, 4)).degree == 26
    for lists in (Adjacency.grid((3, 3, 3), wrap=True).lists, Adjacency.torus(5, 3).lists):
        assert len(set(map(len, lists))) == 1
    assert Adjacency.grid((3, 3, 3, 3), wrap=True).degree == 80


@pytest.mark.parametrize("name", FITTING)
def test_texts_keep_the_name(name: str) -> None:
    for shape in FITTING[name]:
        adjacency = named_adjacency(name, *shape)
        board = Board(np.full(shape, State.COVERED), adjacency=adjacency, mines=2)
        lines = str(board).split("\n")
        is_usual = adjacency == eight(*shape)
        assert (f"topology: {name}" in lines) == (not is_usual)
        for again in (
            Board.parse(str(board)),
            read_board(write_board(board, "json")),
            pickle.loads(pickle.dumps(board)),  # noqa: S301
        ):
            assert again == board
            assert str(again) == str(board)
            assert is_usual or again.adjacency.topology == name
            assert again.has_eight_neighbours == is_usual


@pytest.mark.parametrize("name", FITTING)
def test_walls_take_edges_out(name: str) -> None:
    for shape in FITTING[name]:
        adjacency = named_adjacency(name, *shape)
        edges = [(a, b) for a, near in enumerate(adjacency.lists) for b in near if a < b]
        walls = edges[: -1 : max(1, len(edges) // 5)]
        walled = adjacency.without((b, a) for a, b in walls)
        assert walled.walls == tuple(walls)
        assert walled.topology == adjacency.topology
        left = [(a, b) for a, near in enumerate(walled.lists) for b in near if a < b]
        assert left == [edge for edge in edges if edge not in walls]
        assert Adjacency(walled.table, check=True) == walled
        assert walled.lists_without_walls == adjacency.lists
        more = walled.without([left[0]])
        assert more.walls == tuple(sorted([*walls, left[0]]))
        board = Board(np.full(shape, State.COVERED), adjacency=more)
        for again in (Board.parse(str(board)), read_board(write_board(board, "json"))):
            assert again == board
            assert str(again) == str(board)
            assert again.adjacency.walls == more.walls
        copy = pickle.loads(pickle.dumps(more))  # noqa: S301
        assert (copy, copy.topology, copy.walls) == (more, more.topology, more.walls)


def test_a_graph_has_positions() -> None:
    places = [(0, 0), (1, 0.5), (2.25, 1e-7), (-3, 1e20)]
    graph = Adjacency.graph([(0, 1), (2, 1), (3, 2)], positions=places)
    assert graph == Adjacency.of([[1], [0, 2], [1, 3], [2]])
    assert graph.topology is None
    assert graph.positions == tuple((float(x), float(y)) for x, y in places)
    board = Board(np.full((2, 2), State.COVERED), adjacency=graph.without([(1, 2)]))
    assert str(board).split("\n")[:5] == [
        "neighbours: 1; 0 2",
        "neighbours: 1 3; 2",
        "positions: 0,0; 1,0.5",
        "positions: 2.25,1e-07; -3,1e+20",
        "walls: (0,1)-(1,0)",
    ]
    for again in (Board.parse(str(board)), read_board(write_board(board, "json"))):
        assert again == board
        assert str(again) == str(board)
        assert again.adjacency.positions == graph.positions
    assert Adjacency.graph([(0, 2)], 4) == Adjacency.of([[2], [], [0], []])
    assert Adjacency.graph([]).size == 0


def test_a_name_that_means_another_shape_is_dropped() -> None:
    """Else the text would mean other neighbours than the board has."""
    for made in (Adjacency.hexagon(2, 6), Adjacency.square(2, 6), Adjacency.grid((2, 3, 2))):
        board = Board(np.full((3, 4), State.COVERED), adjacency=made.without([(0, 1)]))
        assert board.adjacency.topology is None
        assert Board.parse(str(board)) == board
        layout = Layout(np.eye(3, 4, dtype=bool), adjacency=made)
        assert layout.adjacency.topology is None


def test_names() -> None:
    assert canonical("grid  3x3x3  wrap 3,1") == "grid 3x3x3 wrap 1,3"
    assert canonical("grid 3x3 wrap 1,2") == canonical("grid\t3x3\twrap") == "grid 3x3 wrap"
    for name in TOPOLOGY_NAMES:
        assert canonical(name) == name
    for name, nearest in (("hexagons", "hexagon"), ("tours", "torus"), ("sqare", "square")):
        with refused(UnknownNameError, name=name) as caught:
            canonical(name)
        assert f"did you mean {nearest}?" in str(caught.value)
    with refused(UnknownNameError, kind="topology", name="moebius"):
        canonical("moebius")


def test_what_has_the_wrong_type_or_is_too_large() -> None:
    for make in (lambda: Adjacency.hexagon(2.5, 3), lambda: Adjacency.graph([("a", 1)])):
        with pytest.raises(TypeError):
            make()
    for large in ((10_000, 10_000), (10**9, 10**9)):
        with refused(LimitError):
            Adjacency.grid(large)
    with refused(LimitError):
        Adjacency.graph([(0, 10**9)])


def test_json_without_walls() -> None:
    for walls in (None, []):
        value = {"format": "logicsweep-board/1", "rows": ["???"], "walls": walls}
        assert read_board(json.dumps(value)).has_eight_neighbours


@pytest.mark.parametrize("name", FITTING)
def test_a_layout_follows_its_neighbours(name: str) -> None:
    for shape in FITTING[name]:
        adjacency = named_adjacency(name, *shape)
        rng = np.random.default_rng(len(name))
        mask = rng.random(shape) < 0.15
        mask.flat[0] = True
        layout = Layout(mask, adjacency=adjacency)
        near = adjacency.lists
        mines = set(np.flatnonzero(mask).tolist())
        around = [len(mines.intersection(one)) for one in near]
        assert layout.around.ravel().tolist() == around
        revealed = layout.revealed()
        assert revealed.adjacency == adjacency
        assert Layout.of(revealed) == layout
        assert layout.mismatch(revealed) is None
        safe = [cell for cell in range(mask.size) if cell not in mines]
        clicks, left = 0, set(safe)
        for start in sorted(safe, key=lambda cell: around[cell] > 0):  # zeros first
            reached, queue = set(), [start]
            while queue:
                cell = queue.pop()
                if cell not in reached:
                    reached.add(cell)
                    queue += near[cell] if around[cell] == 0 else ()
            clicks += start in left
            left -= reached
            board = layout.opened([divmod(start, shape[1])])
            assert {board.number(cell) for cell in board.clues} == reached
            assert all(board[cell] == around[board.number(cell)] for cell in board.clues)
        assert layout.three_bv == clicks
        again = pickle.loads(pickle.dumps(layout))  # noqa: S301
        assert again == layout
        assert (layout == Layout(mask)) == (adjacency == eight(*shape))


def test_rules_are_for_a_topology_and_not_for_its_neighbours() -> None:
    """In one row hexagons have the neighbours that squares have by their sides."""
    cells = np.full((1, 3), int(State.COVERED))
    squares, hexagons = Adjacency.four(1, 3), Adjacency.hexagon(1, 3)
    assert squares == hexagons
    assert Board(cells, adjacency=squares, rules="1X").rules.clue.name == "1X"
    for adjacency in (hexagons, Adjacency.of([[1], [0, 2], [1]])):
        with pytest.raises(ValueError, match="the rule 1X needs a board of squares"):
            Board(cells, adjacency=adjacency, rules="1X")
