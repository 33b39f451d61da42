"""The symmetries of a small board: the permutations of its cells that keep neighbours."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board

# A square has 8; a torus and some graphs have more than pay.
_MOST: Final = 64
# Cells that are placed before no more symmetries are looked for.
_MOST_STEPS: Final = 50_000


def symmetries_of(board: Board) -> NDArray[np.uint8]:
    """List the symmetries of a small board, the identity first; shape (symmetries, cells).

    Row by row, the cell that comes to be in the place of each cell. The board has at most 255
    cells. Where eight neighbours are around a cell, it is mirrored and turned.
    """
    if board.has_eight_neighbours:
        return views_of(*board.shape).astype(np.uint8)
    return automorphisms(board.adjacency)


def views_of(height: int, width: int) -> NDArray[np.int32]:
    """Return the cell that each cell of a copy shows, of shape (copies, cells).

    A square has eight copies, any other board four; the first one is the board itself.
    """
    cells = np.arange(height * width, dtype=np.int32).reshape(height, width)
    seen = [cells, cells[:, ::-1], cells[::-1], cells[::-1, ::-1]]
    if height == width:
        seen += [view.T for view in seen]
    return np.array([view.ravel() for view in seen])


def automorphisms(adjacency: Adjacency) -> NDArray[np.uint8]:
    """List symmetries of the graph of neighbours, the identity first; shape (symmetries, cells).

    Row by row, the cell that comes to be in the place of each cell. Of very many symmetries only
    some are listed. The board has at most 255 cells.
    """
    images = sorted(islice(_images(adjacency), _MOST))
    identity = list(range(adjacency.size))
    return np.array([identity, *(image for image in images if image != identity)], dtype=np.uint8)


def _images(adjacency: Adjacency) -> Iterator[list[int]]:
    """Yield symmetries by backtracking: the cells are placed in order of breadth-first search."""
    size = adjacency.size
    near = [frozenset(adjacency.neighbours(cell)) for cell in range(size)]
    order = _breadth_first(near)
    # Of each cell, in order: the cells placed before it, and whether they are neighbours.
    before = [
        [(earlier, earlier in near[cell]) for earlier in order[:place]]
        for place, cell in enumerate(order)
    ]
    image: dict[int, int] = {}
    steps = 0

    def place(turn: int) -> Iterator[list[int]]:
        nonlocal steps
        if turn == size:
            yield [image[cell] for cell in range(size)]
            return
        cell = order[turn]
        placed = set(image.values())
        for there in range(size):
            steps += 1
            if steps > _MOST_STEPS:
                return
            fits = there not in placed and len(near[there]) == len(near[cell])
            if fits and all((image[old] in near[there]) == tied for old, tied in before[turn]):
                image[cell] = there
                yield from place(turn + 1)
                del image[cell]

    yield from place(0)


def _breadth_first(near: list[frozenset[int]]) -> list[int]:
    order: list[int] = []
    seen: set[int] = set()
    for start in range(len(near)):
        if start not in seen:
            seen.add(start)
            order.append(start)
            at = len(order) - 1
            while at < len(order):
                for next_cell in sorted(near[order[at]] - seen):
                    seen.add(next_cell)
                    order.append(next_cell)
                at += 1
    return order
