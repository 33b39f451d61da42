"""What is around cells: how many neighbours are in a mask, and how many pieces a mask has."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency


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
    """Count the pieces that the mask's cells form, where neighbours are in the same piece."""
    cells = np.flatnonzero(mask)
    place = np.full(mask.size + 1, -1, dtype=np.intp)
    place[cells] = np.arange(cells.size)
    near = place[adjacency.table[:, cells]]
    slot, first = np.nonzero(near > np.arange(cells.size))  # each edge once
    second = near[slot, first]
    root = np.arange(cells.size)
    while first.size:
        # Of two roots the smaller becomes that of the larger; then every cell finds its root.
        ends = root[first], root[second]
        np.minimum.at(root, np.maximum(*ends), np.minimum(*ends))
        while not np.array_equal(further := root[root], root):
            root = further
        apart = root[first] != root[second]
        first, second = first[apart], second[apart]
    return int((root == np.arange(cells.size)).sum())
