"""Regions: the cells that a clue speaks of, in their order, on boards of squares or of any kind."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.relation import ALL_EVEN, LATTICES, IntArray

Offset = tuple[int, int]


class Entry(NamedTuple):
    """A cell of a clue's region, by number; None where the region reaches off the board.

    `is_coloured` says that row plus column is odd, and `ray` is the number of the direction in
    which the cell is seen. `offset`, as (rows down, columns right) of the clue, is given only if
    the region is the whole board.
    """

    cell: int | None
    is_coloured: bool
    ray: int = 0
    offset: Offset = (0, 0)


@dataclass(frozen=True, slots=True)
class Region:
    """The cells that a clue speaks of.

    Attributes:
        about: The region in words, after "in", such as `the eight cells around`.
        offsets: The cells as (rows down, columns right) of the clue, in order; None for the
            neighbours of the cell on the board.
        rays: Whether the region goes on in the direction of each offset, up to the rim.
        whole: Whether the region is the whole board but for the cell itself, the nearest cells
            first.
    """

    about: str
    offsets: tuple[Offset, ...] | None = None
    rays: bool = False
    whole: bool = False

    @property
    def needs_squares(self) -> bool:
        """Whether it is about rows and columns, and not about the neighbours that a board has."""
        return self.offsets is not None or self.whole


class Place(NamedTuple):
    """A board without its contents: its size, and the neighbours of its cells."""

    height: int
    width: int
    adjacency: Adjacency

    @property
    def size(self) -> int:
        """The number of its cells."""
        return self.height * self.width

    @property
    def joined(self) -> tuple[bool, bool] | None:
        """Whether rows and columns go on at the other side; None if the cells are no squares."""
        lattice = LATTICES.get(self.adjacency.topology or "")
        if lattice is None or lattice.parity != ALL_EVEN:
            return None
        return lattice.wrap[0], lattice.wrap[1]

    def is_coloured(self, number: int) -> bool:
        """Tell whether row plus column of a cell is odd, counted from 0."""
        return bool(sum(divmod(number, self.width)) % 2)

    def at(self, number: int, offset: Offset) -> int | None:
        """Return the cell at an offset from another; None off the board."""
        row, column = divmod(number, self.width)
        row, column = row + offset[0], column + offset[1]
        over, across = self.joined or (False, False)
        row = row % self.height if over else row
        column = column % self.width if across else column
        if not (0 <= row < self.height and 0 <= column < self.width):
            return None
        return row * self.width + column

    def entries(self, region: Region, number: int) -> Iterator[Entry]:
        """Yield the cells of a region around the clue in a cell, in order."""
        if region.whole:
            yield from self._whole(number)
        elif region.offsets is None:  # the neighbours, whatever the board is made of
            for near in self.adjacency.neighbours(number):
                yield Entry(near, self.is_coloured(near))
        else:
            for ray, offset in enumerate(region.offsets):
                cells = self._ray(number, offset) if region.rays else [self.at(number, offset)]
                for cell in cells:
                    yield Entry(cell, cell is not None and self.is_coloured(cell), ray)

    def _whole(self, number: int) -> Iterator[Entry]:
        """Yield all other cells, the nearest ones first."""
        row, column = divmod(number, self.width)
        ranked = []
        for cell in range(self.size):
            down, right = cell // self.width - row, cell % self.width - column
            if cell != number:
                entry = Entry(cell, self.is_coloured(cell), 0, (down, right))
                ranked.append((down * down + right * right, entry))
        yield from [entry for _, entry in sorted(ranked)]

    def ray_lengths(self, region: Region) -> IntArray:
        """Return the lengths of a region's rays as an array of shape (rays, cells).

        The board's sides are not joined: else rays would have no end.
        """
        down, across = np.divmod(np.arange(self.size), self.width)
        lengths = []
        for rows, columns in region.offsets or ():
            ends = [
                (size - 1 - at if step > 0 else at) // abs(step)
                for at, size, step in ((down, self.height, rows), (across, self.width, columns))
                if step
            ]
            lengths.append(np.minimum.reduce(ends))
        return np.array(lengths, dtype=np.int32)

    def _ray(self, number: int, step: Offset) -> Iterator[int]:
        """Yield the cells in one direction, up to the rim or the cell itself."""
        cell = self.at(number, step)
        while cell is not None and cell != number:
            yield cell
            cell = self.at(cell, step)


NEIGHBOURS: Final = Region("the neighbours")
RING: Final = Region(
    "the ring of eight cells around it",
    ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1)),
)
SIDES: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
"""The offsets of the cells that share a side with a cell."""
FOUR: Final = Region("the four cells that share a side with it", SIDES)
PLUS: Final = Region(
    "the two cells in each of four directions",
    ((-2, 0), (-1, 0), (0, -2), (0, -1), (0, 1), (0, 2), (1, 0), (2, 0)),
)
KNIGHT: Final = Region(
    "the cells a knight's move away",
    ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)),
)
ABOVE: Final = Region(
    "the 3x3 cells around the cell above it",
    tuple([(row, column) for row in (-2, -1, 0) for column in (-1, 0, 1)]),
)
RAYS: Final = Region("the four directions", ((-1, 0), (1, 0), (0, -1), (0, 1)), rays=True)
BOARD: Final = Region("the whole board", whole=True)
