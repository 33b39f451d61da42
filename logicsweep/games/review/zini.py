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
    """The greedy ZiNi, or with `openings_first` the human one (HZiNi).

    For the human one all openings are clicked first, and only what is open is chorded.
    """
    return _Clicking(layout).clicks(openings_first=openings_first)


def openings_of(layout: Layout) -> list[tuple[list[int], list[int]]]:
    """Each opening: the numbers of its cells without mines around them, and of those beside."""
    zero = (~layout.mask & (layout.around == 0)).ravel().tolist()
    near = layout.adjacency.lists
    met = [False] * len(zero)
    found = []
    for start in np.flatnonzero(zero).tolist():
        if met[start]:
            continue
        met[start] = True
        inside, beside = [start], set()
        for cell in inside:  # which grows on the way
            for other in near[cell]:
                if not zero[other]:
                    beside.add(other)
                elif not met[other]:
                    met[other] = True
                    inside.append(other)
        found.append((inside, sorted(beside)))
    return found


def lonely(layout: Layout) -> NDArray[np.bool_]:
    """The safe cells in no opening, in the shape of the board; each takes a click of its own."""
    own = ~layout.mask
    for inside, beside in openings_of(layout):
        own.flat[inside] = False
        own.flat[beside] = False
    return own


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
        saved = sum(self._lonely[other] for other in (cell, *self._near[cell]))
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
        """The first cell of the highest premium that is not negative."""
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
        """The first covered cell that is an opening or in none."""
        return next(
            cell
            for cell in self._order
            if not self._open[cell]
            and not self._mine[cell]
            and (self._lonely[cell] or not self._clue[cell])
        )

    def _flag(self, cell: int) -> bool:
        """Flag a mine that is not flagged yet; whether that took a click."""
        if not self._mine[cell] or self._flagged[cell]:
            return False
        self._flagged[cell] = True
        for other in (cell, *self._near[cell]):
            self._premium[other] += 1
        return True

    def _reveal(self, cell: int) -> None:
        if self._open[cell] or self._mine[cell]:
            return
        if self._clue[cell]:
            self._show(cell)
            return
        inside, beside = self._openings[self._of[cell][0]]
        for other in (*inside, *beside):
            self._show(other)
            self._premium[other] -= 1

    def _show(self, cell: int) -> None:
        if self._open[cell]:
            return
        self._open[cell] = True
        self._left -= 1
        self._premium[cell] += 1
        if self._lonely[cell]:
            for other in (cell, *self._near[cell]):
                self._premium[other] -= 1
