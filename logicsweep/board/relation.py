"""Tables of neighbours: checked, made from lists or from coordinates, with edges taken out.

Column `i` of a table holds the numbers of the neighbours of cell `i`, ascending and padded with the
number of cells. The shape is (degree, size).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, product
from math import isfinite, prod
from operator import index
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.names import SQUARE
from logicsweep.errors import LimitError, are, counted, whole
from logicsweep.limits import MOST_CELLS

IntArray = NDArray[np.int32]
# An edge: the numbers of two neighbours, the smaller one first.
Edge = tuple[int, int]
# The place of each cell in a picture, as (x, y).
Positions = tuple[tuple[float, float], ...]

# Clues are stored as signed bytes; the largest byte marks an uncertain clue.
MAX_DEGREE: Final = 126
# The most entries of a table, about 320 megabytes.
MOST_ENTRIES: Final = 8 * MOST_CELLS


class NeighbourError(ValueError):
    """These neighbours do not form an adjacency; `number` is the cell at fault."""

    def __init__(self, text: str, *, number: int) -> None:
        super().__init__(text)
        self.number = number


class EdgeError(ValueError):
    """An edge cannot be added or taken out; `place` is where it stands among those given, from 0.

    `fault` says what is wrong with it, without its place.
    """

    def __init__(self, edge: Sequence[int], fault: str, *, place: int) -> None:
        super().__init__(f"edge {place} is ({','.join(map(str, edge))}): {fault}")
        self.fault = fault
        self.place = place


def check_room(size: int, degree: int) -> None:
    """Raise ValueError or `LimitError` unless `size` cells can have `degree` neighbours each."""
    if degree > MAX_DEGREE:
        raise ValueError(f"a cell has {degree} neighbours; expected at most {MAX_DEGREE}")
    if size > MOST_CELLS or degree * size > MOST_ENTRIES:
        raise LimitError(
            f"an adjacency of {size:,} cells with up to {degree} neighbours is too large"
        )


def table_of(neighbours: Sequence[Iterable[int]]) -> IntArray:
    """Return the table of lists of neighbours. Raises as `Adjacency.of` does."""
    size = len(neighbours)
    sets = [tuple(sorted(set(map(index, row)))) for row in neighbours]
    for number, row in enumerate(sets):
        if len(row) > MAX_DEGREE:
            problem = f"cell {number} has {len(row)} neighbours; expected at most {MAX_DEGREE}"
            raise NeighbourError(problem, number=number)
        for neighbour in row:
            if not 0 <= neighbour < size or neighbour == number:
                raise _strange(neighbour, number)
            if number not in sets[neighbour]:
                raise _one_way(neighbour, number)
    degree = max(map(len, sets), default=0)
    check_room(size, degree)
    table = np.full((degree, size), size, dtype=np.int32)
    for number, row in enumerate(sets):
        table[: len(row), number] = row
    return table


def lists_of(edges: Iterable[Sequence[int]], size: int | None) -> list[set[int]]:
    """Return the neighbours of each cell of a graph; `size` None: up to the largest number in an
    edge.

    Raises `EdgeError` for a loop, a cell out of range, and an edge that is there twice.
    """
    pairs = [_pair(edge, place) for place, edge in enumerate(edges)]
    if size is None:
        size = 1 + max((max(pair) for pair in pairs), default=-1)
        check_room(size, 0)
    near: list[set[int]] = [set() for _ in range(size)]
    for place, (first, second) in enumerate(pairs):
        if not (0 <= first < size and 0 <= second < size):
            raise EdgeError((first, second), f"expected cell numbers 0 to {size - 1}", place=place)
        if first == second:
            raise EdgeError((first, second), "a loop; expected two different cells", place=place)
        if second in near[first]:
            raise EdgeError(
                (first, second), "this edge is there twice; expected it once", place=place
            )
        near[first].add(second)
        near[second].add(first)
    return near


def checked_positions(positions: Iterable[Sequence[float]], size: int) -> Positions:
    """Check positions: pairs of floats, one for each cell. Raises ValueError, TypeError."""
    pairs: list[tuple[float, float]] = []
    for number, position in enumerate(positions):
        x, y = map(float, position)
        if not (isfinite(x) and isfinite(y)):
            raise NeighbourError(f"cell {number} is at ({x},{y}); expected numbers", number=number)
        pairs.append((x, y))
    if len(pairs) != size:
        stated = f"there {are(len(pairs))} {counted(len(pairs), 'position')}"
        raise ValueError(f"{stated}; expected {size:,}, one for each cell")
    return tuple(pairs)


def edges_out(table: IntArray, walls: Iterable[Sequence[int]]) -> tuple[IntArray, list[Edge]]:
    """Return a table without some edges, and these edges with the smaller number first.

    Raises `EdgeError` for an edge that is not in the table.
    """
    changed_table = table.copy()
    size = changed_table.shape[1]
    taken = []
    for place, wall in enumerate(walls):
        first, second = _pair(wall, place)
        there = (
            changed_table[:, first] == second if 0 <= first < size and 0 <= second < size else None
        )
        if there is None or not there.any():
            raise EdgeError((first, second), "these cells are not neighbours", place=place)
        changed_table[there, first] = size
        changed_table[changed_table[:, second] == first, second] = size
        taken.append((min(first, second), max(first, second)))
    changed = sorted({number for wall in taken for number in wall})
    changed_table[:, changed] = np.sort(changed_table[:, changed], axis=0)
    return changed_table, taken


def check_numbers(table: NDArray[Any]) -> None:
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


def check_relation(table: IntArray) -> None:
    """Raise ValueError unless a table, its columns sorted, is a relation of neighbours."""
    size = table.shape[1]
    twice = (table[1:] == table[:-1]) & (table[1:] < size)
    if twice.any():
        row, number = np.argwhere(twice)[0].tolist()
        problem = f"cell {number} names its neighbour {table[row, number]} twice"
        raise NeighbourError(problem, number=number)
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


def _pair(edge: Sequence[int], place: int) -> Edge:
    """Return the two cells of an edge. Raises `EdgeError`."""
    numbers = [index(number) for number in edge]
    if len(numbers) != 2:
        raise EdgeError(numbers, "expected two cell numbers", place=place)
    return numbers[0], numbers[1]


def _strange(neighbour: int, number: int) -> NeighbourError:
    return NeighbourError(f"cell {number} cannot have {neighbour} as a neighbour", number=number)


def _one_way(neighbour: int, number: int) -> NeighbourError:
    problem = f"{neighbour} is next to {number} but not the other way round"
    return NeighbourError(problem, number=number)


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
    """A topology of boards of any size: cells whose neighbours are always the same steps away, or
    by turns one of two sets of steps.

    Attributes:
        steps: The steps from an even cell, and as many from an odd one if they differ.
        wrap: Of each dimension, whether its opposite sides are joined.
        parity: The weights that tell even cells from odd ones; only where rows and columns are the
            dimensions.
        kind: Its name in messages.
        note: The note on neighbours below a picture.
    """

    steps: tuple[tuple[Step, ...], ...]
    wrap: tuple[bool, ...] = (False, False)
    parity: Parity = ALL_EVEN
    kind: str = "rectangle"
    note: str = ""


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
        "four": Lattice((((-1, 0), (0, -1), (0, 1), (1, 0)),), note="Neighbours share a side."),
        "hexagon": Lattice(
            _HEXAGON, parity=BY_ROW, kind="board of hexagons", note="Neighbours share a side."
        ),
        "triangle": Lattice(
            (_UP, _DOWN),
            parity=CHEQUERED,
            kind="board of triangles",
            note="Neighbours share a side or a corner.",
        ),
        "torus": Lattice(
            (_EIGHT,),
            (True, True),
            kind="torus",
            note="Opposite sides, drawn with dashes, are joined.",
        ),
        "cylinder": Lattice(
            (_EIGHT,),
            (False, True),
            kind="cylinder",
            note="The left and right sides, drawn with dashes, are joined.",
        ),
        "knight": Lattice((_KNIGHT,), note="Neighbours are a knight's move apart."),
    }
)
"""The topologies of boards of any size, by name; each is a method of `Adjacency`."""


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
