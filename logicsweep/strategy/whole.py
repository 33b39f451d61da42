"""Whole small games: the best first cells, with the chance to win from there on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import ceil, comb
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import COVERED, covered_mask
from logicsweep.kernel.context import MOST_BYTES
from logicsweep.kernel.winning import MOST_CELLS, Optimum, Won, optimum_of
from logicsweep.limits import Budget
from logicsweep.strategy.endgame import UNKNOWN
from logicsweep.strategy.symmetries import symmetries_of

# The clue of an opening.
_NO_MINES: Final = 0


class Start(NamedTuple):
    """The best play of a whole position.

    Attributes:
        chance: The probability to win; negative if no cell can be the first.
        best: The numbers of the cells that the best player may open next: all, or one of them.
        chances: By cell number, the probability to win if that cell is opened first, where the
            first click is protected and that was worked out.
    """

    chance: Fraction
    best: tuple[int, ...]
    chances: Mapping[int, Fraction] = UNKNOWN


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
        return Start(best.chance, tuple(sorted(best.best)), chances if each else UNKNOWN)


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
    mines, size = board.total_mines, board.grid.size
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
