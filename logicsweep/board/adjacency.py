"""Adjacency: which cells are neighbours, as a value in cell numbers that a board carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from operator import index
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.errors import LimitError
from logicsweep.limits import MOST_CELLS

IntArray = NDArray[np.int32]

# Clues are stored as signed bytes; the largest byte marks an uncertain clue.
MAX_DEGREE: Final = 126
# How many cells at a time become lists of Python integers.
_AT_ONCE: Final = 4096


class NeighbourError(ValueError):
    """These neighbours do not form an adjacency; `number` is the cell at fault."""

    def __init__(self, text: str, *, number: int) -> None:
        super().__init__(text)
        self.number = number


class Adjacency:
    """The neighbours of every cell of a board; immutable and hashable.

    Make one from lists of neighbours with `Adjacency.of`, or from a padded table.

    Args:
        table: An integer array of shape (degree, size), as the attribute `table`; it is copied.
        check: False trusts the table, each column being sorted, and skips all checks.

    Raises:
        TypeError: The table is not an array of integers.
        ValueError: The shape or a number is out of range, the relation is not symmetric, or a cell
            is its own neighbour or names one twice.
    """

    __slots__ = ("_hash", "_lists", "address", "table")

    # Neighbours stand in columns because every use of the table sums over them, and numpy sums
    # fastest along the first axis.
    table: IntArray
    """Column `i` holds the numbers of the neighbours of cell `i`, ascending, padded with `size`.
    Shape (degree, size), dtype int32, read-only, row after row in memory.
    """
    address: int
    """Where the table begins in memory, for native code; valid while the adjacency lives."""
    _lists: tuple[tuple[int, ...], ...] | None

    def __init__(self, table: IntArray, *, check: bool = True) -> None:
        table = np.asarray(table)
        if check:
            _check_numbers(table)
        own = np.sort(table, axis=0) if check else table
        own = own.astype(np.int32, order="C", copy=False)
        size = own.shape[1]
        while len(own) and own[-1].min(initial=size) == size:  # nothing but padding
            own = own[:-1]
        own.setflags(write=False)
        if check:
            _check_relation(own)
        self.table = own
        self.address = int(own.ctypes.data)
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
        size = len(neighbours)
        sets = [tuple(sorted(set(map(index, row)))) for row in neighbours]
        for number, row in enumerate(sets):
            if len(row) > MAX_DEGREE:
                what = f"cell {number} has {len(row)} neighbours; expected at most {MAX_DEGREE}"
                raise NeighbourError(what, number=number)
            for other in row:
                if not 0 <= other < size or other == number:
                    raise _strange(other, number)
                if number not in sets[other]:
                    raise _one_way(other, number)
        degree = max(map(len, sets), default=0)
        if degree * size > 8 * MOST_CELLS:
            raise LimitError(
                f"an adjacency of {size:,} cells with up to {degree} neighbours is too large"
            )
        table = np.full((degree, size), size, dtype=np.int32)
        for number, row in enumerate(sets):
            table[: len(row), number] = row
        return cls(table, check=False)

    def neighbours(self, number: int) -> tuple[int, ...]:
        """The cell numbers of the neighbours of one cell, ascending.

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
                tuple([numbers[other] for other in row if other != size])
                for start in range(0, size, _AT_ONCE)
                for row in self.table[:, start : start + _AT_ONCE].T.tolist()
            )
        return self._lists

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Adjacency):
            return NotImplemented
        return self is other or bool(np.array_equal(self.table, other.table))

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.table.shape, self.table.tobytes()))
        return self._hash

    def __reduce__(self) -> tuple[Callable[[IntArray], Adjacency], tuple[IntArray]]:
        return partial(Adjacency, check=False), (self.table,)

    def __repr__(self) -> str:
        return f"<Adjacency of {self.size} cells, at most {self.degree} neighbours>"


def _check_numbers(table: NDArray[Any]) -> None:
    """Raise unless an array can be a table: its dtype, its shape, the numbers in it."""
    if table.dtype.kind not in "iu":
        raise TypeError(f"the table is an array of {table.dtype}; expected an array of integers")
    if table.ndim != 2 or table.shape[0] > MAX_DEGREE:
        raise ValueError(
            f"the table has the shape {table.shape}; expected (degree, size), with a degree of at "
            f"most {MAX_DEGREE}"
        )
    size = table.shape[1]
    if table.size and not (table.min() >= 0 and table.max() <= size):
        raise ValueError(
            f"the table holds {table.min()} to {table.max()}; expected cell numbers 0 to "
            f"{size - 1}, and {size} as padding"
        )


def _check_relation(table: IntArray) -> None:
    """Raise ValueError unless a table, its columns sorted, is a relation of neighbours."""
    size = table.shape[1]
    twice = (table[1:] == table[:-1]) & (table[1:] < size)
    if twice.any():
        row, number = np.argwhere(twice)[0].tolist()
        what = f"cell {number} names its neighbour {table[row, number]} twice"
        raise NeighbourError(what, number=number)
    cells = np.arange(size)
    padded = np.pad(table, ((0, 0), (0, 1)), constant_values=-1)  # for the cell past the last one
    for row in table:
        if (row == cells).any():
            number = int((row == cells).argmax())
            raise _strange(number, number)
        answered = (padded[:, row] == cells).any(axis=0) | (row == size)
        if not answered.all():
            number = int((~answered).argmax())
            raise _one_way(int(row[number]), number)


def _strange(other: int, number: int) -> NeighbourError:
    return NeighbourError(f"cell {number} cannot have {other} as a neighbour", number=number)


def _one_way(other: int, number: int) -> NeighbourError:
    what = f"{other} is next to {number} but not the other way round"
    return NeighbourError(what, number=number)


def count_near(mask: NDArray[np.bool_], adjacency: Adjacency | None) -> NDArray[np.integer[Any]]:
    """How many neighbours of each cell are in the mask, in its shape; None: the eight around it."""
    if adjacency is None:
        return count_eight(mask)
    near = np.append(mask.ravel(), False)[adjacency.table]
    found: NDArray[np.integer[Any]] = near.sum(axis=0, dtype=np.int32).reshape(mask.shape)
    return found


def count_eight(mask: NDArray[np.bool_]) -> NDArray[np.int8]:
    """How many of the eight cells around each cell are in the mask, in its shape."""
    height, width = mask.shape
    padded = np.zeros((height + 2, width + 2), dtype=np.int8)
    padded[1:-1, 1:-1] = mask
    rows = padded[:-2] + padded[1:-1] + padded[2:]
    found: NDArray[np.int8] = rows[:, :-2] + rows[:, 1:-1] + rows[:, 2:] - mask
    return found


@lru_cache(maxsize=8)
def eight(height: int, width: int) -> Adjacency:
    """The eight cells around each cell of a rectangle, numbered row by row.

    The last few sizes are cached, since all boards of one size share the value.
    """
    numbers = np.arange(height * width, dtype=np.int32).reshape(height, width)
    padded = np.full((height + 2, width + 2), height * width, dtype=np.int32)
    padded[1:-1, 1:-1] = numbers
    table = np.empty((8, height * width), dtype=np.int32)
    steps = [(row, column) for row in range(3) for column in range(3) if (row, column) != (1, 1)]
    for slot, (row, column) in enumerate(steps):
        own = table[slot].reshape(height, width)
        own[:] = padded[row : row + height, column : column + width]
    # Only at the rim there is padding, and it may stand before a neighbour.
    rim = np.ones((height, width), dtype=np.bool_)
    rim[1:-1, 1:-1] = False
    at_rim = rim.ravel().nonzero()[0]
    table[:, at_rim] = np.sort(table[:, at_rim], axis=0)
    return Adjacency(table, check=False)
