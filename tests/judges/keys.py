"""The judge of rules with a key: which layouts and keys go with clues, all of them tried.

What a clue shows is said by the definition, cell by cell; none of it shares code with the package.
A key is a direction as (rows down, columns right), a tuple of the number for each letter, or a
tuple of the column of the one special clue in each row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import permutations
from typing import Any, Final

import numpy as np

from tests.judges.rules import RING, Mask, Place, is_mine

AnyKey = Any
# How the directions are named.
DIRECTIONS: Final = {
    (-1, -1): "up left",
    (-1, 0): "up",
    (-1, 1): "up right",
    (0, 1): "right",
    (1, 1): "down right",
    (1, 0): "down",
    (1, -1): "down left",
    (0, -1): "left",
}


def around(mask: Mask, cell: Place) -> int:
    """The mines among the eight neighbours."""
    return sum(is_mine(mask, (cell[0] + down, cell[1] + right)) for down, right in RING)


def _but_one(mask: Mask, cell: Place, key: Place) -> set[int]:
    ignored = is_mine(mask, (cell[0] + key[0], cell[1] + key[1]))
    return {around(mask, cell) - ignored}


def _letters(mask: Mask, cell: Place, key: tuple[int, ...]) -> set[int]:
    """The letter whose number it is, as its place in the alphabet."""
    return {letter for letter, number in enumerate(key) if number == around(mask, cell)}


def _itself(mask: Mask, cell: Place, key: None) -> set[int]:
    del key
    row = around(mask, cell)
    return {column for column in range(mask.shape[1]) if is_mine(mask, (row, column))}


def _off(true: int) -> set[int]:
    return {true - 1, true + 1} & set(range(9))


def _liars(mask: Mask, cell: Place, key: tuple[int, ...]) -> set[int]:
    true = around(mask, cell)
    return _off(true) if key[cell[0]] == cell[1] else {true}


def _truthful(mask: Mask, cell: Place, key: tuple[int, ...]) -> set[int]:
    true = around(mask, cell)
    return {true} if key[cell[0]] == cell[1] else _off(true)


SHOWS: Final[dict[str, Callable[[Mask, Place, AnyKey], set[int]]]] = {
    "2I": _but_one,
    "2E": _letters,
    "2E'": _itself,
    "2L": _liars,
    "2L'": _truthful,
}
SQUARE: Final = ("2L", "2L'")


def keys(rule: str, mask: Mask) -> Iterator[AnyKey]:
    """Every key that goes with a layout."""
    height, _ = mask.shape
    if rule == "2I":
        yield from RING
    elif rule == "2E":
        yield from permutations(range(min(height, 9)))
    elif rule == "2E'":
        yield None
    else:
        for key in permutations(range(height)):
            if not any(mask[row, column] for row, column in enumerate(key)):
                yield key


def agreeing(rule: str, mask: Mask, shown: Mapping[Place, int]) -> list[AnyKey]:
    """The keys with which a layout shows these clues; their cells are safe."""
    return [
        key
        for key in keys(rule, mask)
        if all(value in SHOWS[rule](mask, cell, key) for cell, value in shown.items())
    ]


def marked(rule: str, key: AnyKey, height: int) -> np.ndarray:
    """The key as a drawing: rows and columns as the package names them."""
    if rule == "2I":
        return np.array([[one == DIRECTIONS[key] for one in DIRECTIONS.values()]])
    return np.array([[key[row] == column for column in range(height)] for row in range(height)])
