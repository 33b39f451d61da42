"""The topology in the header of the native text: to an adjacency, and back.

`topology:` has a name, or `neighbours:` lists (see `neighbour_text`). `walls:` takes edges out,
each written as two cells, `(0,0)-(0,1)`. `positions:` goes with lists and says where pictures show
the cells: a line for each row of the board, with `x,y` for each cell and semicolons between them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import inf, isfinite
from typing import Final

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.names import SQUARE
from logicsweep.board.neighbour_text import neighbour_lines, read_neighbours
from logicsweep.board.relation import Edge, EdgeError, Positions
from logicsweep.board.topologies import Topology, topology
from logicsweep.errors import BoardSyntaxError, counted

# A value of the header, its line and its column.
Entry = tuple[str, int, int]
Header = dict[str, list[Entry]]

TOPOLOGY_KEYS: Final = ("topology", "neighbours", "positions", "walls")
# These have a line for each row of the board.
ROW_KEYS: Final = frozenset(("neighbours", "positions"))

_CELL: Final = r"\(\s*(\d{1,9})\s*,\s*(\d{1,9})\s*\)"
_WALL: Final = re.compile(rf"\s*{_CELL}\s*-\s*{_CELL}(?!\S)", re.ASCII)
_NUMBER: Final = r"([-+]?\d{1,18}(?:\.\d{1,30})?(?:[eE][-+]?\d{1,3})?)"
_POSITION: Final = re.compile(rf"\s*{_NUMBER}\s*,\s*{_NUMBER}\s*", re.ASCII)


def topology_lines(adjacency: Adjacency, width: int) -> list[str]:
    """Return the header lines of an adjacency on a board with rows of `width` cells."""
    name, walls = adjacency.topology, adjacency.walls
    if name is None:
        lines = [f"neighbours: {line}".rstrip() for line in neighbour_lines(adjacency, width)]
        lines += [f"positions: {line}" for line in _position_lines(adjacency.positions, width)]
    else:
        lines = [] if name == SQUARE else [f"topology: {name}"]
    words = " ".join(f"{_words(first, width)}-{_words(second, width)}" for first, second in walls)
    return [*lines, f"walls: {words}"] if walls else lines


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
        adjacency = (base or topology(SQUARE))(height, width)
        return adjacency if walls is None else _walled(adjacency, *walls[0], (height, width))

    return sized


def _base(header: Header) -> Topology | None:
    """Return the topology without its walls."""
    lists, places, names = map(header.get, ("neighbours", "positions", "topology"))
    if names is not None and lists is not None:
        raise BoardSyntaxError(
            "the header has both neighbours and a topology; expected one of them",
            line=lists[0][1],
            column=lists[0][2],
        )
    if places is not None and lists is None:
        raise BoardSyntaxError(
            "positions belong to lists of neighbours; expected the header neighbours as well",
            line=places[0][1],
            column=places[0][2],
        )
    if lists is not None:
        listed = read_neighbours(lists)
        return listed if places is None else _placed(listed, places)
    return None if names is None else _named(*names[0])


def _named(value: str, line: int, column: int) -> Topology | None:
    """Return the topology of a name in the header."""
    try:
        make = topology(value)
    except ValueError as error:
        raise BoardSyntaxError(str(error), line=line, column=column) from None

    def sized(height: int, width: int) -> Adjacency:
        try:
            return make(height, width)
        except ValueError as error:
            raise BoardSyntaxError(str(error), line=line, column=column) from None

    return None if value == SQUARE else sized


def _placed(listed: Topology, entries: Sequence[Entry]) -> Topology:
    """Add the positions in the header to a topology of lists."""
    rows = [_row_positions(*entry) for entry in entries]

    def sized(height: int, width: int) -> Adjacency:
        adjacency = listed(height, width)
        if len(rows) != height:
            raise BoardSyntaxError(
                f"there are positions for {counted(len(rows), 'row')}; expected {height}",
                line=entries[0][1],
                column=entries[0][2],
            )
        for row, (_, line, column) in zip(rows, entries, strict=True):
            if len(row) != width:
                raise BoardSyntaxError(
                    f"this line has positions of {counted(len(row), 'cell')}; expected {width}",
                    line=line,
                    column=column,
                )
        return adjacency.placed(position for row in rows for position in row)

    return sized


def _row_positions(value: str, line: int, column: int) -> Positions:
    """Read the positions of the cells in a row, such as `0,0; 1.5,2`."""
    positions = []
    start = 0
    for part in value.split(";"):
        match = _POSITION.fullmatch(part)
        place = tuple(map(float, match.groups())) if match else (inf, inf)
        if not all(map(isfinite, place)):
            lead = len(part) - len(part.lstrip())
            raise BoardSyntaxError(
                f"unknown position {part.strip()[:20]!r}; expected x,y such as 1.5,2, and ; "
                f"between two cells",
                line=line,
                column=column + start + lead,
            )
        positions.append((place[0], place[1]))
        start += len(part) + 1
    return tuple(positions)


def _position_lines(positions: Positions | None, width: int) -> list[str]:
    """Write the positions of the cells, a line for each row of the board."""
    words = [
        ",".join(repr(coordinate).removesuffix(".0") for coordinate in place)
        for place in positions or ()
    ]
    return ["; ".join(words[start : start + width]) for start in range(0, len(words), width)]


def _walled(
    adjacency: Adjacency, value: str, line: int, column: int, shape: tuple[int, int]
) -> Adjacency:
    """Take the edges at the walls in the header, such as `(0,0)-(0,1)`, out of an adjacency."""
    height, width = shape
    starts: list[int] = []
    walls: list[Edge] = []
    end = 0
    while value[end:].strip() or not walls:
        match = _WALL.match(value, end)
        start = end + len(value[end:]) - len(value[end:].lstrip())
        if match is None:
            raise BoardSyntaxError(
                f"unknown wall {value[start : start + 20]!r}; expected two cells (row,column) "
                f"such as (0,0)-(0,1), and blanks between walls",
                line=line,
                column=column + start,
            )
        numbers = list(map(int, match.groups()))
        cells = list(zip(numbers[::2], numbers[1::2], strict=True))
        off = [cell for cell in cells if cell[0] >= height or cell[1] >= width]
        if off:
            raise BoardSyntaxError(
                f"({off[0][0]},{off[0][1]}) is off the board; rows are 0 to {height - 1}, columns "
                f"0 to {width - 1}",
                line=line,
                column=column + start,
            )
        first, second = (row * width + place for row, place in cells)
        walls.append((first, second))
        starts.append(start)
        end = match.end()
    try:
        return adjacency.without(walls)
    except EdgeError as error:
        between = " and ".join(_words(number, width) for number in walls[error.place])
        raise BoardSyntaxError(
            f"there can be no wall between {between}: {error.fault}",
            line=line,
            column=column + starts[error.place],
        ) from None


def _words(number: int, width: int) -> str:
    row, column = divmod(number, width)
    return f"({row},{column})"
