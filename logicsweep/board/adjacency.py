"""Adjacency: the neighbours of each cell, as a value in cell numbers that a board carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from operator import index
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.names import SQUARE
from logicsweep.board.plain_array import plain_array
from logicsweep.board.relation import (
    LATTICES,
    MOST_ENTRIES,
    Edge,
    IntArray,
    Positions,
    check_numbers,
    check_relation,
    checked_dims,
    checked_positions,
    edges_out,
    grid,
    grid_words,
    lists_of,
    stepped,
    table_of,
)
from logicsweep.errors import expect


def count_near(mask: NDArray[np.bool_], adjacency: Adjacency | None) -> NDArray[np.integer[Any]]:
    """Count the neighbours of each cell in the mask, in its shape; None: the eight around it."""
    if adjacency is None:
        return count_eight(mask)
    near = np.append(mask.ravel(), False)[adjacency.table]
    counts: NDArray[np.integer[Any]] = near.sum(axis=0, dtype=np.int32).reshape(mask.shape)
    return counts


def count_eight(mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """Count the cells of the mask among the eight around each cell, in its shape."""
    height, width = mask.shape
    padded = np.zeros((height + 2, width + 2), dtype=np.int8)
    padded[1:-1, 1:-1] = mask
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    counts: NDArray[np.int8] = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - mask
    return counts


def pieces(mask: NDArray[np.bool_], adjacency: Adjacency) -> int:
    """Count the connected components of the mask's cells (union-find, on all edges at once)."""
    cells = np.flatnonzero(mask)
    place = np.full(mask.size + 1, -1, dtype=np.intp)
    place[cells] = np.arange(cells.size)
    near = place[adjacency.table[:, cells]]
    slot, first = np.nonzero(near > np.arange(cells.size))  # each edge once
    second = near[slot, first]
    root = np.arange(cells.size)
    while first.size:
        # The larger root of an edge points at the smaller one; then every cell finds its root.
        ends = root[first], root[second]
        np.minimum.at(root, np.maximum(*ends), np.minimum(*ends))
        while not np.array_equal(root_of_root := root[root], root):
            root = root_of_root
        still_apart = root[first] != root[second]
        first, second = first[still_apart], second[still_apart]
    return int((root == np.arange(cells.size)).sum())


# Cells that become lists of Python integers at once.
_AT_ONCE: Final = 4096


class Adjacency:
    """The neighbours of every cell of a board; immutable and hashable.

    Make one by the name of a topology, such as `Adjacency.hexagon`, from lists of neighbours with
    `Adjacency.of`, from edges with `Adjacency.graph`, or from a padded table. Two are equal if all
    their neighbours are, whatever their names.

    Args:
        table: An integer array of shape (degree, size), as the attribute `table`; it is copied.
        check: False trusts the table, each column being sorted, and skips all checks.

    Raises:
        TypeError: The table is not an array of integers.
        ValueError: The shape or a number is out of range, or a number is masked, the relation is
            not symmetric, or a cell is its own neighbour or names one twice.
    """

    __slots__ = (
        *("_hash", "_lists", "address", "table"),
        *("positions", "shape", "topology", "walls"),
    )

    # Neighbours stand in columns because every use of the table sums over them, and numpy sums
    # fastest along the first axis.
    table: IntArray
    """Column `i` holds the numbers of the neighbours of cell `i`, ascending, padded with `size`.
    Shape (degree, size), dtype int32, read-only, row after row in memory.
    """
    address: int
    """The address of the table in memory, for native code; valid while the adjacency lives."""
    topology: str | None
    """The name of the topology as in the header of a text, such as `hexagon` or `grid 4x4x4 wrap`;
    None if the neighbours are just lists.
    """
    shape: tuple[int, int] | None
    """The height and width of a board of this topology; None without a name."""
    walls: tuple[Edge, ...]
    """The edges that `without` took out, each with the smaller number first, ascending."""
    positions: Positions | None
    """The position of each cell in pictures, as (x, y); None unless `graph` or `placed` set it."""
    _lists: tuple[tuple[int, ...], ...] | None

    def __init__(self, table: IntArray, *, check: bool = True) -> None:
        table = plain_array(table, name="the table", most=MOST_ENTRIES)
        if check:
            check_numbers(table)
        rows = np.sort(table, axis=0) if check else table
        rows = rows.astype(np.int32, order="C", copy=False)
        size = rows.shape[1]
        while len(rows) and rows[-1].min(initial=size) == size:  # nothing but padding
            rows = rows[:-1]
        rows.setflags(write=False)
        if check:
            check_relation(rows)
        self.table = rows
        self.address = int(rows.ctypes.data)
        self.topology = None
        self.shape = None
        self.walls = ()
        self.positions = None
        self._hash: int | None = None
        self._lists = None

    @property
    def size(self) -> int:
        """The number of cells."""
        return int(self.table.shape[1])

    @property
    def degree(self) -> int:
        """The largest number of neighbours of any cell."""
        return int(self.table.shape[0])

    @classmethod
    def of(cls, neighbours: Sequence[Iterable[int]]) -> Adjacency:
        """Make an adjacency from the neighbours of each cell.

        Cells are numbered row by row from 0. The relation must be symmetric, and no cell may be its
        own neighbour. Duplicates are dropped.

        Args:
            neighbours: The numbers of the neighbours of each cell; `neighbours[i]` are those of
                cell `i`, at most 126.

        Raises:
            ValueError: The relation is not as described.
            TypeError: A number is not a whole number.
            LimitError: The table would have more than 80,000,000 entries.
        """
        return cls(table_of(neighbours), check=False)

    @classmethod
    def graph(
        cls,
        edges: Iterable[Sequence[int]],
        size: int | None = None,
        positions: Iterable[Sequence[float]] | None = None,
    ) -> Adjacency:
        """Make an adjacency from edges, each a pair of cell numbers in any order.

        Args:
            edges: The pairs of neighbours, each of them once.
            size: The number of cells; None: one more than the largest number in an edge, or as many
                as there are positions.
            positions: The position of each cell in pictures, as (x, y) with y growing downwards.

        Raises:
            ValueError: An edge is a loop, is there twice or has a number that is out of range; the
                message says which. A cell has more than 126 neighbours, or there is not one
                position for each cell.
            TypeError: A number is not one.
            LimitError: There are too many cells.
        """
        places = None if positions is None else list(positions)
        if size is None and places is not None:
            size = len(places)
        made = cls.of(lists_of(edges, size))
        return made if places is None else made.placed(places)

    @classmethod
    def square(cls, height: int, width: int) -> Adjacency:
        """Make squares with the eight cells around each as its neighbours, as on an ordinary board.

        Raises:
            ValueError: There is no cell. All methods named after a topology raise this.
            TypeError: A size is not a whole number.
            LimitError: There are too many cells.
        """
        return _rectangle(SQUARE, height, width)

    @classmethod
    def four(cls, height: int, width: int) -> Adjacency:
        """Make squares whose neighbours are the four cells that share a side with them."""
        return _rectangle("four", height, width)

    @classmethod
    def knight(cls, height: int, width: int) -> Adjacency:
        """Make squares whose neighbours are the cells a knight's move away, up to eight."""
        return _rectangle("knight", height, width)

    @classmethod
    def torus(cls, height: int, width: int) -> Adjacency:
        """Join opposite sides, with the eight cells around; at least 3 rows and columns."""
        return _rectangle("torus", height, width)

    @classmethod
    def cylinder(cls, height: int, width: int) -> Adjacency:
        """Join the left and right sides, with the eight cells around; at least 3 columns."""
        return _rectangle("cylinder", height, width)

    @classmethod
    def hexagon(cls, height: int, width: int) -> Adjacency:
        """Make hexagons in rows, every odd row half a cell to the right: up to six neighbours."""
        return _rectangle("hexagon", height, width)

    @classmethod
    def triangle(cls, height: int, width: int) -> Adjacency:
        """Make triangles side by side in rows, neighbours if they share a side or a corner: up to
        12.

        The triangle in (row, column) points up if row + column is even.
        """
        return _rectangle("triangle", height, width)

    @classmethod
    def grid(cls, dims: Sequence[int], *, wrap: bool | Sequence[bool] = False) -> Adjacency:
        """Make a grid of any number of dimensions, with all cells around each as its neighbours.

        A board of it has the last dimension as its columns; all others are rows, one layer below
        the other: the height is the product of all dimensions but the last.

        Args:
            dims: The sizes of the dimensions. The last one changes fastest from cell to cell.
            wrap: Whether opposite sides are joined, in all dimensions or in each; such a dimension
                has at least 3 cells.

        Raises:
            ValueError: A dimension is too small, `wrap` has another length, or cells have more than
                126 neighbours.
            TypeError: A dimension is not a whole number.
            LimitError: There are too many cells.
        """
        joined = (wrap,) * len(dims) if isinstance(wrap, bool) else tuple(map(bool, wrap))
        if len(joined) != len(dims):
            raise ValueError(f"wrap is for {len(joined)} dimensions; expected {len(dims)}")
        names = [f"size {{}} in dimension {place}" for place in range(1, len(dims) + 1)]
        sizes = checked_dims("grid", dims, joined, names)
        table = grid(sizes, joined)
        return _rebuilt(table, grid_words(sizes, joined), (table.shape[1] // sizes[-1], sizes[-1]))

    def placed(self, positions: Iterable[Sequence[float]]) -> Adjacency:
        """Give the cells other positions for pictures, as in `graph`.

        Raises:
            ValueError: There is not one position for each cell, or a number is not finite.
            TypeError: A number is not one.
        """
        checked = checked_positions(positions, self.size)
        return _rebuilt(self.table, self.topology, self.shape, self.walls, checked)

    def without(self, walls: Iterable[Sequence[int]]) -> Adjacency:
        """Put walls between some cells, which are no neighbours any more.

        Args:
            walls: Pairs of cell numbers in any order.

        Raises:
            ValueError: Two cells are not neighbours; the message says which.
            TypeError: A number is not whole.
        """
        table, taken = edges_out(self.table, walls)
        all_walls = tuple(sorted({*self.walls, *taken}))
        return _rebuilt(table, self.topology, self.shape, all_walls, self.positions)

    def fitting(self, height: int, width: int) -> Adjacency:
        """Fit the neighbours to a board of this shape: drop a name that means another shape.

        The walls are forgotten with the name.
        """
        if self.shape in (None, (height, width)):
            return self
        return _rebuilt(self.table, positions=self.positions)

    def neighbours(self, number: int) -> tuple[int, ...]:
        """Return the cell numbers of the neighbours of one cell, ascending.

        Raises:
            ValueError: There is no cell of this number.
        """
        size = self.size
        if not 0 <= index(number) < size:
            raise ValueError(f"cell number {number} is not in 0..{size - 1}")
        if self._lists is not None:
            return self._lists[number]
        row = self.table[:, number].tolist()
        if row and row[-1] == size:
            row = row[: row.index(size)]
        return tuple(row)

    @property
    def lists(self) -> tuple[tuple[int, ...], ...]:
        """The `neighbours` of every cell, made once and kept.

        Faster than the table if you visit most cells one by one; it takes about 130 bytes a cell,
        the table of a square grid 32.
        """
        if self._lists is None:
            size = self.size
            numbers = list(range(size))  # one object for each number, however often it is needed
            self._lists = tuple(
                tuple([numbers[neighbour] for neighbour in row if neighbour != size])
                for start in range(0, size, _AT_ONCE)
                for row in self.table[:, start : start + _AT_ONCE].T.tolist()
            )
        return self._lists

    @property
    def lists_without_walls(self) -> tuple[tuple[int, ...], ...]:
        """The `neighbours` of every cell as they were before `without` took edges out."""
        if not self.walls:
            return self.lists
        near = [set(row) for row in self.lists]
        for first, second in self.walls:
            near[first].add(second)
            near[second].add(first)
        return tuple(tuple(sorted(row)) for row in near)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Adjacency):
            return NotImplemented
        return self is other or bool(np.array_equal(self.table, other.table))

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.table.shape, self.table.tobytes()))
        return self._hash

    def __reduce__(self) -> tuple[Callable[..., Adjacency], tuple[object, ...]]:
        described = self.topology, self.shape, self.walls, self.positions
        return _rebuilt, (self.table, *described)

    def __repr__(self) -> str:
        name = "" if self.topology is None else f" {self.topology!r}"
        return f"<Adjacency{name} of {self.size} cells, at most {self.degree} neighbours>"


def _rebuilt(
    table: IntArray,
    topology: str | None = None,
    shape: tuple[int, int] | None = None,
    walls: tuple[Edge, ...] = (),
    positions: Positions | None = None,
) -> Adjacency:
    """Make an adjacency of a table without checks, as from its pickle."""
    made = Adjacency(table, check=False)
    made.topology, made.shape = topology, shape
    made.walls, made.positions = walls, positions
    return made


def _rectangle(topology: str, height: int, width: int) -> Adjacency:
    """Make the adjacency of a topology of boards of any size."""
    lattice = LATTICES[topology]
    rows, columns = checked_dims(lattice.kind, (height, width), lattice.wrap)
    if topology == SQUARE:
        return eight(rows, columns)
    return _rebuilt(stepped((rows, columns), lattice), topology, (rows, columns))


@lru_cache(maxsize=8)
def eight(height: int, width: int) -> Adjacency:
    """Return the eight cells around each cell of a rectangle, numbered row by row.

    The last few sizes are cached, since all boards of one size share the value.
    """
    return _rebuilt(stepped((height, width), LATTICES[SQUARE]), SQUARE, (height, width))


def own_adjacency(adjacency: Adjacency | None, height: int, width: int) -> Adjacency | None:
    """Return an adjacency for a rectangle, None if it is that of the eight cells around each cell.

    Raises ValueError if it has another number of cells, TypeError if it is something else.
    """
    if adjacency is None:
        return None
    expect("adjacency", adjacency, Adjacency, "an Adjacency, or None")
    if adjacency.size != height * width:
        raise ValueError(
            f"the adjacency has {adjacency.size:,} cells, but {width}x{height} are "
            f"{height * width:,}"
        )
    return None if adjacency == eight(height, width) else adjacency.fitting(height, width)
