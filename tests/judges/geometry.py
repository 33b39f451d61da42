"""The judge of topologies: which cells are neighbours, by geometry.

It shares no code with the package.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import product
from typing import TypeAlias

Shape: TypeAlias = tuple[int, int]


def corners_of(name: str, row: int, column: int) -> set[tuple[int, int]]:
    """The corners of a cell in whole units."""
    if name == "triangle":
        tip, base = (row, row + 1) if (row + column) % 2 == 0 else (row + 1, row)
        return {(tip, column + 1), (base, column), (base, column + 2)}
    return set(product((row, row + 1), (column, column + 1)))


def apart(one: int, other: int, size: int, *, joined: bool) -> int:
    """How many steps two places are apart on a line or a ring."""
    direct = abs(one - other)
    return min(direct, size - direct) if joined else direct


def is_near(name: str, shape: Shape, one: Shape, other: Shape) -> bool:
    """Whether two cells of a topology without parameters are neighbours, by geometry."""
    rows = apart(one[0], other[0], shape[0], joined=name == "torus")
    columns = apart(one[1], other[1], shape[1], joined=name in ("torus", "cylinder"))
    if one == other:
        return False
    if name == "four":  # two corners in common make a side
        return len(corners_of(name, *one) & corners_of(name, *other)) == 2
    if name in ("square", "triangle"):
        return bool(corners_of(name, *one) & corners_of(name, *other))
    if name == "knight":
        return math.isclose(math.hypot(rows, columns), math.sqrt(5))
    if name == "hexagon":  # centres, in sides of length 1
        across = (one[1] + one[0] % 2 / 2) - (other[1] + other[0] % 2 / 2)
        return math.isclose(math.hypot(across, rows * math.sqrt(3) / 2), 1)
    return max(rows, columns) == 1


def neighbours(name: str, shape: Shape) -> list[list[int]]:
    """The numbers of the neighbours of each cell of a topology without parameters."""
    cells = list(product(range(shape[0]), range(shape[1])))
    return [
        [place for place, other in enumerate(cells) if is_near(name, shape, cell, other)]
        for cell in cells
    ]


def grid_neighbours(dims: Iterable[int], wrap: Iterable[bool]) -> list[list[int]]:
    """The numbers of the neighbours of each cell of a grid: one step apart in every dimension."""
    sizes, joins = tuple(dims), tuple(wrap)
    cells = list(product(*map(range, sizes)))
    return [
        [
            place
            for place, other in enumerate(cells)
            if place != number
            and all(
                apart(*pair, size, joined=joined) <= 1
                for *pair, size, joined in zip(cell, other, sizes, joins, strict=True)
            )
        ]
        for number, cell in enumerate(cells)
    ]
