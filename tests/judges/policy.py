"""The simple player of the policy, in Python: the judge of the kernel's `policy.c`.

`logicsweep.strategy.policy` says in words what it does.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel.winning import HIT
from logicsweep.limits import Budget
from logicsweep.strategy.endgame import undominated, won_after
from logicsweep.strategy.sight import Values

Numbers: TypeAlias = NDArray[np.intp]

# Sets of so many layouts are played best.
_SMALL: Final = 64
# So many cells are compared in a larger one.
_COMPARED: Final = 8
# What the safest and the second safest next cell count, in five parts.
_SAFEST, _SECOND = 4, 1
# The work of a decision: so many layouts for all cells that are compared; but at least so many
# cells are.
_MOST_WORK: Final = 100_000
_LEAST_COMPARED: Final = 4
# Samples of about so many layouts: to choose the cells that are compared by, and a later cell.
_SCORED: Final = 2_048
_SAMPLED: Final = 512
# An odd number whose bits look like random ones, of the golden ratio.
_MIXER: Final = np.uint64(0x9E3779B97F4A7C15)
# Rows have a multiple of so many bytes, as in the kernel, whose names are the same.
_BYTES: Final = 16


class Player:
    """The simple player.

    Args:
        values: The value that each cell would show in each layout, `HIT` for a mine; shape
            (layouts, cells). No two layouts are alike.
        budget: The time limit.
    """

    def __init__(self, values: Values, budget: Budget) -> None:
        self._values = values
        self._budget = budget
        self._every: Numbers = np.arange(len(values))
        self._names = _names_of(values)
        self._won: dict[bytes, int] = {}

    def after(self, cell: int) -> int:
        """Count the layouts that are won if a cell is opened first. Raises `LimitError`."""
        return sum(map(self.won, self._parts(self._every, cell)))

    def compared(self) -> list[int]:
        """List the cells that are compared before the first click.

        They are the best by two clicks and, by turns, those after which the next click is the
        safest: these get rid of a risk that would come anyway. Cells than which another one is as
        good are left out.
        """
        cells = undominated(self._values)
        rows = self._sampled(self._every, _SCORED)
        both = {cell: self._next(rows, cell) for cell in cells}
        safe = {cell: max(1, int((self._values[rows, cell] != HIT).sum())) for cell in cells}
        by_score = sorted(cells, key=lambda cell: (-both[cell][1], cell))
        by_next = sorted(cells, key=lambda cell: (-Fraction(both[cell][0], safe[cell]), cell))
        turns = [cell for pair in zip(by_score, by_next, strict=True) for cell in pair]
        return list(dict.fromkeys(turns))[: max(_LEAST_COMPARED, _MOST_WORK // len(self._values))]

    def won(self, rows: Numbers) -> int:
        """Count the layouts of a set, given by their numbers, that are won."""
        if len(rows) < 2:
            return len(rows)
        key = rows.tobytes()
        if key not in self._won:
            self._budget.check()
            if len(rows) <= _SMALL:
                self._won[key] = self._best(rows)[0]
            else:
                cell = self.next_cell(rows)
                self._won[key] = 1 if cell is None else sum(map(self.won, self._parts(rows, cell)))
        return self._won[key]

    def next_cell(self, rows: Numbers) -> int | None:
        """Choose the cell that the simple player opens in a set; None if none tells more."""
        if len(rows) <= _SMALL:
            return self._best(rows)[1]
        mines = self._mines(rows)
        living = sorted(mines, key=lambda cell: (mines[cell], cell))[:_COMPARED]
        if len(living) < 2 or not mines[living[0]]:
            return living[0] if living else None
        sample = self._sampled(rows, _SAMPLED)
        return max(living, key=lambda cell: self._next(sample, cell)[1])

    def _sampled(self, rows: Numbers, size: int) -> Numbers:
        """Draw about so many layouts of a larger set, by their names; a smaller one as it is."""
        if len(rows) <= size:
            return rows
        most = ((1 << 64) - 1) // len(rows) * size
        return rows[self._names[rows] < np.uint64(most)][: 2 * size]

    def _best(self, rows: Numbers) -> tuple[int, int | None]:
        """Return how many layouts of a small set the best player wins, and with which cell."""
        values = self._values[rows]
        tried = undominated(values) if len(rows) > 1 else []
        if not tried:
            return 1, None
        won = won_after(values, None, tried, budget=self._budget)
        return max(won), tried[won.index(max(won))]

    def _next(self, rows: Numbers, cell: int) -> tuple[int, int]:
        """Sum up how safe the safest next cell is, and its blend with the second safest.

        The first sum bounds the layouts that can be won.
        """
        safe = score = 0
        for part in self._parts(rows, cell):
            mines = sorted(self._mines(part).values()) if len(part) > 1 else []
            if not mines:  # no more than one layout can be won
                safe, score = safe + 1, score + _SAFEST + _SECOND
                continue
            first = mines[0]
            second = mines[1] if first and len(mines) > 1 else first
            safe += len(part) - first
            score += _SAFEST * (len(part) - first) + _SECOND * (len(part) - second)
        return safe, score

    def _mines(self, rows: Numbers) -> dict[int, int]:
        """Count the layouts of a set in which each living cell is a mine."""
        values = self._values[rows]
        hits = values == HIT
        highest = np.where(hits, 0, values).max(axis=0)
        lowest = np.where(hits, highest, values).min(axis=0)
        mines = hits.sum(axis=0).tolist()
        return {cell: mines[cell] for cell in (highest > lowest).nonzero()[0].tolist()}

    def _parts(self, rows: Numbers, cell: int) -> list[Numbers]:
        """Split a set by the value that a cell shows, without the layouts where it is a mine."""
        shown = self._values[rows, cell]
        return [rows[shown == value] for value in sorted(set(shown.tolist()) - {HIT})]


def _names_of(values: Values) -> NDArray[np.uint64]:
    """Name layouts by what their cells show, so that their order does not matter."""
    width = -(-values.shape[1] // _BYTES) * _BYTES
    padded = np.ones((len(values), width), dtype=np.uint8)
    padded[:, : values.shape[1]] = values + np.uint8(1)  # which makes a mine 0
    names = np.zeros(len(values), dtype=np.uint64)
    for words in padded.view("<u8").T:
        names = (names ^ words) * _MIXER
        names ^= names >> np.uint64(32)
    return names
