"""The topology in the header of the native text: to an adjacency, and back.

`topology:` has a name, or `neighbours:` lists. `walls:` takes edges out,
each written as two cells, `(0,0)-(0,1)`. `positions:` goes with lists and says where pictures show
the cells: a line for each row of the board, with `x,y` for each cell and semicolons between them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf, isfinite, prod
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.names import SQUARE, TOPOLOGY_NAMES
from logicsweep.board.relation import (
    LATTICES,
    Edge,
    EdgeError,
    NeighbourError,
    Positions,
    grid_words,
)
from logicsweep.board.state import off_board
from logicsweep.errors import BoardSyntaxError, UnknownNameError, counted
from logicsweep.limits import MOST_CELLS

_FOREIGN: Final = re.compile(r"[^0-9; \t]|[0-9]{10,}")
_CELL: Final = r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)"
_WALL: Final = re.compile(rf"\s*{_CELL}\s*-\s*{_CELL}(?!\S)", re.ASCII)
_NUMBER: Final = r"([-+]?\d{1,18}(?:\.\d{1,30})?(?:[eE][-+]?\d{1,3})?)"
_POSITION: Final = re.compile(rf"\s*{_NUMBER}\s*,\s*{_NUMBER}\s*", re.ASCII)


class Located(NamedTuple):
    """A value of a header, and its line and column in the text."""

    value: str
    line: int
    column: int

    def error(self, text: str, at: int = 0) -> BoardSyntaxError:
        """Make the error about what stands at a place of the value, counted from 0."""
        return BoardSyntaxError(text, line=self.line, column=self.column + at)

    @contextmanager
    def blamed(self, at: int = 0) -> Iterator[None]:
        """Turn a ValueError into the error about what stands at a place of the value."""
        try:
            yield
        except BoardSyntaxError:
            raise
        except ValueError as error:
            raise self.error(str(error), at) from None


Header = dict[str, list[Located]]

TOPOLOGY_KEYS: Final = ("topology", "neighbours", "positions", "walls")
# These have a line for each row of the board.
ROW_KEYS: Final = frozenset(("neighbours", "positions"))


def topology_lines(adjacency: Adjacency, width: int) -> list[str]:
    """Return the header lines of an adjacency on a board with rows of `width` cells."""
    name, walls = adjacency.topology, adjacency.walls
    if name is None:
        lists = [" ".join(map(str, near)) for near in adjacency.lists_without_walls]
        places = [
            ",".join(repr(coordinate).removesuffix(".0") for coordinate in place)
            for place in adjacency.positions or ()
        ]
        lines = [f"neighbours: {line}".rstrip() for line in _by_row(lists, width)]
        lines += [f"positions: {line}" for line in _by_row(places, width)]
    else:
        lines = [] if name == SQUARE else [f"topology: {name}"]
    words = " ".join(f"{_words(first, width)}-{_words(second, width)}" for first, second in walls)
    return [*lines, f"walls: {words}"] if walls else lines


def _by_row(words: Sequence[str], width: int) -> list[str]:
    """Write the words of the cells, a line for each row of the board."""
    return ["; ".join(words[start : start + width]) for start in range(0, len(words), width)]


def read_topology(header: Header) -> Topology | None:
    """Read the topology that a header describes; None for the eight cells around a cell.

    The result raises `BoardSyntaxError` unless the header fits a board of its size. This function
    raises `BoardSyntaxError` at the first fault in the lines, and `LimitError` as `Adjacency.of`.
    """
    base = _base(header)
    walls = header.get("walls")
    if base is None and walls is None:
        return None

    def sized(height: int, width: int) -> Adjacency:
        adjacency = (base or eight)(height, width)
        return adjacency if walls is None else _walled(adjacency, walls[0], (height, width))

    return sized


def _base(header: Header) -> Topology | None:
    """Return the topology without its walls."""
    lists, places, names = map(header.get, ("neighbours", "positions", "topology"))
    if names is not None and lists is not None:
        raise lists[0].error("the header has both neighbours and a topology; expected one of them")
    if places is not None and lists is None:
        raise places[0].error(
            "positions belong to lists of neighbours; expected the header neighbours as well"
        )
    if lists is not None:
        listed = _listed(lists)
        return listed if places is None else _placed(listed, places)
    return None if names is None else _named(names[0])


def _listed(entries: Sequence[Located]) -> Topology:
    """Read the topology of lists of neighbours; see `read_topology`."""
    width = entries[0].value.count(";") + 1
    if width * len(entries) > MOST_CELLS:
        raise entries[0].error(f"the lists of neighbours are for more than {MOST_CELLS:,} cells")
    lists = [near for entry in entries for near in _row_lists(entry, width)]
    try:
        adjacency = Adjacency.of(lists)
    except NeighbourError as error:
        entry = entries[error.number // width]
        raise entry.error(str(error), _start(entry.value, error.number % width)) from None

    def sized(height: int, columns: int) -> Adjacency:
        if (height, columns) != (len(entries), width):
            raise entries[0].error(
                f"the lists of neighbours are for {width}x{len(entries)} cells; expected "
                f"{columns}x{height}, as in the rows"
            )
        return adjacency

    return sized


def _row_lists(entry: Located, width: int) -> list[tuple[int, ...]]:
    """Read the neighbours of each cell in a row, such as `1 3; 0 2`."""
    foreign = _FOREIGN.search(entry.value)
    if foreign:
        raise entry.error(
            f"unknown neighbour {foreign[0][:20]!r}; expected cell numbers such as 0 2 5, and ; "
            f"between the lists of two cells",
            foreign.start(),
        )
    lists = entry.value.split(";")
    if len(lists) != width:
        raise entry.error(
            f"this line has neighbours for {counted(len(lists), 'cell')}; expected {width}, as in "
            f"the first such line"
        )
    return [tuple(map(int, near.split())) for near in lists]  # empty ones take no memory


def _start(value: str, place: int) -> int:
    """Find where the list with this number starts in its line."""
    at = 0
    for _ in range(place):
        at = value.index(";", at) + 1
    return at + len(value[at:]) - len(value[at:].lstrip())


def _named(entry: Located) -> Topology | None:
    """Return the topology of a name in the header."""
    with entry.blamed():
        name = canonical(entry.value)

    def sized(height: int, width: int) -> Adjacency:
        with entry.blamed():
            return named_adjacency(name, height, width)

    return None if entry.value == SQUARE else sized


def _placed(listed: Topology, entries: Sequence[Located]) -> Topology:
    """Add the positions in the header to a topology of lists."""
    rows = [_row_positions(entry) for entry in entries]

    def sized(height: int, width: int) -> Adjacency:
        adjacency = listed(height, width)
        if len(rows) != height:
            raise entries[0].error(
                f"there are positions for {counted(len(rows), 'row')}; expected {height}"
            )
        for row, entry in zip(rows, entries, strict=True):
            if len(row) != width:
                raise entry.error(
                    f"this line has positions of {counted(len(row), 'cell')}; expected {width}"
                )
        return adjacency.placed(position for row in rows for position in row)

    return sized


def _row_positions(entry: Located) -> Positions:
    """Read the positions of the cells in a row, such as `0,0; 1.5,2`."""
    positions = []
    start = 0
    for part in entry.value.split(";"):
        match = _POSITION.fullmatch(part)
        place = tuple(map(float, match.groups())) if match else (inf, inf)
        if not all(map(isfinite, place)):
            raise entry.error(
                f"unknown position {part.strip()[:20]!r}; expected x,y such as 1.5,2, and ; "
                f"between two cells",
                start + len(part) - len(part.lstrip()),
            )
        positions.append((place[0], place[1]))
        start += len(part) + 1
    return tuple(positions)


def _walled(adjacency: Adjacency, entry: Located, shape: tuple[int, int]) -> Adjacency:
    """Take the edges at the walls in the header, such as `(0,0)-(0,1)`, out of an adjacency."""
    (height, width), value = shape, entry.value
    starts: list[int] = []
    walls: list[Edge] = []
    end = 0
    while value[end:].strip() or not walls:
        match = _WALL.match(value, end)
        start = end + len(value[end:]) - len(value[end:].lstrip())
        if match is None:
            raise entry.error(
                f"unknown wall {value[start : start + 20]!r}; expected two cells (row,column) "
                f"such as (0,0)-(0,1), and blanks between walls",
                start,
            )
        numbers = list(map(int, match.groups()))
        cells = list(zip(numbers[::2], numbers[1::2], strict=True))
        for row, column in cells:
            if row >= height or column >= width:
                raise entry.error(off_board(f"({row},{column})", height, width), start)
        first, second = (row * width + place for row, place in cells)
        walls.append((first, second))
        starts.append(start)
        end = match.end()
    try:
        return adjacency.without(walls)
    except EdgeError as error:
        between = " and ".join(_words(number, width) for number in walls[error.place])
        fault = f"there can be no wall between {between}: {error.fault}"
        raise entry.error(fault, starts[error.place]) from None


def _words(number: int, width: int) -> str:
    row, column = divmod(number, width)
    return f"({row},{column})"


# The adjacency of a board of some height and width.
Topology = Callable[[int, int], Adjacency]

TOPOLOGIES: Final[Mapping[str, Topology]] = MappingProxyType(
    {name: getattr(Adjacency, name) for name in LATTICES}
)
"""The topologies of boards of any size."""

GRID_FORM: Final = (
    r"grid[ \t]+([0-9]{1,9}(?:x[0-9]{1,9})*)([ \t]+wrap(?:[ \t]+([0-9]{1,9}(?:,[0-9]{1,9})*))?)?"
)
"""The form of the names of grids: sizes, whether sides are joined, and of which dimensions."""

# The note on drawings that would suggest eight neighbours.
NOT_A_GRID: Final = "Not a grid: the board itself says which cells are neighbours."


class Grid(NamedTuple):
    """A grid of any dimensions, as a name says it; see `Adjacency.grid`."""

    dims: tuple[int, ...]
    wrap: tuple[bool, ...]

    @property
    def shape(self) -> tuple[int, int]:
        """The height and the width of its boards."""
        return prod(self.dims[:-1]), self.dims[-1]

    def __str__(self) -> str:
        return grid_words(*self)


def dimensions_of(name: str) -> Grid | None:
    """Return the dimensions of a grid, such as `grid 4x4x4 wrap 1`; None for another topology.

    Raises `UnknownNameError`, and ValueError for a grid that joins the sides of a dimension it does
    not have.
    """
    if name in TOPOLOGIES:
        return None
    match = re.fullmatch(GRID_FORM, name)
    if match is None:
        raise UnknownNameError("topology", name[:40], TOPOLOGY_NAMES)
    dims = tuple(map(int, match[1].split("x")))
    every = range(1, len(dims) + 1)
    joined = every if match[2] else range(0)
    places = list(map(int, match[3].split(","))) if match[3] else joined
    strange = next((place for place in places if place not in joined), None)
    if strange is not None:
        raise ValueError(
            f"wrap names dimension {strange}; expected numbers from 1 to {len(dims)}, as the grid "
            f"has dimensions"
        )
    return Grid(dims, tuple(place in places for place in every))


def canonical(name: str) -> str:
    """Return a name as `Adjacency.topology` has it. Raises as `dimensions_of` does."""
    grid = dimensions_of(name)
    return name if grid is None else str(grid)


def shape_of(name: str) -> tuple[int, int] | None:
    """Return the height and width that a topology prescribes, if any; see `dimensions_of`."""
    grid = dimensions_of(name)
    return None if grid is None else grid.shape


# The last few are kept, since all boards of one kind share the value.
@lru_cache(maxsize=8)
def named_adjacency(name: str, height: int, width: int) -> Adjacency:
    """Make the adjacency of a topology on a board.

    Raises as `dimensions_of` does, ValueError if there is no such board, and `LimitError`.
    """
    grid = dimensions_of(name)
    if grid is None:
        return TOPOLOGIES[name](height, width)
    if grid.shape != (height, width):
        rows, columns = grid.shape
        raise ValueError(
            f"a board of {grid} has {rows:,} rows of {columns:,} cells; this one is "
            f"{width}x{height}"
        )
    return Adjacency.grid(grid.dims, wrap=grid.wrap)


def neighbours_of(name: str, height: int, width: int) -> Adjacency | None:
    """Return `named_adjacency`, but None for the eight cells around a cell."""
    return None if name == SQUARE else named_adjacency(name, height, width)
