"""ZiNi: how few clicks, flags and chords among them, open a board; upper bounds by greedy choice.

By Elmar Zimmermann and Christoph Nikolaus. The premium of a number is how many clicks it saves to
chord there: the 3BV that the chord opens, less the flags that it needs, the chord itself, and the
click that opens the number. A cell of the highest premium is chorded as long as none is negative;
otherwise the first cell that is worth a click is clicked. Columns come first among equals, as in
minesweeper-rawvf and ms_toollib.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.layout import Layout


def zini(layout: Layout, *, openings_first: bool = False) -> int:
    """Compute the greedy ZiNi, or with `openings_first` the human one (HZiNi).

    For the human one all openings are clicked first, and only what is open is chorded.
    """
    return _Clicking(layout).clicks(openings_first=openings_first)


def openings_of(layout: Layout) -> list[tuple[list[int], list[int]]]:
    """List each opening: the cells without mines around them, and those beside, by number."""
    zero = (~layout.mask & (layout.around == 0)).ravel().tolist()
    near = layout.adjacency.lists
    met = [False] * len(zero)
    openings = []
    for start in np.flatnonzero(zero).tolist():
        if met[start]:
            continue
        met[start] = True
        inside, beside = [start], set()
        for cell in inside:  # which grows on the way
            for neighbour in near[cell]:
                if not zero[neighbour]:
                    beside.add(neighbour)
                elif not met[neighbour]:
                    met[neighbour] = True
                    inside.append(neighbour)
        openings.append((inside, sorted(beside)))
    return openings


def lonely(layout: Layout) -> NDArray[np.bool_]:
    """Mark the safe cells in no opening, each of which takes a click of its own."""
    is_lonely = ~layout.mask
    for inside, beside in openings_of(layout):
        is_lonely.flat[inside] = False
        is_lonely.flat[beside] = False
    return is_lonely


class _Clicking:
    """A board that is opened with as few clicks as a greedy choice finds."""

    def __init__(self, layout: Layout) -> None:
        adjacency: Adjacency = layout.adjacency
        self._near = adjacency.lists
        height, width = layout.mask.shape
        by_column = np.arange(height * width).reshape(height, width).T.ravel()
        self._order: list[int] = by_column.tolist()
        self._mine: list[bool] = layout.mask.ravel().tolist()
        self._clue: list[int] = layout.around.ravel().tolist()
        self._lonely: list[bool] = lonely(layout).ravel().tolist()
        self._openings = openings_of(layout)
        self._of: dict[int, list[int]] = {}  # the openings that a cell belongs to
        for number, (inside, beside) in enumerate(self._openings):
            for cell in (*inside, *beside):
                self._of.setdefault(cell, []).append(number)
        self._open = [False] * len(self._mine)
        self._flagged = [False] * len(self._mine)
        self._premium = [self._first_premium(cell) for cell in range(len(self._mine))]
        self._left = self._mine.count(False)

    def _first_premium(self, cell: int) -> int:
        if not self._clue[cell] and not self._mine[cell]:
            return -1  # the opening that it opens, less the click and the chord
        saved = sum(self._lonely[place] for place in (cell, *self._near[cell]))
        return saved + len(self._of.get(cell, ())) - self._clue[cell] - 2

    def clicks(self, *, openings_first: bool) -> int:
        """Open all safe cells; how many clicks that took."""
        taken = 0
        if openings_first:
            for inside, _ in self._openings:
                self._reveal(inside[0])
            taken = len(self._openings)
        while self._left:
            best = self._best(only_open=openings_first)
            if best is None:
                self._reveal(self._worth())
                taken += 1
                continue
            if not self._open[best]:
                self._reveal(best)
                taken += 1
            for cell in self._near[best]:
                taken += self._flag(cell)
            taken += 1
            for cell in (best, *self._near[best]):
                self._reveal(cell)
        return taken

    def _best(self, *, only_open: bool) -> int | None:
        """Return the first cell of the highest premium that is not negative."""
        best, highest = None, -1
        for cell in self._order:
            if (
                self._premium[cell] > highest
                and not self._mine[cell]
                and (self._open[cell] or not only_open)
            ):
                best, highest = cell, self._premium[cell]
        return best

    def _worth(self) -> int:
        """Return the first covered cell that is an opening or in none."""
        return next(
            cell
            for cell in self._order
            if not self._open[cell]
            and not self._mine[cell]
            and (self._lonely[cell] or not self._clue[cell])
        )

    def _flag(self, cell: int) -> bool:
        """Put a flag on a mine that has none; return whether that took a click."""
        if not self._mine[cell] or self._flagged[cell]:
            return False
        self._flagged[cell] = True
        for place in (cell, *self._near[cell]):
            self._premium[place] += 1
        return True

    def _reveal(self, cell: int) -> None:
        if self._open[cell] or self._mine[cell]:
            return
        if self._clue[cell]:
            self._show(cell)
            return
        inside, beside = self._openings[self._of[cell][0]]
        for place in (*inside, *beside):
            self._show(place)
            self._premium[place] -= 1

    def _show(self, cell: int) -> None:
        if self._open[cell]:
            return
        self._open[cell] = True
        self._left -= 1
        self._premium[cell] += 1
        if self._lonely[cell]:
            for place in (cell, *self._near[cell]):
                self._premium[place] -= 1
