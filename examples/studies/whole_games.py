"""Whole small games, all their layouts at once, searched by the kernel (`optimum.c`).

`optima.py` and tests use this module. The package looks games up that took long, and plays others
by its own search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from ctypes import CDLL
from fractions import Fraction
from itertools import islice
from math import ceil, comb
from threading import Thread
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import COVERED, covered_mask
from logicsweep.errors import LimitError
from logicsweep.kernel import headers
from logicsweep.kernel.context import (
    MOST_BYTES,
    OK,
    STOPPED,
    Context,
    Status,
    address_of,
    context,
    release,
)
from logicsweep.limits import MAX_ENTRIES, Budget, starts_threads
from logicsweep.strategy.symmetries import views_of
from logicsweep.strategy.winning import Start

# The clue of an opening.
_NO_MINES: Final = 0
# A square has 8; a torus and some graphs have more than pay.
_MOST: Final = 64
# Cells that are placed before no more symmetries are looked for.
_MOST_STEPS: Final = 50_000
MOST_CELLS: Final = 32
"""The most cells of a game that is searched."""
_ANY: Final = (1 << 63) - 1
# To make a game of more layouts ready takes more than some milliseconds.
_LONG: Final = 5_000


class Won(NamedTuple):
    """The layouts of a position, and how many of them the best player wins.

    Attributes:
        layouts: The number of layouts.
        won: The number of layouts that are won, or an upper bound that is not above alpha.
    """

    layouts: int
    won: int


class Optimum:
    """A game whose layouts all weigh the same, with a table of its positions.

    The table stays: what one question found serves the next. A game belongs to one thread at a
    time, but lets several of its own help.
    """

    def __init__(self, library: CDLL, address: int, threads: int) -> None:
        self._library = library
        self._address: int | None = address
        self._threads = threads

    def __del__(self) -> None:
        address, self._address = self._address, None
        if address:
            self._library.ls_optimum_delete(address)

    def won(
        self, shown: Sequence[int], cell: int | None, budget: Budget, *, alpha: int = -1
    ) -> Won:
        """Count what the best player wins of a position, after opening a cell if one is given.

        Args:
            shown: For each cell its clue; `State.COVERED`, -1, for a covered cell.
            cell: The cell that is opened next; None for the best one.
            budget: The time limit.
            alpha: A number above it is exact; else it is an upper bound, which is found sooner.

        Raises:
            LimitError: The time is over, or the table would take too much memory.
        """
        kernel = context()
        if kernel is None:
            raise RuntimeError("the library is gone")
        ask, answer = self._library.ls_optimum_value, headers.ls_whole_won()
        board = np.array(shown, dtype=np.int8).tobytes()
        arguments = self._address, board, -1 if cell is None else cell, alpha
        status = STOPPED
        if self._threads == 1:
            status = kernel.ask(ask, budget, *arguments, answer)
        if status == STOPPED:
            with _helping(self._library, self._threads - 1, *arguments):
                status = kernel.ask(ask, budget, *arguments, answer, is_long=True)
        release(kernel)
        if status == Status.MEMORY:
            raise LimitError("the memory for the positions of a game is used up")
        if status != OK:
            raise RuntimeError(f"the kernel returned {Status(status).name}")
        return Won(answer.layouts, answer.won)


@contextmanager
def _helping(library: CDLL, threads: int, *arguments: object) -> Iterator[None]:
    """Let other threads ask the same meanwhile; they share the table of positions."""
    contexts = [Context(library) for _ in range(threads if starts_threads() else 0)]
    helpers = []
    for helping in contexts:
        library.ls_limits(helping.address, MAX_ENTRIES, _ANY)
        asked = (helping.address, *arguments, headers.ls_whole_won())
        helpers.append(Thread(target=library.ls_optimum_value, args=asked, daemon=True))
    try:
        for helper in helpers:
            helper.start()
        yield
    finally:
        for helping in contexts:
            helping.cancel()
        for helper in helpers:
            if helper.ident is not None:
                helper.join()


def optimum_of(
    adjacency: Adjacency,
    mines: int,
    images: NDArray[np.uint8],
    *,
    layouts: int,
    budget: Budget,
    threads: int = 1,
    most_bytes: int = MOST_BYTES,
) -> Optimum | None:
    """Make a game of so many mines ready to be searched.

    `images` are symmetries, permutations of the cells that keep neighbours, the first one the
    identity; of shape (symmetries, cells). None where the kernel cannot: without the library, for
    more cells than `MOST_CELLS`, very many neighbours, more than `layouts` layouts, and for want of
    memory. Raises `LimitError` when the time is over.
    """
    kernel = context()
    if kernel is None or adjacency.size > MOST_CELLS:
        return None
    status = np.zeros(1, dtype=np.int32)
    shown = np.ascontiguousarray(images)
    asked = headers.ls_whole_game(
        *(adjacency.size, adjacency.degree, mines, len(shown)),
        *(adjacency.address, address_of(shown), min(layouts, (1 << 31) - 1), most_bytes),
    )
    made: list[int | None] = []

    def make(*arguments: object) -> int:
        made.append(kernel.library.ls_optimum_new(*arguments, address_of(status)))
        return int(status[0])

    result = kernel.ask(make, budget, asked, is_long=comb(adjacency.size, mines) > _LONG)
    release(kernel)
    address = made[-1]
    return Optimum(kernel.library, address, threads) if result == OK and address else None


class WholeGame:
    """A game with so many mines on a small board, all covered; layouts weigh the same.

    Its answers are exact. They are found by one search for all first cells and first clicks, whose
    table of positions stays.

    Attributes:
        adjacency: The neighbours of each cell.
        mines: The mine count.
        classes: The cells, those that a symmetry of the board maps to each other together.
        symmetries: For each symmetry, the cell that comes to be in the place of each cell.
    """

    def __init__(
        self, optimum: Optimum, adjacency: Adjacency, mines: int, symmetries: Sequence[list[int]]
    ) -> None:
        self._optimum = optimum
        self.adjacency = adjacency
        self.mines = mines
        self.symmetries = symmetries
        self.classes = _orbits(symmetries)

    @property
    def layouts(self) -> int:
        """The number of layouts."""
        return comb(self.adjacency.size, self.mines)

    def won(
        self, shown: Sequence[int], cell: int | None, budget: Budget, *, alpha: int = -1
    ) -> Won:
        """Count the layouts of a position that are won; see `Optimum.won`."""
        return self._optimum.won(shown, cell, budget, alpha=alpha)

    def won_first(
        self, cell: int, protection: FirstClick, budget: Budget, *, above: Fraction = Fraction(-1)
    ) -> tuple[int, int]:
        """Count the layouts that are won if a cell is opened first, and all that there may be.

        The first number is exact unless the chance is below or equal to `above`; then it may be an
        upper bound, which is not above it either. Raises `LimitError`.
        """
        size, near = self.adjacency.size, len(self.adjacency.neighbours(cell))
        free = {FirstClick.UNPROTECTED: 0, FirstClick.SAFE: 1, FirstClick.OPENING: 1 + near}
        total = comb(size - free[protection], self.mines)
        if not total:
            return 0, 0
        alpha = ceil(above * total) - 1 if above >= 0 else -1
        shown = [COVERED] * size
        if protection is FirstClick.OPENING:
            shown[cell] = _NO_MINES
            return self.won(shown, None, budget, alpha=alpha).won, total
        return self.won(shown, cell, budget, alpha=alpha).won, total

    def first(self, protection: FirstClick, budget: Budget, *, each: bool = False) -> Start:
        """Find all best first cells; with `each`, which takes longer, the chance of every one.

        Raises `LimitError`.
        """
        best = Start(Fraction(-1), ())
        chances: dict[int, Fraction] = {}
        for cells in self.classes:
            above = Fraction(-1) if each else best.chance
            won, total = self.won_first(cells[0], protection, budget, above=above)
            if not total:
                continue
            chance = Fraction(won, total)
            chances.update(dict.fromkeys(cells, chance))
            if chance > best.chance:
                best = Start(chance, cells)
            elif chance == best.chance:
                best = Start(chance, (*best.best, *cells))
        return Start(best.chance, tuple(sorted(best.best)), chances if each else {})


def whole_game(
    board: Board,
    budget: Budget,
    *,
    layouts: int,
    threads: int = 1,
    most_bytes: int = MOST_BYTES,
) -> WholeGame | None:
    """Make the game of an ordinary board ready; None where the kernel cannot.

    It can if all cells are covered, the mine count is known, and there are at most `MOST_CELLS`
    cells and `layouts` layouts. Raises `LimitError`.
    """
    mines, size = board.mines, board.grid.size
    if not isinstance(mines, int) or size > MOST_CELLS:
        return None
    if mines >= size or comb(size, mines) > layouts or not covered_mask(board.grid).all():
        return None
    symmetries = symmetries_of(board)
    optimum = optimum_of(
        *(board.adjacency, mines, symmetries),
        layouts=layouts,
        budget=budget,
        threads=threads,
        most_bytes=most_bytes,
    )
    if optimum is None:
        return None
    return WholeGame(optimum, board.adjacency, mines, np.asarray(symmetries).tolist())


def _orbits(symmetries: Sequence[list[int]]) -> tuple[tuple[int, ...], ...]:
    """Group cells that some symmetry maps to each other; groups by their first cells."""
    root = list(range(len(symmetries[0])))
    for image in symmetries:
        for cell, there in enumerate(image):
            low, high = sorted((root[cell], root[there]))
            if low != high:
                root = [low if at == high else at for at in root]
    return tuple(
        tuple(cell for cell, at in enumerate(root) if at == first) for first in sorted(set(root))
    )


def symmetries_of(board: Board) -> NDArray[np.uint8]:
    """List the symmetries of a small board, the identity first; shape (symmetries, cells).

    Row by row, the cell that comes to be in the place of each cell. The board has at most 255
    cells. Where eight neighbours are around a cell, it is mirrored and turned.
    """
    if board.has_eight_neighbours:
        return views_of(*board.shape).astype(np.uint8)
    return automorphisms(board.adjacency)


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
