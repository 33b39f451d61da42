"""Plain expectimax over sets of layouts, with no trick but to keep values: the judge of games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from logicsweep.board.adjacency import Adjacency

Layouts = tuple[int, ...]
"""Layouts, each as bits: its mines."""


class EveryGame:
    """All games with so many mines on a board."""

    def __init__(self, adjacency: Adjacency, mines: int) -> None:
        self._size = adjacency.size
        self._near = [
            sum([1 << near for near in adjacency.neighbours(cell)]) for cell in range(self._size)
        ]
        self.layouts: Layouts = tuple(
            sum([1 << cell for cell in chosen]) for chosen in combinations(range(self._size), mines)
        )
        self.won = cache(self._won)

    def _won(self, layouts: Layouts) -> int:
        """Count what the best player wins who knows that the layout is one of these."""
        if len(layouts) == 1:
            return 1
        return max([self.after(layouts, cell) for cell in range(self._size)])

    def after(self, layouts: Layouts, cell: int) -> int:
        """Count what is won after opening a cell; 0 if that changes nothing."""
        parts = self.parts(layouts, cell)
        if any(len(part) == len(layouts) for part in parts):
            return len(layouts) if len(layouts) == 1 else 0
        return sum(map(self.won, parts))

    def parts(self, layouts: Layouts, cell: int) -> list[Layouts]:
        """Split layouts by what a cell shows, without those in which it is a mine."""
        parts: dict[int, list[int]] = {}
        for layout in layouts:
            if not layout >> cell & 1:
                parts.setdefault((layout & self._near[cell]).bit_count(), []).append(layout)
        return list(map(tuple, parts.values()))

    def first(self, cell: int, free: Sequence[int]) -> tuple[int, int]:
        """Count what is won if a cell is opened first and `free` ones are safe, and all layouts."""
        kept = tuple(
            layout for layout in self.layouts if not any(layout >> cell & 1 for cell in free)
        )
        return sum(map(self.won, self.parts(kept, cell))), len(kept)
