"""Lattices: the tables of neighbours that follow from coordinates. See `relation` for tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, product
from math import prod
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.names import SQUARE
from logicsweep.board.relation import IntArray, check_room
from logicsweep.errors import whole

# The way to a neighbour, a number for each dimension.
Step = tuple[int, ...]

# The weights of row and column in the sum that tells even cells from odd ones.
Parity = tuple[int, int]

ALL_EVEN: Final[Parity] = (0, 0)
BY_ROW: Final[Parity] = (1, 0)
CHEQUERED: Final[Parity] = (1, 1)

# Where opposite sides are joined, both neighbours of a cell must be different cells.
FEWEST_JOINED: Final = 3
# The words for the sizes of a rectangle.
_SIDES: Final = ("height {}", "width {}")


class Lattice(NamedTuple):
    """Cells whose neighbours are always the same steps away, or by turns one of two sets of steps.

    Attributes:
        steps: The steps from an even cell, and as many from an odd one if they differ.
        wrap: Of each dimension, whether its opposite sides are joined.
        parity: The weights that tell even cells from odd ones; only where rows and columns are the
            dimensions.
        kind: Its name in messages.
    """

    steps: tuple[tuple[Step, ...], ...]
    wrap: tuple[bool, ...] = (False, False)
    parity: Parity = ALL_EVEN
    kind: str = "rectangle"


_EIGHT: Final[tuple[Step, ...]] = tuple(step for step in product((-1, 0, 1), repeat=2) if any(step))
_KNIGHT: Final[tuple[Step, ...]] = tuple(
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

LATTICES: Final[Mapping[str, Lattice]] = MappingProxyType(
    {
        SQUARE: Lattice((_EIGHT,)),
        "four": Lattice((((-1, 0), (0, -1), (0, 1), (1, 0)),)),
        "hexagon": Lattice(_HEXAGON, parity=BY_ROW, kind="board of hexagons"),
        "triangle": Lattice((_UP, _DOWN), parity=CHEQUERED, kind="board of triangles"),
        "torus": Lattice((_EIGHT,), (True, True), kind="torus"),
        "cylinder": Lattice((_EIGHT,), (False, True), kind="cylinder"),
        "knight": Lattice((_KNIGHT,)),
    }
)
"""The lattices of the topologies of boards of any size, by name."""


def stepped(dims: Sequence[int], lattice: Lattice) -> IntArray:
    """Return the table of neighbours of a lattice of these dimensions.

    Raises ValueError for more neighbours than a cell can have, and `LimitError`.
    """
    ways = zip(*chain(*lattice.steps), strict=True)
    most = prod(min(size, 2 * max(way) + 1) for size, way in zip(dims, ways, strict=False))
    size = prod(dims)
    check_room(size, min(len(lattice.steps[0]), most - 1))
    rows = [_reached(step, dims, lattice.wrap) for step in lattice.steps[0]]
    for steps in lattice.steps[1:]:
        odd = _odd(dims, lattice.parity)
        for row, step in zip(rows, steps, strict=True):
            np.copyto(row, _reached(step, dims, lattice.wrap), where=odd)
    table = np.array(rows, dtype=np.int32).reshape(len(rows), size)
    table.sort(axis=0)
    return table


def grid(dims: Sequence[int], wrap: Sequence[bool]) -> IntArray:
    """Return the table of a grid of these dimensions: all cells around each, wherever it is.

    Raises as `stepped` does.
    """
    # Before all steps are listed: their number is exponential in the number of dimensions.
    check_room(prod(dims), prod(min(size, 3) for size in dims) - 1)
    ways = [(0,) if size == 1 else (-1, 0, 1) for size in dims]
    steps = tuple(step for step in product(*ways) if any(step))
    return stepped(dims, Lattice((steps,), tuple(wrap)))


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
        if joined and size < FEWEST_JOINED:
            raise ValueError(
                f"a {kind} of {name.format(size)} would name a neighbour twice; expected at least "
                f"{FEWEST_JOINED}"
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


def _odd(dims: Sequence[int], parity: Parity) -> NDArray[np.bool_]:
    """Tell which cells are odd, by the sum of row and column."""
    rows, columns = (weight * np.arange(size) for weight, size in zip(parity, dims, strict=True))
    return (np.add.outer(rows, columns) % 2).astype(np.bool_).ravel()
