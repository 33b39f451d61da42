"""Lists of neighbours in the native text: to an adjacency, and back.

Each row of the board has a header line `neighbours:` with a list for each cell of the row. A list
has cell numbers, counted row by row from 0 and separated by blanks; semicolons separate the lists.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.relation import NeighbourError
from logicsweep.board.topologies import Topology
from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.limits import MOST_CELLS

_FOREIGN: Final = re.compile(r"[^0-9; \t]|[0-9]{10,}")


def neighbour_lines(adjacency: Adjacency, width: int) -> list[str]:
    """Write the lists of an adjacency without its walls, one line per row of `width` cells."""
    lists = [" ".join(map(str, near)) for near in adjacency.lists_without_walls]
    return ["; ".join(lists[start : start + width]) for start in range(0, len(lists), width)]


def read_neighbours(entries: Sequence[tuple[str, int, int]]) -> Topology:
    """Read such lines; each entry is a value with its line and column in the text.

    The result takes a height and a width, and raises `BoardSyntaxError` unless the lines fit a
    board of this size. This function raises `BoardSyntaxError` at the first fault in the lines, and
    `LimitError` as `Adjacency.of` does.
    """
    width = entries[0][0].count(";") + 1
    if width * len(entries) > MOST_CELLS:
        raise BoardSyntaxError(
            f"the lists of neighbours are for more than {MOST_CELLS:,} cells",
            line=entries[0][1],
            column=entries[0][2],
        )
    lists = [near for entry in entries for near in _row_lists(*entry, width=width)]
    try:
        adjacency = Adjacency.of(lists)
    except NeighbourError as error:
        value, line, column = entries[error.number // width]
        place = _start(value, error.number % width)
        raise BoardSyntaxError(str(error), line=line, column=column + place) from None

    def sized(height: int, columns: int) -> Adjacency:
        if (height, columns) != (len(entries), width):
            raise BoardSyntaxError(
                f"the lists of neighbours are for {width}x{len(entries)} cells; expected "
                f"{columns}x{height}, as in the rows",
                line=entries[0][1],
                column=entries[0][2],
            )
        return adjacency

    return sized


def _row_lists(value: str, line: int, column: int, *, width: int) -> list[tuple[int, ...]]:
    """Read the neighbours of each cell in a row, such as `1 3; 0 2`."""
    foreign = _FOREIGN.search(value)
    if foreign:
        raise BoardSyntaxError(
            f"unknown neighbour {foreign[0][:20]!r}; expected cell numbers such as 0 2 5, and ; "
            f"between the lists of two cells",
            line=line,
            column=column + foreign.start(),
        )
    lists = value.split(";")
    if len(lists) != width:
        raise BoardSyntaxError(
            f"this line has neighbours for {counted(len(lists), 'cell')}; expected {width}, as in "
            f"the first such line",
            line=line,
            column=column,
        )
    return [tuple(map(int, near.split())) for near in lists]  # empty ones take no memory


def _start(value: str, place: int) -> int:
    """Find where the list with this number starts in its line."""
    at = 0
    for _ in range(place):
        at = value.index(";", at) + 1
    return at + len(value[at:]) - len(value[at:].lstrip())
