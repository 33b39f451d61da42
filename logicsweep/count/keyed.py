"""The layouts of a board under a rule with a key, and what the key may be.

A layout counts once with each key that it goes with: layouts and keys are counted together, as sets
of mines on a board that has the cells of the key beside its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.rules.key import HiddenKey, KeyShape
from logicsweep.board.rules.region import RING
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.count.counted import FloatArray
from logicsweep.count.layouts import ClueDistribution, Layouts
from logicsweep.count.listing import ascending, check_listed
from logicsweep.count.mixture import LayoutMixture
from logicsweep.count.model_count import KeyChances, ModelCount
from logicsweep.count.queries import MarginalQueries

# Layouts and keys that are listed for one layout that is asked for.
_KEYS: Final = 1_000


class KeyedLayouts(Layouts):
    """See `Layouts`; made from the layouts of the board with the cells of the key beside it."""

    def __init__(self, board: Board, whole: LayoutMixture) -> None:
        super().__init__(board)
        self._whole = whole
        self._ruled = _ruled(board)

    def count(self) -> ModelCount:
        """See `Layouts.count`."""
        own = _KeyedQueries(self._whole.queries(), self._ruled.size, _shape(self._ruled).marked)
        return ModelCount(self.board, own, key=lambda: _chances(self._ruled, self._chance))

    def clue_distribution(self, number: int) -> ClueDistribution:
        """See `Layouts.clue_distribution`."""
        key, size = self._ruled.rules.clue.key, self._ruled.size
        near = self.board.adjacency.neighbours(number)
        chances = [Fraction(0)] * (self._ruled.values.highest + 1)
        if key is HiddenKey.DIRECTION:
            ring = [entry.cell for entry in self._ruled.place.entries(RING, number)]
            for way, left_out in enumerate(ring):
                seen = [cell for cell in near if cell != left_out]
                for mines, chance in self._safe_and_marked(number, seen, size + way):
                    chances[mines] += chance
        elif key is HiddenKey.LETTERS:
            letters = len(chances)
            for cell in range(letters * letters):
                letter, stands_for = divmod(cell, letters)
                for mines, chance in self._safe_and_marked(number, near, size + cell):
                    chances[letter] += chance if mines == stands_for else 0
        else:
            for marked in (False, True):
                own = frozenset([number] if marked else [])
                for mines, chance in self._safe_and_marked(number, near, size + number, marked):
                    among = dict.fromkeys(near, False) | dict.fromkeys(near[:mines], True)
                    codes = self._ruled.options(number, among, own)
                    for code in codes:
                        chances[code] += chance / len(codes)
        mine = self.joint_marginal([[number]]).get((1,), Fraction(0))
        return ClueDistribution(mine, tuple(chances))

    def _safe_and_marked(
        self, number: int, near: Iterable[int], cell: int, marked: bool = True
    ) -> Iterator[tuple[int, Fraction]]:
        """The chances of numbers of mines near a safe cell, a cell of the key being marked."""
        for (mine, mines, mark), chance in self.joint_marginal([[number], near, [cell]]).items():
            if not mine and mark == marked:
                yield mines, chance

    def _chance(self, cell: int) -> Fraction:
        """The chance that a cell of the key is marked."""
        found = self._whole.joint_marginal([[self._ruled.size + cell]])
        return found.get((1,), Fraction(0))

    def mass(self) -> Fraction:
        """See `Layouts.mass`."""
        return self._whole.mass()

    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        """See `Layouts.sample`."""
        return self._own(self._whole.sample(count, rng))

    def every(self, limit: int) -> NDArray[np.bool_]:
        """See `Layouts.every`; each layout once, whatever keys it goes with."""
        found = self._own(self._whole.every(limit * _KEYS)).reshape(-1, self._ruled.size)
        own = np.unique(found, axis=0)
        check_listed(len(own), limit, self._ruled.size)
        return ascending(own).reshape(-1, self.board.height, self.board.width)

    def joint_marginal(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        """See `Layouts.joint_marginal`."""
        return self._whole.joint_marginal(sets)

    def _own(self, layouts: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Without the cells of the key."""
        own = layouts.reshape(len(layouts), -1)[:, : self._ruled.size]
        return own.reshape(-1, self.board.height, self.board.width)


class _KeyedQueries:
    """See `MarginalQueries`: those of the board's own cells, from layouts and keys together."""

    def __init__(self, whole: MarginalQueries, size: int, marked: int) -> None:
        self._whole = whole
        self._size = size
        self._marked = marked

    def layouts(self) -> int:
        """See `MarginalQueries.layouts`."""
        return self._whole.layouts()

    def marginal(self, number: int) -> Fraction:
        """See `MarginalQueries.marginal`."""
        return self._whole.marginal(number)

    def fractions(self) -> dict[int, Fraction]:
        """See `MarginalQueries.fractions`."""
        every = self._whole.fractions()
        return {cell: one for cell, one in every.items() if cell < self._size}

    def marginals(self) -> FloatArray:
        """See `MarginalQueries.marginals`."""
        return self._whole.marginals()[: self._size]

    def expected_mines(self) -> Fraction:
        """See `MarginalQueries.expected_mines`."""
        return self._whole.expected_mines() - self._marked


def keyed_count(board: Board, queries: MarginalQueries) -> ModelCount:
    """Layouts and keys that were counted together, the cells of the key like those of the board."""
    ruled = _ruled(board)

    def chance(cell: int) -> Fraction:
        return queries.marginal(ruled.size + cell)

    own = _KeyedQueries(queries, ruled.size, _shape(ruled).marked)
    return ModelCount(board, own, key=lambda: _chances(ruled, chance))


def _chances(ruled: PlacedRules, chance: Callable[[int], Fraction]) -> KeyChances:
    """What a key may be, from the chance that each of its cells is marked."""
    shape, key = _shape(ruled), ruled.rules.clue.key
    found = list(map(chance, range(shape.size)))
    width = len(shape.columns)
    rows = [tuple(found[first : first + width]) for first in range(0, len(found), width)]
    about = "" if key is None else key.value
    return KeyChances(about, shape.rows, shape.columns, tuple(rows))


def _ruled(board: Board) -> PlacedRules:
    if board.placed_rules is None:
        raise TypeError("the board has no rule with a key")
    return board.placed_rules


def _shape(ruled: PlacedRules) -> KeyShape:
    if ruled.key_shape is None:
        raise TypeError("the board has no rule with a key")
    return ruled.key_shape
