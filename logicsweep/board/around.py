"""Counts of neighbours in a mask, and of the pieces that a mask has."""

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
