"""Swaps of the mines in one set of cells with the safe cells of another, for 50/50s.

A swap is two sets of cells of one size, the halves. If one half is all mines and the other all
safe, swapping them gives another layout with as many mines; a clue differs only if its cell has
more neighbours in one half than in the other. Such cells are the ends of the swap. If they all hold
mines, no clue ever tells the two layouts apart. Swaps depend on the adjacency alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency

# Swaps with more ends hardly ever come to a 50/50. On a grid, two cells side by side have up to 6,
# the diagonals of a square of four cells up to 4.
_MOST_ENDS: Final = {1: 6, 2: 4}


class Swap(NamedTuple):
    """A swap: its two halves and its ends, as cell numbers."""

    halves: tuple[tuple[int, ...], tuple[int, ...]]
    ends: tuple[int, ...]


class Swaps(NamedTuple):
    """All small swaps with halves of one size, as arrays; cells are padded with their number.

    Attributes:
        cells: The cells of the first half, then those of the second; int32 of shape (2 * size of a
            half, swaps).
        ends: int32 of shape (swaps, most ends).
    """

    cells: NDArray[np.int32]
    ends: NDArray[np.int32]


def ends_of(adjacency: Adjacency, first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """List the cells outside two halves with more neighbours in one half than in the other."""
    near = adjacency.lists
    differences: dict[int, int] = {}  # neighbours in the first half minus those in the second
    for half, sign in ((first, 1), (second, -1)):
        for cell in half:
            for around in near[cell]:
                differences[around] = differences.get(around, 0) + sign
    halves = {*first, *second}
    return tuple(sorted([cell for cell, n in differences.items() if n and cell not in halves]))


@lru_cache(maxsize=16)
def swaps(adjacency: Adjacency, size: int) -> Swaps:
    """List all swaps with halves of `size` cells, 1 or 2, that are neighbours and have few ends.

    All cells of a swap are neighbours of each other. Swaps of four cells that are two swaps of two
    cells each are left out.
    """
    most = _MOST_ENDS[size]
    kept = [swap for swap in _all(adjacency, size) if len(swap.ends) <= most]
    cells = np.array([swap.halves for swap in kept], dtype=np.int32).reshape(len(kept), 2 * size)
    ends = np.full((len(kept), most), adjacency.size, dtype=np.int32)
    for row, swap in zip(ends, kept, strict=True):
        row[: len(swap.ends)] = swap.ends
    return Swaps(np.ascontiguousarray(cells.T), ends)


def _all(adjacency: Adjacency, size: int) -> Iterator[Swap]:
    """Yield the swaps of `swaps`, however many ends they have."""
    near = [frozenset(row) for row in adjacency.lists]
    halves = _pairs(near) if size == 1 else _squares(near)
    for first, second in halves:
        swap = Swap((first, second), ends_of(adjacency, first, second))
        if size == 1 or not _is_two_pairs(adjacency, swap):
            yield swap


def _is_two_pairs(adjacency: Adjacency, swap: Swap) -> bool:
    """Tell whether a swap of four cells is two swaps of pairs, whose ends are among its ends."""
    (a, b), (c, d) = swap.halves
    ends = set(swap.ends)
    return any(
        ends.issuperset(ends_of(adjacency, (a,), (opposite,)))
        and ends.issuperset(ends_of(adjacency, (b,), (another,)))
        for opposite, another in ((c, d), (d, c))
    )


def _pairs(near: Sequence[frozenset[int]]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every pair of neighbours as halves of one cell each."""
    for cell, around in enumerate(near):
        for neighbour in sorted(around):
            if neighbour > cell:
                yield (cell,), (neighbour,)


def _squares(near: Sequence[frozenset[int]]) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield every way to halve four cells that are neighbours of each other."""
    for first, around in enumerate(near):
        later = [cell for cell in sorted(around) if cell > first]
        for rest in combinations(later, 3):
            if _are_neighbours(near, rest):
                for partner in rest:
                    others = [cell for cell in rest if cell != partner]
                    yield (first, partner), (others[0], others[1])


def _are_neighbours(near: Sequence[frozenset[int]], cells: Iterable[int]) -> bool:
    return all(second in near[cell] for cell, second in combinations(cells, 2))
