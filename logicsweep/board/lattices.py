"""Lattices: the tables of neighbours that follow from coordinates. See `relation` for tables."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final

import numpy as np

from logicsweep.board.relation import IntArray, check_room
from logicsweep.errors import whole

# The way to a neighbour, a number for each dimension.
Step = tuple[int, ...]

FOUR: Final[tuple[Step, ...]] = ((-1, 0), (0, -1), (0, 1), (1, 0))
KNIGHT: Final[tuple[Step, ...]] = tuple(
    (row, column) for row, column in product((-2, -1, 1, 2), repeat=2) if abs(row) != abs(column)
)
# Hexagons: an odd row lies half a cell to the right of an even one.
_HEXAGON: Final[tuple[tuple[Step, ...], tuple[Step, ...]]] = (
    ((-1, -1), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 0)),
    ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, 0), (1, 1)),
)
# Triangles: one that points up has three neighbours at its tip and five along its base.
_UP: Final[tuple[Step, ...]] = (
    *((-1, column) for column in range(-1, 2)),
    *((0, column) for column in (-2, -1, 1, 2)),
    *((1, column) for column in range(-2, 3)),
)
_DOWN: Final = tuple((-row, column) for row, column in _UP)
# Where opposite sides are joined, both neighbours of a cell must be different cells.
_FEWEST: Final = 3
_OPEN: Final = (False, False)
# The words for the sizes of a rectangle.
_SIDES: Final = ("height {}", "width {}")


def stepped(dims: Sequence[int], steps: Sequence[Step], wrap: Sequence[bool]) -> IntArray:
    """Return the table of a lattice in which the neighbours of every cell are the same steps away.

    `wrap` says of each dimension whether its opposite sides are joined. Raises ValueError for more
    neighbours than a cell can have, and `LimitError`.
    """
    most = (
        min(size, 2 * max(step, default=0) + 1) for size, *step in zip(dims, *steps, strict=True)
    )
    check_room(prod(dims), min(len(steps), prod(most) - 1))
    return _table([_reached(step, dims, wrap) for step in steps], prod(dims))


def hexagons(height: int, width: int) -> IntArray:
    """Return the table of hexagons, every odd row half a cell to the right. Raises `LimitError`."""
    return _by_parity((1, 0), _HEXAGON, (height, width))


def triangles(height: int, width: int) -> IntArray:
    """Make the table of triangles that share a side or corner. Raises `LimitError`."""
    return _by_parity((1, 1), (_UP, _DOWN), (height, width))


def around(dims: Sequence[int]) -> tuple[Step, ...]:
    """List all steps to the cells around a cell in a lattice of these dimensions."""
    ways = [(0,) if size == 1 else (-1, 0, 1) for size in dims]
    return tuple(step for step in product(*ways) if any(step))


def checked_dims(
    kind: str, dims: Sequence[int], wrap: Sequence[bool], names: Sequence[str] = _SIDES
) -> tuple[int, ...]:
    """Return the dimensions of a lattice as `int`s; `names` says each with its size.

    Raises ValueError for one that is not positive, or below 3 where opposite sides are joined;
    TypeError for what is no whole number; `LimitError` for too many cells.
    """
    sizes = tuple(whole("a dimension", size) for size in dims)
    if not sizes:
        raise ValueError(f"a {kind} of no dimensions; expected at least one")
    for name, size, joined in zip(names, sizes, wrap, strict=True):
        if size < 1:
            raise ValueError(f"a {kind} of {name.format(size)} has no cell; expected at least 1")
        if joined and size < _FEWEST:
            raise ValueError(
                f"a {kind} of {name.format(size)} would name a neighbour twice; expected at least "
                f"{_FEWEST}"
            )
    check_room(prod(sizes), 0)
    return sizes


def grid_words(dims: Sequence[int], wrap: Sequence[bool]) -> str:
    """Write a grid of any dimensions in words, such as `grid 4x4x4` or `grid 4x4x4 wrap 1,3`."""
    joined = [str(place) for place, wraps in enumerate(wrap, start=1) if wraps]
    which = "" if len(joined) == len(dims) else f" {','.join(joined)}"
    return f"grid {'x'.join(map(str, dims))}{f' wrap{which}' if joined else ''}"


def _reached(step: Step, dims: Sequence[int], wrap: Sequence[bool]) -> IntArray:
    """Find the cell that is a step away from each cell; the number of cells if none is."""
    numbers = np.zeros(1, dtype=np.int32)
    outside = np.zeros(1, dtype=np.bool_)
    for change, size, joined in zip(step, dims, wrap, strict=True):
        reached = np.arange(change, size + change, dtype=np.int32)
        inside = reached % size
        beyond = (reached != inside) & (not joined)
        numbers = (numbers[:, None] * np.int32(size) + inside).ravel()
        outside = (outside[:, None] | beyond).ravel()
    numbers[outside] = numbers.size
    return numbers


def _by_parity(
    weights: tuple[int, int], steps: tuple[Sequence[Step], Sequence[Step]], dims: tuple[int, int]
) -> IntArray:
    """Make the table of a lattice with even and odd cells, by the sum of row and column."""
    check_room(prod(dims), len(steps[0]))
    rows, columns = (weight * np.arange(size) for weight, size in zip(weights, dims, strict=True))
    odd = (np.add.outer(rows, columns) % 2).astype(np.bool_).ravel()
    reached = [
        np.where(odd, *(_reached(step, dims, _OPEN) for step in (second, first)))
        for first, second in zip(*steps, strict=True)
    ]
    return _table(reached, prod(dims))


def _table(rows: list[IntArray], size: int) -> IntArray:
    table = np.array(rows, dtype=np.int32).reshape(len(rows), size)
    table.sort(axis=0)
    return table
